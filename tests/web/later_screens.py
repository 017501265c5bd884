"""Screens of every game beside and after playing, and of the house itself, for the pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.web.seeing import ANALYSIS

__all__ = ["KEEPER", "SCREENS", "Show", "analysis", "lesson", "opened", "replay", "rules"]

Show = Callable[[Any, Page, str], None]
KEEPER = "the-keeper-of-this-house"


def opened(path: str, until: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, path, lang)
        page.locator(until).first.wait_for()

    return show


def rules(game: str, at: str) -> Show:
    return opened(f"/rules/{game}#{at}", f"[data-rule='{at}']")


def lesson(game: str) -> Show:
    return opened(f"/?lesson={game}", ".coach .said")


def replay(name: str, v: int, mode: str = "") -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, f"/replay/{studio.lay(name).table}?v={v}&eye=0{mode}", lang)
        page.locator(".dock .line").wait_for()

    return show


def analysis(record: Callable[[], str]) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, "/", lang)
        own = {"Origin": page.url.split("/?")[0].rstrip("/")}
        name = page.request.post("/api/replays", data=record(), headers=own).json()["id"]
        studio.open(page, f"/analysis/{name}", lang)
        page.locator("main h2").first.wait_for(timeout=ANALYSIS)

    return show


def _keeper(studio: Any, page: Page, lang: str) -> None:
    studio.lay("bid")
    studio.open(page, "/keeper", lang)
    page.locator("input[name=token]").fill(KEEPER)
    page.locator("form button").click()
    page.locator("[data-keeper]").first.wait_for()


SCREENS: dict[str, Show] = {
    "settings-page": opened("/settings", "main h1"),
    "kept": opened("/kept", "main h1"),
    "practice": opened("/practice", "main ol a"),
    "keeper": _keeper,
}
