// A table as this browser knows it: view, log, connection and pending messages. It lives outside the component tree, so
// a change of language or layout does not affect it.
import type { GameEvent, GameView, Line, Refusal } from "./view";
import { Motion, type CustomAnimation, type Flight } from "./motion.svelte";
import { applyPatch } from "./patch";
import { NUDGE } from "./notify/turn";
import { noteTime } from "./people/clock.svelte";
import { shownName } from "./names";
import { recordRound } from "./record";
import { openSocket } from "./socket";
import { isLocal, openLocal } from "./local/browser";
import { saveSeat, storesResult, loadSeat, resultOf } from "./seats";
import {
  loadContribution,
  contributionFor,
  forgetContribution,
  hashOf,
  saveContribution,
  nameOf,
  type Attempt,
  attemptOf,
  saveCommitments,
} from "./verify/commitments";
import { serverLanguage } from "./text/text.svelte";
import type { Link, TableTransport } from "./transport";
import type {
  Commit,
  Contribute,
  HostRequest,
  LeaveSeat,
  Nudge,
  Resign,
  ReturnToSeat,
  RequestStandIn,
  EventsMessage,
  PeopleLine,
  SendChat,
  ServerMessage,
  TableInfo,
  ChatLine,
} from "./wire";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** Requests other than game actions; the id is assigned when one is sent. */
export type TableRequest = WithoutId<
  Nudge | RequestStandIn | LeaveSeat | ReturnToSeat | Resign | HostRequest | Commit | Contribute
>;
export type HostAction = HostRequest["do"];

type StepMessage = Omit<EventsMessage, "t">;

export interface Sender {
  act(action: string | string[]): void;
}

/**
 * A table of any game, or of one game if its view and event types are given. Messages always belong to the table's own
 * game, so the casts happen here and nowhere else.
 */
export class Table<V extends GameView = GameView, E extends GameEvent = GameEvent> implements Sender {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<V | null>(null);
  lines = $state.raw<Line<E>[]>([]);
  /** The events of the step on the screen; empty if the table was just opened. */
  last = $state.raw<E[]>([]);
  /** The animations of this table. */
  readonly motion = new Motion();
  link = $state<Link>("opening");
  /** Ids of unacknowledged actions. */
  sending = $state.raw<string | null>(null);
  saved = $state(false);
  /** True while an update is still being animated. */
  isAnimating = $state(false);
  /** True if a bot plays on the reader's seat. */
  held = $derived(this.info?.you == null ? null : (this.info.seats[this.info.you]?.held ?? null));
  /** True if the reader plays from the next round and watches until then. */
  waits = $derived(this.held?.why === "next-round");
  /**
   * True if nothing can be done now: no connection, an action pending, the screen not up to date, or not the reader's
   * turn.
   */
  busy = $derived(
    this.link !== "open" || this.sending !== null || this.isAnimating || this.held !== null || !!this.info?.closed,
  );
  /** True for a player in a running game: only they have something to save or to skip. */
  playing = $derived(this.view?.you != null && this.view.to_act !== null);
  /** What people did at the table in this round. */
  people = $state.raw<PeopleLine[]>([]);
  /** The seat whose player nudged this one; null after it was read. */
  nudgedBy = $state<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The last request made here, whatever its result. */
  lastRequest: string[] = [];
  /** True if this seat's last action can be undone: it revealed no card and nobody has acted since. */
  mayUndo = $state(false);
  /** This seat's auto-actions, and whether one is about to act. */
  autoActions = $state.raw<string[]>([]);
  isAutoActing = $state(false);
  /** The chat messages, and the error of the reader's last message. */
  chat = $state.raw<ChatLine[]>([]);
  chatError = $state("");

  /** True if the reader must dismiss something on the table; the curtain waits for that. */
  reading = $state(false);
  /** The other seats of people who share this device. */
  beside = $state.raw<Table[]>([]);
  /** The seat that sentences address as "you": null if several people read the result together. */
  reader = $derived(this.beside.length && this.info?.over ? null : (this.view?.you ?? null));

