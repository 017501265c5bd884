// Names from a game's catalogue: `<game>_title`, `<game>_edition_…`, `<game>_player_…`. Anything without a text is
// shown by its raw name.
import { isReady, levelNumber, serverRules } from "./levels.svelte";
import { list, m, textFor, textOr } from "./text/text.svelte";
import type { TableInfo } from "./wire";

export const gameTitle = (game: string): string => textOr(`${game}_title`, game);
/** The initial of a page about a game. */
export const initial = (game: string): string => (gameTitle(game).replace("⟦", "")[0] ?? "").toUpperCase();
export const editionName = (game: string, edition: string): string => textOr(`${game}_edition_${edition}`, edition);
/** A level with its number, "5 · Cellarer"; the name alone while the number is not known, and for third-party bots. */
export function levelName(game: string, bot: string): string {
  const name = textOr(`${game}_player_${bot}`, textOr(`player_${bot}`, ""));
  if (!name) return bot;
  const number = levelNumber(game, bot);
  return number ? m.level_numbered({ number, name }) : name;
}

/** The same in a list of choices, which says which levels cannot be chosen yet. */
export function levelChoice(game: string, bot: string): string {
  const level = levelName(game, bot);
  if (isReady(game, bot)) return level;
  return serverRules().rules === "compiling" ? m.web_level_soon({ level }) : m.web_level_never({ level });
}

/** A bot's name in the reader's language: the server stores the English one. */
export const botName = (name: string): string => textOr(`web_bot_name_${name.toLowerCase()}`, name);

/** The name to show for a seat; empty if it has none. */
export const shownName = ({ name, bot }: { name: string; bot: string | null }): string => (bot ? botName(name) : name);

/** Equal for names that a reader could confuse: different case, width or composed accents. */
const normalizeName = (name: string): string => name.normalize("NFKC").toLowerCase();

/** The name of the player on a seat. Equal names are distinguished by seat number. */
function playerName(info: TableInfo, seat: number): string {
  const player = info.seats[seat];
  const name = player && shownName(player);
  if (!name) return m.web_player({ seat: seat + 1 });
  const same = info.seats.filter((other) => normalizeName(shownName(other)) === normalizeName(name));
  return same.length > 1 ? m.web_same_name({ name, seat: seat + 1 }) : name;
}

/** "You" for the reader's seat, the name for another. */
export function seatName(info: TableInfo, seat: number | null, you: number | null): string {
  if (seat === null) return "";
  return seat === you ? m.web_you() : playerName(info, seat);
}

/** Every name, for sentences that contain "you" themselves. */
export const playerNames = (info: TableInfo): string[] => info.seats.map((_, seat) => playerName(info, seat));

/** The names of a finished game's seats, with "You" for the reader's own seat. */
export const namesFor = (info: TableInfo, own: number | null): string[] =>
  info.seats.map((_, seat) => seatName(info, seat, own));

/** The letter of a seat's initial. */
export const initialOf = (name: string): string => (name.replace("⟦", "")[0] ?? "").toUpperCase();

/** True for an absent person for whom no bot plays. */
export function isAway(info: TableInfo, seat: number, you: number | null): boolean {
  const person = info.seats[seat];
  return !!person && !person.bot && !person.open && !person.held && !person.connected && seat !== you;
}

/** True while a round is being played: a new player waits for the next one. */
export const isRoundRunning = (info: TableInfo): boolean => info.started && !info.over && !info.closed;

/** Whether a bot plays there, as itself or for a person. */
export const isBot = (info: TableInfo, seat: number): boolean => !!(info.seats[seat]?.bot || info.seats[seat]?.held);

/** The text of an error that is the same in every game; null if the game must provide it. */
export function commonErrorText(code: string): string | null {
  return ["stale", "too-fast", "not-saved"].includes(code) ? textFor(`web_refused_${code}`) : null;
}

/** The other players whose browsers have not yet contributed to the next deal. */
export function missingContributors(info: TableInfo): string {
  const shuffle = info.started ? info.next_shuffle : info.shuffle;
  return list((shuffle?.waits_for ?? []).filter((seat) => seat !== info.you).map((seat) => playerName(info, seat)));
}
