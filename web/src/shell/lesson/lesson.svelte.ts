// A lesson: starting or continuing it, the sentence and the reason for each moment, and the outline around its subject.
// A lesson follows the table and never blocks it.
import type { Table } from "../table.svelte";
import type { LessonStep, LessonState } from "../wire";
import { fetchJson, type CreatedTable } from "../api";
import { go } from "../router.svelte";
import { saveSeat, loadSeats, MAX_SEATS, type SavedSeat } from "../seats";
import { readStorage, writeStorage, settings } from "../settings.svelte";
import { errorMessage } from "../start";

const KEY = "armarium-lessons";

/** The codes of the steps shown at a table, in order. */
export function loadShownSteps(table: string): string[] {
  const shownSteps = readStorage<Record<string, string[]>>(KEY, {})[table];
  return Array.isArray(shownSteps) ? shownSteps : [];
}

export function saveShownSteps(table: string, shownSteps: string[]): void {
  const { [table]: _, ...others } = readStorage<Record<string, string[]>>(KEY, {});
  const latest = Object.entries(others).slice(-(MAX_SEATS - 1));
  writeStorage(KEY, { ...Object.fromEntries(latest), [table]: shownSteps });
}

export const fetchLesson = (table: string, token: string): Promise<LessonState> =>
  fetchJson(`/api/tables/${table}/lesson`, undefined, { Authorization: `Bearer ${token}` });

/** An unfinished lesson of this game. */
export const findUnfinishedLesson = (game: string): SavedSeat | undefined =>
  loadSeats().find((seat) => seat.lesson && seat.game === game && !seat.over && (seat.round ?? 1) === 1);

