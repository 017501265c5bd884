import { expect, test } from "vitest";
import { keyed } from "../../src/games/biblios/cards";
import { actions, preselect, sum } from "../../src/games/biblios/payment.svelte";

test("a payment is too low, exact, too high, or has an unnecessary card", () => {
  expect(sum(["gold-1"], 2, false)).toEqual({ paid: 1, state: "short" });
  expect(sum(["gold-1", "gold-1"], 2, false)).toEqual({ paid: 2, state: "exact" });
  expect(sum(["gold-3"], 2, false)).toEqual({ paid: 3, state: "over" });
  // 1 + 3 for 2 is allowed, because only the last card exceeds the debt. 3 + 3 is not.
  expect(sum(["gold-3", "gold-1"], 2, false).state).toBe("over");
  expect(sum(["gold-3", "gold-3"], 2, false).state).toBe("too-many");
});

test("B-3.14: if overpaying is allowed, any amount is valid and the buyer ends the payment", () => {
  expect(sum(["gold-3", "gold-3"], 2, false, true)).toEqual({ paid: 6, state: "over" });
  expect(sum(["gold-1"], 2, false, true).state).toBe("short");
  expect(actions(["gold-3", "gold-3"], true)).toEqual(["pay gold-3", "pay gold-3", "pass"]);
});

test("a gold card is paid in cards of any kind", () => {
  // B-3.6
  expect(sum(["monks-4h"], 2, true)).toEqual({ paid: 1, state: "short" });
  expect(sum(["monks-4h", "gold-3"], 2, true)).toEqual({ paid: 2, state: "exact" });
  expect(sum(["monks-4h", "gold-3", "gold-1"], 2, true).state).toBe("too-many");
});

test("small coins are paid first", () => {
  // B-3.5
  expect(actions(["gold-3", "gold-1"])).toEqual(["pay gold-1", "pay gold-3"]);
});

test("the suggested payment selects as many equal cards as it names", () => {
  const hand = keyed(["gold-1", "gold-1", "gold-1", "gold-3"]);
  expect([...preselect(hand, ["pay gold-1", "pay gold-1"])]).toEqual(["gold-1#0", "gold-1#1"]);
  expect(preselect(hand, null).size).toBe(0);
});
