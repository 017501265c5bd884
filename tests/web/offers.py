"""Watches, frame by frame, which controls are enabled during an animation."""

from __future__ import annotations

from playwright.sync_api import Page

__all__ = ["read_early_offers", "watch_offers"]

# A button that opens a dialog takes no action of the game.
_WATCH = """() => {
  window.tooEarly = [];
  const look = () => {
    const moving = document.querySelector(".air .flyer, .arriving");
    const live = moving && document.querySelector(
      "[data-acts] button:enabled:not([aria-disabled], [aria-haspopup], .penalty button)");
    if (live) window.tooEarly.push(live.outerHTML.slice(0, 120));
    requestAnimationFrame(look);
  };
  look();
}"""


def watch_offers(page: Page) -> None:
    page.evaluate(_WATCH)


def read_early_offers(page: Page) -> list[str]:
    """Return the controls that were enabled before their animation had ended."""
    found: list[str] = page.evaluate("[...new Set(window.tooEarly)]")
    return found
