// Who may ask for a hint, and its content. The server enforces the same limits.
import { fetchJson } from "../api";
import type { TableInfo } from "../wire";

export interface HintedAction {
  action: string;
  text: string;
  chance: number;
  error: number;
  /** The value differs from the best one by no more than the error. */
  is_equal: boolean;
  /** Only the best action has one. */
  reason: string | null;
}

export interface Hinted {
  v: number;
  measure: "chance" | "score";
  number: number;
  actions: HintedAction[];
}

/** Hints are available without other people, outside a counted daily attempt, or if the table agreed on the aid. */
export const mayAskForHint = (info: TableInfo): boolean =>
  info.you !== null &&
  info.started &&
  !info.over &&
  info.daily === null &&
  info.memory !== "none" &&
  info.seats.every((seat, index) => index === info.you || seat.bot !== null);

export const fetchHint = (table: string, token: string): Promise<Hinted> =>
  fetchJson(`/api/tables/${table}/hint`, {}, { Authorization: `Bearer ${token}` });
