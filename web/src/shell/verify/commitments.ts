// What this browser knows about a deal before it is made: its own contribution, whose hash it sends first, and the
// commitment and all hashes as it first saw them. Verification compares the finished game with these, not with later
// statements of the server.
import { readStorage, writeStorage } from "../settings.svelte";
import { hex, sha256, unhex } from "./sha256";
import type { TableInfo } from "../wire";

const KEY = "armarium-contributions";
const MOST = 100;
type Given = Record<string, string>;

/** One attempt to deal a round. It fails if a seat does not reveal its contribution; that seat is then excluded. */
export interface Attempt {
  table: string;
  round: number;
  /** How many seats were excluded before it. */
  leftOut: number;
}

export const nameOf = ({ table, round, leftOut }: Attempt): string =>
  leftOut ? `${table} ${round} again ${leftOut}` : `${table} ${round}`;

/** Those of this visit, for a browser without storage. */
const given = new Map<string, string>();

/** 32 unpredictable bytes, in hexadecimal. */
const newContribution = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export const hashOf = (contribution: string): string => hex(sha256(unhex(contribution) ?? new Uint8Array()));

export function saveContribution(attempt: Attempt, seat: number, contribution: string): void {
  const name = `${nameOf(attempt)} ${seat}`;
  given.set(name, contribution);
  const saved = { ...readStorage<Given>(KEY, {}), [name]: contribution };
  writeStorage(KEY, Object.fromEntries(Object.entries(saved).slice(-MOST)));
}

/** The server did not accept this browser's contribution, so the record must not be expected to contain it. */
export function forgetContribution(attempt: Attempt, seat: number): void {
  const name = `${nameOf(attempt)} ${seat}`;
  given.delete(name);
  writeStorage(
    KEY,
    Object.fromEntries(Object.entries(readStorage<Given>(KEY, {})).filter(([saved]) => saved !== name)),
  );
}

/** Null if this browser has none. */
export function loadContribution(attempt: Attempt, seat: number | null): string | null {
  const name = `${nameOf(attempt)} ${seat}`;
  return given.get(name) ?? readStorage<Given>(KEY, {})[name] ?? null;
}

/** A new contribution if the seat is not known yet; otherwise the existing one, so that only one hash is ever sent. */
export const contributionFor = (attempt?: Attempt, seat: number | null = null): string =>
  (attempt && loadContribution(attempt, seat)) ?? newContribution();

const COMMITMENTS = "armarium-promises";
const HASHES = "armarium-hashes";

function saveFirst<T>(key: string, name: string, value: T): void {
  const saved = readStorage<Record<string, T>>(key, {});
  if (name in saved) return;
  writeStorage(key, Object.fromEntries(Object.entries({ ...saved, [name]: value }).slice(-MOST)));
}

/** The attempt by which a round is or was dealt. */
export const attemptOf = (info: TableInfo, round = info.round): Attempt => {
  const shuffle = round === info.round ? info.shuffle : info.next_shuffle;
  return { table: info.id, round, leftOut: shuffle?.left_out.length ?? 0 };
};

export function saveCommitments(info: TableInfo): void {
  const { round, commitment, shuffle, next_commitment, next_shuffle } = info;
  if (commitment && !info.over) saveFirst(COMMITMENTS, nameOf(attemptOf(info)), commitment);
  if (next_commitment) saveFirst(COMMITMENTS, nameOf(attemptOf(info, round + 1)), next_commitment);
  if (shuffle.opening) saveFirst(HASHES, nameOf(attemptOf(info)), shuffle.hashes);
  if (next_shuffle?.opening) saveFirst(HASHES, nameOf(attemptOf(info, round + 1)), next_shuffle.hashes);
}

export const loadCommitment = (attempt: Attempt): string | null =>
  readStorage<Record<string, string>>(COMMITMENTS, {})[nameOf(attempt)] ?? null;

/** By seat; null if this browser did not see them. */
export const loadHashes = (attempt: Attempt): (string | null)[] | null =>
  readStorage<Record<string, (string | null)[]>>(HASHES, {})[nameOf(attempt)] ?? null;
