// The commitments that were shown before a deal, as this browser saw them first: what is proved later is held against
// these, and not against what the server says then.
import { recall, remember } from "../settings.svelte";

const KEY = "armarium-promises";
const MOST = 100;
type Promises = Record<string, string>;

const nameOf = (table: string, round: number): string => `${table} ${round}`;

export function keepPromise(table: string, round: number, commitment: string): void {
  const kept = recall<Promises>(KEY, {});
  if (nameOf(table, round) in kept) return;
  const newest = Object.entries({ ...kept, [nameOf(table, round)]: commitment }).slice(-MOST);
  remember(KEY, Object.fromEntries(newest));
}

export const promised = (table: string, round: number): string | null =>
  recall<Promises>(KEY, {})[nameOf(table, round)] ?? null;
