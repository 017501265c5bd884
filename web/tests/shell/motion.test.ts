import { expect, test } from "vitest";
import { journey } from "../../src/shell/motion.svelte";

test("a queue catches up: the more wait, the faster each goes, until none travels", () => {
  expect(journey(420, 1, 0)).toBe(420);
  expect(journey(420, 1, 1)).toBe(210);
  expect(journey(420, 5, 0)).toBeLessThan(journey(420, 2, 0));
  expect(journey(420, 1, 6)).toBe(0);
  expect(journey(0, 1, 0)).toBe(0);
});
