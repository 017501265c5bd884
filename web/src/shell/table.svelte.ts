// A table as this browser knows it: the view, the log, the connection, what is being sent.
// It lives outside the component tree, so a change of language or layout never touches it.
import type { GameEvent, GameView, Line, Refusal } from "./game";
import { finish, show, type Beat, type Flight } from "./motion.svelte";
import { patched } from "./patch";
import { NUDGE } from "./notify/turn";
import { noteTime } from "./people/time.svelte";
import type { Wish } from "./people/wishes";
import { TableSocket, type Link } from "./socket";
import { keepSeat, keepsFor, keptSeat, resultOf } from "./seats";
import { contributed, keepContribution, newContribution } from "./verify/own";
import { tongue } from "./words.svelte";
import type { EventsMessage, PeopleLine, Say, ServerMessage, TableInfo, TalkLine } from "./wire";

type StepTold = Omit<EventsMessage, "t">;

export interface Sender {
  act(action: string | string[]): void;
}

/** Of any game; of one game where its view and its events are named. What comes over the wire is of the table's own
 * game, so the types are given to it here and nowhere else. */
export class Table<V extends GameView = GameView, E extends GameEvent = GameEvent> implements Sender {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<V | null>(null);
  lines = $state.raw<Line<E>[]>([]);
  /** What the step on the screen told; nothing where the table was only just opened. */
  last = $state.raw<E[]>([]);
  link = $state<Link>("opening");
  /** Ids of actions not yet acknowledged. */
  sending = $state.raw<string | null>(null);
  saved = $state(false);
  /** Something that happened is still on its way to the screen. */
  telling = $state(false);
  /** A bot plays in this reader's seat. */
  held = $derived(this.info?.you == null ? null : (this.info.seats[this.info.you]?.held ?? null));
  /** Nothing can be done now: the line is broken, an action is on its way, the screen is not yet up to date, or it is
   * not for this reader to do. */
  busy = $derived(
    this.link !== "open" || this.sending !== null || this.telling || this.held !== null || !!this.info?.closed,
  );
  /** Whoever sits in a game that goes on: only they have something to save or to hurry. */
  playing = $derived(this.view?.you != null && this.view.to_act !== null);
  /** What people did to the table in this round. */
  people = $state.raw<PeopleLine[]>([]);
  /** The seat whose player asked this one to play; null once it was read. */
  nudgedBy = $state<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** What was last asked for here, whatever came of it. */
  acted: string[] = [];
  /** The last action of this seat can be taken back: it showed no card and nobody acted since. */
  mayTakeBack = $state(false);
  /** What this seat has said beforehand, and whether that acts in a moment. */
  instructions = $state.raw<string[]>([]);
  instructed = $state(false);
  /** What people said here, and why the last line of one's own was not. */
  talk = $state.raw<TalkLine[]>([]);
  unsaid = $state("");

  /** Something lies on the table that its reader puts away; a curtain waits for that. */
  reading = $state(false);
  /** The other seats of people who share this device. */
  beside = $state.raw<Table[]>([]);
  /** Whom sentences about this seat call "you": nobody, where several people read the end together. */
  reader = $derived(this.beside.length && this.info?.over ? null : (this.view?.you ?? null));

  /** A game that is over, looked at again: nothing can be done at it. */
  past = false;

  private flights: (events: E[], you: number | null) => (Flight | Beat)[] = () => [];
  private v = 0;
  /** The view at that version, which patches speak of; the screen may still show an earlier one. */
  private told: Record<string, unknown> = {};
  /** The version of the view on the screen: what the person saw when pressing. */
  private shown = 0;
  private n = 0;
  private round = 0;
  private queue: StepTold[] = [];
  private socket: TableSocket | null = null;
  private serial = 0;
  private saying: string | null = null;
  private isLookedAt = true;
  /** The round to whose deal this seat has added, or is about to. */
  private contributes = 0;
  private wishes = new Map<string, (done: boolean) => void>();

