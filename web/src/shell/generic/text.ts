// Texts of an unknown game: from its catalogue (`<game>_view_…`, `<game>_action_…`, `<game>_event_…`), or else the raw
// values.
import type { GameEvent, GameView, Line, LogLine } from "../view";
import { renderEvent, type Reader } from "../text/events";
import { list, m, textOr } from "../text/text.svelte";

/** Fields with their own place on the screen. */
const FIELDS_SHOWN_ELSEWHERE = new Set(["game", "rules", "you", "to_act", "legal", "outcome", "options"]);

export type Plain = string | number | boolean | null;
export type Data = Plain | Data[] | { [key: string]: Data };
export type Entries = [string, Data][];

export const isPlain = (data: Data): data is Plain => data === null || typeof data !== "object";
export const entriesOf = (data: object): Entries =>
  Object.entries(data).filter((entry): entry is [string, Data] => entry[1] !== undefined);

/** The fields to show on the table. */
export const visibleFields = (view: GameView): Entries =>
  entriesOf(view).filter(([key]) => !FIELDS_SHOWN_ELSEWHERE.has(key));

export const fieldName = (game: string, key: string): string => textOr(`${game}_view_${key}`, key.replaceAll("_", " "));

export function plainText(data: Plain): string {
  if (data === null || data === "") return "–";
  if (typeof data === "boolean") return data ? m.web_yes() : m.web_no();
  return String(data);
}

/** A list of simple values on one line, or null if it needs a table. */
export function oneLine(data: Data): string | null {
  if (isPlain(data)) return plainText(data);
  const items = Array.isArray(data) ? data : null;
  if (!items?.every(isPlain)) return null;
  return items.length ? items.map(plainText).join(", ") : "–";
}

/** The columns of a list of objects: every field that any of them has. */
export function columnsOf(items: Data[]): string[] | null {
  if (!items.length || !items.every((item) => !isPlain(item) && !Array.isArray(item))) return null;
  return [...new Set(items.flatMap((item) => Object.keys(item as object)))];
}

/** The text of "grind 5" by its first word, with the other words as `rest`. */
export function actionText(game: string, action: string): string {
  const [verb = "", ...others] = action.split(" ");
  return textOr(`${game}_action_${verb}`, action, { rest: others.join(" ") });
}

/** The game's sentence, or the event's name and fields. */
function eventText(game: string, event: GameEvent, reader: Reader): string {
  const show = (fact: unknown): string => oneLine(fact as Data) ?? JSON.stringify(fact);
  const text = renderEvent(game, event, reader, {}, show);
  if (text !== null) return text;
  const { event: kind, seat, ...facts } = event as GameEvent & Record<string, Data>;
  const rest = entriesOf(facts).map(([key, fact]) => `${fieldName(game, key)} ${show(fact)}`);
  if (typeof seat === "number") rest.unshift(reader.names[seat] ?? "");
  return [kind.replaceAll("-", " "), rest.join(", ")].filter(Boolean).join(": ");
}

export const buildLog = (game: string, lines: Line[], reader: Reader): LogLine[] =>
  lines.flatMap(({ v, events }) =>
    events.map((event, index) => ({ head: false, text: eventText(game, event, reader), key: `${v}.${index}` })),
  );

/** The winners, if the outcome names them in the usual field. */
export function winnersOf(outcome: Data): number[] {
  const winners = !isPlain(outcome) && !Array.isArray(outcome) ? outcome.winners : null;
  return Array.isArray(winners) && winners.every((seat) => typeof seat === "number") ? winners : [];
}

export const namesOf = (seats: number[], names: string[]): string =>
  list(seats.map((seat) => names[seat] ?? String(seat)));
