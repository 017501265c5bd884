"""The screens of Biblios for the screenshots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.web.socket_client import SocketClient

__all__ = ["SCREENS", "provoke_refusal"]

_REPLACED = re.compile(r'"pass"|"pay [^"]*"')

Show = Callable[[Any, Page, str], None]


def show_table(name: str, seat: int | None = 0) -> Show:
    return lambda studio, page, lang: studio.sit(page, name, lang, seat)


def show_chosen_dice(name: str, dice: int) -> Show:
    def show(studio: Any, page: Page, lang: str) -> None:
        studio.sit(page, name, lang)
        for number in range(dice):
            page.locator(".altar .die:enabled").nth(number).click()

    return show


def show_cleared_payment(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "pay", lang)
    page.keyboard.press("x")


def show_settings(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator("header .bar button, header button").last.click()
    page.locator("dialog[open]").wait_for()


def show_keys(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


def show_log(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    if page.locator(".logline").is_visible():
        page.locator(".logline").click()
        page.locator("dialog[open]").wait_for()


def show_hand(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "full-bid", lang)
    page.locator(".shelf .opener").first.click()
    page.locator("dialog[open]").wait_for()


def show_leave(studio: Any, page: Page, lang: str) -> None:
    show_settings(studio, page, lang)
    page.locator("dialog[open] .leave").click()
    page.locator("dialog[open] .copy").wait_for()


def show_player(studio: Any, page: Page, lang: str) -> None:
    studio.sit(page, "bid", lang)
    page.locator(".players button").first.click()
    page.locator("dialog[open]").wait_for()


def show_refusal(studio: Any, page: Page, lang: str) -> None:
    provoke_refusal(page)
    studio.sit(page, "bid", lang)
    page.keyboard.press("p")
    page.locator(".toast").wait_for()


def show_penalty(studio: Any, page: Page, lang: str) -> None:
    """The last opponent passes, while the player who bid too much watches."""
    seats = studio.get_table("reckless", again=True)
    studio.open(page, seats.link(0), lang)
    page.locator(".stage").wait_for()
    with SocketClient(studio.server, seats.table, seats.tokens[1]) as line:
        line.receive_until("history")
        line.act("pass")
        page.locator(".penalty").wait_for()


def provoke_refusal(page: Page) -> None:
    """Replace every action on its way to the server by an illegal one."""

    def replace_actions(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(_REPLACED.sub('"take monks-4i"', str(text))))

    page.route_web_socket("**/socket", replace_actions)


SCREENS: dict[str, Show] = {
    "allocate": show_table("allocate"),
    "allocate-first": show_table("allocate-first"),
    "allocate-other": show_table("allocate-other"),
    "take": show_table("take"),
    "church-one": show_chosen_dice("church-one", 1),
    "church-two": show_chosen_dice("church-two", 2),
    "church-either": show_chosen_dice("church-either", 0),
    "church-other": show_table("church-other"),
    "bid": show_table("bid"),
    "bid-gold-lot": show_table("bid-gold-lot"),
    "bid-full": show_table("full-bid"),
    "bid-poor": show_table("bid-poor"),
    "penalty": show_penalty,
    "waiting": show_table("bid-other"),
    "pay": show_table("pay"),
    "pay-cleared": show_cleared_payment,
    "pay-gold-lot": show_table("pay-gold-lot"),
    "pay-full": show_table("full"),
    "pay-refuse": show_table("pay-refuse"),
    "pay-refuse-many": show_table("pay-refuse-many"),
    "pay-other": show_table("pay-other"),
    "refusal": show_refusal,
    "spectator": show_table("bid", None),
    "log": show_log,
    "hand": show_hand,
    "player": show_player,
    "settings": show_settings,
    "leave": show_leave,
    "keys": show_keys,
    "results": show_table("results"),
    "results-two": show_table("results-two"),
}
