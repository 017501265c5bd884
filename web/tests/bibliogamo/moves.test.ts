import { expect, test } from "vitest";
import { bestOf, judge } from "../../src/games/bibliogamo/best";
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
import { tiles } from "../../src/games/bibliogamo/pawn.svelte";
import { flightsOf } from "../../src/games/bibliogamo/flights";
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

function view(
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

test("selling from the walk says done first, and only where a book can be sold", () => {
  expect(sell(view("move", ["forward", "done"], {}, { next_step: "sell" }))).toEqual(["done", "sell"]);
  expect(sell(view("move", ["forward", "done"], {}, { next_step: "hire" }))).toBeNull();
  expect(sell(view("sell", ["sell", "done"], {}, { next_step: "hire" }))).toEqual(["sell"]);
  expect(sell(view("hire", ["done"], {}, { next_step: "day" }))).toBeNull();
});

test("hiring skips the steps in between", () => {
  const hires = { "12": towers };
  expect(hire(view("move", ["done"], {}, { next_step: "hire", hires }), 12, "poetry")).toEqual([
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(view("move", ["done"], {}, { next_step: "sell", hires }), 12, "poetry")).toEqual([
    "done",
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(view("sell", ["sell", "done"], {}, { next_step: "hire", hires }), 12, "poetry")).toEqual([
    "done",
    "hire 12 poetry",
  ]);
  expect(hire(view("hire", ["hire 12 poetry", "done"], {}, { next_step: "day", hires }), 12, "poetry")).toEqual([
    "hire 12 poetry",
  ]);
});

test("a card that the previews do not name cannot be hired with", () => {
  const now = view("hire", ["done"], {}, { next_step: "day", hires: {} });
  expect(hire(now, 12, "poetry")).toBeNull();
  expect(canHire(now, 12)).toBe(false);
  // Somebody who watches has no action at all.
  expect(canHire(view("hire", [], {}, { hires: { "12": towers } }), 12)).toBe(false);
});

test("the turn ends from every step, and a forced choice cannot be left", () => {
  expect(end(view("move", ["done"], {}, { next_step: "hire" }))).toEqual(["done", "done"]);
  expect(end(view("move", ["done"], {}, { next_step: "sell" }))).toEqual(["done", "done", "done"]);
  expect(end(view("sell", ["sell", "done"], {}, { next_step: "hire" }))).toEqual(["done", "done"]);
  expect(end(view("hire", ["done"], {}, { next_step: "library" }))).toEqual(["done"]);
  expect(end(view("library", ["library 3", "done"], {}, { next_step: "day" }))).toEqual(["done"]);
  expect(end(view("give-back", ["give-back poetry scribe"]))).toBeNull();
});

test("walking takes the shorter way round", () => {
  const reach = [
    { space: 0, cost: 2, gives_back: 0 },
    { space: 2, cost: 0, gives_back: 0 },
    { space: 4, cost: 2, gives_back: 0 },
    { space: 5, cost: 3, gives_back: 0 },
  ];
  const now = view("move", ["forward", "back", "done"], {}, { reach });
  expect(walk(now, 4, [15])).toEqual(["forward", "forward"]);
  expect(walk(now, 0, [15])).toEqual(["back", "back"]);
  expect(walk(now, 5, [15])).toEqual(["forward", "forward", "forward"]);
  expect(walk(now, 2, [15])).toBeNull();
  expect(walk(now, 6, [15])).toBeNull();
});

test("a walk stops where a lost level must be paid from the towers", () => {
  const reach = [{ space: 5, cost: 3, gives_back: 1 }];
  const legal = ["forward", "back", "done"];
  // 16 florins: the second step makes 14, and nobody is free.
  expect(walk(view("move", legal, { florins: 16, supply: 0 }, { reach }), 5, [15, 30, 45])).toEqual([
    "forward",
    "forward",
  ]);
  expect(walk(view("move", legal, { florins: 16, supply: 1 }, { reach }), 5, [15, 30, 45])).toHaveLength(3);
});

test("what may be named in a choice comes from the legal actions alone", () => {
  const moves = view("transfer", [
    "transfer scribe history poetry",
    "transfer scribe history devotion",
    "transfer illustrator history poetry",
  ]);
  expect(sources(moves)).toEqual(["history"]);
  expect(targets(moves, "history")).toEqual(["poetry", "devotion"]);
  expect(crafts(moves, "history", "poetry")).toEqual(["scribe", "illustrator"]);
  const gives = view("give-back", ["give-back poetry scribe", "give-back poetry binder", "give-back devotion scribe"]);
  expect(sources(gives)).toEqual(["poetry", "devotion"]);
  expect(crafts(gives, "poetry", null)).toEqual(["scribe", "binder"]);
});

test("the card proposed for paying is the one missed least", () => {
  const icons = (card: number): number => ({ 3: 3, 7: 1, 9: 2 })[card] ?? 0;
  const legal = ["pay 3", "pay 7", "pay 9"];
  expect(payWith(view("pay", legal), icons)).toBe(7);
  expect(payWith(view("pay", legal, {}, { blocked_cards: [3] }), icons)).toBe(3);
  expect(payWith(view("hire", ["done"]), icons)).toBeNull();
});

test("the librarian walks tile by tile, over the top and back", () => {
  expect(tiles(5, 3)).toEqual([6, 0, 1]);
  expect(tiles(0, -1)).toEqual([6]);
  expect(tiles(3, 0)).toEqual([]);
});

test("a new day is told in its order: cards come, he walks, a card turns, he walks on", () => {
  const told = flightsOf([
    { event: "cards-drawn", cards: [4, 9] },
    { event: "day-begun", day: 2 },
    { event: "librarian-walked", from: 1, to: 4 },
    { event: "card-turned", card: 30, from: 4, to: 3, blocks: "scribe" },
  ]);
  expect(told.map((one) => ("from" in one ? `${one.from} ${one.card}` : "walk"))).toEqual([
    "pile 4",
    "pile 9",
    "walk",
    "pile 30",
    "walk",
  ]);
});

test("the best score is kept for each set of cards and reading of the rules, and a game beats it once", () => {
  const usual = { components: "standard", redraw_chains: false, count_when: "sold" } as const;
  expect(judge(usual, "one", 20)).toEqual({ before: null, isBest: true });
  expect(judge(usual, "two", 18)).toEqual({ before: 20, isBest: false });
  expect(judge(usual, "three", 25)).toEqual({ before: 20, isBest: true });
  expect(judge(usual, "three", 25)).toEqual({ before: 20, isBest: true });
  expect(judge({ ...usual, count_when: "finished" }, "four", 9)).toEqual({ before: null, isBest: true });
  expect(bestOf("standard")).toBe(25);
});

test("a jam has a way out where other towers could lend those who are missing", () => {
  const crews = { history: { scribe: 2 }, poetry: { binder: 1, scribe: 1 } };
  const jam = (lacks: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    mayTransferOut(
      view("move", [], { supply: 1, towers: crews, options: { transfer_keeps_type: true }, ...more }, { lacks }),
    );
  // Poetry needs two scribes: one is free, the other works for History.
  expect(jam({ history: { binder: 6 }, poetry: { scribe: 2 } })).toBe(true);
  // Nobody anywhere is a researcher, and one free artisan is not enough.
  expect(jam({ history: { researcher: 6 }, poetry: { researcher: 2 } })).toBe(false);
  // Where artisans may learn another craft, whoever works elsewhere will do.
  expect(
    jam({ history: { researcher: 6 }, poetry: { researcher: 2 } }, { options: { transfer_keeps_type: false } }),
  ).toBe(true);
});
