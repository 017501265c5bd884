"""Screens beside and after a game of Biblios: people, chat, auto-actions, memory aid, curtain, hint, verification."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.analysis.biblios.games import play_and_record
from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.later_screens import Show, show_analysis, show_lesson, show_replay, show_rules
from tests.web.scenes import store_scene

__all__ = ["SCREENS"]


def show_people(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    opener = page.locator("[data-people=open]")
    if not opener.is_visible():  # on a phone it is in the menu
        page.locator("header button").last.click()
        opener = page.locator("dialog[open] [data-people]")
    opener.first.click()
    page.locator("dialog[open] li").first.wait_for()


def show_chat(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator(".talkbtn").click()
    page.locator(".talk").wait_for()


def show_auto_actions(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator("[data-opens=orders]").click()
    page.locator("dialog[open]").wait_for()


def show_verify(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "results", lang)
    page.locator("[data-act=verify]").click()
    page.locator(".verdict").wait_for()


def show_position(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    first = page.request.get("/api/practice/biblios").json()["positions"][0]["id"]
    studio.open(page, f"/practice/biblios/{first}", lang)
    page.locator("main.table").wait_for()


def show_hint(studio: Any, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    seats = [{"name": "Ada"}, {"bot": "novice", "name": "Bede"}]
    made = studio.server.post("/api/tables", {"game": "biblios", "seats": seats, "pace": "fast"})
    studio.open(page, f"/t/{made['table']}#{made['token']}", lang)
    wait_for_offer(page)
    page.locator("[data-act=hint]").click()
    page.locator(".hint .pri").wait_for()


def show_odds(studio: Any, page: Page, lang: str) -> None:
    studio.open(
        page, store_scene(studio.server.db, find_moment("bid"), memory="odds").link(0), lang
    )
    wait_for_offer(page)
    if page.locator(".logline").is_visible():  # where there is no room beside the table
        page.locator(".logline").click()
    page.locator(".memo li:visible, dialog[open] li:visible").first.wait_for()


def show_curtain(studio: Any, page: Page, lang: str) -> None:
    seats = store_scene(studio.server.db, find_moment("bid"))
    held = [{"seat": seat, "token": seats.tokens[seat]} for seat in (0, 1)]
    kept = {**held[0], "table": seats.table, "with": [], "when": 1, "here": held[1:]}
    studio.open(page, "/", lang)
    page.evaluate("(kept) => localStorage.setItem('armarium-seats', JSON.stringify([kept]))", kept)
    studio.open(page, f"/t/{seats.table}", lang)
    page.locator("main.curtain").wait_for()


SCREENS: dict[str, Show] = {
    "people": show_people,
    "talk": show_chat,
    "orders": show_auto_actions,
    "odds": show_odds,
    "curtain": show_curtain,
    "rules": show_rules("biblios", "B-3.9"),
    "replay": show_replay("results", 60),
    "replay-open": show_replay("results", 60, "&open"),
    "analysis": show_analysis(lambda: play_and_record("oblate", "novice", deal=2)),
    "verify": show_verify,
    "position": show_position,
    "lesson": show_lesson("biblios"),
    "hint": show_hint,
}
