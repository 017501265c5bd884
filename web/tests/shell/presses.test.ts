// A press is made on what was on the screen when it began.
import { beforeEach, expect, test, vi } from "vitest";

const finish = vi.hoisted(() => vi.fn());
vi.mock("../../src/shell/motion.svelte", () => ({ finish }));
vi.stubGlobal("document", { querySelector: () => null });

import { Presses } from "../../src/shell/presses";

let table: { telling: boolean; seen: number };
let presses: Presses;
beforeEach(() => {
  finish.mockClear();
  table = { telling: false, seen: 7 };
  presses = new Presses(table);
});

/** Whether the click went through; `acts`: inside the part of the page where a press is an action. */
function click(detail: number, acts = true): boolean {
  const event = {
    detail,
    target: { closest: () => (acts ? {} : null) },
    stopPropagation: vi.fn(),
    preventDefault: vi.fn(),
  };
  presses.down();
  presses.click(event as unknown as MouseEvent);
  return event.stopPropagation.mock.calls.length === 0;
}

function key(name: string, repeat = false): boolean {
  const event = { key: name, repeat, target: null, stopPropagation: vi.fn(), preventDefault: vi.fn() };
  presses.key(event as unknown as KeyboardEvent);
  return event.stopPropagation.mock.calls.length === 0;
}

test("at rest a press acts, and so does each of a series on the same view", () => {
  expect([click(1), click(2), click(3)]).toEqual([true, true, true]);
  expect(finish).not.toHaveBeenCalled();
});

test("while something is on its way a press ends the motion and does nothing else", () => {
  table.telling = true;
  expect(click(1)).toBe(false);
  expect(finish).toHaveBeenCalledOnce();
  table.telling = false;
  expect(click(1)).toBe(true);
});

test("the second half of a double press never acts on what the first has brought", () => {
  expect(click(1)).toBe(true);
  table.seen = 8;
  expect(click(2)).toBe(false);
  expect(click(1)).toBe(true);
});

test("what is no action may be pressed at any time", () => {
  table.telling = true;
  expect(click(1, false)).toBe(true);
  expect(["?", "l", "Tab", "Escape"].map((name) => key(name))).toEqual([true, true, true, true]);
  expect(key("Enter")).toBe(false);
});

test("a key that is held down acts once, and counts as long as it is held", () => {
  expect(key("3")).toBe(true);
  expect(key("3", true)).toBe(false);
  expect(key("+", true)).toBe(true);
});
