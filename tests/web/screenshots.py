"""Pictures of every screen, in seven sizes, two themes and two languages, from real tables.

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
from tests.web.bibliogamo.hands import moment as bibliogamo_moment
from tests.web.biblios import later_screens as later_biblios
from tests.web.biblios import screens as biblios
from tests.web.biblios.moments import moment as biblios_moment
from tests.web.browser import ARGS, find_browser
from tests.web.later_screens import KEEPER
from tests.web.lines import PlainLine
from tests.web.scenes import Seats, put
from tests.web.seeing import in_language
from tests.web.server_process import ServerProcess

__all__ = ["SCREENS", "Studio"]

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1366, "height": 650}},  # 768 without the browser's bars
    "square": {"viewport": {"width": 1024, "height": 768}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, **TOUCH},
    "side": {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 2, **TOUCH},
    "tall": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, **TOUCH},
    "phone": {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, **TOUCH},
}
THEMES = {"vellum": "light", "night": "dark"}
LANGUAGES = ("en", "fr")
OUT = Path(__file__).parents[2] / "build" / "screenshots"

Show = Callable[["Studio", Page, str], None]


class Studio:
    """A server with tables laid out, and somebody at every seat."""

    def __init__(self, house: ServerProcess, stack: ExitStack) -> None:
        self.house = house
        self._stack = stack
        self._laid: dict[str, Seats] = {}

    def lay(self, name: str, again: bool = False) -> Seats:
        """The table of a moment; `again`: a new one, for what changes it."""
        if again or name not in self._laid:
            find = bibliogamo_moment if name.startswith("bibliogamo-") else biblios_moment
            self._laid[name] = seats = put(self.house.db, find(name))
            for token in seats.tokens[1:]:
                line = PlainLine(self.house, seats.table, token)
                self._stack.enter_context(line).hear_until("history")
        return self._laid[name]

    def open(self, page: Page, link: str, lang: str) -> None:
        page.goto(in_language(link, lang))

    def sit(self, page: Page, name: str, lang: str, seat: int | None = 0) -> None:
        self.open(page, self.lay(name).link(seat), lang)
        page.locator(".hnd, .stage, .cats, .ending").first.wait_for()


def front(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, "/", lang)
    page.locator(".go button").first.wait_for()


def invite(studio: Studio, page: Page, lang: str) -> None:
    front(studio, page, lang)
    page.locator(".go button").nth(1).click()
    page.locator("dialog[open]").wait_for()


def set_table(studio: Studio, page: Page, lang: str) -> None:
    front(studio, page, lang)
    page.locator(".go button").nth(2).click()
    page.locator("dialog[open]").wait_for()


def front_again(studio: Studio, page: Page, lang: str) -> None:
    for name in ("bid", "results"):
        studio.sit(page, name, lang)
    front(studio, page, lang)


def _with_open_seats(studio: Studio) -> tuple[str, str]:
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = studio.house.post("/api/tables", {"game": "biblios", "seats": seats})
    return made["table"], made["token"]


def waiting_room(studio: Studio, page: Page, lang: str) -> None:
    name, token = _with_open_seats(studio)
    studio.open(page, f"/t/{name}#{token}", lang)
    page.locator(".invite").wait_for()


def join(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, f"/t/{_with_open_seats(studio)[0]}", lang)
    page.locator("form").wait_for()


def no_table(studio: Studio, page: Page, lang: str) -> None:
    studio.open(page, "/t/nothinghere", lang)
    page.locator("main.notice").wait_for()


SCREENS: dict[str, Show] = {
    "front": front,
    "front-again": front_again,
    "invite": invite,
    "set-table": set_table,
    "waiting-room": waiting_room,
    "join": join,
    "no-table": no_table,
    **later_screens.SCREENS,
    **biblios.SCREENS,
    **later_biblios.SCREENS,
    **bibliogamo.SCREENS,
}


def shoot(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(150)
    page.screenshot(path=OUT / f"{name}.png", animations="disabled")
    if page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
        path = OUT / f"{name}.whole.png"
        page.screenshot(path=path, animations="disabled", full_page=True)


def take_all(browser: Browser, studio: Studio, asked: argparse.Namespace) -> int:
    shots = 0
    for screen in asked.screens or SCREENS:
        for size in asked.size or SIZES:
            for lang in asked.lang or LANGUAGES:
                context = browser.new_context(
                    base_url=studio.house.address, reduced_motion="reduce", **SIZES[size]
                )
                context.set_default_timeout(60_000)
                page = context.new_page()
                for theme in asked.theme or THEMES:
                    page.emulate_media(color_scheme=THEMES[theme])  # type: ignore[arg-type]
                    if theme == (asked.theme or list(THEMES))[0]:
                        SCREENS[screen](studio, page, lang)
                    shoot(page, f"{screen}.{size}.{theme}.{lang}")
                    shots += 1
                context.close()
        print(f"  {screen}", flush=True)
    return shots


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("screens", nargs="*", help="which screens; all without")
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
        ServerProcess(Path(folder) / "tables.db", more=("--keeper-token", KEEPER)) as house,
        ExitStack() as stack,
        sync_playwright() as playwright,
    ):
        path = find_browser()
        browser = playwright.chromium.launch(executable_path=path, args=ARGS, timeout=60_000)
        shots = take_all(browser, Studio(house, stack), asked)
        browser.close()
    print(f"{shots} pictures in {OUT.relative_to(OUT.parents[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
