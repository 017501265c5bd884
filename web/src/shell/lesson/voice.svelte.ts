// The voice of a lesson: which sentence is said now, what stands behind it once the person has acted, and how far the
// lesson is. It follows the table and never holds it up.
import type { Table } from "../table.svelte";
import type { LessonStep, LessonTold } from "../wire";
import { askVoice, rememberSaid, saidAt } from "./asking";

export interface Reason {
  text: string;
  rule: string;
  /** The person did something else than was proposed. */
  isOther: boolean;
}

export class Voice {
  said = $state.raw<string[]>([]);
  /** The reason of the step that was said before the last action. */
  reason = $state.raw<Reason | null>(null);
  private told = $state.raw<LessonTold | null>(null);
  /** Known from the first answer on. */
  private parts = $state.raw<LessonTold["parts"]>([]);
  private lines = 0;
  private before = -1;

  readonly open = $derived((this.told?.steps ?? []).filter(({ code }) => !this.said.includes(code)));
  readonly step = $derived<LessonStep | null>(this.open[0] ?? null);
  /** Another sentence waits at this very moment. */
  readonly hasMore = $derived(this.open.length > 1);
  readonly titles = $derived(this.parts.map(({ text }) => text));
  private part = $state("");
  /** The part that the lesson is in, from 0. */
  readonly at = $derived(
    Math.max(
      0,
      this.parts.findIndex(({ code }) => code === this.part),
    ),
  );

  constructor(private table: Table) {
    this.said = saidAt(table.id);
  }

  private keep(said: string[]): void {
    this.said = said;
    rememberSaid(this.table.id, said);
  }

  /** The table shows something new, or the reader another language. */
  async look(): Promise<void> {
    const { table } = this;
    const { seen, token, view } = table;
    if (seen !== this.before) this.left();
    this.before = seen;
    if (!view || !token || (view.to_act !== null && view.to_act !== view.you)) return;
    const told = await askVoice(table.id, token).catch(() => null);
    if (!told || told.v !== table.seen) return; // the game went on meanwhile, and is asked about again
    this.told = told;
    this.parts = told.parts;
    this.part = this.step?.part ?? this.part ?? told.parts[0]?.code ?? "";
  }

  /** What was on the screen is past: by an action, or because one was taken back. */
  private left(): void {
    const { lines, step, table } = this;
    this.lines = table.lines.length;
    if (this.before < 0) return;
    if (table.lines.length < lines) {
      this.keep(this.said.slice(0, -1));
      this.reason = null;
    } else if (step) {
      const isOther = step.does !== null && !!table.acted.length && !table.acted.includes(step.does);
      this.reason = { text: step.why, rule: step.rule, isOther };
      this.keep([...this.said, step.code]);
    } else if (this.told) this.reason = null;
    this.told = null;
  }

  /** On to the next sentence of this moment. */
  next(): void {
    if (!this.step) return;
    this.keep([...this.said, this.step.code]);
    this.reason = null;
    this.part = this.step?.part ?? this.part;
  }
}
