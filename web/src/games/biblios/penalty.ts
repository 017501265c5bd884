// A penalty, from the events of the step that brought it: who could not pay, what each draw took, what follows.
import type { GameEvent } from "./view";

export interface Penalty {
  seat: number;
  /** In the order in which they are told: the bid, each card that went, what comes next. */
  told: GameEvent[];
}

const FAILED = new Set(["could-not-pay", "refused-to-pay"]);
const FOLLOWS = new Set(["card-stolen", "card-lost", "barred", "lot-offered-again", "lot-discarded"]);

export function penaltyOf(events: GameEvent[]): Penalty | null {
  const at = events.findLastIndex(({ event }) => FAILED.has(event));
  const failed = events[at];
  if (failed?.seat === undefined) return null;
  return { seat: failed.seat, told: [failed, ...events.slice(at + 1).filter(({ event }) => FOLLOWS.has(event))] };
}
