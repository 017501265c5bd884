// Moments as addresses, chapters on the line, views unfolded from their patches.
import { expect, test } from "vitest";
import { addressOf, replayAt, startOf } from "../../src/shell/replay/address";
import { chapterAt, leap } from "../../src/shell/replay/chapters";
import { unfolded } from "../../src/shell/replay/frames";

test("an address names a moment, and is read back", () => {
  const address = addressOf({ id: "k3x9", round: 2, v: 77, eye: "1", open: true });
  expect(address).toBe("/replay/k3x9?round=2&v=77&eye=1&open");
  expect(replayAt("/replay/k3x9")).toBe("k3x9");
  expect(startOf("?round=2&v=77&eye=1&open")).toEqual({ round: 2, v: 77, eye: "1", open: true });
});

test("what an address does not say is the beginning, seen by everyone", () => {
  expect(addressOf({ id: "k3x9", round: 1, eye: "all" })).toBe("/replay/k3x9");
  expect(startOf("?v=x&eye=referee&round=-1")).toEqual({ round: null, v: null, eye: "all", open: false });
  expect(replayAt("/replay")).toBe("");
  expect(replayAt("/replays/k3x9")).toBeNull();
});

const chapters = [0, 4, 9].map((v) => ({ v, title: `at ${v}` }));

test("a version lies in the chapter that began last", () => {
  expect([0, 3, 4, 12].map((v) => chapterAt(chapters, v))).toEqual([0, 0, 1, 2]);
  expect(chapterAt([], 3)).toBe(-1);
});

test("a leap goes to the beginning of this chapter first, then to the one before", () => {
  expect([6, 4, 0].map((v) => leap(chapters, v, -1, 20))).toEqual([4, 0, 0]);
  expect([6, 9].map((v) => leap(chapters, v, 1, 20))).toEqual([9, 20]);
  expect(leap([], 5, -1, 20)).toBe(0);
});

test("each view is the one before it, patched", () => {
  const views = unfolded({
    first: 64,
    view: { bid: 0 },
    patches: [[{ op: "replace", path: "/bid", value: 2 }], [], [{ op: "add", path: "/lot", value: "gold-1" }]],
  });
  expect(views).toEqual([{ bid: 0 }, { bid: 2 }, { bid: 2 }, { bid: 2, lot: "gold-1" }]);
});
