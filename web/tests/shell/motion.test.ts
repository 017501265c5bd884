import { expect, test } from "vitest";
import { flightDuration, Motion } from "../../src/shell/motion.svelte";

test("a queue catches up: the more steps wait, the faster each is, until none is animated", () => {
  expect(flightDuration(420, 1, 0)).toBe(420);
  expect(flightDuration(420, 1, 1)).toBe(210);
  expect(flightDuration(420, 5, 0)).toBeLessThan(flightDuration(420, 2, 0));
  expect(flightDuration(420, 1, 6)).toBe(0);
  expect(flightDuration(0, 1, 0)).toBe(0);
});

test("skipping the animation of one table does not affect another", async () => {
  const [one, other] = [new Motion(), new Motion()];
  let ended = false;
  const pause = other.pause(20).then(() => (ended = true));
  one.finish();
  await one.pause(1000);
  expect(ended).toBe(false);
  await pause;
});
