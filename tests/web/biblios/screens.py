"""The screens of Biblios for the pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.web.lines import PlainLine

__all__ = ["SCREENS", "provoke_refusal"]

_SPOILT = re.compile(r'"pass"|"pay [^"]*"')

Show = Callable[[Any, Page, str], None]


def table(name: str, seat: int | None = 0) -> Show:
    return lambda studio, page, lang: studio.sit(page, name, lang, seat)


def church(name: str, dice: int) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.sit(page, name, lang)
        for number in range(dice):
            page.locator(".altar .die:enabled").nth(number).click()

    return show


def pay_other_cards(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "pay", lang)
    page.keyboard.press("x")


def settings(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator("header .bar button, header button").last.click()
    page.locator("dialog[open]").wait_for()


def keys(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


def log(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    if page.locator(".logline").is_visible():
        page.locator(".logline").click()
        page.locator("dialog[open]").wait_for()


def hand(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "full-bid", lang)
    page.locator(".shelf .opener").first.click()
    page.locator("dialog[open]").wait_for()


def leave(studio: Any, page: Page, lang: str) -> None:
    settings(studio, page, lang)
    page.locator("dialog[open] .leave").click()
    page.locator("dialog[open] .copy").wait_for()


def player(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator(".players button").first.click()
    page.locator("dialog[open]").wait_for()


def refusal(studio: Any, page: Page, lang: str) -> None:
    provoke_refusal(page)
    studio.sit(page, "bid", lang)
    page.keyboard.press("p")
    page.locator(".toast").wait_for()


def penalty(studio: Any, page: Page, lang: str) -> None:
    """The last of the others passes, while the one who bid too much looks on."""
    seats = studio.lay("reckless", again=True)
    studio.open(page, seats.link(0), lang)
    page.locator(".stage").wait_for()
    with PlainLine(studio.house, seats.table, seats.tokens[1]) as line:
        line.hear_until("history")
        line.act("pass")
        page.locator(".penalty").wait_for()


def provoke_refusal(page: Page) -> None:
    """On the way to the server every action becomes one that nobody may do."""

    def meddle(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(_SPOILT.sub('"take monks-4i"', str(text))))

    page.route_web_socket("**/socket", meddle)


SCREENS: dict[str, Show] = {
    "allocate": table("allocate"),
    "allocate-first": table("allocate-first"),
    "allocate-other": table("allocate-other"),
    "take": table("take"),
    "church-one": church("church-one", 1),
    "church-two": church("church-two", 2),
    "church-either": church("church-either", 0),
    "church-other": table("church-other"),
    "bid": table("bid"),
    "bid-gold-lot": table("bid-gold-lot"),
    "bid-full": table("full-bid"),
    "bid-poor": table("bid-poor"),
    "penalty": penalty,
    "waiting": table("bid-other"),
    "pay": table("pay"),
    "pay-cleared": pay_other_cards,
    "pay-gold-lot": table("pay-gold-lot"),
    "pay-full": table("full"),
    "pay-refuse": table("pay-refuse"),
    "pay-refuse-many": table("pay-refuse-many"),
    "pay-other": table("pay-other"),
    "refusal": refusal,
    "spectator": table("bid", None),
    "log": log,
    "hand": hand,
    "player": player,
    "settings": settings,
    "leave": leave,
    "keys": keys,
    "results": table("results"),
    "results-two": table("results-two"),
}
