"""The moments of a game that every screen is looked at in, and hands that play one by its keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page

from armarium.games import bibliogamo
from tests.twins.bibliogamo.components import components
from tests.twins.bibliogamo.policies import seated
from tests.web.scenes import Scene

__all__ = [
    "MOMENTS",
    "moment",
    "play_days",
    "provoke_refusal",
    "wait_for_offer",
]

View = dict[str, Any]
Moment = Callable[[View], bool]


def _open(view: View) -> int:
    return len(view["previews"]["lacks"])


def move(view: View) -> bool:
    return view["step"] == "move" and view["day"] >= 14 and _open(view) >= 2 and view["florins"] > 3


def sale(view: View) -> bool:
    may_sell = view["step"] == "move" and view["previews"]["next_step"] == "sell"
    return may_sell and view["day"] >= 14 and _open(view) >= 2


def level(view: View) -> bool:
    return view["step"] == "move" and any(way["gives_back"] for way in view["previews"]["reach"])


def price(view: View) -> bool:
    return view["step"] == "price" and view["day"] >= 12 and view["previews"]["redraw"] is not None


def full(view: View) -> bool:
    return view["step"] == "price" and _open(view) >= 4 and len(view["hand"]) == 5


def hire(view: View) -> bool:
    return view["step"] == "hire" and view["day"] >= 9 and len(view["previews"]["hires"]) >= 3


def hire_blocked(view: View) -> bool:
    blocked = view["previews"]["blocked_cards"]
    return (
        view["step"] == "move"
        and len(blocked) >= 2
        and bool(set(view["previews"]["lifting"]) - set(blocked))
    )


def pay(view: View) -> bool:
    return view["step"] == "pay" and view["day"] >= 9


def transfer_more(view: View) -> bool:
    return view["step"] == "transfer" and view["transfer"]["from"] is not None


def jam(view: View) -> bool:
    return view["step"] == "move" and view["previews"]["jam"] and _open(view) >= 4


def late(view: View) -> bool:
    return view["step"] == "move" and view["day"] == 39


def _step(name: str) -> Moment:
    return lambda view: view["step"] == name


# What to look for, who plays, and the first deal in which it may be found.
MOMENTS: dict[str, tuple[Moment, str, int]] = {
    "bibliogamo-first": (lambda _: True, "planner", 1),
    "bibliogamo-move": (move, "planner", 1),
    "bibliogamo-sale": (sale, "planner", 1),
    "bibliogamo-level": (level, "planner", 1),
    "bibliogamo-price": (price, "planner", 1),
    "bibliogamo-full": (full, "naive", 4),
    "bibliogamo-hire": (hire, "planner", 1),
    "bibliogamo-blocked": (hire_blocked, "planner", 1),
    "bibliogamo-pay": (pay, "planner", 1),
    "bibliogamo-place": (_step("place"), "naive", 155),
    "bibliogamo-give-back": (_step("give-back"), "spender", 25),
    "bibliogamo-library": (_step("library"), "librarian", 1),
    "bibliogamo-transfer": (_step("transfer"), "librarian", 1),
    "bibliogamo-transfer-more": (transfer_more, "librarian", 1),
    "bibliogamo-jam": (jam, "naive", 1),
    "bibliogamo-late": (late, "planner", 1),
    "bibliogamo-results": (_step("over"), "planner", 1),
    "bibliogamo-results-poor": (_step("over"), "naive", 1),
}


@cache
def moment(name: str) -> Scene:
    """Found by playing, the same one every time."""
    fits, style, first = MOMENTS[name]
    for number in range(first, first + 400):
        seed = number.to_bytes(32, "big")
        game = bibliogamo.Game.new(seed=seed)
        policy = seated(style, random.Random(number), components("standard"))
        actions: list[tuple[int, str]] = []
        while True:
            if fits(game.view(0)):
                return Scene("bibliogamo", 1, seed, tuple(actions))
            if game.to_act is None:
                break
            text = policy(game.legal(), game.truth, 0)
            game.play(text)
            actions.append((0, text))
    raise AssertionError("no such moment in these deals")


# ── what goes wrong ────────────────────────────────────────────────────────────────────────────

_SPOILT = re.compile(r'"(accept|done|sell|forward|back|(hire|pay|place) [^"]*)"')


def provoke_refusal(page: Page) -> None:
    """On the way to the server every action becomes one that nobody may do now."""

    def meddle(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(_SPOILT.sub('"library 1"', str(text))))

    page.route_web_socket("**/socket", meddle)


# ── hands ──────────────────────────────────────────────────────────────────────────────────────

# All that the page offers to keys now; null while something is on its way.
_OFFER = """() => {
  if (document.querySelector(".ending")) return { over: true };
  const bar = document.querySelector("header .status");
  if (!bar || !bar.classList.contains("saved")) return null;
  const key = (one) => one.querySelector("kbd")?.textContent ?? null;
  const all = (where) => [...document.querySelectorAll(where)].map((one) => ({
    key: key(one), on: one.getAttribute("aria-disabled") === null, name: one.dataset.act ?? one.dataset.tower,
    filled: one.querySelectorAll("i.on").length, gain: one.querySelectorAll("i.pre").length,
    done: one.classList.contains("done"), here: one.classList.contains("here"),
    steps: Number(one.querySelector(".tag:not(.hire)")?.textContent || 0),
  }));
  const found = { over: false, acts: all(".acts button"), hand: all(".hnd button"), board: all(".board .tw") };
  const any = [...found.acts, ...found.hand, ...found.board].some((one) => one.on && (one.key || one.name));
  return any ? found : null;
}"""


def wait_for_offer(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.wait_for_function(_OFFER).json_value()
    return found


def _best(towers: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Where most work is done already, so that books are finished one after the other."""
    good = [tower for tower in towers if tower["on"] and tower["gain"]]
    return max(good, key=lambda tower: (tower["filled"], tower["gain"]), default=None)


