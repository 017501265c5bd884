import { expect, test } from "vitest";
import { keyed } from "../../src/games/biblios/cards";
import { actions, preselect, sum } from "../../src/games/biblios/payment";

test("a payment is short, exact, over, or holds a card too many", () => {
  expect(sum(["gold-1"], 2, false)).toEqual({ paid: 1, state: "short" });
  expect(sum(["gold-1", "gold-1"], 2, false)).toEqual({ paid: 2, state: "exact" });
  expect(sum(["gold-3"], 2, false)).toEqual({ paid: 3, state: "over" });
  // 1 + 3 for 2 is allowed: the last card carries it over. 3 + 3 is not.
  expect(sum(["gold-3", "gold-1"], 2, false).state).toBe("over");
  expect(sum(["gold-3", "gold-3"], 2, false).state).toBe("too-many");
});

test("a gold card is paid in cards of any kind", () => {
  expect(sum(["monks-4h"], 2, true)).toEqual({ paid: 1, state: "short" });
  expect(sum(["monks-4h", "gold-3"], 2, true)).toEqual({ paid: 2, state: "exact" });
  expect(sum(["monks-4h", "gold-3", "gold-1"], 2, true).state).toBe("too-many");
});

test("small coins are paid first", () => {
  expect(actions(["gold-3", "gold-1"])).toEqual(["pay gold-1", "pay gold-3"]);
});

test("the suggested payment marks as many equal cards as it names", () => {
  const hand = keyed(["gold-1", "gold-1", "gold-1", "gold-3"]);
  expect([...preselect(hand, ["pay gold-1", "pay gold-1"])]).toEqual(["gold-1#0", "gold-1#1"]);
  expect(preselect(hand, null).size).toBe(0);
});
