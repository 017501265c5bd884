// Starts a game: creates the table, stores its seat and opens its page.
import { createTable, ApiError } from "./api";
import { place, type GameLocation } from "./local/place.svelte";
import { go } from "./router.svelte";
import { saveSeat, type SavedSeat } from "./seats";
import { settings } from "./settings.svelte";
import { m } from "./text/text.svelte";
import type { NewTable } from "./wire";

/** The error as text. */
export const errorMessage = (error: unknown): string => (error instanceof ApiError && error.message) || m.web_failed();

interface StartOptions extends Pick<SavedSeat, "daily"> {
  /** Seats whose players share this device. */
  here?: number[];
  /** At the server, or in this browser. */
  where?: GameLocation;
}

/** Returns null on success, or the error. */
export async function startGame(
  request: NewTable,
  { here = [], where = place(), ...more }: StartOptions = {},
): Promise<string | null> {
  try {
    const { table, seat, token, reserved } = await createTable({ pace: settings.pace, ...request }, where);
    const beside = reserved
      .filter((reservedSeat) => here.includes(reservedSeat.seat))
      .map(({ seat, token }) => ({ seat, token }));
    const own = { table, token, seat, with: [], when: Date.now(), game: request.game };
    const invited = reserved
      .filter((reservedSeat) => !here.includes(reservedSeat.seat))
      .map(({ seat, token }) => ({ seat, token }));
    saveSeat({
      ...own,
      ...more,
      ...(beside.length ? { here: beside } : {}),
      ...(invited.length ? { invited } : {}),
    });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
