import { expect, test } from "vitest";
import { publicPlaces } from "../../src/games/biblios/history";
import type { GameEvent, GameLine } from "../../src/games/biblios/view";

const makeTurn = (...cards: string[]): GameLine[] => {
  const events = [
    { event: "turn-begun", seat: 1 },
    ...cards.map((card) => ({ event: "card-made-public", seat: 1, card })),
  ];
  return events.map((event, v) => ({ v, events: [event as GameEvent] }));
};
const cardsOf = (laid: ReturnType<typeof publicPlaces>) => laid.map((one) => one?.card ?? null);

test("public cards keep the order in which they were laid out, whatever the order of the view", () => {
  expect(cardsOf(publicPlaces(makeTurn("tomes-1a", "monks-2a"), ["monks-2a", "tomes-1a"], false))).toEqual([
    "tomes-1a",
    "monks-2a",
  ]);
});

test("a taken card leaves a gap while the others choose", () => {
  const lines = makeTurn("gold-1", "gold-1", "monks-2a");
  const before = publicPlaces(lines, ["gold-1", "gold-1", "monks-2a"], true);
  const after = publicPlaces(lines, ["gold-1", "monks-2a"], true);
  expect(cardsOf(after)).toEqual(["gold-1", null, "monks-2a"]);
  // A card that stays keeps its key, so that it is not rendered again.
  expect(after[2]?.key).toBe(before[2]?.key);
});

test("the next turn starts with an empty public space", () => {
  const lines = [...makeTurn("gold-1", "monks-2a"), ...makeTurn("gold-2")];
  expect(cardsOf(publicPlaces(lines, ["gold-2"], false))).toEqual(["gold-2"]);
  expect(cardsOf(publicPlaces([...makeTurn("gold-1"), ...makeTurn()], [], false))).toEqual([]);
});

test("a card without a log line is still shown", () => {
  expect(cardsOf(publicPlaces([], ["gold-1", "monks-2a"], false))).toEqual(["gold-1", "monks-2a"]);
});
