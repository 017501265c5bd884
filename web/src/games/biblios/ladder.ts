// The bidding of the card on offer, read from the log: what each seat has said, in its own place.
import type { GameEvent, GameLine } from "./view";

export interface Said {
  seat: number;
  /** The bids of this seat, in order. */
  bids: number[];
  passed: boolean;
}

/** One entry a seat, in the order in which they speak. */
export function ladder(lines: GameLine[], seats: number, active: number): Said[] {
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