/** Continues the unfinished lesson or starts a new one. Returns null, or the error. */
export async function startLesson(game: string): Promise<string | null> {
  const leaveMoment = findUnfinishedLesson(game);
  if (leaveMoment) {
    go(`/t/${leaveMoment.table}#${leaveMoment.token}`);
    return null;
  }
  try {
    const body = { name: settings.name };
    const { table, token, seat } = await fetchJson<CreatedTable>(`/api/games/${encodeURIComponent(game)}/lesson`, body);
    saveSeat({ table, token, seat, with: [], when: Date.now(), game, lesson: true });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

export interface Reason {
  text: string;
  rule: string;
  /** True if the player did something other than suggested. */
  isOther: boolean;
}

export class LessonCoach {
  shownSteps = $state.raw<string[]>([]);
  /** The reason of the step shown before the last action. */
  reason = $state.raw<Reason | null>(null);
  private state = $state.raw<LessonState | null>(null);
  /** Known after the first response. */
  private known = $state.raw<Pick<LessonState, "parts" | "hides">>({ parts: [], hides: {} });
  private lines = 0;
  private before = -1;

  /** What only explains comes first. An instruction comes last, because only an action answers it. */
  private readonly open = $derived.by(() => {
    const left = (this.state?.steps ?? []).filter(({ code, does, points }) => {
      return !this.shownSteps.includes(code) && (does !== null || !points.length || !isLeftOut(points));
    });
    return [...left.filter(({ does }) => does === null), ...left.filter(({ does }) => does !== null).slice(0, 1)];
  });
  readonly step = $derived<LessonStep | null>(this.open[0] ?? null);
  /** True if this moment has another sentence. */
  readonly hasMore = $derived(this.open.length > 1);
  readonly titles = $derived(this.known.parts.map(({ text }) => text));
  /** The furthest part that was reached, from 0: progress never goes back. */
  readonly at = $derived.by(() => {
    const reached = this.step ? [...this.shownSteps, this.step.code] : this.shownSteps;
    return Math.max(
      0,
      this.known.parts.findLastIndex(({ steps }) => steps.some((code) => reached.includes(code))),
    );
  });
  /** The zones of the screen that the lesson has not reached yet. */
  readonly hidden = $derived.by(() => {
    const partOf = (code: string) => this.known.parts.findIndex(({ steps }) => steps.includes(code));
    const isLater = (code: string) =>
      !this.shownSteps.includes(code) && this.step?.code !== code && partOf(code) >= this.at;
    return Object.entries(this.known.hides).flatMap(([code, zones]) => (isLater(code) ? zones : []));
  });

  constructor(private table: Table) {
    this.shownSteps = loadShownSteps(table.id);
  }

  private saveSteps(shownSteps: string[]): void {
    this.shownSteps = shownSteps;
    saveShownSteps(this.table.id, shownSteps);
  }

  /** Called when the table or the language changes. */
  async update(): Promise<void> {
    const { table } = this;
    const { shownVersion, token, view } = table;
    if (shownVersion !== this.before) this.leaveMoment();
    this.before = shownVersion;
    if (!view || !token || (view.to_act !== null && view.to_act !== view.you)) return;
    const state = await fetchLesson(table.id, token).catch(() => null);
    if (!state || state.v !== table.shownVersion) return; // the game has moved on; a newer request is under way
    this.state = state;
    this.known = state;
  }

  /** The shown moment is past, by an action or by an undo. */
  private leaveMoment(): void {
    const { lines, step, table } = this;
    this.lines = table.lines.length;
    if (this.before < 0) return;
    if (table.lines.length < lines) {
      this.saveSteps(this.shownSteps.slice(0, -1));
      this.reason = null;
    } else if (step) {
      const isDone = step.aim === null || !table.lastRequest.length || table.lastRequest.includes(step.aim);
      this.reason = { text: step.why, rule: step.rule, isOther: !isDone };
      this.saveSteps([...this.shownSteps, step.code]);
    } else if (this.state) this.reason = null;
    this.state = null;
  }

  /** Moves to the next sentence of this moment. */
  next(): void {
    if (!this.step || !this.hasMore) return;
    this.saveSteps([...this.shownSteps, this.step.code]);
    this.reason = null;
  }
}

const sheet = new CSSStyleSheet();
let isInstalled = false;

/** Whether this window is too small for these, so that they are only in a dialog. */
function isLeftOut(points: string[]): boolean {
  const found = [...document.querySelectorAll(`:is(${zoneSelectors(points).join(", ")})`)];
  return found.length > 0 && found.every((one) => one.getClientRects().length === 0);
}

const zoneSelectors = (points: string[]): string[] =>
  points.flatMap((name) => [`[data-zone~="${CSS.escape(name)}"]`, `[data-act="${CSS.escape(name)}"]`]);

/** In a window too low for the whole table: scrolls the subject of the sentence into view. */
export function scrollToZones(points: string[]): void {
  if (!points.length) return;
  const elements = [...document.querySelectorAll(`:is(${zoneSelectors(points).join(", ")})`)].reverse();
  for (const one of elements) if (one.checkVisibility()) one.scrollIntoView({ block: "nearest" });
}

/** Outlines the subject of a sentence, and hides what the lesson has not reached yet. */
export function outlineZones(points: string[], hidden: string[] = []): void {
  if (!isInstalled) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isInstalled = true;
  const all = zoneSelectors(points);
  // A second, dark line, for readers who cannot see gold on the light background.
  const drawn = "outline: 3px solid var(--leaf); outline-offset: 3px; box-shadow: 0 0 0 3px var(--ink);";
  // On a phone elements stand close together, so the outline runs on their edge.
  const narrow = "@media (max-width: 47.4375em), (max-height: 28.6875em)";
  const close = "outline-offset: -2px; box-shadow: 0 0 0 2px var(--ink);";
  const which = `:is(${all.join(", ")})`;
  const rules = `${which} { ${drawn} border-radius: var(--r2); } ${narrow} { ${which} { ${close} } }`;
  const hides = hidden.map((zone) => `[data-zone~="${CSS.escape(zone)}"]`).join(", ");
  sheet.replaceSync((all.length ? rules : "") + (hides ? `:is(${hides}) { visibility: hidden; }` : ""));
}
