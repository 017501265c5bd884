// Who may ask for a hint, and what is told; the server refuses the same, whatever a page thinks.
import { ask } from "../api";
import type { TableInfo } from "../wire";

export interface HintedAction {
  action: string;
  told: string;
  chance: number;
  error: number;
  reason: string | null;
}

export interface Hinted {
  v: number;
  measure: "chance" | "score";
  number: number;
  actions: HintedAction[];
}

/** Without other people, not in a try that counts for a day, and where an aid was agreed on. */
export const mayAsk = (info: TableInfo): boolean =>
  info.you !== null &&
  info.started &&
  !info.over &&
  info.daily === null &&
  info.memory !== "none" &&
  info.seats.every((seat, index) => index === info.you || seat.bot !== null);

export const askHint = (table: string, token: string): Promise<Hinted> =>
  ask(`/api/tables/${table}/hint`, {}, { Authorization: `Bearer ${token}` });

/** Closer than their errors: nobody could tell them apart. */
export const isNear = ([best, next]: HintedAction[]): boolean =>
  best !== undefined && next !== undefined && best.chance - next.chance < Math.max(0.005, next.error / 2);
