import { expect, test } from "vitest";
import { flightsOf } from "../../src/games/biblios/effects";

test("a kept card moves to the reader's column; another player's moves face down to their name", () => {
  expect(flightsOf([{ event: "card-kept", seat: 0, card: "monks-2a" }], 0)).toEqual([
    { from: "drawn", to: "col-monks", card: "monks-2a" },
  ]);
  expect(flightsOf([{ event: "card-kept", seat: 1 }], 0)).toEqual([{ from: "drawn", to: "seat-1", card: null }]);
});

test("a church card moves to the church zone, then to its dice", () => {
  // B-3.7
  const taken = flightsOf(
    [
      { event: "card-taken", seat: 1, card: "church+1" },
      { event: "church-acquired", seat: 1, card: "church+1" },
    ],
    0,
  );
  expect(taken).toEqual([{ from: "public", to: "church", card: "church+1" }]);
  const used = flightsOf(
    [{ event: "church-used", seat: 1, card: "church+1", dice: [{ category: "tomes", from: 3, to: 4 }] }],
    0,
  );
  expect(used).toEqual([{ from: "church", to: "die-tomes", card: "church+1" }]);
});

test("face-down payments and unseen thefts are animated as card backs", () => {
  expect(flightsOf([{ event: "card-paid", seat: 1, face: "down" }], 0)[0]?.card).toBeNull();
  expect(flightsOf([{ event: "card-stolen", seat: 1, from: 2 }], 0)).toEqual([
    { from: "seat-2", to: "seat-1", card: null },
  ]);
  // The reader knows what was stolen from them.
  expect(flightsOf([{ event: "card-stolen", seat: 1, from: 0, card: "gold-3" }], 0)).toEqual([
    { from: "col-gold", to: "seat-1", card: "gold-3" },
  ]);
});
