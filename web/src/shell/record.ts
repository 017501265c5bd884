// The personal record: one entry per finished round, stored only in this browser. Lessons and branches do not count.
import { readStorage, writeStorage } from "./settings.svelte";
import type { TableInfo } from "./wire";

/** How a round ended for a reader, if the game has a winner. */
export type GameResult = "won" | "shared" | "lost";

export interface RecordEntry {
  /** Table and round: a round counts once. */
  id: string;
  game: string;
  when: number;
  /** Absent if the game has no winner. */
  result?: GameResult;
  /** The levels of the bots; absent if a person played against this reader. */
  bots?: string[];
}

const KEY = "armarium-record";
export const MAX_ENTRIES = 400;

/** Newest first. */
export function loadRecord(): RecordEntry[] {
  const entries = readStorage<RecordEntry[]>(KEY, []);
  return Array.isArray(entries) ? entries : [];
}

export function addEntries(more: RecordEntry[]): void {
  const all = [...loadRecord(), ...more];
  const once = all.filter((entry, index) => all.findIndex(({ id }) => id === entry.id) === index);
  writeStorage(KEY, once.sort((a, b) => b.when - a.when).slice(0, MAX_ENTRIES));
}

export const deleteRecord = (): void => writeStorage(KEY, []);

/** Counts a finished round of a seat in this browser. */
export function recordRound(
  info: TableInfo,
  { result, from }: { result?: GameResult; from?: "practice" | "replay" },
): void {
  if (!info.over || info.you === null || info.lesson || (from && info.round === 1)) return;
  const id = `${info.id} ${info.round}`;
  if (loadRecord().some((entry) => entry.id === id)) return;
  const others = info.seats.filter((_, seat) => seat !== info.you);
  const bots = others.flatMap(({ bot }) => (bot === null ? [] : [bot]));
  const isAgainstBots = others.length > 0 && bots.length === others.length;
  addEntries([
    { id, game: info.game, when: Date.now(), ...(result ? { result } : {}), ...(isAgainstBots ? { bots } : {}) },
  ]);
}

export interface LevelCount {
  game: string;
  level: string;
  games: number;
  wins: number;
}

export interface RecordSummary {
  games: number;
  /** Games that have a winner. */
  decided: number;
  wins: number;
  /** Wins in a row: now, and the most. A shared win ends no streak and adds nothing. */
  streak: number;
  longest: number;
  /** Games against bots by their strongest level, weakest first. */
  levels: LevelCount[];
}

/** `numberOf` is the number of a level, 1 for the weakest. */
export function summarise(entries: RecordEntry[], numberOf: (game: string, bot: string) => number): RecordSummary {
  const decided = entries.filter(({ result }) => result !== undefined);
  let [run, longest, streak] = [0, 0, 0];
  for (const { result } of [...decided].sort((a, b) => a.when - b.when)) {
    if (result === "won") run += 1;
    else if (result === "lost") run = 0;
    longest = Math.max(longest, run);
    streak = run;
  }
  const levels = new Map<string, LevelCount>();
  for (const { game, bots, result } of decided) {
    const [level] = [...(bots ?? [])].sort((a, b) => numberOf(game, b) - numberOf(game, a));
    if (level === undefined) continue;
    const row = levels.get(`${game} ${level}`) ?? { game, level, games: 0, wins: 0 };
    levels.set(`${game} ${level}`, { ...row, games: row.games + 1, wins: row.wins + Number(result === "won") });
  }
  return {
    games: entries.length,
    decided: decided.length,
    wins: decided.filter(({ result }) => result === "won").length,
    streak,
    longest,
    levels: [...levels.values()].sort((a, b) => numberOf(a.game, a.level) - numberOf(b.game, b.level)),
  };
}

/** An entry of a file with its known fields, or null if it is not valid. */
export function parseEntry(parsed: unknown): RecordEntry | null {
  if (typeof parsed !== "object" || parsed === null) return null;
  const { id, game, when, result, bots } = parsed as Record<string, unknown>;
  if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,40} \d{1,6}$/.test(id)) return null;
  if (typeof game !== "string" || !/^[a-z0-9_-]{1,40}$/.test(game)) return null;
  if (!Number.isInteger(when) || (when as number) < 0 || (when as number) > 8.64e15) return null;
  const results: unknown[] = ["won", "shared", "lost", undefined];
  if (!results.includes(result)) return null;
  const isLevels = (found: unknown): found is string[] =>
    Array.isArray(found) && found.length < 32 && found.every((bot) => typeof bot === "string" && bot.length <= 60);
  if (bots !== undefined && !isLevels(bots)) return null;
  return {
    id,
    game,
    when: when as number,
    ...(result === undefined ? {} : { result: result as GameResult }),
    ...(bots === undefined ? {} : { bots }),
  };
}
