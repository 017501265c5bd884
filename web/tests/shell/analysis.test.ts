import { describe, expect, it } from "vitest";
import { analysisAt, analysisAddress, analysisQuery, momentAddress } from "../../src/shell/routes";
import { amount, plotOf, type Analysis } from "../../src/shell/analysis/analysis.svelte";

const share = { initial: 0.5 };
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

describe("the URL of an analysis", () => {
  it("names a game and can be parsed again", () => {
    expect(analysisAt(analysisAddress("k3x9", 2, 1).split("?")[0]!)).toBe("k3x9");
    expect(analysisQuery("?round=2&eye=1")).toEqual({ round: "2", viewer: 1 });
    expect(analysisQuery("?round=x&eye=-1")).toEqual({ round: null, viewer: null });
    expect(analysisAt("/replay/k3x9")).toBeNull();
  });
  it("links to moments of the replay", () =>
    expect(momentAddress("k3x9", null, 1, 77)).toBe("/replay/k3x9?v=77&eye=1"));
});

describe("the curve", () => {
  it("runs from left to right, with a certain win at the top", () => {
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
  ] as const)("%d in %s", (worth, measure, signed, text) => expect(amount(worth, measure, signed)).toBe(text));
});
