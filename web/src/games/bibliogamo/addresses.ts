// The addresses that the server has for this game alone.
import { ask } from "../../shell/api";
import type { ComponentsAnswer, ComponentSet } from "./view";

export const standardComponents = (): Promise<ComponentSet> =>
  ask<ComponentsAnswer>("/api/components").then(({ components }) => components);

/** The text of a file of components, read and checked by the server; refused with the entry that is wrong. */
export const checkComponents = (text: string): Promise<ComponentSet> =>
  ask<ComponentsAnswer>("/api/components", text).then(({ components }) => components);
