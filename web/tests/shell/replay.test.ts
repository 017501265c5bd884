// Moments as URLs, chapters of the timeline, views expanded from patches.
import { expect, test } from "vitest";
import { replayAddress, replayAt, replayStart } from "../../src/shell/routes";
import { chapterAt, adjacentChapter } from "../../src/shell/replay/player.svelte";
import { expandPart } from "../../src/shell/replay/frames";

test("a URL names a moment and can be parsed again", () => {
  const address = replayAddress({ id: "k3x9", round: 2, v: 77, viewer: "1", open: true });
  expect(address).toBe("/replay/k3x9?round=2&v=77&eye=1&open");
  expect(replayAt("/replay/k3x9")).toBe("k3x9");
  expect(replayStart("?round=2&v=77&eye=1&open")).toEqual({ round: 2, v: 77, viewer: "1", open: true });
});

test("by default a replay starts at the beginning, as a spectator", () => {
  expect(replayAddress({ id: "k3x9", round: 1, viewer: "all" })).toBe("/replay/k3x9");
  expect(replayStart("?v=x&eye=referee&round=-1")).toEqual({ round: null, v: null, viewer: "all", open: false });
  expect(replayAt("/replay")).toBe("");
  expect(replayAt("/replays/k3x9")).toBeNull();
});

const chapters = [0, 4, 9].map((v) => ({ v, title: `at ${v}` }));

test("a version belongs to the chapter that started last", () => {
  expect([0, 3, 4, 12].map((v) => chapterAt(chapters, v))).toEqual([0, 0, 1, 2]);
  expect(chapterAt([], 3)).toBe(-1);
});

test("jumping back goes to the start of this chapter first, then to the previous one", () => {
  expect([6, 4, 0].map((v) => adjacentChapter(chapters, v, -1, 20))).toEqual([4, 0, 0]);
  expect([6, 9].map((v) => adjacentChapter(chapters, v, 1, 20))).toEqual([9, 20]);
  expect(adjacentChapter([], 5, -1, 20)).toBe(0);
});

test("each view is the previous one, patched", () => {
  const views = expandPart({
    first: 64,
    view: { bid: 0 },
    patches: [[{ op: "replace", path: "/bid", value: 2 }], [], [{ op: "add", path: "/lot", value: "gold-1" }]],
  });
  expect(views).toEqual([{ bid: 0 }, { bid: 2 }, { bid: 2 }, { bid: 2, lot: "gold-1" }]);
});
