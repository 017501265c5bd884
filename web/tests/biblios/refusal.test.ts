// Explanations of refused actions contain no raw action, error code or version number.
import { beforeEach, expect, test } from "vitest";
import { explainRefusal } from "../../src/games/biblios/refusal";
import type { View } from "../../src/games/biblios/view";
import type { Refusal } from "../../src/shell/view";
import { language } from "../../src/shell/text/text.svelte";
import type { TableInfo } from "../../src/shell/wire";

const info = { edition: "iello", seats: [{ name: "Ada" }, { name: "Bo" }] } as TableInfo;
const makeView = (legal: string[], more: Partial<View> = {}): View =>
  ({ you: 0, lot: "tomes-2b", legal, ...more }) as View;
const makeRefusal = (code: string, facts: Record<string, unknown>): Refusal => ({
  code,
  facts,
  text: "machine language",
});
const bids = ["bid 3", "bid 4", "bid 5", "pass"];

beforeEach(() => {
  language.now = "en";
});

test("a refusal says what was attempted and what is possible", () => {
  const one = makeRefusal("illegal-action", { asked: "take monks-4i", allowed: bids });
  expect(explainRefusal(one, makeView(bids), info)).toBe(
    "“Take Monk 4 I” is not possible now. You can bid 3 or more, or pass.",
  );
  language.now = "fr";
  expect(explainRefusal(one, makeView(bids), info)).toBe(
    "«\u202fPrendre la carte Moine 4 I\u202f» n’est pas possible maintenant. Vous pouvez miser 3 ou plus, ou passer.",
  );
});

test("the reason uses the words of the rules and names cards and categories", () => {
  const explainReason = (code: string, facts: Record<string, unknown>) =>
    explainRefusal(
      makeRefusal("illegal-action", { asked: "bid 2", allowed: bids, why: { code, facts } }),
      makeView(bids),
      info,
    );
  expect(explainReason("b3-3-too-low", { count: 3 })).toBe("Your bid must be at least 3.");
  expect(explainReason("b2-4-not-there", { card: "monks-4i" })).toBe("Monk 4 I is not in the public space.");
  expect(explainReason("b4-5-highest", { category: "tomes" })).toBe("The Forbidden Tomes die is already at 6.");
  language.now = "fr";
  expect(explainReason("b3-12-not-held", { card: "gold-1" })).toBe("Vous n’avez pas la carte Or 1.");
});

test("a payment names its cards, and a bid names its currency", () => {
  const pay = makeRefusal("illegal-action", { asked: ["pay gold-1", "pay gold-3"], allowed: [] });
  expect(explainRefusal(pay, makeView(["pay gold-2", "refuse"]), info)).toBe(
    "“Pay Gold 1 and Gold 3” is not possible now. You can pay for the card, or refuse to pay.",
  );
  const bid = makeRefusal("illegal-action", { asked: "bid 9", allowed: ["pass"] });
  expect(explainRefusal(bid, makeView(["pass"], { lot: "gold-2" }), info)).toBe(
    "“Bid 9 cards” is not possible now. You can pass.",
  );
});

test("every kind of action has a text", () => {
  const all = ["keep", "auction", "public", "take gold-1", "raise monks", "lower monks tomes", "decline"];
  const text = explainRefusal(
    makeRefusal("illegal-action", { asked: "lower monks tomes", allowed: all }),
    makeView(all),
    info,
  );
  expect(text).toBe(
    "“Lower Monks and Forbidden Tomes” is not possible now. You can keep the card, put it on the auction pile, " +
      "offer it to the others, take Gold 1, raise a die, lower a die, or leave the card unused.",
  );
});

test.each([
  ["not-your-turn", { seat: 0, asked: "pass", to_act: 1 }, "It is not your turn: Bo moves next."],
  ["not-your-turn", { allowed: [1], asked: 0 }, "The game has not started: a seat is still free."],
  ["stale", { asked: 3, allowed: 4 }, "The table changed before your move arrived. Look again, then choose."],
  ["invalid-action", { asked: "nonsense" }, "That is not an action of this game. You can bid 3 or more, or pass."],
  ["table-over", {}, "machine language"],
])("%s with %o", (code, facts, said) => {
  expect(explainRefusal(makeRefusal(code, facts), makeView(bids), info)).toBe(said);
});
