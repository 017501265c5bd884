"""Game moments for the screen tests, and helpers that play a game by keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page

from armarium.games import bibliogamo
from tests.twins.bibliogamo.components import components
from tests.twins.bibliogamo.policies import make_policy
from tests.web.scenes import Scene

__all__ = [
    "MOMENTS",
    "find_moment",
    "play_by_keys",
    "provoke_refusal",
    "wait_for_offer",
]

View = dict[str, Any]
Moment = Callable[[View], bool]


def _count_open_towers(view: View) -> int:
    return len(view["previews"]["lacks"])


def is_move(view: View) -> bool:
    return (
        view["step"] == "move"
        and view["day"] >= 14
        and _count_open_towers(view) >= 2
        and view["florins"] > 3
    )


def is_before_sale(view: View) -> bool:
    may_sell = view["step"] == "move" and view["previews"]["next_step"] == "sell"
    return may_sell and view["day"] >= 14 and _count_open_towers(view) >= 2


def may_lose_level(view: View) -> bool:
    return view["step"] == "move" and any(way["gives_back"] for way in view["previews"]["reach"])


def is_price(view: View) -> bool:
    return view["step"] == "price" and view["day"] >= 12 and view["previews"]["redraw"] is not None


def is_price_with_full_table(view: View) -> bool:
    return view["step"] == "price" and _count_open_towers(view) >= 4 and len(view["hand"]) == 5


def is_hire(view: View) -> bool:
    return view["step"] == "hire" and view["day"] >= 9 and len(view["previews"]["hires"]) >= 3


def has_liftable_block(view: View) -> bool:
    blocked = view["previews"]["blocked_cards"]
    return (
        view["step"] == "move"
        and len(blocked) >= 2
        and bool(set(view["previews"]["lifting"]) - set(blocked))
    )


def is_payment(view: View) -> bool:
    return view["step"] == "pay" and view["day"] >= 9


def is_last_payment(view: View) -> bool:
    return is_payment(view) and view["hires"] == 2 and not view["landed"]


def is_later_transfer(view: View) -> bool:
    return view["step"] == "transfer" and view["transfer"]["from"] is not None


def is_jam(view: View) -> bool:
    return view["step"] == "move" and view["previews"]["jam"] and _count_open_towers(view) >= 4


def is_near_end(view: View) -> bool:
    return view["step"] == "move" and view["day"] == 39


def _make_step_check(name: str) -> Moment:
    return lambda view: view["step"] == name


# The condition, the policy, and the first deal to try.
MOMENTS: dict[str, tuple[Moment, str, int]] = {
    "bibliogamo-first": (lambda _: True, "planner", 1),
    "bibliogamo-move": (is_move, "planner", 1),
    "bibliogamo-sale": (is_before_sale, "planner", 1),
    "bibliogamo-level": (may_lose_level, "planner", 1),
    "bibliogamo-price": (is_price, "planner", 1),
    "bibliogamo-full": (is_price_with_full_table, "naive", 4),
    "bibliogamo-hire": (is_hire, "planner", 1),
    "bibliogamo-blocked": (has_liftable_block, "planner", 1),
    "bibliogamo-pay": (is_payment, "planner", 1),
    "bibliogamo-last-pay": (is_last_payment, "planner", 1),
    "bibliogamo-place": (_make_step_check("place"), "naive", 155),
    "bibliogamo-give-back": (_make_step_check("give-back"), "spender", 25),
    "bibliogamo-library": (_make_step_check("library"), "librarian", 1),
    "bibliogamo-transfer": (_make_step_check("transfer"), "librarian", 1),
    "bibliogamo-transfer-more": (is_later_transfer, "librarian", 1),
    "bibliogamo-jam": (is_jam, "naive", 1),
    "bibliogamo-late": (is_near_end, "planner", 1),
    "bibliogamo-results": (_make_step_check("over"), "planner", 1),
    "bibliogamo-results-poor": (_make_step_check("over"), "naive", 1),
}


@cache
def find_moment(name: str) -> Scene:
    """Find the moment by playing. The result is deterministic."""
    fits, style, first = MOMENTS[name]
    for number in range(first, first + 400):
        seed = number.to_bytes(32, "big")
        game = bibliogamo.Game.new(seed=seed)
        policy = make_policy(style, random.Random(number), components("standard"))
        actions: list[tuple[int, str]] = []
        while True:
            if fits(game.view(0)):
                return Scene("bibliogamo", 1, seed, tuple(actions))
            if game.to_act is None:
                break
            text = policy(game.legal(), game.truth, 0)
            game.play(text)
            actions.append((0, text))
    raise AssertionError(f"no deal has the moment {name}")


# ── refusals ───────────────────────────────────────────────────────────────────────────────────

_REPLACED = re.compile(r'"(accept|done|sell|forward|back|(hire|pay|place) [^"]*)"')


def provoke_refusal(page: Page) -> None:
    """Replace every action on its way to the server by an illegal one."""

    def replace_actions(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(_REPLACED.sub('"library 1"', str(text))))

    page.route_web_socket("**/socket", replace_actions)


# ── playing ────────────────────────────────────────────────────────────────────────────────────

# The keys that the page offers now; null during an animation.
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


def _find_best_tower(towers: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the tower with the most artisans, so that books are finished one by one."""
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


def _try_to_hire(page: Page, offer: dict[str, Any], tried: set[str]) -> bool:
    """Choose the next untried card; hire with it if it places anybody."""
    card = next((c for c in offer["hand"] if c["on"] and c["key"] and c["key"] not in tried), None)
    if card is None:
        return False
    tried.add(card["key"])
    _press(page, card["key"])
    tower = _find_best_tower(wait_for_offer(page)["board"])
    _press(page, tower["key"] if tower else "Esc")
    return True


def play_by_keys(
    page: Page, presses: int = 1500, before_press: Callable[[], None] = lambda: None
) -> int:
    """Press the keys that the page shows until the game is over; return the number of presses.

    `before_press` runs before each press.
    """
    tried: set[str] = set()
    for pressed in range(presses):
        wait_for_offer(page)
        before_press()
        offer = wait_for_offer(page)
        if offer["over"]:
            return pressed
        acts = {act["name"]: act["key"] for act in offer["acts"] if act["on"] and act["key"]}
        if first := next((acts[name] for name in ("accept", "sell", "pay") if name in acts), None):
            _press(page, first)
            tried = set()
        elif "1" in acts.values():  # a craft must be chosen
            _press(page, "1")
        elif "hire" in acts and (
            _walk_to_a_sale(page, offer["board"]) or _try_to_hire(page, offer, tried)
        ):
            continue
        elif "end" in acts:
            _press(page, acts["end"])
            tried = set()
        else:  # a tower must be chosen
            _press(page, next(tower["key"] for tower in offer["board"] if tower["on"]))
    return presses
