// Verifies that a game was dealt as committed before it started. Each step is a question with an answer; the first "no"
// ends it.
import type { GameView, Line } from "../view";
import { commitmentOf, keyOf, Stream } from "./chance";
import { hex, sha256, unhex, bytes } from "./sha256";

export interface GameRecord {
  facts: Record<string, string>;
  actions: { seat: number; action: string }[];
}

const TITLE = "armarium record 1";

/** Null if a line is missing or was changed. */
export function readRecord(text: string): GameRecord | null {
  const end = /^end: (\d+) actions, sha256 ([0-9a-f]{64})\n$/m.exec(text);
  if (!text.startsWith(`${TITLE}\n`) || !end || end.index + end[0].length !== text.length) return null;
  const body = text.slice(0, end.index);
  if (hex(sha256(bytes(body))) !== end[2]) return null;
  const record: GameRecord = { facts: {}, actions: [] };
  for (const line of body.split("\n").slice(1)) {
    const action = /^(\d+) (\d+) (.+)$/.exec(line);
    const fact = /^([a-z-]+): (.*)$/.exec(line);
    if (action && Number(action[1]) === record.actions.length + 1)
      record.actions.push({ seat: Number(action[2]), action: action[3]! });
    else if (fact && !action) record.facts[fact[1]!] = fact[2]!;
    else if (line) return null;
  }
  return record.actions.length === Number(end[1]) ? record : null;
}

/** `ok` is null if the question does not apply. The facts fill the sentence `web_verify_<name>`. */
export interface VerificationStep {
  name: string;
  ok: boolean | null;
  facts?: Record<string, string | number>;
}

/** What this page itself has seen of the game. */
export interface Seen {
  view: GameView;
  /** Everything this viewer saw, action by action, without undone actions. */
  lines: Line[];
  /** The commitment shown before the first card; null if this browser was not there. */
  commitment: string | null;
  /** The hashes of all seats, as shown before the first contribution was revealed; null as above. */
  hashes: (string | null)[] | null;
  /** The players who did not reveal their contributions: the round was committed again without them. */
  leftOut: string;
  /** This browser's own contribution and its seat; null if it made none. */
  own: { seat: number; contribution: string } | null;
  seats: number;
}

export interface Dealt {
  record: GameRecord;
  stream: Stream;
  seen: Seen;
}
/** The game's own checks: its cards, step by step. */
export type Proof = (dealt: Dealt) => Iterable<VerificationStep>;

function* general(text: string, seen: Seen, proof: Proof | null): Generator<VerificationStep> {
  const record = readRecord(text);
  yield { name: "text", ok: !!record, facts: { count: record?.actions.length ?? 0 } };
  if (!record) return;
  const { facts } = record;
  const seed = unhex(facts.seed ?? "");
  const own = seed?.length === 32 ? commitmentOf(seed) : "";
  yield { name: "commitment", ok: !!own && own === facts.commitment, facts: { hash: own.slice(0, 16) } };
  yield {
    name: "promised",
    ok: seen.commitment === null ? null : own === seen.commitment,
    facts: { hash: own.slice(0, 16) },
  };
  const given = (facts.contributions ?? "")
    .split(" ")
    .filter(Boolean)
    .map((one) => (one === "-" ? null : unhex(one)));
  const isWhole = !given.length || (given.length === seen.seats && given.every((one) => !one || one.length === 32));
  const count = given.filter(Boolean).length;
  yield { name: "seats", ok: isWhole && (count > 0 || null), facts: { count } };
  const fits = (hash: string | null, seat: number): boolean => hash === (given[seat] ? hex(sha256(given[seat])) : null);
  yield { name: "hashes", ok: seen.hashes && seen.hashes.length === seen.seats && seen.hashes.every(fits) };
  if (seen.leftOut) yield { name: "left_out", ok: null, facts: { names: seen.leftOut } };
  const { own: mine } = seen;
  yield { name: "own", ok: mine && hex(given[mine.seat] ?? new Uint8Array()) === mine.contribution };
  const key = keyOf(seed!, given.length ? given : Array.from({ length: seen.seats }, () => null));
  yield { name: "key", ok: true, facts: { hash: hex(key).slice(0, 16) } };
  if (proof) yield* proof({ record, stream: new Stream(key), seen });
  else yield { name: "game", ok: null };
}

/** The steps carried out: all of them, or those up to the first failure. */
export function verify(text: string, seen: Seen, proof: Proof | null): VerificationStep[] {
  const results: VerificationStep[] = [];
  for (const step of general(text, seen, proof)) {
    results.push(step);
    if (step.ok === false) break;
  }
  return results;
}

/** The combined answer to a question asked several times: no as soon as one answer was no. */
export class Tally {
  count = 0;
  private bad = 0;
  note(holds: boolean): void {
    this.count++;
    if (!holds) this.bad++;
  }
  get ok(): boolean | null {
    return this.count ? this.bad === 0 : null;
  }
}
