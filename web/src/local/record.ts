// Records of games: the text that `armarium verify`, a server's replay and this browser read.
import { commitmentOf, keyOf } from "../shell/verify/chance";
import { bytes, hex, sha256, unhex } from "../shell/verify/sha256";
import { readRecord } from "../shell/verify/verify";
import type { GameKit } from "./kit";
import type { Json, State } from "./rules";

/** A record may have as many characters as on a server. */
export const MAX_CHARACTERS = 1 << 20;

export interface PlayedGame {
  edition: string;
  /** What was asked for, without the defaults. */
  options: Json;
  seats: number;
  seed: string;
  contributions: (string | null)[];
  moves: { seat: number; action: string }[];
  end: State;
}

export class RecordError extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

const WORDS: [string, unknown][] = [
  ["yes", true],
  ["no", false],
  ["random", null],
];
const toWord = (value: unknown): string => WORDS.find(([, meaning]) => meaning === value)?.[0] ?? String(value);
const toValue = (word: string): unknown => {
  const known = WORDS.find(([one]) => one === word);
  return known ? known[1] : /^\d+$/.test(word) ? Number(word) : word;
};

/** JSON with sorted keys, as Python's `json.dumps` writes it. */
function dump(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(dump).join(", ")}]`;
  if (typeof data === "object" && data !== null) {
    const entries = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, value]) => `${dump(name)}: ${dump(value)}`).join(", ")}}`;
  }
  const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(data).replace(/[^ -~]/g, escape);
}

const fingerprint = ({ rules }: GameKit, state: State): string =>
  hex(sha256(bytes(dump([rules.truth(state), rules.outcome(state, true), rules.drawn(state)]))));

function header(kit: GameKit, game: PlayedGame): Record<string, string> {
  const { info, tacit, facts } = kit.game;
  const all = kit.allOptions(game.edition, game.options);
  const stated = info.table.filter(
    (option) => option.kind !== "set" && !(tacit.includes(option.name) && all[option.name] === option.default),
  );
  const known: Record<string, string> = {
    game: kit.rules.about.game,
    rules: String(kit.rules.about.rules),
    edition: game.edition,
    seats: String(game.seats),
    options: stated.map(({ name }) => `${name}=${toWord(all[name])}`).join(" "),
    commitment: commitmentOf(unhex(game.seed) ?? new Uint8Array(32)),
    seed: game.seed,
  };
  const lines = Object.fromEntries(facts.map((fact) => [fact, known[fact] ?? String(all[fact])]));
  if (game.contributions.some(Boolean)) lines.contributions = game.contributions.map((one) => one ?? "-").join(" ");
  return lines;
}

export function writeRecord(kit: GameKit, game: PlayedGame): string {
  const facts = Object.entries(header(kit, game)).map(([name, fact]) => `${name}: ${fact}`);
  const moves = game.moves.map(({ seat, action }, n) => `${n + 1} ${seat} ${action}`);
  const lines = ["armarium record 1", ...facts, "", ...moves, "", `state: ${fingerprint(kit, game.end)}`];
  const body = `${lines.join("\n")}\n`;
  return `${body}end: ${moves.length} actions, sha256 ${hex(sha256(bytes(body)))}\n`;
}

/** The name of the game in a record's header. */
export function gameOf(text: string): string {
  const record = text.length <= MAX_CHARACTERS ? readRecord(text) : null;
  if (!record) throw new RecordError(1);
  return record.facts.game ?? "";
}

/** Plays a record again. An error has the number of the first line that does not fit. */
export function playRecord(kit: GameKit, text: string): { game: PlayedGame; states: State[] } {
  const record = readRecord(text);
  if (!record) throw new RecordError(1);
  const { facts, actions } = record;
  const lines = text.split("\n");
  const lineOf = (name: string): number => Math.max(1, lines.findIndex((line) => line.startsWith(`${name}: `)) + 1);
  if (facts.rules !== String(kit.rules.about.rules)) throw new RecordError(lineOf("rules"));
  const pairs = (facts.options ?? "").split(" ").filter(Boolean);
  const options: Json = Object.fromEntries(
    pairs.map((pair) => [pair.split("=")[0], toValue(pair.split("=")[1] ?? "")]),
  );
  const sets = kit.game.info.table.filter(({ kind }) => kind === "set");
  for (const { name, default: usual } of sets) if (facts[name] !== usual) throw new RecordError(lineOf(name));
  const seats = Number(facts.seats ?? kit.game.info.seats[0]);
  const edition = facts.edition ?? "";
  const seed = unhex(facts.seed ?? "");
  if (!kit.game.info.seats.includes(seats)) throw new RecordError(lineOf("seats"));
  if (!(edition in kit.game.options)) throw new RecordError(lineOf("edition"));
  if (kit.findBadOption(seats, options) !== null) throw new RecordError(lineOf("options"));
  if (seed?.length !== 32) throw new RecordError(lineOf("seed"));
  const given = (facts.contributions ?? "").split(" ").filter(Boolean);
  const contributions = Array.from({ length: seats }, (_, seat) => (given[seat] ?? "-").replace(/^-$/, "") || null);
  const added = contributions.map((one) => (one === null ? null : unhex(one)));
  if (added.some((one) => one !== null && one.length !== 32)) throw new RecordError(lineOf("contributions"));
  const all = kit.allOptions(edition, options);
  let state = kit.deal(seats, all, keyOf(seed, added), (all.first ?? null) as number | null);
  const states = [state];
  const firstLine = lines.findIndex((line) => line.startsWith("1 ")) + 1;
  actions.forEach(({ seat, action }, n) => {
    const code = kit.rules.codeOf(action);
    const fits = kit.rules.actor(state) === seat && code !== null && kit.rules.isLegal(state, code);
    if (!fits) throw new RecordError(firstLine + n);
    states.push((state = kit.rules.apply(state, code)));
  });
  const game = { edition, options, seats, seed: facts.seed ?? "", contributions, moves: actions, end: state };
  // A game has exactly one record, so a different spelling or another last state is refused.
  if (writeRecord(kit, game) !== text) throw new RecordError(lines.length - 2);
  return { game, states };
}
