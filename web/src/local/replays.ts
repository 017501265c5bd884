// Replays of finished games: those played here, and records from files.
import { bytes, hex, sha256 } from "../shell/verify/sha256";
import type { Frames, PastSeat, Replay, UploadedRecord } from "../shell/wire";
import { RefusedError } from "./refusal";
import type { GameKit, Kits } from "./kit";
import { LOCAL_PREFIX } from "./messages";
import { gameOf, playRecord, RecordError, writeRecord, type PlayedGame } from "./record";
import { REFEREE, type Json, type State, type Viewer } from "./rules";
import type { Store } from "./store";
import type { LocalTables } from "./tables";

const VERSIONS_PER_PART = 32;

interface Finished {
  id: string;
  kit: GameKit;
  round: number;
  rounds: number[];
  seats: PastSeat[];
  game: PlayedGame;
  states: State[];
}

export class LocalReplays {
  private latest: Finished | null = null;

  constructor(
    private readonly kits: Kits,
    private readonly store: Store,
    private readonly tables: LocalTables,
  ) {}

  /** The record of a finished round, or the one of a file, as text. */
  async record(id: string, round: number | null): Promise<string> {
    const table = await this.tables.find(id);
    if (!table) {
      const text = await this.store.loadRecord(id);
      if (text === null) throw new RefusedError("no-table");
      return text;
    }
    const game = table.playedGame(round ?? table.round.number);
    if (!game) throw new RefusedError("record-sealed");
    return writeRecord(table.kit, game);
  }

  /** Checks a record and keeps it. */
  async upload(text: string): Promise<UploadedRecord> {
    const kit = await this.kitOf(text);
    const { game } = played(kit, text);
    const id = `${LOCAL_PREFIX}${hex(sha256(bytes(text))).slice(0, 24)}`;
    await this.store.saveRecord(id, text);
    return { id, game: kit.rules.about.game, actions: game.moves.length };
  }

  async replay(id: string, round: number | null, viewerText: string): Promise<Replay> {
    const { kit, game, states, ...found } = await this.find(id, round);
    const viewer = parseViewer(viewerText, game.seats);
    const lines = states.map((state, v) => {
      const before = v ? states[v - 1]! : null;
      const code = v ? (kit.rules.codeOf(game.moves[v - 1]!.action) ?? 0) : 0;
      return { v, events: kit.rules.events(before, state, code, viewer === REFEREE ? REFEREE : viewer) };
    });
    const { edition: _, ...options } = kit.viewOptions(game.edition, game.options);
    return {
      id: found.id,
      round: found.round,
      rounds: found.rounds,
      game: kit.rules.about.game,
      edition: game.edition,
      options,
      seats: found.seats,
      eye: viewerText,
      last: game.moves.length,
      frames: VERSIONS_PER_PART,
      moves: game.moves,
      lines: lines.filter(({ v, events }) => v || events.length),
    };
  }

  async frames(id: string, round: number | null, viewerText: string, v: number): Promise<Frames> {
    const { kit, game, states } = await this.find(id, round);
    const viewer = parseViewer(viewerText, game.seats);
    if (!(v >= 0 && v < states.length)) throw new RefusedError("bad-request");
    const first = v - (v % VERSIONS_PER_PART);
    const options = kit.viewOptions(game.edition, game.options);
    const see = (state: State): Json => (viewer === REFEREE ? kit.rules.truth(state) : kit.rules.view(state, viewer, options)); // prettier-ignore
    const [view, ...rest] = states.slice(first, first + VERSIONS_PER_PART).map(see);
    return { first, view: view!, patches: rest.map((value) => [{ op: "replace", path: "", value }]) };
  }

  private async find(id: string, round: number | null): Promise<Finished> {
    const { latest } = this;
    if (latest?.id === id && (round === null || latest.round === round)) return latest;
    const found = (await this.fromTable(id, round)) ?? (await this.fromRecord(id));
    return (this.latest = found);
  }

  private async fromTable(id: string, round: number | null): Promise<Finished | null> {
    const table = await this.tables.find(id);
    if (!table) return null;
    const rounds = table.rounds.flatMap(({ number }) => (table.playedGame(number) ? [number] : []));
    const asked = round ?? rounds.at(-1) ?? 1;
    const game = table.playedGame(asked);
    if (!game) throw new RefusedError("record-sealed");
    const played = table.rounds[asked - 1]!;
    const seats = table.created.seats.map(({ name, bot }) => ({ name: name ?? "", bot: bot ?? null }));
    const states = [played.deal!, ...played.steps.map(({ after }) => after)];
    return { id, kit: table.kit, round: asked, rounds, seats, game, states };
  }

  private async fromRecord(id: string): Promise<Finished> {
    const text = await this.store.loadRecord(id);
    if (text === null) throw new RefusedError("no-replay");
    const kit = await this.kitOf(text);
    const { game, states } = played(kit, text);
    const seats = Array.from({ length: game.seats }, () => ({ name: "", bot: null }));
    return { id, kit, round: 1, rounds: [1], seats, game, states };
  }

  private async kitOf(text: string): Promise<GameKit> {
    const game = readOr(() => gameOf(text));
    if (!(game in (await this.kits.list()).games)) throw new RefusedError("bad-record", { line: 2 });
    return this.kits.load(game);
  }
}

/** An error of a record as the refusal that names its line. */
function readOr<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordError) throw new RefusedError("bad-record", { line: error.line });
    throw error;
  }
}

function played(kit: GameKit, text: string): { game: PlayedGame; states: State[] } {
  const found = readOr(() => playRecord(kit, text));
  // While a game is on, its record would show every card.
  if (kit.rules.actor(found.game.end) !== null) throw new RefusedError("record-unfinished");
  return found;
}

function parseViewer(viewerText: string, seats: number): Viewer | typeof REFEREE {
  if (viewerText === "all") return null;
  if (viewerText === "open") return REFEREE;
  const seat = Number(viewerText);
  if (!/^\d$/.test(viewerText) || seat >= seats) throw new RefusedError("bad-seats", { asked: viewerText });
  return seat;
}
