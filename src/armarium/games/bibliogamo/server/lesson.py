"""The guided first game of Bibliogamo: an ordinary game from its first day.

The first days show every phase, with little on the screen at first. Then the guide falls silent, except where
something new happens, and the learner plays the other days alone.
"""

from __future__ import annotations

from typing import Any

from armarium.games.bibliogamo.components import components_of
from armarium.server.extension import GuideStep, Lesson

__all__ = ["LESSON"]

View = dict[str, Any]

TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")
RING = tuple(f"tower-{tower}" for tower in TOWERS)
SEED = 233
FEW_FLORINS = 2  # maximum florins for steps to a sale
ALONE = 8  # from this day on, with a book sold, the learner plays alone


def record() -> str:
    from armarium.games.bibliogamo.game import Game

    return Game.new(1, SEED).record()


# ── conditions on the view ──────────────────────────────────────────────────────────────────────────


def is_morning(view: View) -> bool:
    return bool(view["step"] == "move")


def is_later_morning(view: View) -> bool:
    """Return True from the second day on: the first has enough new things."""
    return is_morning(view) and view["day"] > 1


def stands_on_a_book(view: View) -> bool:
    return is_morning(view) and view["previews"]["next_step"] == "sell"


def steps_to_a_book(view: View) -> tuple[int, int] | None:
    """Return the cost and space of the nearest finished book worth walking to."""
    if not is_morning(view) or stands_on_a_book(view):
        return None
    ready = [1 + TOWERS.index(tower) for tower in view["previews"]["finished"]]
    ways = [
        (way["cost"], way["space"])
        for way in view["previews"]["reach"]
        if way["space"] in ready and 0 < way["cost"] <= FEW_FLORINS and not way["gives_back"]
    ]
    return min(ways, default=None)


def best_hire(view: View) -> tuple[int, str] | None:
    """Return the card and tower that finish a book, or place most artisans; none may be lost.

    Of equal hires, one for a tower with artisans comes first.
    """
    found = [
        (hire["finishes"], sum(hire["places"].values()), sum(view["towers"][tower].values()), -int(card), tower)
        for card, towers in view["previews"]["hires"].items()
        for tower, hire in towers.items()
        if hire["places"] and not hire["loses"] and not hire["short"]
    ]  # fmt: skip
    if not found:
        return None
    *_, card, tower = max(found)
    return -card, tower


def may_hire(view: View, hires: int | None = None) -> bool:
    """Return True if it is time to hire, also in the morning if there is nothing to sell."""
    has_nothing_to_sell = not stands_on_a_book(view) and steps_to_a_book(view) is None
    is_time = view["step"] == "hire" or (is_morning(view) and has_nothing_to_sell)
    return is_time and hires in (None, view["hires"]) and best_hire(view) is not None


def finishes_a_book(view: View) -> bool:
    found = best_hire(view)
    return found is not None and view["previews"]["hires"][str(found[0])][found[1]]["finishes"]


def is_blocked(view: View) -> bool:
    return view["day"] > 1 and bool(view["previews"]["blocked_cards"])


def sold_books(view: View) -> int:
    return sum(view["books"].values())


# ── suggested actions ───────────────────────────────────────────────────────────────────────────


def walk(view: View) -> str:
    found = steps_to_a_book(view)
    assert found is not None
    cost, space = found
    return "forward" if (space - view["librarian"]) % 7 == cost else "back"


def sell(view: View) -> str:
    return "sell" if "sell" in view["legal"] else "done"


def name_hire(view: View) -> str:
    found = best_hire(view)
    assert found is not None
    return f"hire {found[0]} {found[1]}"


def hire(view: View) -> str:
    """Return the best hire; in the morning `done` leads to the hire step."""
    return name_hire(view) if view["step"] == "hire" else "done"


def payment(view: View) -> int:
    """Return the card that hires the fewest artisans; a blocked one hires nobody."""
    blocked = view["previews"]["blocked_cards"]
    cards = [int(text.removeprefix("pay ")) for text in view["legal"] if text.startswith("pay ")]
    return min(cards, key=lambda card: (0 if card in blocked else _count_icons(view, card), card))


def pays_with_blocked(view: View) -> bool:
    return view["step"] == "pay" and payment(view) in view["previews"]["blocked_cards"]


def pay(view: View) -> str:
    return f"pay {payment(view)}"


def _count_icons(view: View, card: int) -> int:
    artisans = components_of(view["options"]["components"]).data["artisan"]
    return sum(next(one["grants"] for one in artisans if one["id"] == card).values())


def find_lift(view: View) -> str | None:
    """Return the first way to lift the block that allows a good hire and leaves a card to pay for it."""
    from armarium.players.position import position_from

    for text in view["legal"]:
        if text.startswith("lift ") and len(view["hand"]) > 2:
            game = position_from(view).imagine(0)
            game.play(text)
            if best_hire(game.view(0)) is not None:
                return str(text)
    return None


def lift(view: View) -> str:
    found = find_lift(view)
    assert found is not None
    return found


def first_legal(view: View) -> str:
    return str(view["legal"][0])


# ── what a sentence refers to ───────────────────────────────────────────────────────────────────


def walk_targets(view: View) -> tuple[str, ...]:
    found = steps_to_a_book(view)
    return () if found is None else (f"tower-{TOWERS[found[1] - 1]}",)


def hire_targets(view: View) -> tuple[str, ...]:
    found = best_hire(view)
    return () if found is None else (f"card-{found[0]}", f"tower-{found[1]}")


