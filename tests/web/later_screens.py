"""Screens besides and after the game, and screens of the server itself, for the screenshots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.web.seeing import ANALYSIS

__all__ = [
    "ADMIN_TOKEN",
    "SCREENS",
    "Show",
    "show_analysis",
    "show_lesson",
    "show_path",
    "show_replay",
    "show_rules",
]

Show = Callable[[Any, Page, str], None]
ADMIN_TOKEN = "the-admin-of-this-server"


def show_path(path: str, until: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, path, lang)
        page.locator(until).first.wait_for()

    return show


def show_rules(game: str, at: str) -> Show:
    return show_path(f"/rules/{game}#{at}", f"[data-rule='{at}']")


def show_lesson(game: str) -> Show:
    return show_path(f"/?lesson={game}", ".coach .said")


def show_replay(name: str, v: int, mode: str = "") -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, f"/replay/{studio.get_table(name).table}?v={v}&eye=0{mode}", lang)
        page.locator(".dock .line").wait_for()

    return show


def show_analysis(record: Callable[[], str]) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, "/", lang)
        own = {"Origin": page.url.split("/?")[0].rstrip("/")}
        name = page.request.post("/api/replays", data=record(), headers=own).json()["id"]
        studio.open(page, f"/analysis/{name}", lang)
        page.locator("main h2").first.wait_for(timeout=ANALYSIS)

    return show


def _show_admin(studio: Any, page: Page, lang: str) -> None:
    studio.get_table("bid")
    studio.open(page, "/admin", lang)
    page.locator("input[name=token]").fill(ADMIN_TOKEN)
    page.locator("form button").click()
    page.locator("[data-admin]").first.wait_for()


SCREENS: dict[str, Show] = {
    "settings-page": show_path("/settings", "main h1"),
    "privacy": show_path("/privacy", "main h1"),
    "practice": show_path("/practice", "main ol a"),
    "admin": _show_admin,
}
