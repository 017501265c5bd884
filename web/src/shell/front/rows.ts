// Who is to sit at a table that is being set, seat by seat.
import type { SeatPlan } from "../wire";

/** `here`: somebody who shares this device. */
export type Sitter = "friend" | "here" | "bot" | "nobody";

export interface Row {
  sitter: Sitter;
  /** How well a bot plays there. */
  level: string;
  /** Who sits there at this device, or for whom the seat is kept. */
  name?: string;
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
  const plans = seated(rows).map(({ sitter, level, name }): SeatPlan => {
    // A friend with a name has a link of their own.
    if (sitter === "friend" && !name?.trim()) return { open: true };
    return sitter === "bot" ? { bot: level, name: left.shift() } : { name: name?.trim() ?? "" };
  });
  return [{ name: own }, ...plans];
}

const seated = (rows: Row[]): Row[] => rows.filter(({ sitter }) => sitter !== "nobody");

/** The numbers of the seats, besides the host's own, whose people share this device. */
export const seatsAtHand = (rows: Row[]): number[] =>
  seated(rows).flatMap(({ sitter }, index) => (sitter === "here" ? [index + 1] : []));
