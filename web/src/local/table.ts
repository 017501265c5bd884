// A table in this browser as its log describes it, and what each viewer receives about it. The messages are those of a
// server (docs/protocol.md).
import type { ServerMessage, TableInfo, TableSeat } from "../shell/wire";
import { RefusedError } from "./refusal";
import type { GameKit } from "./kit";
import type { Created, Entry } from "./log";
import type { PlayedGame } from "./record";
import { Round } from "./round";
import type { Json, Viewer } from "./rules";

export class LocalTable {
  readonly rounds: Round[] = [];
  pace: Created["pace"];
  closed = false;
  /** The number of log entries. */
  length = 0;
  readonly wantsRematch = new Set<number>();
  private readonly keys = new Map<string, number>();
  /** The index of the current round. */
  private current = 0;

  constructor(
    readonly id: string,
    readonly created: Created,
    readonly kit: GameKit,
  ) {
    this.pace = created.pace;
  }

  /** The table of a log. Its first entry says what the table is. */
  static load(id: string, [created, ...entries]: Entry[], kit: GameKit): LocalTable {
    if (created?.kind !== "created") throw new Error("a log without its first entry");
    if (created.rules !== kit.rules.about.rules) throw new RefusedError("other-rules");
    const table = new LocalTable(id, created, kit);
    table.length = 1;
    for (const entry of entries) table.apply(entry);
    return table;
  }

  get round(): Round {
    return this.rounds[this.current]!;
  }

  /** The round that is dealt next: the first one before the deal, and after a round the one that follows. */
  get nextRound(): Round | null {
    return this.round.deal ? (this.rounds[this.current + 1] ?? null) : this.round;
  }

  get isStarted(): boolean {
    return this.round.deal !== null;
  }

  get actor(): number | null {
    const { state } = this.round;
    return state && this.kit.rules.actor(state);
  }

  get isOver(): boolean {
    return this.isStarted && this.actor === null;
  }

  /** The seats of the people. All of them are at this device. */
  get people(): number[] {
    return this.created.seats.flatMap(({ token }, seat) => (token === null ? [] : [seat]));
  }

  /** The bot to act, with its seat. */
  get botToAct(): { seat: number; bot: string } | null {
    const seat = this.closed ? null : this.actor;
    const bot = seat === null ? null : this.created.seats[seat]?.bot;
    return seat === null || !bot ? null : { seat, bot };
  }

  /** The seat that a token opens; undefined if it opens none. */
  seatOf(token: string): number | undefined {
    const seat = this.created.seats.findIndex((one) => one.token === token);
    return seat < 0 ? undefined : seat;
  }

  /** The version that a request with this id made, if it was applied before. */
  doneBefore(seat: number, id: string): number | undefined {
    return this.keys.get(`${seat} ${id}`);
  }

  apply(entry: Entry): void {
    const { created, kit, round } = this;
    this.length++;
    switch (entry.kind) {
      case "created":
        throw new Error("a table is created once");
      case "sealed":
        this.rounds.push(new Round(entry.round, entry.seed, created.seats.length));
        return;
      case "committed":
        this.nextRound!.hashes[entry.seat] = entry.hash;
        return;
      case "fixed":
        this.nextRound!.isFixed = true;
        return;
      case "contributed":
        this.nextRound!.contributions[entry.seat] = entry.contribution;
        return;
      case "begun":
        this.current = entry.round - 1;
        this.wantsRematch.clear();
        this.round.begin(kit, created.edition, created.options, entry.first);
        return;
      case "acted": {
        const code = kit.rules.codeOf(entry.action);
        const fits = code !== null && this.actor === entry.seat && kit.rules.isLegal(round.state!, code);
        if (!fits) throw new Error("an action of the log does not fit");
        round.play(kit, entry.seat, code, created.seats[entry.seat]!.token === null);
        if (entry.id) this.keys.set(`${entry.seat} ${entry.id}`, round.v);
        return;
      }
      case "undone":
        round.undo();
        this.keys.set(`${entry.seat} ${entry.id}`, round.v);
        return;
      case "pace":
        this.pace = entry.pace;
        return;
      case "rematch":
        this.wantsRematch.add(entry.seat);
        return;
      case "closed":
        this.closed = true;
        this.keys.set(`${entry.seat} ${entry.id}`, round.v);
    }
  }

