// The log of a table in this browser: what was done at it, in order. Everything else follows from the log, so a table is
// the same after a reload or a crash.
import type { Memory, Pace, SeatPlan } from "../shell/wire";

export interface LocalSeat extends Pick<SeatPlan, "name" | "bot"> {
  /** The key to a person's seat. */
  token: string | null;
}

export interface Created {
  kind: "created";
  at: number;
  game: string;
  /** The number of the rules: the log of a game means nothing under others. */
  rules: number;
  edition: string;
  options: Record<string, unknown>;
  seats: LocalSeat[];
  pace: Pace;
  memory: Memory;
  /** The deal waits for the contributions of the people. */
  contributes: boolean;
}

export interface Acted {
  kind: "acted";
  seat: number;
  action: string;
  id: string | null;
}

export type Entry =
  | Created
  | Acted
  | { kind: "sealed"; round: number; seed: string }
  | { kind: "committed"; seat: number; round: number; hash: string }
  | { kind: "fixed"; round: number }
  | { kind: "contributed"; seat: number; round: number; contribution: string }
  | { kind: "begun"; round: number; first: number | null }
  | { kind: "undone"; seat: number; id: string }
  | { kind: "pace"; pace: Pace }
  | { kind: "rematch"; seat: number }
  | { kind: "closed"; id: string; seat: number };
