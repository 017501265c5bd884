// Auto-actions as texts and as form values; who leads each die, from what was seen.
import { describe, expect, it } from "vitest";
import { standings } from "../../src/games/biblios/cards";
import { FAMILIES, lotName, readAutoActions, formatAutoActions } from "../../src/games/biblios/autoActions/autoActions";
import type { View } from "../../src/games/biblios/view";

describe("orders", () => {
  it("survive a round trip through their texts", () => {
    for (const texts of [
      ["up-to 7 on 12.1", "pass until gold", "pass always", ...FAMILIES.map((family) => `pass ${family}`)],
      ["pass on 12.1", "pass holy-books"],
      [],
    ])
      expect(formatAutoActions(readAutoActions(texts), "12.1")).toEqual(texts);
  });
  it("name the current auction", () => {
    expect(lotName({ lot_number: 3, barred: [] as number[] } as View)).toBe("3");
    expect(lotName({ lot_number: 3, barred: [1, 2] } as View)).toBe("3.2");
  });
});

describe("who leads", () => {
  const makeSeat = (...known: string[]) => ({ size: 9, known, maybe: [{ card: "monks-4i", also: [] }], open: [] });
  const view = {
    seats: [makeSeat("monks-2b", "monks-2c"), makeSeat("monks-4h"), makeSeat("monks-2a"), makeSeat()],
  } as unknown as View;

  it("counts the cards that are certainly held, and breaks ties by the letter nearest to A", () => {
    expect(standings(view, "monks")).toEqual([
      { seat: 0, sum: 4, letter: "B" },
      { seat: 1, sum: 4, letter: "H" },
      { seat: 2, sum: 2, letter: "A" },
    ]);
  });
  it("is empty if nothing was seen", () => expect(standings(view, "tomes")).toEqual([]));
});
