"""Pictures of every screen, in eleven sizes, two themes and two languages, from real tables.

    python -m tests.web.screenshots [SCREEN …] [--size phone] [--theme night] [--lang fr]

They go into build/screenshots, named screen.size.theme.language.png; where a page is longer than
the window, a picture with `whole` in its name shows all of it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web import later_screens
from tests.web.bibliogamo import screens as bibliogamo
from tests.web.bibliogamo.hands import find_moment as find_bibliogamo_moment
from tests.web.biblios import later_screens as later_biblios
from tests.web.biblios import screens as biblios
from tests.web.biblios.moments import find_moment as find_biblios_moment
from tests.web.browser import ARGS, find_browser
from tests.web.later_screens import ADMIN_TOKEN
from tests.web.scenes import Seats, store_scene
from tests.web.seeing import in_language
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

__all__ = ["SCREENS", "Studio"]

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "ultrawide": {"viewport": {"width": 3440, "height": 1440}},
    "wide": {"viewport": {"width": 2560, "height": 1440}},
    "hd": {"viewport": {"width": 1920, "height": 1080}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1366, "height": 650}},  # 768 without the browser's bars
    "square": {"viewport": {"width": 1024, "height": 768}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, **TOUCH},
    "side": {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 2, **TOUCH},
    "tall": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, **TOUCH},
    "phone": {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, **TOUCH},
    "narrow": {"viewport": {"width": 320, "height": 640}, "device_scale_factor": 2, **TOUCH},
}
THEMES = {"vellum": "light", "night": "dark"}
LANGUAGES = ("en", "fr")
OUT = Path(__file__).parents[2] / "build" / "screenshots"

Show = Callable[["Studio", Page, str], None]


class Studio:
    """A server with prepared tables and a client at every seat."""

    def __init__(self, server: ServerProcess, stack: ExitStack) -> None:
        self.server = server
        self._stack = stack
        self._tables: dict[str, Seats] = {}

    def get_table(self, name: str, again: bool = False) -> Seats:
        """Return the table of a moment; `again` creates a new one for screens that change it."""
        if again or name not in self._tables:
            find = find_bibliogamo_moment if name.startswith("bibliogamo-") else find_biblios_moment
            self._tables[name] = seats = store_scene(self.server.db, find(name))
            for token in seats.tokens[1:]:
                line = SocketClient(self.server, seats.table, token)
                self._stack.enter_context(line).receive_until("history")
        return self._tables[name]

    def open(self, page: Page, link: str, lang: str) -> None:
        page.goto(in_language(link, lang))

    def sit(self, page: Page, name: str, lang: str, seat: int | None = 0) -> None:
        self.open(page, self.get_table(name).link(seat), lang)
        page.locator(".hnd, .stage, .cats, .ending").first.wait_for()


def show_front(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    page.locator(".go button").first.wait_for()


def show_invite(studio: Studio, page: Page, lang: str) -> None:
    show_front(studio, page, lang)
    page.locator(".go button").nth(1).click()
    page.locator("dialog[open]").wait_for()


def show_custom_game(studio: Studio, page: Page, lang: str) -> None:
    show_front(studio, page, lang)
    page.locator(".go button").nth(2).click()
    page.locator("dialog[open]").wait_for()


def show_front_with_games(studio: Studio, page: Page, lang: str) -> None:
    for name in ("bid", "results"):
        studio.sit(page, name, lang)
    show_front(studio, page, lang)


def _create_table_with_open_seats(studio: Studio) -> tuple[str, str]:
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = studio.server.post("/api/tables", {"game": "biblios", "seats": seats})
    return made["table"], made["token"]


def show_waiting_room(studio: Studio, page: Page, lang: str) -> None:
    name, token = _create_table_with_open_seats(studio)
    studio.open(page, f"/t/{name}#{token}", lang)
    page.locator(".invite").wait_for()


def show_join(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, f"/t/{_create_table_with_open_seats(studio)[0]}", lang)
    page.locator("form").wait_for()


def show_no_table(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, "/t/nothinghere", lang)
    page.locator("main.notice").wait_for()


SCREENS: dict[str, Show] = {
    "front": show_front,
    "front-again": show_front_with_games,
    "invite": show_invite,
    "set-table": show_custom_game,
    "waiting-room": show_waiting_room,
    "join": show_join,
    "no-table": show_no_table,
    **later_screens.SCREENS,
    **biblios.SCREENS,
    **later_biblios.SCREENS,
    **bibliogamo.SCREENS,
}


def take_screenshot(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(150)
    page.screenshot(path=OUT / f"{name}.png", animations="disabled")
    if page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
        path = OUT / f"{name}.whole.png"
        page.screenshot(path=path, animations="disabled", full_page=True)


def take_screenshots(browser: Browser, studio: Studio, asked: argparse.Namespace) -> int:
    shots = 0
    for screen in asked.screens or SCREENS:
        for size in asked.size or SIZES:
            for lang in asked.lang or LANGUAGES:
                context = browser.new_context(
                    base_url=studio.server.address, reduced_motion="reduce", **SIZES[size]
                )
                context.set_default_timeout(60_000)
                page = context.new_page()
                for theme in asked.theme or THEMES:
                    page.emulate_media(color_scheme=THEMES[theme])  # type: ignore[arg-type]
                    if theme == (asked.theme or list(THEMES))[0]:
                        SCREENS[screen](studio, page, lang)
                    take_screenshot(page, f"{screen}.{size}.{theme}.{lang}")
                    shots += 1
                context.close()
        print(f"  {screen}", flush=True)
    return shots


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("screens", nargs="*", help="which screens (default: all)")
    parser.add_argument("--size", action="append", choices=list(SIZES))
    parser.add_argument("--theme", action="append", choices=list(THEMES))
    parser.add_argument("--lang", action="append", choices=LANGUAGES)
    asked = parser.parse_args(arguments)
    if unknown := set(asked.screens) - SCREENS.keys():
        parser.error(
            f"no such screen: {', '.join(sorted(unknown))}; there are {', '.join(SCREENS)}"
        )
    OUT.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.db", more=("--admin-token", ADMIN_TOKEN)) as server,
        ExitStack() as stack,
        sync_playwright() as playwright,
    ):
        path = find_browser()
        browser = playwright.chromium.launch(executable_path=path, args=ARGS, timeout=60_000)
        shots = take_screenshots(browser, Studio(server, stack), asked)
        browser.close()
    print(f"{shots} pictures in {OUT.relative_to(OUT.parents[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