  /** The game of a finished round, for its record. */
  playedGame(number: number): PlayedGame | null {
    const round = this.rounds[number - 1];
    if (!round?.state || this.kit.rules.actor(round.state) !== null) return null;
    const { edition, options, seats } = this.created;
    // The option names the first seat of the first round; later rounds move it on.
    const asked =
      round.number === 1 ? options : { ...options, ...(round.first === null ? {} : { first: round.first }) };
    return {
      edition,
      options: asked,
      seats: seats.length,
      seed: round.seed,
      contributions: round.contributions,
      moves: round.steps.map(({ seat, code }) => ({ seat, action: this.kit.rules.textOf(code) })),
      end: round.state,
    };
  }

  // The messages.

  view(viewer: Viewer): Json {
    const { edition, options, memory: _ } = this.created;
    const { first } = this.round;
    const moved = this.round.number > 1 && first !== null ? { ...options, first } : options;
    return this.kit.rules.view(this.round.state!, viewer, this.kit.viewOptions(edition, moved));
  }

  mayUndo(viewer: Viewer): boolean {
    return viewer !== null && !this.closed && this.round.undoSeat(this.kit) === viewer;
  }

  viewMessage(viewer: Viewer): ServerMessage {
    return { t: "view", v: this.round.v, view: this.view(viewer), may_take_back: this.mayUndo(viewer) };
  }

  /** The last action, as a viewer saw it. */
  stepMessage(viewer: Viewer): ServerMessage {
    const step = this.round.steps.at(-1)!;
    const events = this.round.eventsOf(this.kit, step, viewer);
    return { t: "events", v: step.v, events, view: this.view(viewer), may_take_back: this.mayUndo(viewer) };
  }

  historyMessage(viewer: Viewer): ServerMessage {
    return { t: "history", v: this.round.v, lines: this.round.history(this.kit, viewer) };
  }

  tableMessage(viewer: Viewer, connected: ReadonlySet<number>): ServerMessage {
    return { t: "table", n: this.length, table: this.info(viewer, connected) };
  }

  /** The messages for a new connection. */
  greet(viewer: Viewer, connected: ReadonlySet<number>): ServerMessage[] {
    const table = this.tableMessage(viewer, connected);
    return this.isStarted ? [table, this.viewMessage(viewer), this.historyMessage(viewer)] : [table];
  }

  info(you: Viewer, connected: ReadonlySet<number>): TableInfo {
    const { created, round, isStarted, isOver } = this;
    const next = isOver ? this.nextRound : null;
    const outcome = isOver ? this.kit.rules.outcome(round.state!) : null;
    return {
      id: this.id,
      game: created.game,
      edition: created.edition,
      options: created.options,
      round: round.number,
      started: isStarted,
      over: isOver,
      v: round.v,
      to_act: this.actor,
      winners: outcome ? (outcome.winners as number[]) : null,
      seats: created.seats.map((_, seat) => this.seatInfo(seat, connected)),
      you,
      pace: this.pace,
      memory: created.memory,
      commitment: round.commitment,
      next_commitment: next?.commitment ?? null,
      shuffle: round.shuffle,
      next_shuffle: next?.shuffle ?? null,
      daily: null,
      awaits_contribution: !isStarted,
      lesson: false,
      recorded: true,
      hurried: false,
      stuck: false,
      host: this.people[0] ?? null,
      stand_in: "",
      closed: this.closed,
      watching: 0,
      clock: null,
    };
  }

  private seatInfo(seat: number, connected: ReadonlySet<number>): TableSeat {
    const { name, bot, token } = this.created.seats[seat]!;
    return {
      name: name ?? "",
      bot: bot ?? null,
      open: false,
      reserved: false,
      connected: token === null || connected.has(seat),
      rematch: this.wantsRematch.has(seat),
      held: null,
      muted: false,
    };
  }
}
