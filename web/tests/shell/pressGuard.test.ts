// A press acts on what the screen showed when it started.
import { beforeEach, expect, test, vi } from "vitest";

const finish = vi.fn();
vi.stubGlobal("document", { querySelector: () => null });

import { PressGuard } from "../../src/shell/keys";

let table: { isAnimating: boolean; shownVersion: number; motion: { finish(): void } };
let presses: PressGuard;
beforeEach(() => {
  finish.mockClear();
  table = { isAnimating: false, shownVersion: 7, motion: { finish } };
  presses = new PressGuard(table);
});

/** Clicks and returns whether the click was passed on; `acts`: whether it is in the area of the game actions. */
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

function pressKey(name: string, repeat = false): boolean {
  const event = { key: name, repeat, target: null, stopPropagation: vi.fn(), preventDefault: vi.fn() };
  presses.key(event as unknown as KeyboardEvent);
  return event.stopPropagation.mock.calls.length === 0;
}

test("without animation every press acts, also repeated ones on the same view", () => {
  expect([click(1), click(2), click(3)]).toEqual([true, true, true]);
  expect(finish).not.toHaveBeenCalled();
});

test("during an animation a press only ends it", () => {
  table.isAnimating = true;
  expect(click(1)).toBe(false);
  expect(finish).toHaveBeenCalledOnce();
  table.isAnimating = false;
  expect(click(1)).toBe(true);
});

test("the second half of a double press never acts on what the first revealed", () => {
  expect(click(1)).toBe(true);
  table.shownVersion = 8;
  expect(click(2)).toBe(false);
  expect(click(1)).toBe(true);
});

test("controls that are not game actions always accept presses", () => {
  table.isAnimating = true;
  expect(click(1, false)).toBe(true);
  expect(["?", "l", "Tab", "Escape"].map((name) => pressKey(name))).toEqual([true, true, true, true]);
  expect(pressKey("Enter")).toBe(false);
});

test("a held key acts once, but keeps counting up and down", () => {
  expect(pressKey("3")).toBe(true);
  expect(pressKey("3", true)).toBe(false);
  expect(pressKey("+", true)).toBe(true);
});
