// Which position comes next, and what stands at which address.
import { describe, expect, it } from "vitest";
import { positionOf, practiceAt } from "../../src/shell/practice/address";
import { nextOf, solvedOf } from "../../src/shell/practice/solved";

const positions = [
  { id: "a", theme: "keep" },
  { id: "b", theme: "bid" },
  { id: "c", theme: "keep" },
];

describe("the next position", () => {
  it("is the first that was never tried", () => {
    expect(nextOf(positions, {}, null)).toBe("a");
    expect(nextOf(positions, { a: { right: true, when: 1 } }, null)).toBe("b");
  });
  it("is one that was missed, the longest ago, once all were tried", () => {
    const done = { a: { right: false, when: 9 }, b: { right: true, when: 1 }, c: { right: false, when: 3 } };
    expect(nextOf(positions, done, null)).toBe("c");
    expect(nextOf(positions, done, "c")).toBe("a");
    expect(solvedOf(positions, done)).toBe(1);
  });
  it("is never the one that was just there, unless it is alone", () => {
    const done = { a: { right: true, when: 1 }, b: { right: true, when: 2 }, c: { right: true, when: 3 } };
    expect(nextOf(positions, done, "a")).toBe("b");
    expect(nextOf(positions.slice(0, 1), {}, "a")).toBe("a");
  });
});

describe("the address of a position", () => {
  it("can be read back", () => {
    const id = "0123456789";
    expect(practiceAt(positionOf("biblios", id))).toEqual({ game: "biblios", id });
    expect(practiceAt("/practice")).toBe("all");
    expect(practiceAt("/practice/biblios")).toBeNull();
    expect(practiceAt("/t/abc")).toBeNull();
  });
});
