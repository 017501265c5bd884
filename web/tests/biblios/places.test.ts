import { expect, test } from "vitest";
import { settle } from "../../src/games/biblios/places";

const cards = (laid: ReturnType<typeof settle>) => laid.map((one) => one?.card ?? null);

test("a new card is laid after the others, whatever the order of the view", () => {
  const one = settle([], ["tomes-1a"], false);
  expect(cards(settle(one, ["monks-2a", "tomes-1a"], false))).toEqual(["tomes-1a", "monks-2a"]);
});

test("a taken card leaves a gap while the others choose", () => {
  const laid = settle([], ["gold-1", "gold-1", "monks-2a"], true);
  const after = settle(laid, ["gold-1", "monks-2a"], true);
  expect(cards(after)).toEqual(["gold-1", null, "monks-2a"]);
});

test("the next turn begins with an empty space", () => {
  const old = settle([], ["gold-1", "monks-2a"], true);
  expect(cards(settle(old, [], false))).toEqual([]);
  expect(cards(settle(settle(old, [], false), ["gold-2"], false))).toEqual(["gold-2"]);
});
