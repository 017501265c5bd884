// A game that is over, at one of its moments, seen through one pair of eyes. The same screens draw it that draw a table in
// play; nothing can be done at it but look.
import { Refused } from "../api";
import type { GameEvent, Line, Screen } from "../game";
import type { LogLine } from "../log";
import { finish, show } from "../motion.svelte";
import { Table } from "../table.svelte";
import type { Move, Replay } from "../wire";
import { asTable } from "./asTable";
import { Frames, type Eye, type Seen } from "./frames";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Between two moments while it plays, at the plain speed. */
const REST = 1100;

/** Where to begin: what an address can say. */
export interface Start {
  round?: number | null;
  v?: number | null;
  eye?: Eye;
  open?: boolean;
}

interface Wanted {
  v: number;
  eye: Eye;
  open: boolean;
}

export class Past {
  /** The game as the chosen eye was told it. */
  story = $state.raw<Replay | null>(null);
  /** The moment on the screen. */
  v = $state(0);
  eye = $state<Eye>("all");
  /** Everything, while the cards lie open. */
  open = $state.raw<Seen | null>(null);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  refused = $state.raw<{ code: string; text: string } | null>(null);
  screen = $state.raw<Screen | null>(null);

  /** The moment as a table, and the whole game as one. */
  readonly table: Table;
  readonly whole: Table;

  private frames: Frames;
  private wanted: Wanted;
  private moving: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isGone = false;

  constructor(
    readonly id: string,
    start: Start = {},
  ) {
    this.frames = new Frames(id, start.round ?? null);
    this.table = new Table(id, null, false);
    this.whole = new Table(id, null, false);
    this.table.past = this.whole.past = true;
    this.wanted = { v: start.v ?? 0, eye: start.eye ?? "all", open: start.open ?? false };
    void this.follow(false);
  }

  get last(): number {
    return this.story?.last ?? 0;
  }

  /** What was done at this moment. */
  get next(): Move | null {
    return this.story?.moves[this.v] ?? null;
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  go(v: number): void {
    this.pause();
    this.want({ v });
  }

  look(eye: Eye): void {
    this.want({ eye });
  }

  lay(open: boolean): void {
    this.want({ open });
  }

  private want(change: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...change };
    finish();
    void this.follow(true);
  }

  play(): void {
    if (this.v >= this.last) this.want({ v: 0 });
    this.playing = true;
    this.rest();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.playOn(), REST / this.speed);
  }

  private async playOn(): Promise<void> {
    if (!this.playing || this.isGone) return;
    this.wanted = { ...this.wanted, v: Math.min(this.v + 1, this.last) };
    await this.follow(true);
    if (this.v >= this.last) this.playing = false;
    else if (this.playing) this.rest();
  }

  leave(): void {
    this.isGone = true;
    this.pause();
  }

  /** Brings the screen to what is wanted; what is wanted meanwhile is shown next. */
  private follow(moves: boolean): Promise<void> {
    this.moving ??= this.bring(moves).finally(() => (this.moving = null));
    return this.moving;
  }

  private async bring(moves: boolean): Promise<void> {
    let shown: Wanted | null = null;
    while (shown !== this.wanted && !this.isGone) {
      const wanted: Wanted = this.wanted;
      try {
        await this.show(wanted, moves);
        this.refused = null;
      } catch (error) {
        const { code, message } = error instanceof Refused ? error : { code: "", message: "" };
        this.refused = { code, text: message };
        this.pause();
        return;
      }
      shown = wanted;
    }
  }

  private async show(wanted: Wanted, moves: boolean): Promise<void> {
    const story = await this.frames.story(wanted.eye);
    const v = Math.max(0, Math.min(wanted.v, story.last));
    const [view, open, told] = await Promise.all([
      this.frames.at(wanted.eye, v),
      wanted.open ? this.frames.at("open", v) : null,
      wanted.open ? this.frames.story("open") : story,
    ]);
    if (this.wanted !== wanted || this.isGone) return;
    const lines = told.lines as unknown as Line[];
    const you = wanted.eye === "all" ? null : Number(wanted.eye);
    const isNext = moves && v === this.v + 1 && this.eye === wanted.eye && this.story !== null;
    const events = isNext ? (lines.findLast((line) => line.v === v)?.events ?? []) : [];
    const put = (): void => {
      this.story = story;
      this.eye = wanted.eye;
      this.v = v;
      this.open = open;
      this.put(story, view, lines, events, v, you);
    };
    if (isNext) await show(this.screen?.flights(events, you) ?? [], put, () => (this.speed > 1 ? this.speed : 0));
    else put();
  }

  private put(story: Replay, view: Seen, lines: Line[], events: GameEvent[], v: number, you: number | null): void {
    const info = asTable(story, v, you);
    for (const table of [this.table, this.whole]) {
      table.info = info;
      table.view = view as unknown as Table["view"];
    }
    this.table.last = events;
    this.table.lines = lines.filter((line) => line.v <= v);
    this.whole.lines = lines;
  }

  /** The log to this moment, and what is still to come. */
  told(): { log: LogLine[]; ahead: LogLine[] } {
    if (!this.screen || !this.table.view) return { log: [], ahead: [] };
    const log = this.screen.told(this.table);
    return { log, ahead: this.screen.told(this.whole).slice(log.length) };
  }
}

/** The version that a line of the log tells of. */
export const versionOf = (line: LogLine): number => Number.parseInt(line.key, 10) || 0;
