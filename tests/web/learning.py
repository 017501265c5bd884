"""Helpers for the lessons: what the guide says, and which steps it has shown."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

__all__ = [
    "check_guide_is_visible",
    "continue_lesson",
    "expect_step",
    "make_lesson_waiter",
    "read_progress",
    "read_shown_steps",
    "read_targets",
]

_SHOWN_STEPS = "() => Object.values(JSON.parse(localStorage['armarium-lessons'] ?? '{}'))[0] ?? []"
# Outlines come from a style sheet, so find them by their computed style.
_TARGETS = """() => [...document.querySelectorAll("[data-zone], [data-act]")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === "solid")
  .map((one) => one.dataset.act ?? one.dataset.zone)"""
# The sentence and its outlined elements: what is outside the window, and actions that are covered.
_UNSEEN = """() => {
  const said = document.querySelector(".coach .said");
  const aimed = [...document.querySelectorAll("[data-zone], [data-act]")]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === "solid");
  const isIn = (one) => {
    const { left, top, bottom, width, height } = one.getBoundingClientRect();
    const isBare = () => one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    return top >= -1 && bottom <= innerHeight + 1 && (!one.dataset.act || isBare());
  };
  const unseen = [said, ...aimed].filter((one) => !isIn(one));
  return unseen.map((one) => `${said.dataset.step}: ${one.outerHTML.slice(0, 90)}`);
}"""


def expect_step(page: Page, step: str) -> None:
    expect(page.locator(".coach .said")).to_have_attribute("data-step", step)


def make_lesson_waiter(page: Page) -> Callable[[], None]:
    """Return a function that waits until the lesson has answered; a faster player would miss sentences."""
    asked: set[Request] = set()
    page.on("request", lambda one: asked.add(one) if one.url.endswith("/lesson") else None)
    page.on("requestfinished", lambda one: asked.discard(one))
    page.on("requestfailed", lambda one: asked.discard(one))

    def wait_for_lesson() -> None:
        page.wait_for_timeout(30)  # the lesson asks after the table has changed
        while asked:
            page.wait_for_timeout(10)

    return wait_for_lesson


def continue_lesson(page: Page, *steps: str) -> None:
    """Continue the lesson with the keyboard, sentence by sentence."""
    for step in steps:
        page.keyboard.press("g")
        expect_step(page, step)


def check_guide_is_visible(page: Page) -> None:
    """Check that the guide's text and what it describes are visible together; the table may still be moving."""
    deadline = 100
    while (unseen := page.evaluate(_UNSEEN)) and deadline:
        deadline -= 1
        page.wait_for_timeout(100)
    assert not unseen, unseen


def read_shown_steps(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_SHOWN_STEPS)
    return found


def read_progress(page: Page) -> list[int]:
    """Return the part of the lesson that was reached, and how many there are."""
    text = page.locator(".coach .count").text_content() or "0/0"
    return [int(number) for number in text.split("/")]


def read_targets(page: Page) -> list[str]:
    """Return what the lesson points at, once it does: the sentence may appear before the table."""
    page.wait_for_function(f"() => ({_TARGETS})().length > 0")
    found: list[str] = page.evaluate(_TARGETS)
    return found
