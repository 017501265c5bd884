// Beginning a game for one: a new city, today's city, or one with an owner's own cards.
import { openGame, Refused } from "../../shell/api";
import { go } from "../../shell/router.svelte";
import { keepSeat } from "../../shell/seats";
import { recall, remember, settings } from "../../shell/settings.svelte";
import { m } from "../../shell/words.svelte";
import type { TableInfo } from "../../shell/wire";
import type { Components } from "./view";

const KEY = "armarium-browser";
const LENGTH = 24;

/** A name that this browser made up for itself: today's city counts its first attempt. */
export function browserId(): string {
  const known = recall<string>(KEY, "");
  if (/^[A-Za-z0-9_-]{16,64}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const made = [...bytes].map((byte) => (byte % 36).toString(36)).join("");
  remember(KEY, made);
  return made;
}

/** The day of a table of today's city; null for any other. */
export const dailyOf = (info: TableInfo | null): string | null => info?.daily ?? null;

async function begin(options: Record<string, unknown>, daily: boolean): Promise<string | null> {
  try {
    const wish = { game: "bibliogamo", options, seats: [{ name: settings.name }], ...(daily ? { daily: browserId() } : {}) };
    const { table, seat, token } = await openGame(wish);
    keepSeat({ table, token, seat, with: [], when: Date.now(), game: "bibliogamo", daily });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return (error instanceof Refused && error.message) || m.web_failed();
  }
}

/** Null if it began, else what went wrong, in words. */
export const playCity = (components: Components, options: Record<string, unknown> = {}): Promise<string | null> =>
  begin(components === "standard" ? options : { ...options, components }, false);

export const playToday = (): Promise<string | null> => begin({}, true);
