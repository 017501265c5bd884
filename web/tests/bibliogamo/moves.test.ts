import { expect, test } from "vitest";
import { bestOf, recordScore } from "../../src/games/bibliogamo/solo";
import {
  canHire,
  crafts,
  end,
  hire,
  mayTransferOut,
  payWith,
  sell,
  sources,
  targets,
  walk,
} from "../../src/games/bibliogamo/moves";
import { passedSpaces, flightsOf } from "../../src/games/bibliogamo/effects";
import type { View } from "../../src/games/bibliogamo/view";

const nobody = { places: {}, loses: 1, short: 0, finishes: false };
const towers = {
  history: nobody,
  poetry: nobody,
  philosophy: nobody,
  astronomy: nobody,
  devotion: nobody,
  cartography: nobody,
};

function makeView(
  step: string,
  legal: string[],
  more: Record<string, unknown> = {},
  previews: Record<string, unknown> = {},
): View {
  return {
    step,
    legal,
    librarian: 2,
    florins: 5,
    supply: 4,
    hires: 0,
    previews: {
      next_step: null,
      reach: [],
      hires: {},
      blocked_cards: [],
      lifting: [],
      lacks: {},
      finished: [],
      ...previews,
    },
    ...more,
  } as unknown as View;
}

test("selling during the walk sends done first, and only if a book can be sold", () => {
  expect(sell(makeView("move", ["forward", "done"], {}, { next_step: "sell" }))).toEqual(["done", "sell"]);
  expect(sell(makeView("move", ["forward", "done"], {}, { next_step: "hire" }))).toBeNull();
  expect(sell(makeView("sell", ["sell", "done"], {}, { next_step: "hire" }))).toEqual(["sell"]);
  expect(sell(makeView("hire", ["done"], {}, { next_step: "day" }))).toBeNull();
});