def hire_facts(view: View) -> dict[str, Any]:
    found = best_hire(view)
    assert found is not None
    places = view["previews"]["hires"][str(found[0])][found[1]]["places"]
    return {"artisans": found[0], "tower": found[1], "count": sum(places.values())}


def lift_facts(view: View) -> dict[str, Any]:
    return {"artisans": int(lift(view).split()[1]), "craft": view["blocked"]}


def librarian_at(view: View) -> tuple[str, ...]:
    space = view["librarian"]
    return ("library",) if space == 0 else (f"tower-{TOWERS[space - 1]}",)


# ── the steps ──────────────────────────────────────────────────────────────────────────────────

STEPS = (
    GuideStep("city", "city", is_morning, "L-1.2", RING),
    GuideStep("librarian", "city", is_morning, "L-2.3", librarian_at),
    GuideStep("days", "city", is_morning, "L-1.8", ("day",), facts=lambda v: {"count": v["previews"]["days_left"] + 1}),
    GuideStep("morning", "walk", is_later_morning, "L-2.3", ("turned", "walked")),
    GuideStep("florins", "walk", is_later_morning, "L-3.2", ("florins",), facts=lambda v: {"count": v["florins"]}),
    GuideStep(
        "block",
        "block",
        lambda v: is_later_morning(v) and is_blocked(v),
        "L-2.6",
        ("walked", "turned"),
        facts=lambda v: {"craft": v["blocked"]},
    ),
    GuideStep("points", "sell", lambda v: is_morning(v) and sold_books(v) > 0, "L-7.5", ("prestige", "books")),
    GuideStep(
        "level",
        "sell",
        lambda v: is_later_morning(v) and v["florins"] >= 15,
        "L-3.3",
        ("florins",),
    ),
    GuideStep(
        "walk",
        "walk",
        lambda v: steps_to_a_book(v) is not None,
        "L-3.2",
        walk_targets,
        walk,
        lambda v: {"count": (steps_to_a_book(v) or (0, 0))[0], "tower": TOWERS[(steps_to_a_book(v) or (0, 1))[1] - 1]},
    ),
    GuideStep(
        "sell",
        "sell",
        lambda v: stands_on_a_book(v) or "sell" in v["legal"],
        "L-4.1",
        ("sell",),
        sell,
        lambda v: {"tower": TOWERS[v["librarian"] - 1]},
        aim=lambda v: "sell",
    ),
    GuideStep(
        "price",
        "sell",
        lambda v: v["step"] == "price",
        "L-4.3",
        ("offer-first", "offer-second"),
        lambda v: "accept",
        lambda v: {"count": v["offer"]["price"]},
    ),
    GuideStep(
        "finish",
        "hire",
        lambda v: may_hire(v) and finishes_a_book(v),
        "L-5.1",
        hire_targets,
        hire,
        hire_facts,
        name_hire,
    ),
    GuideStep("hire", "hire", lambda v: may_hire(v, 0), "L-5.1", hire_targets, hire, hire_facts, name_hire),
    GuideStep(
        "onward",
        "hire",
        lambda v: v["day"] == 2 and may_hire(v, 0),
        "L-5.1",
        hire_targets,
        hire,
        hire_facts,
        name_hire,
    ),
    GuideStep(
        "pay-blocked",
        "block",
        pays_with_blocked,
        "L-2.6",
        lambda v: (f"card-{payment(v)}",),
        pay,
        lambda v: {"artisans": payment(v)},
    ),
    GuideStep(
        "pay",
        "hire",
        lambda v: v["step"] == "pay" and not pays_with_blocked(v),
        "L-5.1",
        lambda v: (f"card-{payment(v)}",),
        pay,
        lambda v: {"artisans": payment(v)},
    ),
    GuideStep("again", "hire", lambda v: may_hire(v, 1), "L-5.3", hire_targets, hire, hire_facts, name_hire),
    GuideStep(
        "lift",
        "block",
        lambda v: (
            v["day"] > 1
            and v["step"] in ("move", "hire")
            and best_hire(v) is None
            and find_lift(v) is not None
        ),
        "L-2.8",
        lambda v: (f"card-{lift(v).split()[1]}",),
        lift,
        lift_facts,
    ),
    GuideStep(
        "library",
        "library",
        lambda v: v["step"] == "library",
        "L-6.1",
        ("library", "hand"),
        first_legal,
    ),
    GuideStep("transfer", "library", lambda v: v["step"] == "transfer", "L-6.2", RING, first_legal),
    GuideStep(
        "plan",
        "score",
        lambda v: is_morning(v) and v["day"] >= ALONE and sold_books(v) > 0,
        "L-7.5",
        ("day",),
        facts=lambda v: {"count": v["previews"]["days_left"] + 1},
    ),
    GuideStep("last", "score", lambda v: is_morning(v) and v["day"] == 40, "L-7.7"),
    GuideStep("score", "score", lambda v: v["step"] == "over", "L-7.8"),
    GuideStep("end", "score", lambda v: v["step"] == "over", "L-7.10"),
)  # fmt: skip

LESSON = Lesson(
    minutes=10,
    bots=(),
    parts=("city", "hire", "walk", "block", "sell", "library", "score"),
    steps=STEPS,
    record=record,
    hides={
        "morning": ("turned", "walked", "day-steps", "card-steps"),
        "florins": ("florins", "walk-cost"),
        "block": ("card-block",),
        "price": ("card-prices",),
        "points": ("books", "prestige"),
    },
)
