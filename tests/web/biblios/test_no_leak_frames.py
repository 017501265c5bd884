"""Two deals that look the same to a seat give it the same frames, in the browser and out of it.

The whole way is looked at: what a real browser received from a real server. In the second deal
cards that seat 1 keeps and cards of the box have changed places; the same action texts are played.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.server.patched import patched
from tests.server.test_secrets import SEATS, chosen, twin_deals
from tests.web.biblios.hands import wait_for_offer
from tests.web.lines import PlainLine
from tests.web.scenes import Scene, put
from tests.web.server_process import ServerProcess

# A whole game, twice, in two browsers: what a server sends is looked at in tests/server, too.
pytestmark = [pytest.mark.browser, pytest.mark.matrix]

Make = Callable[..., BrowserContext]


class Watched:
    """A page and every frame that its sockets received."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.v = -1
        page.on("websocket", lambda socket: socket.on("framereceived", self._keep))

    def _keep(self, text: str | bytes) -> None:
        self.frames.append(text if isinstance(text, str) else text.decode())
        frame = json.loads(text)
        if "view" in frame:
            self.view, self.v = frame["view"], int(frame["v"])
        elif "patch" in frame:
            self.view, self.v = patched(self.view, frame["patch"]), int(frame["v"])

    def wait_for(self, v: int) -> None:
        for _ in range(2000):
            if self.v >= v:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"version {v} never came")

    def act(self, text: str) -> None:
        """As a person does, with what the page offers for this action."""
        wait_for_offer(self.page)
        keys = {"keep": "1", "auction": "2", "public": "3", "pass": "p", "decline": "d"}
        if text in keys:
            self.page.keyboard.press(keys[text])
        elif text.startswith("take "):
            card = self.page.locator(f'[data-card="{text[5:]}"]')
            self.page.locator(".stage button:enabled").filter(has=card).first.click()
        else:
            raise AssertionError(f"no hand for {text!r}")


def told(frames: list[str]) -> list[str]:
    """Without acknowledgements: how many come hangs on how often an action had to be sent."""
    return [frame for frame in frames if json.loads(frame)["t"] != "ack"]


def plainly(text: str, table: str, first_n: int) -> str:
    """A frame without what is different by nature: the table's name, the counter's start."""
    frame = json.loads(text.replace(table, "TABLE"))
    if "n" in frame:
        frame["n"] -= first_n
    return json.dumps(frame, sort_keys=True)


def declined(view: dict[str, Any], chance: random.Random) -> str:
    """The choices of the twins, but no church card is used: no text depends on a hidden card."""
    return "decline" if view["step"] == "church" else chosen(view, chance)


def frames_of(house: ServerProcess, person: Make, deal: dict[str, Any]) -> dict[str, list[str]]:
    """All that each client received, from sitting down until just before the hands are opened."""
    seats = put(house.db, Scene("biblios", SEATS, bytes(32), edition="iello", deal=deal))
    chance = random.Random(3)
    ada, public = Watched(person().new_page()), Watched(person().new_page())
    ada.page.goto(seats.link(0))
    ada.wait_for(0)
    with (
        PlainLine(house, seats.table, seats.tokens[1]) as bede,
        PlainLine(house, seats.table, seats.tokens[2]) as hildegard,
    ):
        for line in (bede, hildegard):
            line.hear_until("history")
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
                ada.act(declined(ada.view, chance))
            else:
                line = bede if mover == 1 else hildegard
                assert line.act(declined(line.view, chance))["t"] == "ack"
            for line in (bede, hildegard):
                line.hear_version(v + 1)
            for watched in (ada, public):
                watched.wait_for(v + 1)
        # Those who come back, after a while or from nothing, are told no more.
        with PlainLine(house, seats.table, seats.tokens[0], v=ada.v - 5) as back:
            back.hear_version(ada.v)
        again = Watched(ada.page.context.new_page())
        again.page.goto(seats.link(0))
        expect(again.page.locator(".stage")).to_be_visible()
        frames = {
            "seat 0 in a browser": told(ada.frames),
            "the public in a browser": told(public.frames),
            "seat 2 on a plain line": told(hildegard.frames),
            "seat 0 in a second tab": told(again.frames),
            "seat 0 back after a while": told(back.frames),
            "seat 1, whose cards are others": told(bede.frames),
        }
    for watched in (ada, public, again):
        watched.page.close()
    first_n = min(json.loads(text)["n"] for text in ada.frames if '"t":"table"' in text)
    return {who: [plainly(f, seats.table, first_n) for f in fs] for who, fs in frames.items()}


def test_frames_do_not_tell_two_deals_apart_that_look_the_same(
    table_server: ServerProcess, person: Make
):
    one, other = (frames_of(table_server, person, deal) for deal in twin_deals())
    assert one.pop("seat 1, whose cards are others") != other.pop("seat 1, whose cards are others")
    for who, frames in one.items():
        assert len(frames) >= 3, who
        assert len(frames) == len(other[who]), who
        for seen, seen_too in zip(frames, other[who], strict=True):
            assert seen == seen_too, who
