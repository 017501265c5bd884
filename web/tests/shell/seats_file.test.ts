// Seats as a file: exported seats can be imported, and an invalid file changes nothing.
import { describe, expect, it } from "vitest";
import {
  formatSeats,
  parseFile,
  removeDeviceSeat,
  addDeviceSeat,
  saveSeat,
  storesResult,
  loadSeat,
  MAX_SEATS,
  resultOf,
  loadDeviceSeats,
  type SavedSeat,
} from "../../src/shell/seats";
import { seatPlans, deviceSeatNumbers, type Row } from "../../src/shell/front/SeatRows.svelte";

const seat: SavedSeat = { table: "k3x9", token: "abcdefgh-1", seat: 1, with: ["Bo"], when: 5, round: 2, result: "won" };

describe("a file of seats", () => {
  it("survives a round trip", () => expect(parseFile(formatSeats([seat]))?.seats).toEqual([seat]));
  it("keeps only known fields", () =>
    expect(parseFile(formatSeats([{ ...seat, evil: 1 } as SavedSeat]))?.seats).toEqual([seat]));
  it.each([
    "",
    "[]",
    "null",
    '{"kind":"armarium-seats","version":2,"seats":[]}',
    '{"kind":"other","version":1,"seats":[]}',
    formatSeats([{ ...seat, table: "../evil" }]),
    formatSeats([{ ...seat, token: "x#y" }]),
    formatSeats([{ ...seat, seat: -1 }]),
    formatSeats([seat, { ...seat, with: [7 as unknown as string] }]),
    formatSeats(Array.from({ length: MAX_SEATS + 1 }, () => seat)),
  ])("is refused whole: %#", (text) => expect(parseFile(text)).toBeNull());
});

it("tells how a round ended", () => {
  expect(resultOf([1], 1)).toBe("won");
  expect(resultOf([0, 1], 1)).toBe("shared");
  expect(resultOf([0], 1)).toBe("lost");
  expect(resultOf(null, 1)).toBeUndefined();
});

describe("people who share a device", () => {
  const here = { ...seat, here: [{ seat: 2, token: "abcdefgh-2" }] };
  it("are part of the file", () => expect(parseFile(formatSeats([here]))?.seats).toEqual([here]));
  it("are rejected with the file if one is not a seat", () =>
    expect(parseFile(formatSeats([{ ...here, here: [{ seat: 2, token: "#" }] }]))).toBeNull());

  it("are all found by any of their links, but not by another's", () => {
    saveSeat(here);
    expect(loadDeviceSeats("k3x9", "abcdefgh-2").map((held) => held.seat)).toEqual([1, 2]);
    expect(loadDeviceSeats("k3x9", "abcdefgh-9")).toEqual([]);
    expect(storesResult("k3x9", "abcdefgh-1")).toBe(true);
    expect(storesResult("k3x9", "abcdefgh-2")).toBe(false);
  });

  it("can be removed one by one", () => {
    saveSeat(here);
    addDeviceSeat("k3x9", { seat: 0, token: "abcdefgh-0" });
    expect(loadDeviceSeats("k3x9", "abcdefgh-0").map((held) => held.seat)).toEqual([0, 1, 2]);
    removeDeviceSeat("k3x9", "abcdefgh-1");
    expect(loadSeat("k3x9")).toMatchObject({ seat: 2, here: [{ seat: 0 }] });
    removeDeviceSeat("k3x9", "abcdefgh-0");
    expect(loadDeviceSeats("k3x9", "abcdefgh-2").map((held) => held.seat)).toEqual([2]);
  });
});

it("names the seats of a plan that share this device", () => {
  const rows: Row[] = [
    { occupant: "nobody", level: "" },
    { occupant: "bot", level: "novice" },
    { occupant: "here", level: "", name: " Bo " },
  ];
  expect(deviceSeatNumbers(rows)).toEqual([2]);
  expect(seatPlans("Ada", rows, ["Ivo"])).toEqual([{ name: "Ada" }, { bot: "novice", name: "Ivo" }, { name: "Bo" }]);
});