def _press(page: Page, key: str) -> None:
    page.keyboard.press({"↵": "Enter", "Esc": "Escape"}.get(key, key.lower()))


def _walk_to_a_sale(page: Page, board: list[dict[str, Any]]) -> bool:
    goal = next((n for n, tower in enumerate(board) if tower["done"] and tower["steps"]), None)
    here = next((n for n, tower in enumerate(board) if tower["here"]), None)
    if goal is None or here is None or board[goal]["steps"] > 2:
        return False
    page.keyboard.press("ArrowRight" if (goal - here) % 7 <= 3 else "ArrowLeft")
    return True


def _hire(page: Page, offer: dict[str, Any], tried: set[str]) -> bool:
    """Choose the next card that was not tried today; hire with it if it places anybody."""
    card = next((c for c in offer["hand"] if c["on"] and c["key"] and c["key"] not in tried), None)
    if card is None:
        return False
    tried.add(card["key"])
    _press(page, card["key"])
    tower = _best(wait_for_offer(page)["board"])
    _press(page, tower["key"] if tower else "Esc")
    return True


def play_days(page: Page, presses: int = 1500, heed: Callable[[], None] = lambda: None) -> int:
    """To the end of the year by the keys that the page names; how many it took. `heed`: before each of them."""
    tried: set[str] = set()
    for pressed in range(presses):
        wait_for_offer(page)
        heed()
        offer = wait_for_offer(page)
        if offer["over"]:
            return pressed
        acts = {act["name"]: act["key"] for act in offer["acts"] if act["on"] and act["key"]}
        if first := next((acts[name] for name in ("accept", "sell", "pay") if name in acts), None):
            _press(page, first)
            tried = set()
        elif "1" in acts.values():  # somebody must be named
            _press(page, "1")
        elif "hire" in acts and (
            _walk_to_a_sale(page, offer["board"]) or _hire(page, offer, tried)
        ):
            continue
        elif "end" in acts:
            _press(page, acts["end"])
            tried = set()
        else:  # a tower must be named
            _press(page, next(tower["key"] for tower in offer["board"] if tower["on"]))
    return presses
