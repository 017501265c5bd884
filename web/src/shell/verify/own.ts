// What this browser added to the chance of a deal: when the game is over, it must be in the record as it was given.
import { recall, remember } from "../settings.svelte";
import { hex } from "./sha256";

const KEY = "armarium-contributions";
const MOST = 100;
type Given = Record<string, string>;

const nameOf = (table: string, round: number, seat: number): string => `${table} ${round} ${seat}`;

/** 32 bytes that nobody can foresee, in hexadecimal. */
export const newContribution = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export function keepContribution(table: string, round: number, seat: number, contribution: string): void {
  const kept = { ...recall<Given>(KEY, {}), [nameOf(table, round, seat)]: contribution };
  remember(KEY, Object.fromEntries(Object.entries(kept).slice(-MOST)));
}

/** Null where this browser gave none. */
export const contributed = (table: string, round: number, seat: number | null): string | null =>
  seat === null ? null : (recall<Given>(KEY, {})[nameOf(table, round, seat)] ?? null);
