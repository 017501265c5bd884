// The games this page was built with: one module per folder under `games/`, loaded on demand. Other games use the
// generic screen.
import type { GameModule } from "./game";
import { fetchGameTexts } from "./api";
import { language, addTexts } from "./text/text.svelte";

const modules = import.meta.glob<GameModule>("../games/*/index.ts", { import: "game" });
const FOLDERS = new Map(Object.keys(modules).map((path) => [path.split("/").at(-2) ?? "", path]));

/** Their names. */
export const BUILT_IN: readonly string[] = [...FOLDERS.keys()];

/** Whether the page has its own screen and texts for this game. */
export const isBuiltIn = (game: string): boolean => FOLDERS.has(game);

export async function moduleOf(game: string): Promise<GameModule | null> {
  return (await modules[FOLDERS.get(game) ?? ""]?.()) ?? null;
}

/** Every module by game. */
export async function everyModule(): Promise<Map<string, GameModule>> {
  const loaded = await Promise.all(BUILT_IN.map(moduleOf));
  return new Map(BUILT_IN.flatMap((game, index) => (loaded[index] ? [[game, loaded[index]] as const] : [])));
}

const requested = new Set<string>();

/** Called wherever a game is named. Its texts load in the background, and the screen updates. */
export function learnGame(game: string): void {
  const lang = language.now;
  const name = `${game} ${lang}`;
  if (isBuiltIn(game) || requested.has(name)) return;
  requested.add(name);
  fetchGameTexts(game, lang).then(
    (words) => addTexts(lang, words),
    () => requested.delete(name),
  );
}
