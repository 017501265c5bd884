// The best score of this browser, for each set of components and reading of the rules by itself.
import { recall, remember } from "../../shell/settings.svelte";
import type { Components, Options } from "./view";

const KEY = "armarium-bibliogamo-best";

interface Best {
  score: number;
  table: string;
  /** The best before this one. */
  before: number | null;
}

/** A short name for a set: "standard", or a number made from its content. */
export function setName(components: Components): string {
  if (components === "standard") return components;
  let sum = 5381;
  for (const sign of JSON.stringify(components)) sum = (Math.imul(sum, 33) ^ sign.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}

/** The readings of the rules that a game begins with; scores of other readings are not comparable with it. */
const USUAL: Record<string, unknown> = {
  redraw_chains: false,
  block_scope: "large",
  transfer_keeps_type: true,
  transfer_count: "up-to",
  count_when: "sold",
  landing: "rest",
};

const unusual = (options: Record<string, unknown>): string[] =>
  Object.keys(USUAL).filter((name) => name in options && options[name] !== USUAL[name]);

/** What was best before this game, and whether the game beats it; asking again changes nothing. */
export function judge(
  options: Partial<Options>,
  table: string,
  score: number,
): { before: number | null; isBest: boolean } {
  const all = recall<Record<string, Best>>(KEY, {});
  const name = [setName(options.components ?? "standard"), ...unusual(options)].join(" ");
  const held = all[name];
  if (held?.table === table) return { before: held.before, isBest: true };
  if (held && held.score >= score) return { before: held.score, isBest: false };
  const before = held?.score ?? null;
  remember(KEY, { ...all, [name]: { score, table, before } });
  return { before, isBest: true };
}

export const bestOf = (components: Components): number | null =>
  recall<Record<string, Best>>(KEY, {})[setName(components)]?.score ?? null;
