// A game that the page knows nothing of, in words: by its catalogue where it has them (`<game>_view_…`, `<game>_action_…`,
// `<game>_event_…`), else as it came over the wire.
import type { GameEvent, GameView, Line } from "../game";
import type { LogLine } from "../log";
import { list, m, wordOr } from "../words.svelte";

/** Shown in places of their own. */
const ELSEWHERE = new Set(["game", "rules", "you", "to_act", "legal", "outcome", "options"]);

export type Plain = string | number | boolean | null;
export type Data = Plain | Data[] | { [key: string]: Data };
export type Entries = [string, Data][];

export const isPlain = (data: Data): data is Plain => data === null || typeof data !== "object";
export const entriesOf = (data: object): Entries =>
  Object.entries(data).filter((entry): entry is [string, Data] => entry[1] !== undefined);

/** What there is to see on the table. */
export const shownOf = (view: GameView): Entries => entriesOf(view).filter(([key]) => !ELSEWHERE.has(key));

export const fieldName = (game: string, key: string): string => wordOr(`${game}_view_${key}`, key.replaceAll("_", " "));

export function plainText(data: Plain): string {
  if (data === null || data === "") return "–";
  if (typeof data === "boolean") return data ? m.web_yes() : m.web_no();
  return String(data);
}

/** A list of plain things on one line, or null for what needs a table. */
export function oneLine(data: Data): string | null {
  if (isPlain(data)) return plainText(data);
  const items = Array.isArray(data) ? data : null;
  if (!items?.every(isPlain)) return null;
  return items.length ? items.map(plainText).join(", ") : "–";
}

/** Things of one kind, one a row: the fields that any of them has. */
export function columnsOf(items: Data[]): string[] | null {
  if (!items.length || !items.every((item) => !isPlain(item) && !Array.isArray(item))) return null;
  return [...new Set(items.flatMap((item) => Object.keys(item as object)))];
}

/** "grind 5" by its first word, with the others as `rest`. */
export function actionText(game: string, action: string): string {
  const [verb = "", ...others] = action.split(" ");
  return wordOr(`${game}_action_${verb}`, action, { rest: others.join(" ") });
}

function eventText(game: string, event: GameEvent, names: string[]): string {
  const { event: kind, ...facts } = event as GameEvent & Record<string, Data>;
  const seat = facts.seat;
  const name = typeof seat === "number" ? (names[seat] ?? "") : "";
  const said = Object.fromEntries(
    entriesOf(facts).map(([key, fact]) => [
      key,
      typeof fact === "number" ? fact : (oneLine(fact) ?? JSON.stringify(fact)),
    ]),
  );
  const rest = Object.entries(said)
    .filter(([key]) => key !== "seat")
    .map(([key, fact]) => `${key.replaceAll("_", " ")} ${fact}`);
  const plain = [[name, kind.replaceAll("-", " ")].filter(Boolean).join(" "), ...rest].join(", ");
  return wordOr(`${game}_event_${kind}`, plain, { ...said, name });
}

export const told = (game: string, lines: Line[], names: string[]): LogLine[] =>
  lines.flatMap(({ v, events }) =>
    events.map((event, index) => ({ head: false, text: eventText(game, event, names), key: `${v}.${index}` })),
  );

/** The seats that an outcome names as winners, where it does so in the usual way. */
export function winnersOf(outcome: Data): number[] {
  const winners = !isPlain(outcome) && !Array.isArray(outcome) ? outcome.winners : null;
  return Array.isArray(winners) && winners.every((seat) => typeof seat === "number") ? winners : [];
}

export const namesOf = (seats: number[], names: string[]): string =>
  list(seats.map((seat) => names[seat] ?? String(seat)));
