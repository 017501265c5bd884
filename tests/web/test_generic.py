"""A game that is not part of the page: its own texts, buttons in order, keys, all windows.

The tests fake the server with the page's own fixture, so that no third game has to be installed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, walk_focus

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

_FILE = Path(__file__).parents[2] / "web/src/shell/generic/fixtures/mill.json"
FIXTURE: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))


class UnknownGameServer:
    """A fake server with one table of an unknown game."""

    def __init__(self, page: Page) -> None:
        self.view: dict[str, Any] = dict(FIXTURE["view"])
        self.acts: list[str] = []
        self.v = FIXTURE["table"]["v"]
        page.route("**/api/games/mill/words/*", self._send_texts)
        page.route_web_socket("**/socket", self._connect)

    def _send_texts(self, route: Route) -> None:
        route.fulfill(json=FIXTURE["words"][route.request.url.rpartition("/")[2]])

    def _connect(self, socket: Any) -> None:
        def send(message: dict[str, Any]) -> None:
            socket.send(json.dumps(message))

        def receive(text: str) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                seen = {"v": self.v, "view": self.view, "may_take_back": False}
                send({"t": "table", "n": 1, "table": FIXTURE["table"]})
                send({"t": "history", "v": self.v, "lines": FIXTURE["lines"]})
                send({"t": "view", **seen})
            elif message["t"] == "act":
                self._act(message, send)

        socket.on_message(receive)

    def _act(self, message: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
        action = message["action"]
        self.acts.append(action)
        if action == "rest":
            facts = {"seat": 0, "asked": action, "allowed": self.view["legal"]}
            refused = {"code": "illegal-action", "facts": facts, "text": "no"}
            return send({"t": "refused", "id": message["id"], **refused})
        self.v += 1
        outcome = {"winners": [0], "points": [9, 3], "decided_by": "points"}
        self.view |= {"to_act": None, "legal": [], "outcome": outcome}
        events = [{"event": "sack-laid", "seat": 0}, {"event": "game-won", "seat": 0, "flour": 9}]
        send({"t": "ack", "id": message["id"], "v": self.v})
        send(
            {
                "t": "events",
                "v": self.v,
                "events": events,
                "view": self.view,
                "may_take_back": False,
            }
        )
        return None


def open_unknown_game(sit: Sit, lang: str = "en", **more: Any) -> tuple[Page, UnknownGameServer]:
    page = sit("about:blank", **more)
    server = UnknownGameServer(page)
    page.goto(f"/t/mill1?lang={lang}#token")
    expect(page.locator("main.generic")).to_be_visible()
    return page, server


def test_an_unknown_game_can_be_played_to_its_end(sit: Sit):
    page, server = open_unknown_game(sit, viewport=DESKTOP)
    expect(page.get_by_role("heading", name="Mill", exact=True)).to_be_attached()
    expect(page).to_have_title("Your turn · Armarium")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    buttons = page.locator(".acts button")
    # In the order of the rules; anything without a text is shown raw.
    expect(buttons.locator("span")).to_have_text(
        ["Grind the sack of 2", "Grind the sack of 5", "Grind the sack of 7", "rest"]
    )
    expect(buttons.locator("kbd")).to_have_text(["1", "2", "3", "4"])
    expect(page.get_by_role("row", name="Bede")).to_contain_text("sack")
    expect(page.get_by_role("log")).to_contain_text("A wind of 4 blows.")
    assert axe_violations(page) == []
    assert len(walk_focus(page)) >= 5
    # The texts follow the language during the game.
    page.keyboard.press("l")
    expect(buttons.first).to_contain_text("Moudre le sac de 2")
    expect(page.get_by_text("À vous de jouer.")).to_be_visible()
    page.keyboard.press("l")
    # An unassigned key does nothing; a refusal is explained.
    page.keyboard.press("9")
    page.keyboard.press("4")
    expect(page.get_by_role("alert")).to_have_text("“rest” is not possible now.")
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Won by Ada")).to_be_visible()
    assert server.acts == ["rest", "grind 5"]
    expect(page.get_by_role("log")).to_contain_text("Ada laid a sack.")
    expect(page.locator(".acts")).to_have_count(0)
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_unknown_game_fits_a_phone(sit: Sit, scheme: str, lang: str):
    page, server = open_unknown_game(sit, lang, viewport=PHONE, color_scheme=scheme, has_touch=True)
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    page.locator(".acts button").first.tap()
    expect(page.locator(".acts")).to_have_count(0)
    assert server.acts == ["grind 2"]
    assert page.evaluate(OUTSIDE) == []
