// Was the game dealt as was promised before it began? Each step is a question with an answer; the first no ends it.
import type { GameView, Line } from "../game";
import { commitmentOf, keyOf, Stream } from "./chance";
import { readRecord, type GameRecord } from "./record";
import { hex, unhex } from "./sha256";

/** `ok` null: the question does not arise here. The facts are for its sentence, `web_verify_<name>`. */
export interface Step {
  name: string;
  ok: boolean | null;
  facts?: Record<string, string | number>;
}

/** What this page itself has seen of the game. */
export interface Seen {
  view: GameView;
  /** All that this eye saw, action by action, without what was taken back. */
  lines: Line[];
  /** The commitment that was shown before the first card; null where this browser was not there. */
  promised: string | null;
  /** What this browser itself added to the chance, and from which seat; null where it added nothing. */
  own: { seat: number; contribution: string } | null;
  seats: number;
}

export interface Dealt {
  record: GameRecord;
  stream: Stream;
  seen: Seen;
}
/** What a game's own chance demands: its cards, step by step. */
export type Proof = (dealt: Dealt) => Iterable<Step>;

function* general(text: string, seen: Seen, proof: Proof | null): Generator<Step> {
  const record = readRecord(text);
  yield { name: "text", ok: !!record, facts: { count: record?.actions.length ?? 0 } };
  if (!record) return;
  const { facts } = record;
  const seed = unhex(facts.seed ?? "");
  const own = seed?.length === 32 ? commitmentOf(seed) : "";
  yield { name: "commitment", ok: !!own && own === facts.commitment, facts: { hash: own.slice(0, 16) } };
  yield {
    name: "promised",
    ok: seen.promised === null ? null : own === seen.promised,
    facts: { hash: own.slice(0, 16) },
  };
  const given = (facts.contributions ?? "")
    .split(" ")
    .filter(Boolean)
    .map((one) => (one === "-" ? null : unhex(one)));
  const isWhole = !given.length || (given.length === seen.seats && given.every((one) => !one || one.length === 32));
  const count = given.filter(Boolean).length;
  yield { name: "seats", ok: isWhole && (count > 0 || null), facts: { count } };
  const { own: mine } = seen;
  yield { name: "own", ok: mine && hex(given[mine.seat] ?? new Uint8Array()) === mine.contribution };
  const key = keyOf(seed!, given.length ? given : Array.from({ length: seen.seats }, () => null));
  yield { name: "key", ok: true, facts: { hash: hex(key).slice(0, 16) } };
  if (proof) yield* proof({ record, stream: new Stream(key), seen });
  else yield { name: "game", ok: null };
}

/** The steps that were made: all of them, or those up to the first that failed. */
export function verify(text: string, seen: Seen, proof: Proof | null): Step[] {
  const made: Step[] = [];
  for (const step of general(text, seen, proof)) {
    made.push(step);
    if (step.ok === false) break;
  }
  return made;
}

/** Something that a question was asked about several times: no as soon as one answer was no. */
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
