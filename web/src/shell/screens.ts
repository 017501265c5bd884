// The table screen and the extra pages of a game, loaded on demand. Separate from the registry because the generic
// screen itself uses the registry.
import type { GamePage, Screen } from "./game";
import { everyModule, moduleOf } from "./registry";

/** The screen of a game, or the generic one. */
export async function screenOf(game: string): Promise<Screen> {
  const found = await moduleOf(game);
  return found ? found.screen() : (await import("./generic/screen")).screen;
}

/** The game's own page at this path, if there is one. */
export async function pageAt(path: string): Promise<GamePage | null> {
  for (const found of (await everyModule()).values()) if (found.pages?.[path]) return found.pages[path];
  return null;
}
