// An event as a sentence: the catalogue entry `<game>_event_<event>`, with the event's fields as values. The terminal
// renders the same entries by the same rules (text/events.py); tests/project/event_examples.json applies to both. The
// functions below exist for every game. A game adds its own, which name its objects and may add icons (rich.ts).
import type { Functions } from "./catalogue";
import { nameMark } from "./rich";
import { list, renderText } from "./text.svelte";

/** The reader of a sentence. */
export interface Reader {
  you: number | null;
  names: string[];
}
interface EventFields {
  event: string;
  seat?: number;
}
type Things = unknown[] | Record<string, number>;

const yes = (is: boolean): string => (is ? "yes" : "no");
const isGiven = (fact: unknown): boolean =>
  fact !== null && fact !== undefined && !(typeof fact === "object" && Object.keys(fact).length === 0);
/** The number of items, in a list or counted by kind. */
const count = (things: Things): number =>
  Array.isArray(things) ? things.length : Object.values(things).reduce((sum, number) => sum + number, 0);

function commonFunctions({ you, names }: Reader): Functions {
  const seat = (seat: number): string => nameMark(names[seat] ?? "");
  return {
    who: (seats: number | number[]) =>
      (Array.isArray(seats) ? seats.some((one) => one === you) : seats === you) ? "you" : "other",
    seat,
    seats: (seats: number[]) => list(seats.filter((one) => one !== you).map(seat)),
    listed: (items: unknown[]) => list(items.map(String)),
    given: (fact: unknown) => yes(isGiven(fact)),
    same: (first: unknown, second: unknown) => yes(first === second),
    count,
    less: (whole: Things, part: Things) => count(whole) - count(part),
    most: (numbers: number[]) => Math.max(...numbers),
  };
}

/** The sentence for an event; null if the catalogue has none that fits. `{name}` is the player on `seat`. */
export function renderEvent<E extends EventFields>(
  game: string,
  { event, ...facts }: E,
  reader: Reader,
  functions: Functions = {},
  show?: (fact: unknown) => string,
): string | null {
  const { seat } = facts;
  const name = typeof seat === "number" ? { name: nameMark(reader.names[seat] ?? "") } : {};
  return renderText(
    `${game}_event_${event}`,
    { ...facts, ...name },
    { ...commonFunctions(reader), ...functions },
    show,
  );
}