test("hiring skips the steps in between", () => {
  const hires = { "12": towers };
  expect(hire(makeView("move", ["done"], {}, { next_step: "hire", hires }), 12, "poetry")).toEqual([
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(makeView("move", ["done"], {}, { next_step: "sell", hires }), 12, "poetry")).toEqual([
    "done",
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(makeView("sell", ["sell", "done"], {}, { next_step: "hire", hires }), 12, "poetry")).toEqual([
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(makeView("hire", ["hire 12 poetry", "done"], {}, { next_step: "day", hires }), 12, "poetry")).toEqual([
    "hire 12 poetry",
  ]);
});

test("a card without a preview cannot be used to hire", () => {
  const now = makeView("hire", ["done"], {}, { next_step: "day", hires: {} });
  expect(hire(now, 12, "poetry")).toBeNull();
  expect(canHire(now, 12)).toBe(false);
  // A spectator has no legal action.
  expect(canHire(makeView("hire", [], {}, { hires: { "12": towers } }), 12)).toBe(false);
});

test("the turn can end from every step, except during a forced choice", () => {
  // L-3.1
  expect(end(makeView("move", ["done"], {}, { next_step: "hire" }))).toEqual(["done", "done"]);
  expect(end(makeView("move", ["done"], {}, { next_step: "sell" }))).toEqual(["done", "done", "done"]);
  expect(end(makeView("sell", ["sell", "done"], {}, { next_step: "hire" }))).toEqual(["done", "done"]);
  expect(end(makeView("hire", ["done"], {}, { next_step: "library" }))).toEqual(["done"]);
  expect(end(makeView("library", ["library 3", "done"], {}, { next_step: "day" }))).toEqual(["done"]);
  expect(end(makeView("give-back", ["give-back poetry scribe"]))).toBeNull();
});

test("walking takes the shorter way around the ring", () => {
  const reach = [
    { space: 0, cost: 2, gives_back: 0 },
    { space: 2, cost: 0, gives_back: 0 },
    { space: 4, cost: 2, gives_back: 0 },
    { space: 5, cost: 3, gives_back: 0 },
  ];
  const now = makeView("move", ["forward", "back", "done"], {}, { reach });
  expect(walk(now, 4, [15])).toEqual(["forward", "forward"]);
  expect(walk(now, 0, [15])).toEqual(["back", "back"]);
  expect(walk(now, 5, [15])).toEqual(["forward", "forward", "forward"]);
  expect(walk(now, 2, [15])).toBeNull();
  expect(walk(now, 6, [15])).toBeNull();
});

test("a walk stops where a lost level must be paid from the towers", () => {
  // L-3.5
  const reach = [{ space: 5, cost: 3, gives_back: 1 }];
  const legal = ["forward", "back", "done"];
  // 16 florins: the second step leaves 14, and nobody is free.
  expect(walk(makeView("move", legal, { florins: 16, supply: 0 }, { reach }), 5, [15, 30, 45])).toEqual([
    "forward",
    "forward",
  ]);
  expect(walk(makeView("move", legal, { florins: 16, supply: 1 }, { reach }), 5, [15, 30, 45])).toHaveLength(3);
});

test("the choices come from the legal actions only", () => {
  // L-5.6, L-6.3
  const moves = makeView("transfer", [
    "transfer scribe history poetry",
    "transfer scribe history devotion",
    "transfer illustrator history poetry",
  ]);
  expect(sources(moves)).toEqual(["history"]);
  expect(targets(moves, "history")).toEqual(["poetry", "devotion"]);
  expect(crafts(moves, "history", "poetry")).toEqual(["scribe", "illustrator"]);
  const gives = makeView("give-back", [
    "give-back poetry scribe",
    "give-back poetry binder",
    "give-back devotion scribe",
  ]);
  expect(sources(gives)).toEqual(["poetry", "devotion"]);
  expect(crafts(gives, "poetry", null)).toEqual(["scribe", "binder"]);
});

test("the suggested payment is the least useful card", () => {
  const icons = (card: number): number => ({ 3: 3, 7: 1, 9: 2 })[card] ?? 0;
  const legal = ["pay 3", "pay 7", "pay 9"];
  expect(payWith(makeView("pay", legal), icons)).toBe(7);
  expect(payWith(makeView("pay", legal, {}, { blocked_cards: [3] }), icons)).toBe(3);
  expect(payWith(makeView("hire", ["done"]), icons)).toBeNull();
});

test("the librarian walks space by space, in both directions past the first space", () => {
  // L-2.4
  expect(passedSpaces(5, 3)).toEqual([6, 0, 1]);
  expect(passedSpaces(0, -1)).toEqual([6]);
  expect(passedSpaces(3, 0)).toEqual([]);
});

test("a new day is animated in order: cards arrive, the librarian walks, a card turns, he walks on", () => {
  // L-2.3
  const flights = flightsOf([
    { event: "cards-drawn", cards: [4, 9] },
    { event: "day-begun", day: 2 },
    { event: "librarian-walked", from: 1, to: 4 },
    { event: "card-turned", card: 30, from: 4, to: 3, blocks: "scribe" },
  ]);
  expect(flights.map((one) => ("from" in one ? `${one.from} ${one.card}` : "walk"))).toEqual([
    "pile 4",
    "pile 9",
    "walk",
    "pile 30",
    "walk",
  ]);
});

test("the best score is stored per card set and rule options, and a game beats it once", () => {
  const usual = { components: "standard", redraw_chains: false, count_when: "sold" } as const;
  expect(recordScore(usual, "one", 20)).toEqual({ before: null, isBest: true });
  expect(recordScore(usual, "two", 18)).toEqual({ before: 20, isBest: false });
  expect(recordScore(usual, "three", 25)).toEqual({ before: 20, isBest: true });
  expect(recordScore(usual, "three", 25)).toEqual({ before: 20, isBest: true });
  expect(recordScore({ ...usual, count_when: "finished" }, "four", 9)).toEqual({ before: null, isBest: true });
  expect(bestOf("standard")).toBe(25);
});

test("a jam has a way out if other towers could lend the missing artisans", () => {
  const crews = { history: { scribe: 2 }, poetry: { binder: 1, scribe: 1 } };
  const hasWayOutOfJam = (lacks: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    mayTransferOut(
      makeView("move", [], { supply: 1, towers: crews, options: { transfer_keeps_type: true }, ...more }, { lacks }),
    );
  // Poetry needs two scribes: one is free, the other works for History.
  expect(hasWayOutOfJam({ history: { binder: 6 }, poetry: { scribe: 2 } })).toBe(true);
  // Nobody anywhere is a researcher, and one free artisan is not enough.
  expect(hasWayOutOfJam({ history: { researcher: 6 }, poetry: { researcher: 2 } })).toBe(false);
  // If artisans may change their craft, anybody working elsewhere will do.
  expect(
    hasWayOutOfJam(
      { history: { researcher: 6 }, poetry: { researcher: 2 } },
      { options: { transfer_keeps_type: false } },
    ),
  ).toBe(true);
});
