// Standing orders as texts and as a form; who leads each die, from what was seen.
import { describe, expect, it } from "vitest";
import { standings } from "../../src/games/biblios/leaders";
import { FAMILIES, lotName, readOrders, written } from "../../src/games/biblios/orders/orders";
import type { View } from "../../src/games/biblios/view";

describe("orders", () => {
  it("come back as they were written", () => {
    for (const texts of [
      ["up-to 7 on 12.1", "pass until gold", "pass always", ...FAMILIES.map((family) => `pass ${family}`)],
      ["pass on 12.1", "pass holy-books"],
      [],
    ])
      expect(written(readOrders(texts), "12.1")).toEqual(texts);
  });
  it("name the auction that goes on", () => {
    expect(lotName({ lot_number: 3, barred: [] as number[] } as View)).toBe("3");
    expect(lotName({ lot_number: 3, barred: [1, 2] } as View)).toBe("3.2");
  });
});

describe("who leads", () => {
  const seat = (...known: string[]) => ({ size: 9, known, maybe: [{ card: "monks-4i", also: [] }], open: [] });
  const view = { seats: [seat("monks-2b", "monks-2c"), seat("monks-4h"), seat("monks-2a"), seat()] } as unknown as View;

  it("counts what is certainly held, and parts equals by the letter nearest to A", () => {
    expect(standings(view, "monks")).toEqual([
      { seat: 0, sum: 4, letter: "B" },
      { seat: 1, sum: 4, letter: "H" },
      { seat: 2, sum: 2, letter: "A" },
    ]);
  });
  it("says nothing where nothing was seen", () => expect(standings(view, "tomes")).toEqual([]));
});
