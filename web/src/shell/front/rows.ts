// Who is to sit at a table that is being set, seat by seat.
import type { SeatPlan } from "../wire";

export type Sitter = "friend" | "bot" | "nobody";

export interface Row {
  sitter: Sitter;
  /** How well a bot plays there. */
  level: string;
}

/** The seats to begin with: friends first, then bots on all that are left, or nobody where friends are asked. */
export function rowsFor(others: number, friends: number, level: string): Row[] {
  const rest: Sitter = friends || !level ? "nobody" : "bot";
  return Array.from({ length: others }, (_, index) => ({ sitter: index < friends ? "friend" : rest, level }));
}

export const count = (rows: Row[], sitter: Sitter): number => rows.filter((row) => row.sitter === sitter).length;

/** The host's own seat comes first; bots are called by these names. */
export function plansOf(own: string, rows: Row[], names: string[]): SeatPlan[] {
  const left = [...names];
  const plans = rows.flatMap(({ sitter, level }): SeatPlan[] =>
    sitter === "friend" ? [{ open: true }] : sitter === "bot" ? [{ bot: level, name: left.shift() }] : [],
  );
  return [{ name: own }, ...plans];
}
