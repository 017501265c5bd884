"""The first game of Bibliogamo: the last week of a year that somebody else began well.

Forty days take an hour; a week of them shows every phase, a sale, the Grand Library and the score. The days before are
those of `lesson.txt`, a record like any other; whoever learns takes over in the morning and plays to the end.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from armarium.games.table.lesson import Lesson, Step

__all__ = ["LESSON"]

View = dict[str, Any]

TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")
RING = tuple(f"tower-{tower}" for tower in TOWERS)
FIRST_DAY = 34
FEW_FLORINS = 2  # for steps to one sale: what it pays above that is kept


def record() -> str:
    return (files("armarium.games.bibliogamo") / "lesson.txt").read_text(encoding="utf-8")


# ── what a view shows ──────────────────────────────────────────────────────────────────────────


def is_morning(view: View) -> bool:
    return bool(view["step"] == "move")


def stands_on_a_book(view: View) -> bool:
    return is_morning(view) and view["previews"]["next_step"] == "sell"


def steps_to_a_book(view: View) -> tuple[int, int] | None:
    """What the nearest finished book that is worth the walk costs, and its space."""
    if not is_morning(view) or stands_on_a_book(view):
        return None
    ready = [1 + TOWERS.index(tower) for tower in view["previews"]["finished"]]
    ways = [
        (way["cost"], way["space"])
        for way in view["previews"]["reach"]
        if way["space"] in ready and 0 < way["cost"] <= FEW_FLORINS and not way["gives_back"]
    ]
    return min(ways, default=None)


def may_hire(view: View, hires: int) -> bool:
    """Also in the morning: whoever has nothing to sell goes on to hiring."""
    has_sold_out = not stands_on_a_book(view) and steps_to_a_book(view) is None
    is_time = view["step"] == "hire" or (is_morning(view) and has_sold_out)
    return is_time and view["hires"] == hires and best_hire(view) is not None


def best_hire(view: View) -> tuple[int, str] | None:
    """The card and the tower that place most; a book that gets finished is worth three artisans more."""
    best: tuple[int, int, str] | None = None
    for card, towers in view["previews"]["hires"].items():
        for tower, hire in towers.items():
            gain = sum(hire["places"].values()) + 3 * hire["finishes"]
            if gain and (best is None or gain > best[0]):
                best = gain, int(card), tower
    return None if best is None else best[1:]


def is_blocked(view: View) -> bool:
    """From the second morning on: the first has enough that is new."""
    is_time = view["step"] in ("move", "hire") and view["day"] > FIRST_DAY
    return is_time and bool(view["previews"]["blocked_cards"])


# ── what is proposed ───────────────────────────────────────────────────────────────────────────


def walk(view: View) -> str:
    found = steps_to_a_book(view)
    assert found is not None
    cost, space = found
    return "forward" if (space - view["librarian"]) % 7 == cost else "back"


def sell(view: View) -> str:
    return "sell" if "sell" in view["legal"] else "done"


def hire(view: View) -> str:
    """From the morning the way leads over `done`: no step, no sale."""
    found = best_hire(view)
    assert found is not None
    return f"hire {found[0]} {found[1]}" if view["step"] == "hire" else "done"


def pay(view: View) -> str:
    """With a card that is blocked today, else with any."""
    blocked = [f"pay {card}" for card in view["previews"]["blocked_cards"]]
    return next((text for text in blocked if text in view["legal"]), first(view))


def lift(view: View) -> str:
    return str(next(text for text in view["legal"] if text.startswith("lift ")))


def first(view: View) -> str:
    return str(view["legal"][0])


def walked(view: View) -> tuple[str, ...]:
    found = steps_to_a_book(view)
    return () if found is None else (f"tower-{TOWERS[found[1] - 1]}",)


def hired(view: View) -> tuple[str, ...]:
    found = best_hire(view)
    return ("hand",) if found is None else ("hand", f"tower-{found[1]}")


# ── the voice ──────────────────────────────────────────────────────────────────────────────────

STEPS = (
    Step(
        "city",
        "city",
        is_morning,
        "L-1.2",
        RING,
        facts=lambda v: {"count": v["previews"]["days_left"] + 1},
    ),
    Step("points", "city", is_morning, "L-7.5", ("prestige",)),
    Step("morning", "walk", is_morning, "L-2.3", ("turned",)),
    Step(
        "walk",
        "walk",
        lambda v: steps_to_a_book(v) is not None,
        "L-3.2",
        walked,
        walk,
        lambda v: {"count": (steps_to_a_book(v) or (0, 0))[0]},
    ),
    Step(
        "sell",
        "sell",
        lambda v: stands_on_a_book(v) or "sell" in v["legal"],
        "L-4.1",
        ("sell",),
        sell,
    ),
    Step(
        "price",
        "sell",
        lambda v: v["step"] == "price",
        "L-4.3",
        ("offer-first", "offer-second"),
        lambda v: "accept",
        lambda v: {"count": v["offer"]["price"]},
    ),
    Step("block", "block", is_blocked, "L-2.6", ("turned",)),
    Step(
        "lift",
        "block",
        lambda v: is_blocked(v) and any(text.startswith("lift ") for text in v["legal"]),
        "L-2.8",
        ("hand",),
        lift,
    ),
    Step("hire", "hire", lambda v: may_hire(v, 0), "L-5.1", hired, hire),
    Step("pay", "hire", lambda v: v["step"] == "pay", "L-5.1", ("hand",), pay),
    Step("again", "hire", lambda v: may_hire(v, 1), "L-5.3", hired, hire),
    Step(
        "library", "library", lambda v: v["step"] == "library", "L-6.1", ("library", "hand"), first
    ),
    Step("transfer", "library", lambda v: v["step"] == "transfer", "L-6.2", RING, first),
    Step(
        "level",
        "score",
        lambda v: is_morning(v) and v["day"] > FIRST_DAY + 1 and v["florins"] >= 15,
        "L-3.3",
        ("florins",),
    ),
    Step("last", "score", lambda v: is_morning(v) and v["day"] == 40, "L-7.7"),
    Step("score", "score", lambda v: v["step"] == "over", "L-7.8"),
    Step("end", "score", lambda v: v["step"] == "over", "L-7.10"),
)

LESSON = Lesson(
    minutes=6,
    bots=(),
    parts=("city", "walk", "sell", "block", "hire", "library", "score"),
    steps=STEPS,
    record=record,
)
