// Seats as a file: what was saved comes back, and whatever is not such a file changes nothing.
import { describe, expect, it } from "vitest";
import { fileText, seatsFrom } from "../../src/shell/games-list/file";
import { MOST_SEATS, resultOf, type KeptSeat } from "../../src/shell/seats";

const seat: KeptSeat = { table: "k3x9", token: "abcdefgh-1", seat: 1, with: ["Bo"], when: 5, round: 2, result: "won" };

describe("a file of seats", () => {
  it("comes back as it was saved", () => expect(seatsFrom(fileText([seat]))).toEqual([seat]));
  it("keeps only what is known", () => expect(seatsFrom(fileText([{ ...seat, evil: 1 } as KeptSeat]))).toEqual([seat]));
  it.each([
    "",
    "[]",
    "null",
    '{"kind":"armarium-seats","version":2,"seats":[]}',
    '{"kind":"other","version":1,"seats":[]}',
    fileText([{ ...seat, table: "../evil" }]),
    fileText([{ ...seat, token: "x#y" }]),
    fileText([{ ...seat, seat: -1 }]),
    fileText([seat, { ...seat, with: [7 as unknown as string] }]),
    fileText(Array.from({ length: MOST_SEATS + 1 }, () => seat)),
  ])("is refused whole: %#", (text) => expect(seatsFrom(text)).toBeNull());
});

it("tells how a round came out", () => {
  expect(resultOf([1], 1)).toBe("won");
  expect(resultOf([0, 1], 1)).toBe("shared");
  expect(resultOf([0], 1)).toBe("lost");
  expect(resultOf(null, 1)).toBeUndefined();
});
