// A refusal speaks the page's words: no action text, no code, no version number.
import { beforeEach, expect, test } from "vitest";
import { refused } from "../../src/games/biblios/refusal";
import type { View } from "../../src/games/biblios/view";
import type { Refusal } from "../../src/shell/game";
import { language } from "../../src/shell/words.svelte";
import type { TableInfo } from "../../src/shell/wire";

const info = { edition: "iello", seats: [{ name: "Ada" }, { name: "Bo" }] } as TableInfo;
const view = (legal: string[], more: Partial<View> = {}): View => ({ you: 0, lot: "tomes-2b", legal, ...more }) as View;
const refusal = (code: string, facts: Record<string, unknown>): Refusal => ({ code, facts, text: "machine language" });
const bids = ["bid 3", "bid 4", "bid 5", "pass"];

beforeEach(() => {
  language.now = "en";
});

test("what was asked and what can be done are said in words", () => {
  const one = refusal("illegal-action", { asked: "take monks-4i", allowed: bids });
  expect(refused(one, view(bids), info)).toBe("“Take Monk 4 I” is not possible now. You can bid 3 or more, or pass.");
  language.now = "fr";
  expect(refused(one, view(bids), info)).toBe(
    "«\u00a0Prendre la carte Moine 4 I\u00a0» n’est pas possible maintenant. Vous pouvez miser 3 ou plus, ou passer.",
  );
});

test("why not is said in the words of the rules, its cards and categories by name", () => {
  const why = (code: string, facts: Record<string, unknown>) =>
    refused(refusal("illegal-action", { asked: "bid 2", allowed: bids, why: { code, facts } }), view(bids), info);
  expect(why("b3-3-too-low", { count: 3 })).toBe("Your bid must be at least 3.");
  expect(why("b2-4-not-there", { card: "monks-4i" })).toBe("Monk 4 I is not in the public space.");
  expect(why("b4-5-highest", { category: "tomes" })).toBe("Forbidden Tomes already stands at 6.");
  language.now = "fr";
  expect(why("b3-12-not-held", { card: "gold-1" })).toBe("Vous n’avez pas la carte Or 1.");
});

test("a payment names its cards, and a bid what it is made in", () => {
  const pay = refusal("illegal-action", { asked: ["pay gold-1", "pay gold-3"], allowed: [] });
  expect(refused(pay, view(["pay gold-2", "refuse"]), info)).toBe(
    "“Pay Gold 1 and Gold 3” is not possible now. You can pay for the card, or refuse to pay.",
  );
  const bid = refusal("illegal-action", { asked: "bid 9", allowed: ["pass"] });
  expect(refused(bid, view(["pass"], { lot: "gold-2" }), info)).toBe(
    "“Bid 9 cards” is not possible now. You can pass.",
  );
});

test("every kind of action has its words", () => {
  const all = ["keep", "auction", "public", "take gold-1", "raise monks", "lower monks tomes", "decline"];
  const text = refused(refusal("illegal-action", { asked: "lower monks tomes", allowed: all }), view(all), info);
  expect(text).toBe(
    "“Lower Monks and Forbidden Tomes” is not possible now. You can keep the card, put it on the auction pile, " +
      "lay it out for the others, take Gold 1, raise a die, lower a die, or leave the card unused.",
  );
});

test.each([
  ["not-your-turn", { seat: 0, asked: "pass", to_act: 1 }, "It is not your turn: Bo is to act."],
  ["not-your-turn", { allowed: [1], asked: 0 }, "The game has not begun: a seat is still free."],
  ["stale", { asked: 3, allowed: 4 }, "The table moved on before your choice arrived. Look again, then choose."],
  ["invalid-action", { asked: "nonsense" }, "That is not an action of this game. You can bid 3 or more, or pass."],
  ["table-over", {}, "machine language"],
])("%s with %o", (code, facts, said) => {
  expect(refused(refusal(code, facts), view(bids), info)).toBe(said);
});
