// Which position comes next, and the URL of a position.
import { describe, expect, it } from "vitest";
import { practiceAddress, practiceAt } from "../../src/shell/routes";
import {
  afterAnswer,
  BOX_DAYS,
  choosePosition,
  countDue,
  countSolved,
  isDue,
  parseTries,
  puzzleOf,
  type Try,
} from "../../src/shell/practice/tries";

const positions = [
  { id: "a", theme: "keep" },
  { id: "b", theme: "bid" },
  { id: "c", theme: "keep" },
];

describe("the next position", () => {
  it("is the first untried one", () => {
    expect(choosePosition(positions, {}, null)).toBe("a");
    expect(choosePosition(positions, { a: { right: true, when: 1 } }, null)).toBe("b");
  });
  it("is the one missed longest ago, once all were tried", () => {
    const done = { a: { right: false, when: 9 }, b: { right: true, when: 1 }, c: { right: false, when: 3 } };
    expect(choosePosition(positions, done, null, 10)).toBe("c");
    expect(choosePosition(positions, done, "c", 10)).toBe("a");
    expect(countSolved(positions, done)).toBe(1);
  });
  it("is never the current one, unless there is no other", () => {
    const done = { a: { right: true, when: 1 }, b: { right: true, when: 2 }, c: { right: true, when: 3 } };
    expect(choosePosition(positions, done, "a")).toBe("b");
    expect(choosePosition(positions.slice(0, 1), {}, "a")).toBe("a");
  });
});

const DAY = 86_400_000;

describe("a missed position", () => {
  it("comes back after 1, 3, 7, 14 and 30 days, and then no more", () => {
    let now = 1000;
    let done: Try = afterAnswer(undefined, false, now);
    for (const days of [1, 3, 7, 14, 30]) {
      expect(isDue(done, now + days * DAY - 1)).toBe(false);
      now += days * DAY;
      expect(isDue(done, now)).toBe(true);
      done = afterAnswer(done, true, now);
    }
    expect(done).toEqual({ right: true, when: now });
    expect(isDue(done, now + 1000 * DAY)).toBe(false);
  });
  it("begins again when it is missed again", () => {
    const later = afterAnswer({ right: true, when: 0, box: 3 }, false, 5);
    expect(later).toEqual({ right: false, when: 5, box: 0 });
  });
  it("stays in its box when it is solved too early", () => {
    const missed = afterAnswer(undefined, false, 0);
    expect(afterAnswer(missed, true, DAY - 1)).toEqual({ right: true, when: 0, box: 0 });
  });
  it("is asked before a new one once it is due", () => {
    const done = { c: afterAnswer(undefined, false, 0) };
    expect(choosePosition(positions, done, null, DAY - 1)).toBe("a");
    expect(choosePosition(positions, done, null, DAY)).toBe("c");
    expect(countDue(positions, done, DAY)).toBe(1);
  });
  it("that was stored without a box comes back too", () => expect(isDue({ right: false, when: 0 }, DAY)).toBe(true));
});

describe("a position that was solved at once", () => {
  it("does not come back", () => expect(isDue(afterAnswer(undefined, true, 0), 1000 * DAY)).toBe(false));
});

describe("the puzzle of the day", () => {
  const lists = [
    { game: "b", themes: [], positions },
    { game: "a", themes: [], positions: [{ id: "x", theme: "walk" }] },
  ];
  it("is the same all day and another one tomorrow", () => {
    expect(puzzleOf(lists, 0)).toEqual(puzzleOf(lists, DAY - 1));
    expect([0, 1, 2, 3, 5, 7].map((day) => puzzleOf(lists, day * DAY)?.entry.id)).toEqual([
      "x",
      "a",
      "x",
      "b",
      "c",
      "a",
    ]);
  });
  it("does not depend on the order of the games", () =>
    expect(puzzleOf([...lists].reverse(), 3 * DAY)).toEqual(puzzleOf(lists, 3 * DAY)));
  it("is none without positions", () => expect(puzzleOf([], 0)).toBeNull());
});

describe("answers in a file", () => {
  const one = { right: false, when: 5, box: BOX_DAYS.length - 1 };
  it("are read with their boxes", () =>
    expect(parseTries({ "0123456789": { ...one, evil: 1 } })).toEqual({ "0123456789": one }));
  it.each([
    [{ "../x": one }],
    [{ "0123456789": { ...one, box: 9 } }],
    [{ "0123456789": { ...one, box: "length" } }],
    [{ "0123456789": { ...one, when: -1 } }],
    [[one]],
    ["text"],
  ])("are refused if they are not valid: %#", (parsed) => expect(parseTries(parsed)).toBeNull());
});

describe("the URL of a position", () => {
  it("can be parsed again", () => {
    const id = "0123456789";
    expect(practiceAt(practiceAddress("biblios", id))).toEqual({ game: "biblios", id });
    expect(practiceAt("/practice")).toBe("all");
    expect(practiceAt("/practice/biblios")).toBeNull();
    expect(practiceAt("/t/abc")).toBeNull();
  });
});
