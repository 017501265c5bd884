// Beginning a game for one: a new one, that of the day, or one with an owner's own cards.
import { dailyScores } from "../../shell/api";
import { begin } from "../../shell/start";
import { recall, remember, settings } from "../../shell/settings.svelte";
import type { Daily, TableInfo } from "../../shell/wire";
import type { Components, Options } from "./view";

export const COMPONENTS_PAGE = "/components";
const GAME = "bibliogamo";
const KEY = "armarium-browser";
const LENGTH = 24;

/** A name that this browser made up for itself: of a day's game the first attempt counts. */
function browserId(): string {
  const known = recall<string>(KEY, "");
  if (/^[A-Za-z0-9_-]{16,64}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const made = [...bytes].map((byte) => (byte % 36).toString(36)).join("");
  remember(KEY, made);
  return made;
}

/** The day of a table of the day; null for any other. */
export const dailyOf = (info: TableInfo | null): string | null => info?.daily ?? null;

/** Null if it began, else what went wrong, in words. */
export function playAlone(components: Components, options: Partial<Options> = {}): Promise<string | null> {
  const wanted = components === "standard" ? options : { ...options, components };
  return begin({ game: GAME, options: wanted, seats: [{ name: settings.name }] });
}

export const playToday = (): Promise<string | null> =>
  begin({ game: GAME, seats: [{ name: settings.name }], daily: browserId() }, { daily: true });

export const todaysScores = (): Promise<Daily> => dailyScores(GAME, browserId());
