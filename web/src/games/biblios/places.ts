// The public space as it lies on the table. A view lists its cards in card order; on the table they lie in the order
// in which they were laid out, which the log tells, so every screen shows the same, after a reload too. A taken card
// leaves a gap while the others choose: nothing moves under a finger.
import type { GameEvent, GameLine } from "./view";

export type Laid = { card: string; key: string } | null;

/** The places of this turn, from the log and from what still lies there. */
export function laidOut(lines: GameLine[], cards: string[], taking: boolean): Laid[] {
  const events: GameEvent[] = lines.flatMap((line) => line.events);
  const begun = events.findLastIndex(({ event }) => event === "turn-begun");
  const told = events
    .slice(begun + 1)
    .flatMap((event) => (event.event === "card-made-public" && event.card ? [event.card] : []));
  const left = [...cards];
  const takeOut = (card: string): boolean => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const places = told.map((card, index): Laid => (takeOut(card) ? { card, key: `${card}#${index}` } : null));
  // What no line told of lies behind the others.
  const more = left.map((card, index): Laid => ({ card, key: `${card}#${places.length + index}` }));
  const all = [...places, ...more];
  return taking && all.some(Boolean) ? all : all.filter(Boolean);
}
