// Reads the current step from the log: the cards of the public space in the order they were laid out, the bids for the
// card on offer, and a penalty.
import type { GameEvent, GameLine } from "./view";

export type Laid = { card: string; key: string } | null;

/** The places of this turn, from the log and from the cards still there. */
export function publicPlaces(lines: GameLine[], cards: string[], taking: boolean): Laid[] {
  const events: GameEvent[] = lines.flatMap((line) => line.events);
  const begun = events.findLastIndex(({ event }) => event === "turn-begun");
  const laidCards = events
    .slice(begun + 1)
    .flatMap((event) => (event.event === "card-made-public" && event.card ? [event.card] : []));
  const left = [...cards];
  const takeOut = (card: string): boolean => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const places = laidCards.map((card, index): Laid => (takeOut(card) ? { card, key: `${card}#${index}` } : null));
  // Cards without a log entry come last.
  const more = left.map((card, index): Laid => ({ card, key: `${card}#${places.length + index}` }));
  const all = [...places, ...more];
  return taking && all.some(Boolean) ? all : all.filter(Boolean);
}

export interface SeatBids {
  seat: number;
  /** The bids of this seat, in order. */
  bids: number[];
  passed: boolean;
}

/** One entry per seat, in bidding order. */
export function bidsBySeat(lines: GameLine[], seats: number, active: number): SeatBids[] {
  const events: GameEvent[] = lines.flatMap((line) => line.events);
  const start = events.findLastIndex((e) => e.event === "lot-turned-up" || e.event === "lot-offered-again");
  const since = start < 0 ? [] : events.slice(start + 1);
  return Array.from({ length: seats }, (_, index) => {
    const seat = (active + 1 + index) % seats;
    const own = since.filter((event) => event.seat === seat);
    return {
      seat,
      bids: own.flatMap((event) => (event.event === "bid" ? [event.amount ?? 0] : [])),
      passed: own.some((event) => event.event === "passed"),
    };
  });
}

export interface Penalty {
  seat: number;
  /** In the order of the log: the bid, each card lost, what comes next. */
  steps: GameEvent[];
}

const FAILED = new Set(["could-not-pay", "refused-to-pay"]);
const FOLLOWS = new Set(["card-stolen", "card-lost", "barred", "lot-offered-again", "lot-discarded"]);

export function penaltyOf(events: GameEvent[]): Penalty | null {
  const at = events.findLastIndex(({ event }) => FAILED.has(event));
  const failed = events[at];
  if (failed?.seat === undefined) return null;
  return { seat: failed.seat, steps: [failed, ...events.slice(at + 1).filter(({ event }) => FOLLOWS.has(event))] };
}