  /** True for a table in this browser. It has no chat, hints or auto-actions. */
  readonly isLocal: boolean;

  /** True for a replay, where nothing can be played. */
  isReplay = false;

  private flights: (events: E[], you: number | null) => (Flight | CustomAnimation)[] = () => [];
  private v = 0;
  /** The newest view, to which patches apply; the screen may still show an earlier one. */
  private latestView: Record<string, unknown> = {};
  /** The version of the view on the screen: what the person saw when pressing. */
  private shown = 0;
  private n = 0;
  private round = 0;
  private queue: StepMessage[] = [];
  private transport: TableTransport | null = null;
  private serial = 0;
  /** Unacknowledged chat messages. */
  private pendingChat = new Set<string>();
  private isVisible = true;
  /** The deals for which this seat has sent its hash or revealed its contribution. */
  private committed = "";
  private pending: { attempt: Attempt; seat: number } | null = null;
  private opened = "";
  private requests = new Map<string, (done: boolean) => void>();

  constructor(
    readonly id: string,
    readonly token: string | null,
    connect = true,
  ) {
    this.isLocal = isLocal(id);
    if (!connect) return;
    this.transport = (isLocal(id) ? openLocal : openSocket)(id, {
      onMessage: (message) => this.receive(message),
      onLink: (link) => {
        this.link = link;
        if (link === "closed") this.close();
      },
      makeHello: () => {
        const { token, v, n, round } = this;
        // The server repeats what is still valid after the welcome message.
        [this.autoActions, this.isAutoActing] = [[], false];
        return { t: "hello", token, v, n, round: Math.max(round, 1), lang: serverLanguage(), patches: true };
      },
    });
  }

  private receive(message: ServerMessage): void {
    switch (message.t) {
      case "table":
        return this.receiveTable(message.table, message.n);
      case "view":
        // A new version without events is an undo: remove the last action's log line.
        if (this.view && message.v === this.v + 1) this.lines = this.lines.slice(0, -1);
        this.queue = [];
        this.v = this.shown = message.v;
        this.latestView = message.view;
        this.view = this.own(message.view);
        this.mayUndo = message.may_take_back;
        return;
      case "history":
        this.lines = message.lines.map(({ v, events }) => ({ v, events: events as unknown as E[] }));
        return;
      case "events":
        return this.queueStep(message);
      case "patch":
        // After a reconnect the server may repeat events.
        if (message.v <= this.v) return;
        if (message.from !== this.v) return this.requestFullView();
        return this.queueStep({ ...message, view: applyPatch(this.latestView, message.patch) });
      case "instructions":
        [this.autoActions, this.isAutoActing] = [message.instructions, message.acts];
        return;
      case "talk":
        this.chat = message.lines;
        return;
      case "said":
        if (message.line.number > (this.chat.at(-1)?.number ?? -1)) this.chat = [...this.chat, message.line];
        return;
      case "people":
        this.people = message.lines;
        return;
      case "nudged":
        this.nudgedBy = message.by;
        // For components that play sounds.
        dispatchEvent(new CustomEvent(NUDGE, { detail: { table: this.id, by: message.by } }));
        return;
      case "ack":
        this.pendingChat.delete(message.id);
        this.answered(message.id, true);
        if (message.id === this.sending) {
          this.sending = null;
          this.saved = true;
        }
        return;
      case "refused":
        if (message.id !== null && this.pendingChat.delete(message.id)) {
          this.chatError = message.text;
          return;
        }
        if (message.id !== null) this.answered(message.id, false);
        if (message.id === null || message.id === this.sending) this.sending = null;
        // The contribution came too late or another tab was first, so this browser's own does not count.
        if (message.facts.asked === "commit" && this.pending)
          forgetContribution(this.pending.attempt, this.pending.seat);
        if (message.facts.asked === "commit" || message.facts.asked === "contribute") return;
        this.refusal = { code: message.code, facts: message.facts, text: message.text };
        if (message.code === "stale" && Number(message.facts.v) > this.v) this.requestFullView();
    }
  }

