// The games this page was built with: one module for each folder under `games/`, fetched when it is asked for.
// A game that is not among them has a screen all the same, the generic one.
import type { GameModule, OwnPage, Screen } from "./game";

const modules = import.meta.glob<GameModule>("../games/*/index.ts", { import: "game" });
const FOLDERS = new Map(Object.keys(modules).map((path) => [path.split("/").at(-2) ?? "", path]));

/** Their names. */
export const BUILT_IN: readonly string[] = [...FOLDERS.keys()];

/** Whether the page has a screen, and words, of this game's own. */
export const isBuiltIn = (game: string): boolean => FOLDERS.has(game);

export async function moduleOf(game: string): Promise<GameModule | null> {
  return (await modules[FOLDERS.get(game) ?? ""]?.()) ?? null;
}

export async function screenOf(game: string): Promise<Screen> {
  const found = await moduleOf(game);
  return found ? found.screen() : (await import("./generic/screen")).screen;
}

/** Every module, by its game. */
export async function everyModule(): Promise<Map<string, GameModule>> {
  const found = await Promise.all(BUILT_IN.map(moduleOf));
  return new Map(BUILT_IN.flatMap((game, index) => (found[index] ? [[game, found[index]] as const] : [])));
}

/** The page of a game's own that lies at this path, if one does. */
export async function pageAt(path: string): Promise<OwnPage | null> {
  for (const found of (await everyModule()).values()) if (found.pages?.[path]) return found.pages[path];
  return null;
}
