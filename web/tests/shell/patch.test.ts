// Patches applied to a stored view.
import { expect, test } from "vitest";
import { applyPatch } from "../../src/shell/patch";

const view = {
  bid: 0,
  hand: ["monks-2a", "gold-1"],
  seats: [
    { size: 2, known: [] as string[] },
    { size: 1, known: ["gold-3"] },
  ],
  unseen: { "church~1": 1, "a/b": 2 } as Record<string, number>,
};

test("adds, replaces and removes, in lists and in objects, one after the other", () => {
  const after = applyPatch(view, [
    { op: "replace", path: "/bid", value: 5 },
    { op: "add", path: "/hand/1", value: "tomes-1a" },
    { op: "remove", path: "/hand/0" },
    { op: "replace", path: "/seats/0/size", value: 3 },
    { op: "add", path: "/seats/1/known/1", value: "monks-4h" },
  ]);
  expect(after).toEqual({
    bid: 5,
    hand: ["tomes-1a", "gold-1"],
    seats: [
      { size: 3, known: [] },
      { size: 1, known: ["gold-3", "monks-4h"] },
    ],
    unseen: { "church~1": 1, "a/b": 2 },
  });
});

test("names are escaped as in JSON Pointer", () => {
  const after = applyPatch(view, [
    { op: "remove", path: "/unseen/church~01" },
    { op: "replace", path: "/unseen/a~1b", value: 1 },
  ]);
  expect(after.unseen).toEqual({ "a/b": 1 });
});

test("the old view is unchanged and shares unchanged parts with the new one", () => {
  const before = structuredClone(view);
  const after = applyPatch(view, [{ op: "add", path: "/seats/0/known/0", value: "gold-2" }]);
  expect(view).toEqual(before);
  expect(after.seats[1]).toBe(view.seats[1]);
  expect(after.hand).toBe(view.hand);
});

test("a patch can replace the whole view, and a patch that does not apply is an error", () => {
  expect(applyPatch<unknown>(view, [{ op: "replace", path: "", value: 1 }])).toBe(1);
  expect(() => applyPatch(view, [{ op: "replace", path: "/nobody/x", value: 1 }])).toThrow();
});
