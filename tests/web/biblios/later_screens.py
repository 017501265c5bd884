"""Screens beside and after a game of Biblios: people, talk, orders, rules, replay, analysis, practice, a first game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.analysis.biblios.games import played
from tests.web.biblios.hands import wait_for_offer

__all__ = ["SCREENS"]

Show = Callable[[Any, Page, str], None]


def people(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    opener = page.locator("[data-people=open]")
    if not opener.is_visible():  # on a telephone it lies in the menu
        page.locator("header button").last.click()
        opener = page.locator("dialog[open] [data-people]")
    opener.first.click()
    page.locator("dialog[open] li").first.wait_for()


def talk(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator(".talkbtn").click()
    page.locator(".talk").wait_for()


def orders(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator("[data-opens=orders]").click()
    page.locator("dialog[open]").wait_for()


def rules(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/rules/biblios#B-3.9", lang)
    page.get_by_text("B-3.9").first.wait_for()


def replay(mode: str) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.open(page, f"/replay/{studio.lay('results').table}?v=60&eye=0{mode}", lang)
        page.locator(".dock .line").wait_for()

    return show


def analysis(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    own = {"Origin": page.url.split("/?")[0].rstrip("/")}
    record = played("oblate", "novice", deal=2)
    name = page.request.post("/api/replays", data=record, headers=own).json()["id"]
    studio.open(page, f"/analysis/{name}", lang)
    page.locator("main h2").first.wait_for()


def verify(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "results", lang)
    page.locator("[data-act=verify]").click()
    page.locator(".verdict").wait_for()


def settings_page(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/settings", lang)
    page.locator("main h1").wait_for()


def practice(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/practice", lang)
    page.locator("main ol a").first.wait_for()


def position(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    first = page.request.get("/api/practice/biblios").json()["positions"][0]["id"]
    studio.open(page, f"/practice/biblios/{first}", lang)
    page.locator("main.table").wait_for()


def lesson(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    page.locator("[data-lesson=biblios]").click()
    page.locator(".coach .said").wait_for()


def hint(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    seats = [{"name": "Ada"}, {"bot": "novice", "name": "Bede"}]
    made = studio.house.post("/api/tables", {"game": "biblios", "seats": seats, "pace": "fast"})
    studio.open(page, f"/t/{made['table']}#{made['token']}", lang)
    wait_for_offer(page)
    page.locator("[data-act=hint]").click()
    page.locator(".hint li").first.wait_for()


SCREENS: dict[str, Show] = {
    "people": people,
    "talk": talk,
    "orders": orders,
    "rules": rules,
    "replay": replay(""),
    "replay-open": replay("&open"),
    "analysis": analysis,
    "verify": verify,
    "settings-page": settings_page,
    "practice": practice,
    "position": position,
    "lesson": lesson,
    "hint": hint,
}
