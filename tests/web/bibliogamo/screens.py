"""The screens of Bibliogamo for the screenshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.bibliogamo.hands import provoke_refusal
from tests.web.later_screens import Show, show_analysis, show_lesson, show_replay, show_rules

__all__ = ["SCREENS"]

RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


def _show_table(name: str, seat: int | None = 0) -> Show:
    return lambda studio, page, lang: studio.sit(page, name, lang, seat)


def _show_chosen_card(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-hire", lang)
    page.locator(".hnd button.live").first.click()
    page.locator(".tag.hire").first.wait_for()


def _show_blocked(studio: Any, page: Page, lang: str) -> None:
    """Choose a card that can lift the block."""
    studio.sit(page, "bibliogamo-blocked", lang)
    page.locator(".hnd button.live", has=page.locator(".ac:not(.off)")).first.click()


def _show_chosen_tower(name: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.sit(page, name, lang)
        page.locator(".tw.live").first.click()

    return show


def _show_details(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-sale", lang)
    if page.locator(".logline").is_visible():
        page.locator(".logline").click()
        page.locator("dialog[open]").wait_for()


def _show_refusal(studio: Any, page: Page, lang: str) -> None:
    provoke_refusal(page)
    studio.sit(page, "bibliogamo-full", lang)
    page.locator("[data-act=accept]").click()
    page.locator(".toast").wait_for()


def _show_components(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/components", lang)
    page.locator(".cards li").first.wait_for()


def _show_broken_components(studio: Any, page: Page, lang: str) -> None:
    _show_components(studio, page, lang)
    file = {"name": "cards.toml", "mimeType": "application/toml", "buffer": b"[counts]\nhand = 6"}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.locator(".wrong").wait_for()


def _show_keys(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bibliogamo-move", lang)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


SCREENS: dict[str, Show] = {
    "bibliogamo-first": _show_table("bibliogamo-first"),
    "bibliogamo-move": _show_table("bibliogamo-move"),
    "bibliogamo-sale": _show_table("bibliogamo-sale"),
    "bibliogamo-level": _show_table("bibliogamo-level"),
    "bibliogamo-price": _show_table("bibliogamo-price"),
    "bibliogamo-hire": _show_chosen_card,
    "bibliogamo-blocked": _show_blocked,
    "bibliogamo-pay": _show_table("bibliogamo-pay"),
    "bibliogamo-place": _show_table("bibliogamo-place"),
    "bibliogamo-give-back": _show_chosen_tower("bibliogamo-give-back"),
    "bibliogamo-library": _show_table("bibliogamo-library"),
    "bibliogamo-transfer": _show_chosen_tower("bibliogamo-transfer"),
    "bibliogamo-transfer-more": _show_table("bibliogamo-transfer-more"),
    "bibliogamo-jam": _show_table("bibliogamo-jam"),
    "bibliogamo-details": _show_details,
    "bibliogamo-refusal": _show_refusal,
    "bibliogamo-spectator": _show_table("bibliogamo-move", None),
    "bibliogamo-keys": _show_keys,
    "bibliogamo-results": _show_table("bibliogamo-results"),
    "bibliogamo-results-poor": _show_table("bibliogamo-results-poor"),
    "bibliogamo-rules": show_rules("bibliogamo", "L-5.8"),
    "bibliogamo-replay": show_replay("bibliogamo-results", 60, "&open"),
    "bibliogamo-analysis": show_analysis(lambda: RECORD.read_text(encoding="utf-8")),
    "bibliogamo-lesson": show_lesson("bibliogamo"),
    "components": _show_components,
    "components-broken": _show_broken_components,
}