  constructor(
    readonly id: string,
    readonly token: string | null,
    connect = true,
  ) {
    if (!connect) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new TableSocket(`${scheme}//${location.host}/api/tables/${id}/socket`, {
      heard: (message) => this.heard(message),
      linked: (link) => (this.link = link),
      hello: () => {
        const { token, v, n, round } = this;
        // What still stands is told after the greeting.
        [this.instructions, this.instructed] = [[], false];
        return { t: "hello", token, v, n, round: Math.max(round, 1), lang: tongue(), patches: true };
      },
    });
  }

  private heard(message: ServerMessage): void {
    switch (message.t) {
      case "table":
        return this.seated(message.table, message.n);
      case "view":
        // One version more without events: the last action was taken back, and its line goes with it.
        if (this.view && message.v === this.v + 1) this.lines = this.lines.slice(0, -1);
        this.queue = [];
        this.v = this.shown = message.v;
        this.told = message.view;
        this.view = this.own(message.view);
        this.mayTakeBack = message.may_take_back;
        return;
      case "history":
        this.lines = message.lines.map(({ v, events }) => ({ v, events: events as unknown as E[] }));
        return;
      case "events":
        return this.stepped(message);
      case "patch":
        // What was told already is told again after a break.
        if (message.v > this.v) this.stepped({ ...message, view: patched(this.told, message.patch) });
        return;
      case "instructions":
        [this.instructions, this.instructed] = [message.instructions, message.acts];
        return;
      case "talk":
        this.talk = message.lines;
        return;
      case "said":
        if (message.line.number > (this.talk.at(-1)?.number ?? -1)) this.talk = [...this.talk, message.line];
        return;
      case "people":
        this.people = message.lines;
        return;
      case "nudged":
        this.nudgedBy = message.by;
        // For whoever makes sounds of such things.
        dispatchEvent(new CustomEvent(NUDGE, { detail: { table: this.id, by: message.by } }));
        return;
      case "ack":
        if (message.id === this.saying) this.saying = null;
        this.answered(message.id, true);
        if (message.id === this.sending) {
          this.sending = null;
          this.saved = true;
        }
        return;
      case "refused":
        if (message.id !== null && message.id === this.saying) {
          [this.saying, this.unsaid] = [null, message.text];
          return;
        }
        if (message.id !== null) this.answered(message.id, false);
        if (message.id === null || message.id === this.sending) this.sending = null;
        // It came too late: the cards are dealt without it, and the record says so.
        if (message.facts.asked === "contribute") return;
        this.refusal = { code: message.code, facts: message.facts, text: message.text };
    }
  }

  private answered(id: string, done: boolean): void {
    this.wishes.get(id)?.(done);
    this.wishes.delete(id);
  }

  private stepped(step: StepTold): void {
    if (step.v <= this.v) return;
    this.v = step.v;
    this.told = step.view;
    this.queue.push(step);
    void this.tell();
  }

  /** Adds bytes of this seat's own to the next deal, once. */
  private contribute(round: number): void {
    const you = this.info?.you ?? null;
    if (you === null || this.contributes === round || contributed(this.id, round, you)) return;
    this.contributes = round;
    const contribution = newContribution();
    void this.wish({ t: "contribute", round, contribution }).then(
      (done) => done && keepContribution(this.id, round, you, contribution),
    );
  }

  private seated(info: TableInfo, n: number): void {
    this.n = n;
    noteTime(info);
    if (this.round && info.round !== this.round) {
      // A new round of the same table: its versions count from nothing again.
      this.v = this.shown = 0;
      this.queue = [];
      this.lines = [];
      this.people = [];
      this.view = null;
    }
    this.round = info.round;
    this.info = info;
    if (!info.started && !info.daily && this.token) this.contribute(info.round);
    if (this.token && info.you !== null && keepsFor(this.id, this.token)) {
      const names = info.seats.filter((_, seat) => seat !== info.you).map((seat) => seat.name);
      const kept = keptSeat(this.id);
      const isNew = (kept?.round ?? 1) !== info.round;
      const when = isNew ? Date.now() : (kept?.when ?? Date.now());
      const { game, over, round } = info;
      // Where several people share the device, somebody there has won, or has not: that is no result of one.
      const result = kept?.here?.length ? undefined : resultOf(info.winners, info.you);
      keepSeat({
        ...kept,
        result,
        when,
        table: this.id,
        token: this.token,
        seat: info.you,
        with: names,
        game,
        over,
        round,
      });
    }
  }

