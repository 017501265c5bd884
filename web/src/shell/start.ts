// Beginning a game: the table is opened, its seat kept, and the page goes there.
import { openTable, Refused } from "./api";
import { go } from "./router.svelte";
import { keepSeat, type KeptSeat } from "./seats";
import { settings } from "./settings.svelte";
import { m } from "./words.svelte";
import type { NewTable } from "./wire";

/** What went wrong, in words. */
export const problem = (error: unknown): string => (error instanceof Refused && error.message) || m.web_failed();

interface Beside extends Pick<KeptSeat, "daily"> {
  /** Seats whose people share this device. */
  here?: number[];
}

/** Null if it began, else what went wrong. */
export async function begin(wish: NewTable, { here = [], ...more }: Beside = {}): Promise<string | null> {
  try {
    const { table, seat, token, reserved } = await openTable({ pace: settings.pace, ...wish });
    const beside = reserved.filter((kept) => here.includes(kept.seat)).map(({ seat, token }) => ({ seat, token }));
    const own = { table, token, seat, with: [], when: Date.now(), game: wish.game };
    const invited = reserved.filter((kept) => !here.includes(kept.seat)).map(({ seat, token }) => ({ seat, token }));
    keepSeat({
      ...own,
      ...more,
      ...(beside.length ? { here: beside } : {}),
      ...(invited.length ? { invited } : {}),
    });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return problem(error);
  }
}
