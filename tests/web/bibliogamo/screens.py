"""The screens of Bibliogamo for the pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.bibliogamo.hands import provoke_refusal
from tests.web.later_screens import Show, analysis, lesson, replay, rules

__all__ = ["SCREENS"]

RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


def _table(name: str, seat: int | None = 0) -> Show:
    return lambda studio, page, lang: studio.sit(page, name, lang, seat)


def _chosen(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-hire", lang)
    page.locator(".hnd button.live").first.click()
    page.locator(".tag.hire").first.wait_for()


def _blocked(studio: Any, page: Page, lang: str) -> None:
    """A card that can lift the block, chosen."""
    studio.sit(page, "bibliogamo-blocked", lang)
    page.locator(".hnd button.live", has=page.locator(".ac:not(.off)")).first.click()


def _from_tower(name: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.sit(page, name, lang)
        page.locator(".tw.live").first.click()

    return show


def _details(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-sale", lang)
    if page.locator(".logline").is_visible():
        page.locator(".logline").click()
        page.locator("dialog[open]").wait_for()


def _refusal(studio: Any, page: Page, lang: str) -> None:
    provoke_refusal(page)
    studio.sit(page, "bibliogamo-full", lang)
    page.locator("[data-act=accept]").click()
    page.locator(".toast").wait_for()


def _components(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/components", lang)
    page.locator(".cards li").first.wait_for()


def _broken(studio: Any, page: Page, lang: str) -> None:
    _components(studio, page, lang)
    file = {"name": "cards.toml", "mimeType": "application/toml", "buffer": b"[counts]\nhand = 6"}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.locator(".wrong").wait_for()


def _keys(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-move", lang)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


SCREENS: dict[str, Show] = {
    "bibliogamo-first": _table("bibliogamo-first"),
    "bibliogamo-move": _table("bibliogamo-move"),
    "bibliogamo-sale": _table("bibliogamo-sale"),
    "bibliogamo-level": _table("bibliogamo-level"),
    "bibliogamo-price": _table("bibliogamo-price"),
    "bibliogamo-hire": _chosen,
    "bibliogamo-blocked": _blocked,
    "bibliogamo-pay": _table("bibliogamo-pay"),
    "bibliogamo-place": _table("bibliogamo-place"),
    "bibliogamo-give-back": _from_tower("bibliogamo-give-back"),
    "bibliogamo-library": _table("bibliogamo-library"),
    "bibliogamo-transfer": _from_tower("bibliogamo-transfer"),
    "bibliogamo-transfer-more": _table("bibliogamo-transfer-more"),
    "bibliogamo-jam": _table("bibliogamo-jam"),
    "bibliogamo-details": _details,
    "bibliogamo-refusal": _refusal,
    "bibliogamo-spectator": _table("bibliogamo-move", None),
    "bibliogamo-keys": _keys,
    "bibliogamo-results": _table("bibliogamo-results"),
    "bibliogamo-results-poor": _table("bibliogamo-results-poor"),
    "bibliogamo-rules": rules("bibliogamo", "L-5.8"),
    "bibliogamo-replay": replay("bibliogamo-results", 60, "&open"),
    "bibliogamo-analysis": analysis(lambda: RECORD.read_text(encoding="utf-8")),
    "bibliogamo-lesson": lesson("bibliogamo"),
    "components": _components,
    "components-broken": _broken,
}
