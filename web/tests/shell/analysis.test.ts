import { describe, expect, it } from "vitest";
import { analysisAt, analysisOf, askedIn, momentOf } from "../../src/shell/analysis/address";
import { amount, plotOf } from "../../src/shell/analysis/plot";
import type { Analysis } from "../../src/shell/analysis/shape";

const share = { initial: 0.5, final: 1, luck: 0, own: 0.5, others: 0, accuracy: 90, moments: [] };
const analysis = {
  game: "x",
  measure: "chance",
  curve: [
    [0.5, 0.5],
    [1, 0],
  ],
  decisions: [],
  seats: [share, share],
  lots: [],
} as unknown as Analysis;

describe("the address of an analysis", () => {
  it("names a game and comes back", () => {
    expect(analysisAt(analysisOf("k3x9", 2, 1).split("?")[0]!)).toBe("k3x9");
    expect(askedIn("?round=2&eye=1")).toEqual({ round: "2", eye: 1 });
    expect(askedIn("?round=x&eye=-1")).toEqual({ round: null, eye: 0 });
    expect(analysisAt("/replay/k3x9")).toBeNull();
  });
  it("leads to moments of the replay", () => expect(momentOf("k3x9", null, 1, 77)).toBe("/replay/k3x9?v=77&eye=1"));
});

describe("the curve", () => {
  it("goes from left to right, and a sure win is at the top", () => {
    const { lines, x, y } = plotOf(analysis);
    expect(lines).toHaveLength(2);
    expect(x(0)).toBeLessThan(x(1));
    expect(y(1)).toBeLessThan(y(0));
    expect(lines[0]).toBe(`M${x(0).toFixed(1)} ${y(0.5).toFixed(1)}L${x(1).toFixed(1)} ${y(1).toFixed(1)}`);
  });
});

describe("an amount", () => {
  it.each([
    [0.123, "chance", false, "12"],
    [-0.2, "chance", true, "−20"],
    [0.2, "chance", true, "+20"],
    [3.44, "score", false, "3.4"],
  ] as const)("%d in %s", (worth, measure, signed, told) => expect(amount(worth, measure, signed)).toBe(told));
});
