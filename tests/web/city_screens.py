"""The city's screens for the pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.web.city import provoke_city_refusal

__all__ = ["CITY_SCREENS"]

Show = Callable[[Any, Page, str], None]


def _city(name: str, seat: int | None = 0) -> Show:
    return lambda studio, page, lang: studio.sit(page, name, lang, seat)


def _chosen(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "city-hire", lang)
    page.locator(".hnd button.live").first.click()
    page.locator(".tag.hire").first.wait_for()


def _blocked(studio: Any, page: Page, lang: str) -> None:
    """A card that can lift the block, chosen."""
    studio.sit(page, "city-blocked", lang)
    page.locator(".hnd button.live", has=page.locator(".ac:not(.off)")).first.click()


def _from_tower(name: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.sit(page, name, lang)
        page.locator(".tw.live").first.click()

    return show


def _details(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "city-sale", lang)
    if page.locator(".logline").is_visible():
        page.locator(".logline").click()
        page.locator("dialog[open]").wait_for()


def _refusal(studio: Any, page: Page, lang: str) -> None:
    provoke_city_refusal(page)
    studio.sit(page, "city-full", lang)
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
    studio.sit(page, "city-move", lang)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


CITY_SCREENS: dict[str, Show] = {
    "city-first": _city("city-first"),
    "city-move": _city("city-move"),
    "city-sale": _city("city-sale"),
    "city-level": _city("city-level"),
    "city-price": _city("city-price"),
    "city-hire": _chosen,
    "city-blocked": _blocked,
    "city-pay": _city("city-pay"),
    "city-place": _city("city-place"),
    "city-give-back": _from_tower("city-give-back"),
    "city-library": _city("city-library"),
    "city-transfer": _from_tower("city-transfer"),
    "city-transfer-more": _city("city-transfer-more"),
    "city-jam": _city("city-jam"),
    "city-details": _details,
    "city-refusal": _refusal,
    "city-spectator": _city("city-move", None),
    "city-keys": _keys,
    "city-results": _city("city-results"),
    "city-results-poor": _city("city-results-poor"),
    "components": _components,
    "components-broken": _broken,
}
