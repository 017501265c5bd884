import { expect, test } from "vitest";
import { laidOut } from "../../src/games/biblios/places";
import type { GameEvent, GameLine } from "../../src/games/biblios/view";

const turn = (...cards: string[]): GameLine[] => {
  const events = [
    { event: "turn-begun", seat: 1 },
    ...cards.map((card) => ({ event: "card-made-public", seat: 1, card })),
  ];
  return events.map((event, v) => ({ v, events: [event as GameEvent] }));
};
const cards = (laid: ReturnType<typeof laidOut>) => laid.map((one) => one?.card ?? null);

test("cards lie in the order in which they were laid out, whatever the order of the view", () => {
  expect(cards(laidOut(turn("tomes-1a", "monks-2a"), ["monks-2a", "tomes-1a"], false))).toEqual([
    "tomes-1a",
    "monks-2a",
  ]);
});

test("a taken card leaves a gap while the others choose", () => {
  const lines = turn("gold-1", "gold-1", "monks-2a");
  const before = laidOut(lines, ["gold-1", "gold-1", "monks-2a"], true);
  const after = laidOut(lines, ["gold-1", "monks-2a"], true);
  expect(cards(after)).toEqual(["gold-1", null, "monks-2a"]);
  // What stays has the same key, so that nothing is drawn anew.
  expect(after[2]?.key).toBe(before[2]?.key);
});

test("the next turn begins with an empty space", () => {
  const lines = [...turn("gold-1", "monks-2a"), ...turn("gold-2")];
  expect(cards(laidOut(lines, ["gold-2"], false))).toEqual(["gold-2"]);
  expect(cards(laidOut([...turn("gold-1"), ...turn()], [], false))).toEqual([]);
});

test("what no line tells of is shown all the same", () => {
  expect(cards(laidOut([], ["gold-1", "monks-2a"], false))).toEqual(["gold-1", "monks-2a"]);
});
