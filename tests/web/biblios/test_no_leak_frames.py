"""Two deals that look the same to a seat give it the same frames, in a browser and in a plain client.

The frames come from a real server to a real browser. The second deal swaps cards that seat 1 keeps with cards of the
box; the same action texts are played.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.server.patch_client import apply_patch
from tests.server.test_secrets import SEATS, choose, make_twin_deals
from tests.web.biblios.hands import wait_for_offer
from tests.web.scenes import Scene, store_scene
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

# Slow: two whole games in two browsers. tests/server checks the messages of the server.
pytestmark = [pytest.mark.browser, pytest.mark.variant]

Make = Callable[..., BrowserContext]


class WatchedPage:
    """A page and every frame that its sockets received."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.v = -1
        page.on("websocket", lambda socket: socket.on("framereceived", self._store_frame))

    def _store_frame(self, text: str | bytes) -> None:
        self.frames.append(text if isinstance(text, str) else text.decode())
        frame = json.loads(text)
        if "view" in frame:
            self.view, self.v = frame["view"], int(frame["v"])
        elif "patch" in frame:
            self.view, self.v = apply_patch(self.view, frame["patch"]), int(frame["v"])

    def wait_for(self, v: int) -> None:
        for _ in range(2000):
            if self.v >= v:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"version {v} never arrived")

    def act(self, text: str) -> None:
        """Perform the action with the page's own controls."""
        wait_for_offer(self.page)
        keys = {"keep": "1", "auction": "2", "public": "3", "pass": "p", "decline": "d"}
        if text in keys:
            self.page.keyboard.press(keys[text])
        elif text.startswith("take "):
            card = self.page.locator(f'[data-card="{text[5:]}"]')
            self.page.locator(".stage button:enabled").filter(has=card).first.click()
        else:
            raise AssertionError(f"no control for {text!r}")


def drop_acknowledgements(frames: list[str]) -> list[str]:
    """Return the frames without acknowledgements, whose number depends on resends."""
    return [frame for frame in frames if json.loads(frame)["t"] != "ack"]


def normalize_frame(text: str, table: str, first_n: int) -> str:
    """Return a frame without the table's name and the counter's start, which always differ."""
    frame = json.loads(text.replace(table, "TABLE"))
    if "n" in frame:
        frame["n"] -= first_n
    return json.dumps(frame, sort_keys=True)


def choose_without_church(view: dict[str, Any], chance: random.Random) -> str:
    """Choose without using church cards, so that no action text depends on a hidden card."""
    return "decline" if view["step"] == "church" else choose(view, chance)


def collect_frames(
    server: ServerProcess, person: Make, deal: dict[str, Any]
) -> dict[str, list[str]]:
    """Return what each client received, from joining until just before the hands are revealed."""
    seats = store_scene(server.db, Scene("biblios", SEATS, bytes(32), edition="iello", deal=deal))
    chance = random.Random(3)
    ada, public = WatchedPage(person().new_page()), WatchedPage(person().new_page())
    ada.page.goto(seats.link(0))
    ada.wait_for(0)
    with (
        SocketClient(server, seats.table, seats.tokens[1]) as bede,
        SocketClient(server, seats.table, seats.tokens[2]) as hildegard,
    ):
        for line in (bede, hildegard):
            line.receive_until("history")
        public.page.goto(f"/t/{seats.table}")
        public.wait_for(0)
        for number in range(1000):
            view = public.view
            if view["lot_number"] == view["lots"] and len(view["passed"]) == SEATS - 1:
                break
            if number % 9 == 0:  # refusals are frames too
                hildegard.act("take monks-4i" if number % 2 else "nonsense")
                hildegard.act("auction", "keep", "raise monks")
                hildegard.act("pass", v=max(0, hildegard.v - 3))
            v, mover = public.v, view["to_act"]
            if mover == 0:
                ada.act(choose_without_church(ada.view, chance))
            else:
                line = bede if mover == 1 else hildegard
                assert line.act(choose_without_church(line.view, chance))["t"] == "ack"
            for line in (bede, hildegard):
                line.receive_version(v + 1)
            for watched in (ada, public):
                watched.wait_for(v + 1)
        # Reconnecting clients, after a while or from scratch, receive nothing more.
        with SocketClient(server, seats.table, seats.tokens[0], v=ada.v - 5) as back:
            back.receive_version(ada.v)
        again = WatchedPage(ada.page.context.new_page())
        again.page.goto(seats.link(0))
        expect(again.page.locator(".stage")).to_be_visible()
        frames = {
            "seat 0 in a browser": drop_acknowledgements(ada.frames),
            "the public in a browser": drop_acknowledgements(public.frames),
            "seat 2 on a plain line": drop_acknowledgements(hildegard.frames),
            "seat 0 in a second tab": drop_acknowledgements(again.frames),
            "seat 0 back after a while": drop_acknowledgements(back.frames),
            "seat 1, whose cards are others": drop_acknowledgements(bede.frames),
        }
    for watched in (ada, public, again):
        watched.page.close()
    first_n = min(json.loads(text)["n"] for text in ada.frames if '"t":"table"' in text)
    return {
        who: [normalize_frame(f, seats.table, first_n) for f in fs] for who, fs in frames.items()
    }


def test_indistinguishable_deals_give_identical_frames(table_server: ServerProcess, person: Make):
    # B-6.1
    one, other = (collect_frames(table_server, person, deal) for deal in make_twin_deals())
    assert one.pop("seat 1, whose cards are others") != other.pop("seat 1, whose cards are others")
    for who, frames in one.items():
        assert len(frames) >= 3, who
        assert len(frames) == len(other[who]), who
        for seen, seen_too in zip(frames, other[who], strict=True):
            assert seen == seen_too, who
