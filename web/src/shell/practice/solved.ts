// What this browser has solved: whether the last answer to each position was right.
import { recall, remember } from "../settings.svelte";
import type { PracticeTheme } from "../wire";

const KEY = "armarium-practice";

export interface Try {
  right: boolean;
  when: number;
}
export type Tries = Record<string, Try>;

export const tries = (): Tries => recall<Tries>(KEY, {});

export function note(id: string, right: boolean): void {
  remember(KEY, { ...tries(), [id]: { right, when: Date.now() } });
}

/** The one to be asked next: first those never tried, in their order, then those missed, the longest ago first; where all
 * are solved, the one solved longest ago. Never the one that was just there, as long as there is another. */
export function nextOf(positions: PracticeTheme[], done: Tries, now: string | null): string | null {
  const rank = ({ id }: PracticeTheme): number => (done[id] ? (done[id].right ? 2 : 1) : 0);
  const order = positions
    .filter(({ id }) => id !== now)
    .map((one, index) => ({ id: one.id, rank: rank(one), when: done[one.id]?.when ?? index }))
    .sort((a, b) => a.rank - b.rank || a.when - b.when);
  return order[0]?.id ?? now;
}

export const solvedOf = (positions: PracticeTheme[], done: Tries): number =>
  positions.filter(({ id }) => done[id]?.right).length;
