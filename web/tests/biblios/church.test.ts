import { expect, test } from "vitest";
import { choices, matching, mayChange, press, type Picked } from "../../src/games/biblios/church";

const two = choices(["raise monks pigments", "raise monks tomes", "raise pigments tomes", "decline"]);
const either = choices(["raise monks", "lower monks", "lower tomes", "decline"]);
const none: Picked = { verb: "raise", dice: [] };

test("two dice are needed if the card asks for two", () => {
  const one = press(two, none, "tomes");
  expect(matching(two, one)).toBeUndefined();
  expect(matching(two, press(two, one, "monks"))?.action).toBe("raise monks tomes");
});

test("a third die replaces the first", () => {
  // B-4.4
  const full: Picked = { verb: "raise", dice: ["monks", "pigments"] };
  expect(press(two, full, "tomes").dice).toEqual(["pigments", "tomes"]);
});

test("a second press deselects a die", () => {
  expect(press(two, { verb: "raise", dice: ["monks"] }, "monks").dice).toEqual([]);
});

test("a die at its limit cannot be chosen", () => {
  // B-4.5
  expect(mayChange(either, "raise", "tomes")).toBe(false);
  expect(press(either, none, "tomes")).toEqual(none);
  expect(matching(either, press(either, { verb: "lower", dice: [] }, "tomes"))?.action).toBe("lower tomes");
});
