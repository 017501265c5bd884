// A game's things by the names of its catalogue: `<game>_title`, `<game>_edition_…`, `<game>_player_…`. What has no
// words there is shown as it is.
import { m, word, wordOr } from "./words.svelte";
import type { TableInfo } from "./wire";

export const gameTitle = (game: string): string => wordOr(`${game}_title`, game);
/** The letter that a page about a game opens with. */
export const initial = (game: string): string => (gameTitle(game).replace("⟦", "")[0] ?? "").toUpperCase();
export const editionName = (game: string, edition: string): string => wordOr(`${game}_edition_${edition}`, edition);
export const levelName = (game: string, bot: string): string =>
  wordOr(`${game}_player_${bot}`, wordOr(`player_${bot}`, bot));

/** The name of whoever sits there; those of one name are told apart by the number of their seat. */
function called(info: TableInfo, seat: number): string {
  const name = info.seats[seat]?.name;
  if (!name) return m.web_player({ seat: seat + 1 });
  const same = info.seats.filter((other) => other.name.toLowerCase() === name.toLowerCase());
  return same.length > 1 ? m.web_same_name({ name, seat: seat + 1 }) : name;
}

/** "You" for the own seat, the name for another. */
export function seatName(info: TableInfo, seat: number | null, you: number | null): string {
  if (seat === null) return "";
  return seat === you ? m.web_you() : called(info, seat);
}

/** Every name, for sentences that say "you" by themselves. */
export const names = (info: TableInfo): string[] => info.seats.map((_, seat) => called(info, seat));

/** The letter of a seat's mark. */
export const markOf = (name: string): string => (name.replace("⟦", "")[0] ?? "").toUpperCase();

/** A person who should be there and is not; where a bot plays for them nobody waits. */
export function isAway(info: TableInfo, seat: number, you: number | null): boolean {
  const person = info.seats[seat];
  return !!person && !person.bot && !person.open && !person.held && !person.connected && seat !== you;
}

/** Whether a bot plays there, by itself or for somebody. */
export const isBot = (info: TableInfo, seat: number): boolean => !!(info.seats[seat]?.bot || info.seats[seat]?.held);

/** What a refusal says that is the same in every game; null where the game has to say it. */
export function refusedAnywhere(code: string): string | null {
  return ["stale", "too-fast", "not-saved"].includes(code) ? word(`web_refused_${code}`) : null;
}
