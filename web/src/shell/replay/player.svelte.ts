// A finished game at one moment, from one viewer's perspective. The same screens draw it as a table in play, but
// nothing can be played.
import { ApiError } from "../api";
import type { Screen, Chapter } from "../game";
import type { GameEvent, Line, LogLine } from "../view";
import { Table } from "../table.svelte";
import type { Move, Replay } from "../wire";
import { makeTableInfo } from "./tableInfo";
import type { ReplayStart, ReplayViewer } from "../routes";
import { FrameCache, type SeenView } from "./frames";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** The delay between two moments during playback, at normal speed. */
const STEP_MS = 1100;

interface Target {
  v: number;
  viewer: ReplayViewer;
  open: boolean;
}

export class ReplayPlayer {
  /** The game from the chosen viewer's perspective. */
  replay = $state.raw<Replay | null>(null);
  /** The moment on the screen. */
  v = $state(0);
  viewer = $state<ReplayViewer>("all");
  /** The full state, while all cards are open. */
  open = $state.raw<SeenView | null>(null);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  refused = $state.raw<{ code: string; text: string } | null>(null);
  screen = $state.raw<Screen | null>(null);

  /** The moment as a table, and the whole game as one. */
  readonly table: Table;
  readonly whole: Table;

  private frames: FrameCache;
  private target: Target;
  private moving: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isGone = false;

  constructor(
    readonly id: string,
    start: ReplayStart = {},
  ) {
    this.frames = new FrameCache(id, start.round ?? null);
    this.table = new Table(id, null, false);
    this.whole = new Table(id, null, false);
    this.table.isReplay = this.whole.isReplay = true;
    this.target = { v: start.v ?? 0, viewer: start.viewer ?? "all", open: start.open ?? false };
    void this.follow(false);
  }

  get last(): number {
    return this.replay?.last ?? 0;
  }

  /** The action at this moment. */
  get next(): Move | null {
    return this.replay?.moves[this.v] ?? null;
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  go(v: number): void {
    this.pause();
    this.retarget({ v });
  }

  setViewer(viewer: ReplayViewer): void {
    this.retarget({ viewer });
  }

  setOpen(open: boolean): void {
    this.retarget({ open });
  }

  private retarget(change: Partial<Target>): void {
    this.target = { ...this.target, ...change };
    this.table.motion.finish();
    void this.follow(true);
  }

  play(): void {
    if (this.v >= this.last) this.retarget({ v: 0 });
    this.playing = true;
    this.scheduleNext();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private scheduleNext(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.playNext(), STEP_MS / this.speed);
  }

  private async playNext(): Promise<void> {
    if (!this.playing || this.isGone) return;
    this.target = { ...this.target, v: Math.min(this.v + 1, this.last) };
    await this.follow(true);
    if (this.v >= this.last) this.playing = false;
    else if (this.playing) this.scheduleNext();
  }

  leave(): void {
    this.isGone = true;
    this.pause();
  }

  /** Moves the screen to the wanted moment. Requests made meanwhile are handled next. */
  private follow(moves: boolean): Promise<void> {
    this.moving ??= this.catchUp(moves).finally(() => (this.moving = null));
    return this.moving;
  }

  private async catchUp(moves: boolean): Promise<void> {
    let shown: Target | null = null;
    while (shown !== this.target && !this.isGone) {
      const target: Target = this.target;
      try {
        await this.show(target, moves);
        this.refused = null;
      } catch (error) {
        const { code, message } = error instanceof ApiError ? error : { code: "", message: "" };
        this.refused = { code, text: message };
        this.pause();
        return;
      }
      shown = target;
    }
  }

  private async show(target: Target, moves: boolean): Promise<void> {
    const replay = await this.frames.replay(target.viewer);
    const v = Math.max(0, Math.min(target.v, replay.last));
    const [view, open, source] = await Promise.all([
      this.frames.at(target.viewer, v),
      target.open ? this.frames.at("open", v) : null,
      target.open ? this.frames.replay("open") : replay,
    ]);
    if (this.target !== target || this.isGone) return;
    const lines = source.lines as unknown as Line[];
    const you = target.viewer === "all" ? null : Number(target.viewer);
    const isNext = moves && v === this.v + 1 && this.viewer === target.viewer && this.replay !== null;
    const events = isNext ? (lines.findLast((line) => line.v === v)?.events ?? []) : [];
    const put = (): void => {
      this.replay = replay;
      this.viewer = target.viewer;
      this.v = v;
      this.open = open;
      this.put(replay, view, lines, events, v, you);
    };
    if (isNext)
      await this.table.motion.show(this.screen?.flights(events, you) ?? [], put, () =>
        this.speed > 1 ? this.speed : 0,
      );
    else put();
  }

  private put(replay: Replay, view: SeenView, lines: Line[], events: GameEvent[], v: number, you: number | null): void {
    const info = makeTableInfo(replay, v, you);
    for (const table of [this.table, this.whole]) {
      table.info = info;
      table.view = view as unknown as Table["view"];
    }
    this.table.last = events;
    this.table.lines = lines.filter((line) => line.v <= v);
    this.whole.lines = lines;
  }

  /** The log up to this moment, and the lines still to come. */
  splitLog(): { log: LogLine[]; upcoming: LogLine[] } {
    if (!this.screen || !this.table.view) return { log: [], upcoming: [] };
    const log = this.screen.buildLog(this.table);
    return { log, upcoming: this.screen.buildLog(this.whole).slice(log.length) };
  }
}

/** The version that a log line belongs to. */
export const versionOf = (line: LogLine): number => Number.parseInt(line.key, 10) || 0;

/** The chapter of a version; −1 if there is none. */
export function chapterAt(chapters: Chapter[], v: number): number {
  return chapters.findLastIndex((chapter) => chapter.v <= v);
}

/** The version at which the next, the current or the previous chapter starts. */
export function adjacentChapter(chapters: Chapter[], v: number, by: 1 | -1, last: number): number {
  const now = chapterAt(chapters, v);
  if (by > 0) return chapters[now + 1]?.v ?? last;
  const start = chapters[now]?.v ?? 0;
  return v > start ? start : (chapters[now - 1]?.v ?? 0);
}
