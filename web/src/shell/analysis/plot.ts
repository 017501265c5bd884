// The referee's curve as lines of a drawing: versions to the right, worth upwards.
import type { Analysis } from "./shape";

export const WIDTH = 720;
export const HEIGHT = 260;
export const LEFT = 44;
const TOP = 12;
const BOTTOM = HEIGHT - 24;

export interface Plot {
  /** One path a seat. */
  lines: string[];
  marks: { y: number; told: string }[];
  x(v: number): number;
  y(worth: number): number;
}

/** The top of the scale: all of it for chances, the next ten for scores. */
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
    told: analysis.measure === "chance" ? `${100 * part}` : String(Math.round(part * top)),
  }));
  return { lines, marks, x, y };
}

/** 12 or 3.4; with its sign where a change is meant. A minus is one, not a hyphen. */
export function amount(worth: number, measure: Analysis["measure"], signed = false): string {
  const number = measure === "chance" ? Math.round(100 * worth) : Math.round(10 * worth) / 10;
  const told = String(Math.abs(number));
  return number < 0 ? `−${told}` : signed && number > 0 ? `+${told}` : told;
}
