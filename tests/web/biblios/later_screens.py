"""Screens beside and after a game of Biblios: people, talk, orders, memory, a curtain, a hint, a proof."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.analysis.biblios.games import played
from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.later_screens import Show, analysis, lesson, replay, rules
from tests.web.scenes import put

__all__ = ["SCREENS"]


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


def verify(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "results", lang)
    page.locator("[data-act=verify]").click()
    page.locator(".verdict").wait_for()


def position(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    first = page.request.get("/api/practice/biblios").json()["positions"][0]["id"]
    studio.open(page, f"/practice/biblios/{first}", lang)
    page.locator("main.table").wait_for()


def hint(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    seats = [{"name": "Ada"}, {"bot": "novice", "name": "Bede"}]
    made = studio.house.post("/api/tables", {"game": "biblios", "seats": seats, "pace": "fast"})
    studio.open(page, f"/t/{made['table']}#{made['token']}", lang)
    wait_for_offer(page)
    page.locator("[data-act=hint]").click()
    page.locator(".hint li").first.wait_for()


def odds(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, put(studio.house.db, moment("bid"), memory="odds").link(0), lang)
    wait_for_offer(page)
    if page.locator(".logline").is_visible():  # where there is no room beside the table
        page.locator(".logline").click()
    page.locator(".memo li:visible, dialog[open] li:visible").first.wait_for()


def curtain(studio: Any, page: Page, lang: str) -> None:
    seats = put(studio.house.db, moment("bid"))
    held = [{"seat": seat, "token": seats.tokens[seat]} for seat in (0, 1)]
    kept = {**held[0], "table": seats.table, "with": [], "when": 1, "here": held[1:]}
    studio.open(page, "/", lang)
    page.evaluate("(kept) => localStorage.setItem('armarium-seats', JSON.stringify([kept]))", kept)
    studio.open(page, f"/t/{seats.table}", lang)
    page.locator("main.curtain").wait_for()


SCREENS: dict[str, Show] = {
    "people": people,
    "talk": talk,
    "orders": orders,
    "odds": odds,
    "curtain": curtain,
    "rules": rules("biblios", "B-3.9"),
    "replay": replay("results", 60),
    "replay-open": replay("results", 60, "&open"),
    "analysis": analysis(lambda: played("oblate", "novice", deal=2)),
    "verify": verify,
    "position": position,
    "lesson": lesson("biblios"),
    "hint": hint,
}
