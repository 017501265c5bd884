// What this browser has answered in practice. A missed position comes back in growing intervals (Leitner boxes).
import { readStorage, writeStorage } from "../settings.svelte";
import type { PracticeEntry, PracticeList } from "../wire";

const KEY = "armarium-practice";
const DAY_MS = 86_400_000;
/** Days until a missed position comes back, by box. A position leaves the last box when it is solved again. */
export const BOX_DAYS = [1, 3, 7, 14, 30];
/** The maximum number of answers in a file. */
export const MAX_TRIES = 1000;

export interface Try {
  right: boolean;
  when: number;
  /** Only for a position that was missed and is not yet learned. */
  box?: number;
}
export type Tries = Record<string, Try>;

export const loadTries = (): Tries => readStorage<Tries>(KEY, {});

// Answers stored before there were boxes have none.
const boxOf = ({ right, box }: Try): number | null => box ?? (right ? null : 0);

/** When a position comes back; null if it does not. */
export function dueAt(done: Try): number | null {
  const box = boxOf(done);
  return box === null ? null : done.when + (BOX_DAYS[box] ?? 0) * DAY_MS;
}

export const isDue = (done: Try | undefined, now: number): boolean => {
  const due = done ? dueAt(done) : null;
  return due !== null && due <= now;
};

/** The state after an answer. Solving a position before it is due moves it no further. */
export function afterAnswer(before: Try | undefined, right: boolean, now: number): Try {
  if (!right) return { right, when: now, box: 0 };
  const box = before ? boxOf(before) : null;
  if (!before || box === null) return { right, when: now };
  if (!isDue(before, now)) return { right, when: before.when, box };
  return box + 1 < BOX_DAYS.length ? { right, when: now, box: box + 1 } : { right, when: now };
}

export function saveTry(id: string, right: boolean): void {
  const done = loadTries();
  writeStorage(KEY, { ...done, [id]: afterAnswer(done[id], right, Date.now()) });
}

/** Adds the answers of a file; of two for the same position, the later one counts. */
export function addTries(more: Tries): void {
  const done = loadTries();
  const newer = Object.entries(more).filter(([id, one]) => one.when > (done[id]?.when ?? -1));
  writeStorage(KEY, { ...done, ...Object.fromEntries(newer) });
}

/** The answers of a file, or null if they are not valid. */
export function parseTries(parsed: unknown): Tries | null {
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const found = Object.entries(parsed).map(([id, one]): [string, Try] | null => {
    if (!/^[0-9a-f]{10}$/.test(id) || typeof one !== "object" || one === null) return null;
    const { right, when, box } = one as Record<string, unknown>;
    if (typeof right !== "boolean" || !Number.isInteger(when)) return null;
    if ((when as number) < 0 || (when as number) > 8.64e15) return null;
    if (box !== undefined && !BOX_DAYS.some((_, index) => index === box)) return null;
    return [id, { right, when: when as number, ...(box === undefined ? {} : { box: box as number }) }];
  });
  const valid = found.filter((one) => one !== null);
  return valid.length === found.length && valid.length <= MAX_TRIES ? Object.fromEntries(valid) : null;
}

/**
 * The next position: first those that are due again, then the untried ones in order, then those missed longest ago, then
 * those solved longest ago. It never repeats the current one if there is another.
 */
export function choosePosition(
  positions: PracticeEntry[],
  done: Tries,
  current: string | null,
  now = Date.now(),
): string | null {
  const rank = ({ id }: PracticeEntry): number => (isDue(done[id], now) ? 0 : !done[id] ? 1 : done[id].right ? 3 : 2);
  const order = positions
    .filter(({ id }) => id !== current)
    .map((one, index) => ({ id: one.id, rank: rank(one), when: done[one.id]?.when ?? index }))
    .sort((a, b) => a.rank - b.rank || a.when - b.when);
  return order[0]?.id ?? current;
}

export const countSolved = (positions: PracticeEntry[], done: Tries): number =>
  positions.filter(({ id }) => done[id]?.right).length;

export const countDue = (positions: PracticeEntry[], done: Tries, now: number): number =>
  positions.filter(({ id }) => isDue(done[id], now)).length;

/** The position of a day, the same for everyone: the games take turns, each with its positions in order. */
export function puzzleOf(offered: PracticeList[], now: number): { game: string; entry: PracticeEntry } | null {
  const lists = offered.filter(({ positions }) => positions.length).sort((a, b) => (a.game < b.game ? -1 : 1));
  const day = Math.floor(now / DAY_MS); // in UTC
  const list = lists[day % lists.length];
  const entry = list?.positions[Math.floor(day / lists.length) % list.positions.length];
  return list && entry ? { game: list.game, entry } : null;
}