  /** A message was missed and patches no longer apply. The screen stays as it is until the full view arrives. */
  private requestFullView(): void {
    this.v = 0;
    this.transport?.reconnect();
  }

  private answered(id: string, done: boolean): void {
    this.requests.get(id)?.(done);
    this.requests.delete(id);
  }

  private queueStep(step: StepMessage): void {
    if (step.v <= this.v) return;
    this.v = step.v;
    this.latestView = step.view;
    this.queue.push(step);
    void this.showSteps();
  }

  /** Sends the hash of this seat's contribution to a deal, once. */
  private commit(info: TableInfo, round: number): void {
    const shuffle = round === info.round ? info.shuffle : info.next_shuffle;
    const { you } = info;
    const attempt = attemptOf(info, round);
    if (you === null || !shuffle || shuffle.opening || shuffle.hashes[you] || shuffle.left_out.includes(you)) return;
    if (this.committed === nameOf(attempt)) return;
    this.committed = nameOf(attempt);
    this.pending = { attempt, seat: you };
    const contribution = contributionFor(attempt, you);
    saveContribution(attempt, you, contribution);
    // If it was not stored, it is sent again with the next table message.
    void this.request({ t: "commit", round, hash: hashOf(contribution) }).then((done) => {
      if (!done) this.committed = "";
    });
  }

  /** Reveals this seat's contribution once all hashes are fixed. */
  private open(info: TableInfo, round: number): void {
    const shuffle = round === info.round ? info.shuffle : info.next_shuffle;
    const attempt = attemptOf(info, round);
    const contribution = loadContribution(attempt, info.you);
    if (info.you === null || !shuffle?.opening || !contribution || this.opened === nameOf(attempt)) return;
    if (!shuffle.waits_for.includes(info.you) || shuffle.hashes[info.you] !== hashOf(contribution)) return;
    this.opened = nameOf(attempt);
    void this.request({ t: "contribute", round, contribution });
  }

  /** Does this seat's part for the next deal. */
  private shuffle(info: TableInfo): void {
    const round = info.started ? info.round + 1 : info.round;
    // For another round, the seat contributes when the player asks for it, and again if requested.
    const isAsked = !info.started || info.next_shuffle?.waits_for.includes(info.you ?? -1);
    if (isAsked) this.commit(info, round);
    this.open(info, round);
  }

