import { describe, expect, it } from "vitest";
import { wholePercents } from "../../src/games/bibliogamo/names";

describe("whole percents", () => {
  it("add up to 100", () => {
    expect(wholePercents([6, 7, 6])).toEqual([32, 37, 31]);
    expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33]);
    for (let most = 1; most < 40; most++) {
      const percents = wholePercents(Array.from({ length: most }, (_, at) => at + 1));
      expect(percents.reduce((sum, share) => sum + share, 0)).toBe(100);
    }
  });
  it("of zero counts are zero", () => expect(wholePercents([0, 0])).toEqual([0, 0]));
});
