// Beginning a game: the table is opened, its seat kept, and the page goes there.
import { openTable, Refused } from "./api";
import { go } from "./router.svelte";
import { keepSeat, type KeptSeat } from "./seats";
import { settings } from "./settings.svelte";
import { m } from "./words.svelte";
import type { NewTable } from "./wire";

/** What went wrong, in words. */
export const problem = (error: unknown): string => (error instanceof Refused && error.message) || m.web_failed();

/** Null if it began, else what went wrong. */
export async function begin(wish: NewTable, more: Partial<KeptSeat> = {}): Promise<string | null> {
  try {
    const { table, seat, token } = await openTable({ pace: settings.pace, ...wish });
    keepSeat({ table, token, seat, with: [], when: Date.now(), game: wish.game, ...more });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return problem(error);
  }
}