  private receiveTable(info: TableInfo, n: number): void {
    this.n = n;
    noteTime(info);
    if (this.round && info.round !== this.round) {
      // A new round of the same table: its versions start at zero again.
      this.v = this.shown = 0;
      this.queue = [];
      this.lines = [];
      this.people = [];
      this.view = null;
    }
    this.round = info.round;
    this.info = info;
    saveCommitments(info);
    if (this.token && (info.started || !info.daily)) this.shuffle(info);
    if (this.token && info.you !== null && storesResult(this.id, this.token)) {
      const names = info.seats.filter((_, seat) => seat !== info.you).map(shownName);
      const saved = loadSeat(this.id);
      const isNew = (saved?.round ?? 1) !== info.round;
      const when = isNew ? Date.now() : (saved?.when ?? Date.now());
      const { game, over, round } = info;
      // If several people share the device, the result belongs to no single reader.
      const result = saved?.here?.length ? undefined : resultOf(info.winners, info.you);
      if (!saved?.here?.length) recordRound(info, { result, from: saved?.from });
      saveSeat({
        ...saved,
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

  /** Shows the waiting steps one by one; long queues are shown without motion. */
  private async showSteps(): Promise<void> {
    if (this.isAnimating) return;
    this.isAnimating = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const now = step;
      const you = this.info?.you ?? null;
      await this.motion.show(
        this.isVisible ? this.flights(now.events as unknown as E[], you) : [],
        () => this.apply(now),
        () => this.queue.length,
      );
    }
    this.isAnimating = false;
  }

  /** Whether somebody sees this seat's screen. Events are held until they look again. */
  setVisible(isVisible: boolean): void {
    if (this.isVisible && !isVisible) this.last = [];
    this.isVisible = isVisible;
  }

  /** The version on the screen. */
  get shownVersion(): number {
    return this.shown;
  }

  private own(view: Record<string, unknown>): V {
    return view as unknown as V;
  }

  private apply(step: StepMessage): void {
    const events = step.events as unknown as E[];
    this.last = this.isVisible ? events : [...this.last, ...events];
    this.lines = [...this.lines, { v: step.v, events }];
    this.view = this.own(step.view);
    this.mayUndo = step.may_take_back;
    this.shown = step.v;
    this.saved = false;
    this.nudgedBy = null;
  }

  private nextId(): string {
    return `${this.id.slice(0, 4)}-${Date.now().toString(36)}-${++this.serial}`;
  }

  act(action: string | string[]): void {
    if (this.sending || !this.transport) return;
    this.motion.finish();
    // Steps are still waiting: the press was made on an outdated screen, so it only ends the animation.
    if (this.isAnimating || this.shown !== this.v) return;
    const id = this.nextId();
    this.sending = id;
    this.refusal = null;
    this.lastRequest = [action].flat();
    const common = { t: "act" as const, id, v: this.v };
    this.transport.act(Array.isArray(action) ? { ...common, actions: action } : { ...common, action });
  }

  /** Undoes the last action; the server decides how far back this goes. */
  undo(): void {
    if (this.sending || !this.transport || !this.mayUndo) return;
    this.motion.finish();
    if (this.isAnimating || this.shown !== this.v) return;
    this.sending = this.nextId();
    this.refusal = null;
    this.transport.act({ t: "take-back", id: this.sending, v: this.v });
  }

  /** Replaces all auto-actions of this seat. */
  setAutoActions(texts: string[]): void {
    this.refusal = null;
    const [id, before] = [this.nextId(), this.autoActions];
    // Applied at once and reverted on an error, so that the next change builds on it before the server answers.
    this.autoActions = texts;
    this.requests.set(id, (done) => {
      if (!done && this.autoActions === texts) this.autoActions = before;
    });
    this.transport?.act({ t: "instruct", id, instructions: texts });
  }

  /** Sends a chat message to everybody at the table. */
  sendChat(what: Pick<SendChat, "text" | "phrase" | "reaction">): void {
    if (!this.transport) return;
    this.chatError = "";
    const id = this.nextId();
    this.pendingChat.add(id);
    this.transport.act({ t: "say", id, ...what });
  }

  /** Sends a request that is not a game action. Resolves to whether it succeeded. */
  request(request: TableRequest): Promise<boolean> {
    if (!this.transport) return Promise.resolve(false);
    const id = this.nextId();
    this.refusal = null;
    const answer = new Promise<boolean>((resolve) => this.requests.set(id, resolve));
    this.transport.act({ ...request, id });
    return answer;
  }

  /** Requests that only the host may make. */
  requestAsHost(what: HostAction, seat: number | null = null): Promise<boolean> {
    return this.request({ t: "host", do: what, seat });
  }

  /** The animations of events, provided by the game's screen. */
  setFlights(flights: (events: E[], you: number | null) => (Flight | CustomAnimation)[]): void {
    this.flights = flights;
  }

  /** Dismisses the error. */
  dismissRefusal(): void {
    this.refusal = null;
  }

  pace(pace: "human" | "fast"): void {
    this.transport?.send({ t: "pace", pace });
  }

  /** Everybody at this device asks for it together. */
  rematch(): void {
    for (const table of [this, ...this.beside]) {
      if (!table.info) continue;
      const { round } = table.info;
      table.commit(table.info, round + 1);
      table.transport?.send({ t: "rematch", round });
    }
  }

  /** After a change of language, errors arrive in the new one. */
  changeLanguage(): void {
    this.transport?.send({ t: "lang", lang: serverLanguage() });
  }

  leave(): void {
    this.close();
  }

  /** No more answers will arrive: resolve every waiting request. */
  private close(): void {
    this.transport?.close();
    this.transport = null;
    for (const id of [...this.requests.keys()]) this.answered(id, false);
  }
}
