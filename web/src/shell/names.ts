// A game's things by the names of its catalogue: `<game>_title`, `<game>_edition_…`, `<game>_player_…`. What has no
// words there is shown as it is.
import { m, word, wordOr } from "./words.svelte";
import type { TableInfo } from "./wire";

export const gameTitle = (game: string): string => wordOr(`${game}_title`, game);
/** The letter that a page about a game opens with. */
export const initial = (game: string): string => (gameTitle(game).replace("⟦", "")[0] ?? "").toUpperCase();
export const editionName = (game: string, edition: string): string => wordOr(`${game}_edition_${edition}`, edition);
export const levelName = (game: string, bot: string): string => wordOr(`${game}_player_${bot}`, wordOr(`player_${bot}`, bot));

/** "You" for the own seat, the name for another. */
export function seatName(info: TableInfo, seat: number | null, you: number | null): string {
  if (seat === null) return "";
  if (seat === you) return m.web_you();
  return info.seats[seat]?.name || m.web_player({ seat: seat + 1 });
}

/** Every name as it was given, for sentences that say "you" by themselves. */
export const names = (info: TableInfo): string[] => info.seats.map((seat, index) => seat.name || m.web_player({ seat: index + 1 }));

/** What a refusal says that is the same in every game; null where the game has to say it. */
export function refusedAnywhere(code: string): string | null {
  return ["stale", "too-fast", "not-saved"].includes(code) ? word(`web_refused_${code}`) : null;
}
