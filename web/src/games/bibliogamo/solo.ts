// Starts solo games: a new one, the daily one, or one with custom cards. Stores this browser's best score per component
// set and rule options.
import { fetchDailyScores } from "../../shell/api";
import { startGame } from "../../shell/start";
import { readStorage, writeStorage, settings } from "../../shell/settings.svelte";
import type { Daily, TableInfo } from "../../shell/wire";
import type { Components, Options } from "./view";

export const COMPONENTS_PAGE = "/components";
const GAME = "bibliogamo";
const BROWSER_KEY = "armarium-browser";
const LENGTH = 24;

/** A random name for this browser. Only its first attempt at a daily game counts. */
function browserId(): string {
  const known = readStorage<string>(BROWSER_KEY, "");
  if (/^[A-Za-z0-9_-]{16,64}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const id = [...bytes].map((byte) => (byte % 36).toString(36)).join("");
  writeStorage(BROWSER_KEY, id);
  return id;
}

/** The day of a daily game's table; null for any other table. */
export const dailyOf = (info: TableInfo | null): string | null => info?.daily ?? null;

/** Starts the game. Returns null on success, or the error as text. */
export function startSolo(components: Components, options: Partial<Options> = {}): Promise<string | null> {
  const seats = [{ name: settings.name }];
  if (components === "standard") return startGame({ game: GAME, options, seats });
  // Only a server keeps sets of cards, also one that is not ready for everything else.
  return startGame({ game: GAME, options: { ...options, components }, seats }, { where: "server" });
}

export const startDaily = (): Promise<string | null> =>
  startGame({ game: GAME, seats: [{ name: settings.name }], daily: browserId() }, { daily: true });

/** Today's game, unless a date is given. */
export const scoresOfDay = (date?: string): Promise<Daily> => fetchDailyScores(GAME, browserId(), date);

const BEST_KEY = "armarium-bibliogamo-best";

interface Best {
  score: number;
  table: string;
  /** The best score before this game. */
  before: number | null;
}

/** A short name for a set: "standard", or a hash of its content. */
export function componentSetName(components: Components): string {
  if (components === "standard") return components;
  let sum = 5381;
  for (const sign of JSON.stringify(components)) sum = (Math.imul(sum, 33) ^ sign.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}

/** The rule options of a game. Scores under different options cannot be compared. */
const USUAL: Record<string, unknown> = {
  redraw_chains: false,
  block_scope: "large",
  transfer_keeps_type: true,
  transfer_count: "up-to",
  count_when: "sold",
  landing: "rest",
};

const unusual = (options: Record<string, unknown>): string[] =>
  Object.keys(USUAL).filter((name) => name in options && options[name] !== USUAL[name]);

/** The previous best score, and whether this game beats it. Calling it again gives the same answer. */
export function recordScore(
  options: Partial<Options>,
  table: string,
  score: number,
): { before: number | null; isBest: boolean } {
  const all = readStorage<Record<string, Best>>(BEST_KEY, {});
  const name = [componentSetName(options.components ?? "standard"), ...unusual(options)].join(" ");
  const held = all[name];
  if (held?.table === table) return { before: held.before, isBest: true };
  if (held && held.score >= score) return { before: held.score, isBest: false };
  const before = held?.score ?? null;
  writeStorage(BEST_KEY, { ...all, [name]: { score, table, before } });
  return { before, isBest: true };
}

export const bestOf = (components: Components): number | null =>
  readStorage<Record<string, Best>>(BEST_KEY, {})[componentSetName(components)]?.score ?? null;
