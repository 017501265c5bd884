"""What is offered while something is still on its way to the screen: a watch inside the page, frame by frame."""

from __future__ import annotations

from playwright.sync_api import Page

__all__ = ["too_early", "watch_offers"]

_WATCH = """() => {
  window.tooEarly = [];
  const look = () => {
    const moving = document.querySelector(".air .flyer, .arriving");
    const live = moving && document.querySelector(
      "[data-acts] button:enabled:not([aria-disabled]):not(.penalty button)");
    if (live) window.tooEarly.push(live.outerHTML.slice(0, 120));
    requestAnimationFrame(look);
  };
  look();
}"""


def watch_offers(page: Page) -> None:
    page.evaluate(_WATCH)


def too_early(page: Page) -> list[str]:
    """What could be pressed before that which it is about had come to rest."""
    found: list[str] = page.evaluate("[...new Set(window.tooEarly)]")
    return found
