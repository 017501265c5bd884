// Seats as a file: what was saved comes back, and whatever is not such a file changes nothing.
import { describe, expect, it } from "vitest";
import { fileText, seatsFrom } from "../../src/shell/games-list/file";
import { plansOf, seatsAtHand, type Row } from "../../src/shell/front/rows";
import {
  dropHere,
  keepHere,
  keepSeat,
  keepsFor,
  keptSeat,
  MOST_SEATS,
  resultOf,
  seatsHere,
  type KeptSeat,
} from "../../src/shell/seats";

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

describe("people who share a device", () => {
  const here = { ...seat, here: [{ seat: 2, token: "abcdefgh-2" }] };
  it("travel in the file, too", () => expect(seatsFrom(fileText([here]))).toEqual([here]));
  it("are refused with it where one is no seat", () =>
    expect(seatsFrom(fileText([{ ...here, here: [{ seat: 2, token: "#" }] }]))).toBeNull());

  it("are all there by any of their links, and not by another's", () => {
    keepSeat(here);
    expect(seatsHere("k3x9", "abcdefgh-2").map((held) => held.seat)).toEqual([1, 2]);
    expect(seatsHere("k3x9", "abcdefgh-9")).toEqual([]);
    expect(keepsFor("k3x9", "abcdefgh-1")).toBe(true);
    expect(keepsFor("k3x9", "abcdefgh-2")).toBe(false);
  });

  it("go one by one", () => {
    keepSeat(here);
    keepHere("k3x9", { seat: 0, token: "abcdefgh-0" });
    expect(seatsHere("k3x9", "abcdefgh-0").map((held) => held.seat)).toEqual([0, 1, 2]);
    dropHere("k3x9", "abcdefgh-1");
    expect(keptSeat("k3x9")).toMatchObject({ seat: 2, here: [{ seat: 0 }] });
    dropHere("k3x9", "abcdefgh-0");
    expect(seatsHere("k3x9", "abcdefgh-2").map((held) => held.seat)).toEqual([2]);
  });
});

it("names the seats of a plan that are at this device", () => {
  const rows: Row[] = [
    { sitter: "nobody", level: "" },
    { sitter: "bot", level: "novice" },
    { sitter: "here", level: "", name: " Bo " },
  ];
  expect(seatsAtHand(rows)).toEqual([2]);
  expect(plansOf("Ada", rows, ["Ivo"])).toEqual([{ name: "Ada" }, { bot: "novice", name: "Ivo" }, { name: "Bo" }]);
});