  /** Shows the waiting steps one by one; more than a few and they are shown without motion. */
  private async tell(): Promise<void> {
    if (this.telling) return;
    this.telling = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const now = step;
      const you = this.info?.you ?? null;
      await show(
        this.isLookedAt ? this.flights(now.events as unknown as E[], you) : [],
        () => this.apply(now),
        () => this.queue.length,
      );
    }
    this.telling = false;
  }

  /** Whether somebody sees this seat's screen. What happens meanwhile is told when they look again. */
  lookAt(isLookedAt: boolean): void {
    if (this.isLookedAt && !isLookedAt) this.last = [];
    this.isLookedAt = isLookedAt;
  }

  /** The version on the screen. */
  get seen(): number {
    return this.shown;
  }

  private own(view: Record<string, unknown>): V {
    return view as unknown as V;
  }

  private apply(step: StepTold): void {
    const events = step.events as unknown as E[];
    this.last = this.isLookedAt ? events : [...this.last, ...events];
    this.lines = [...this.lines, { v: step.v, events }];
    this.view = this.own(step.view);
    this.mayTakeBack = step.may_take_back;
    this.shown = step.v;
    this.saved = false;
    this.nudgedBy = null;
  }

  private name(): string {
    return `${this.id.slice(0, 4)}-${Date.now().toString(36)}-${++this.serial}`;
  }

  act(action: string | string[]): void {
    if (this.sending || !this.socket) return;
    finish();
    // Steps are still to be shown: this press was made on what is no longer so, and only ends the motion.
    if (this.telling || this.shown !== this.v) return;
    const id = this.name();
    this.sending = id;
    this.refusal = null;
    this.acted = [action].flat();
    const common = { t: "act" as const, id, v: this.v };
    this.socket.act(Array.isArray(action) ? { ...common, actions: action } : { ...common, action });
  }

  /** Undoes the last action; how far back this goes is the server's to say. */
  takeBack(): void {
    if (this.sending || !this.socket || !this.mayTakeBack) return;
    finish();
    if (this.telling || this.shown !== this.v) return;
    this.sending = this.name();
    this.refusal = null;
    this.socket.act({ t: "take-back", id: this.sending, v: this.v });
  }

  /** All that is to be done for this seat, instead of what it said before. */
  instruct(instructions: string[]): void {
    this.refusal = null;
    const [id, before] = [this.name(), this.instructions];
    // At once, and taken back if it is refused: what is said next builds upon it, also before the server has answered.
    this.instructions = instructions;
    this.wishes.set(id, (done) => {
      if (!done && this.instructions === instructions) this.instructions = before;
    });
    this.socket?.act({ t: "instruct", id, instructions });
  }

  /** To everybody who sits here. */
  say(what: Pick<Say, "text" | "phrase" | "reaction">): void {
    if (!this.socket) return;
    this.unsaid = "";
    this.saying = this.name();
    this.socket.act({ t: "say", id: this.saying, ...what });
  }

  /** Asks for something that is no action of the game; whether it was done. */
  wish(wish: Wish): Promise<boolean> {
    if (!this.socket) return Promise.resolve(false);
    const id = this.name();
    this.refusal = null;
    const answer = new Promise<boolean>((resolve) => this.wishes.set(id, resolve));
    this.socket.act({ ...wish, id });
    return answer;
  }

  /** What travels when something happened: the game's screen says it. */
  travelBy(flights: (events: E[], you: number | null) => (Flight | Beat)[]): void {
    this.flights = flights;
  }

  /** The refusal was read. */
  understood(): void {
    this.refusal = null;
  }

  pace(pace: "human" | "fast"): void {
    this.socket?.say({ t: "pace", pace });
  }

  /** Everybody at this device wishes it together. */
  rematch(): void {
    for (const table of [this, ...this.beside]) {
      if (!table.info) continue;
      const { round } = table.info;
      table.contribute(round + 1);
      table.socket?.say({ t: "rematch", round });
    }
  }

  /** After a change of language: refusals come in the new one. */
  speak(): void {
    this.socket?.say({ t: "lang", lang: tongue() });
  }

  leave(): void {
    this.socket?.close();
  }
}
