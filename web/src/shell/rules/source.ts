// The rules of every game that has a page of them, fetched when they are opened.
import type { Language } from "../words.svelte";
import { read, type RulesText } from "./text";

const pages = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default" });
const fileOf = (game: string, lang: Language): string =>
  `../../../../docs/rules/${game}${lang === "en" ? "" : `.${lang}`}.md`;

export const hasRules = (game: string): boolean => fileOf(game, "en") in pages;

export async function rulesOf(game: string, lang: Language): Promise<RulesText | null> {
  const page = await pages[fileOf(game, lang)]?.();
  return page === undefined ? null : read(page);
}

/** The game whose rules a path asks for. */
export const rulesAt = (path: string): string | null => /^\/rules\/([a-z0-9-]+)$/.exec(path)?.[1] ?? null;
