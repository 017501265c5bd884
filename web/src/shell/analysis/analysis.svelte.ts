// The analysis of a game (docs/analysis.md): the request that starts it and waits for it, and its curve as SVG paths.
// Its texts are in the requested language.
import { fetchJson } from "../api";
import { ownSeatIn } from "../seats";
import { errorMessage } from "../start";
import { language, m } from "../text/text.svelte";
import type { Replay } from "../wire";

interface Sentence {
  code: string;
  text: string;
}

/** A mistake: what the seat did and what was better. `moment` counts from 1 for those of the paragraph, otherwise 0. */
export interface Note {
  v: number;
  versions: number[];
  moment: number;
  place: Sentence;
  did: Sentence;
  better: Sentence | null;
  price_text: string | null;
  reason: string | null;
  chance: number;
  cost: number;
  lost: boolean;
}

interface Stretch {
  first: number;
  last: number;
  label: Sentence;
  luck: number;
  own: number;
  others: number;
  value: number;
}

export interface Story {
  seat: number;
  title: string;
  text: string;
  notes: Note[];
  stretches: Stretch[];
}

export interface Lot {
  v: number;
  seat: number;
  told: string;
  paid: number;
  fair: number;
}

export interface Analysis {
  game: string;
  measure: "chance" | "score";
  curve: number[][];
  decisions: { v: number; seat: number }[];
  seats: { initial: number }[];
  stories: Story[];
  lots: Lot[];
}

/** The number of a moment, from 1. */
export const ROMAN = ["", "I", "II", "III"];

export interface Explained {
  state: "none" | "working" | "done";
  progress: number;
  /** Partial while working: the curve and the mistakes found so far. */
  analysis?: Analysis;
  /** Counts the partial analyses, so that each is sent once. */
  part?: number;
}

/** The stories call the reader's own seat "you". */
function addressFor(id: string, round: number): string {
  const own = ownSeatIn(id, round);
  return `/api/replays/${id}/analysis?round=${round}${own === null ? "" : `&you=${own}`}`;
}

const EVERY = 500; // milliseconds between two polls
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, EVERY));

/** Reports the analysis for the replay, if it was requested before: its parts, then the whole. Starts none. */
export async function followStories(
  id: string,
  round: number,
  report: (found: Analysis) => void,
  hasLeft: () => boolean,
): Promise<void> {
  const address = addressFor(id, round);
  try {
    let answer = await fetchJson<Explained>(address);
    while (!hasLeft()) {
      if (answer.analysis) report(answer.analysis);
      if (answer.state !== "working") return;
      await pause();
      if (!hasLeft()) answer = await fetchJson<Explained>(`${address}&part=${answer.part ?? 0}`);
    }
  } catch {
    return; // a game without analysis
  }
}

export class AnalysisRequest {
  analysis = $state<Analysis | null>(null);
  replay = $state<Replay | null>(null);
  progress = $state(0);
  isWorking = $state(false);
  errorText = $state("");
  #left = false;

  constructor(
    readonly id: string,
    readonly round: string | null,
  ) {}

  async begin(): Promise<void> {
    this.errorText = "";
    const query = this.round === null ? "" : `?round=${this.round}`;
    try {
      this.replay = await fetchJson<Replay>(`/api/replays/${this.id}${query}`);
      const address = addressFor(this.id, this.replay.round);
      let answer = await fetchJson<Explained>(address, {});
      while (answer.state === "working" && !this.#left) {
        this.isWorking = true;
        this.progress = answer.progress;
        this.analysis = answer.analysis ?? this.analysis;
        await pause();
        answer = await fetchJson<Explained>(`${address}&part=${answer.part ?? 0}`);
      }
      this.analysis = answer.analysis ?? null;
    } catch (error) {
      this.errorText = errorMessage(error);
    } finally {
      this.isWorking = false;
    }
  }

  leave(): void {
    this.#left = true;
  }
}

export const WIDTH = 720;
export const HEIGHT = 260;
export const LEFT = 44;
const TOP = 12;
const BOTTOM = HEIGHT - 24;

export interface Plot {
  /** One path per seat. */
  lines: string[];
  marks: { y: number; label: string }[];
  x(v: number): number;
  y(worth: number): number;
}

/** The top of the scale: 1 for probabilities, the next multiple of ten for scores. */
const highest = ({ measure, curve }: Analysis): number =>
  measure === "chance" ? 1 : Math.max(10, Math.ceil(Math.max(...curve.flat()) / 10) * 10);

export function plotOf(analysis: Analysis): Plot {
  const last = Math.max(1, analysis.curve.length - 1);
  const top = highest(analysis);
  const x = (v: number): number => LEFT + ((WIDTH - LEFT - 8) * v) / last;
  const y = (worth: number): number => BOTTOM - ((BOTTOM - TOP) * worth) / top;
  const lines = analysis.seats.map((_, seat) =>
    analysis.curve.map((worths, v) => `${v ? "L" : "M"}${x(v).toFixed(1)} ${y(worths[seat] ?? 0).toFixed(1)}`).join(""),
  );
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => ({
    y: y(part * top),
    label: analysis.measure === "chance" ? `${100 * part}` : String(Math.round(part * top)),
  }));
  return { lines, marks, x, y };
}

/** 12 or 3.4; with its sign if it is a change. Uses a minus sign, not a hyphen. */
export function amount(worth: number, measure: Analysis["measure"], signed = false): string {
  const number = measure === "chance" ? Math.round(100 * worth) : Math.round(10 * worth) / 10;
  const digits = new Intl.NumberFormat(language.now, { maximumFractionDigits: 1 }).format(Math.abs(number));
  return number < 0 ? `−${digits}` : signed && number > 0 ? `+${digits}` : digits;
}

/** The seat's own estimate before and after a mistake: 64 → 45 %. */
export function changeOf({ chance, cost, lost }: Note, measure: Analysis["measure"]): string {
  const facts = { before: amount(chance + cost, measure), after: amount(chance, measure) };
  if (measure === "score") return m.web_analysis_change_score(facts);
  return lost ? m.web_analysis_lost_already({ chance: facts.before }) : m.web_analysis_change_chance(facts);
}
