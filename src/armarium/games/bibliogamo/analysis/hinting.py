"""The facts that speak for a hinted action, from the view alone: its card, its tower, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium.core.errors import Reason
from armarium.core.game import View
from armarium.games.bibliogamo.cards import FLORINS_A_POINT
from armarium.games.bibliogamo.components import components_of

__all__ = ["describe_hint", "points_of_reason"]


def points_of_reason(code: str, facts: Mapping[str, Any], collection_points: int) -> float:
    """Return how many points a reason of the analyst accounts for."""
    worth = {"prestige": collection_points / 100, "florins": 1 / FLORINS_A_POINT}
    return float(facts.get("count", 0) * worth.get(code, 1.0))


def describe_hint(view: View, action: str) -> list[Reason]:
    """Return the facts behind an action as reasons. The catalogue key of a reason is `bibliogamo_hint_<code>`."""
    verb, *what = action.split()
    found: Reason | None = None
    if verb == "hire":
        found = _describe_hire(view, int(what[0]), what[1])
    elif verb in ("forward", "back"):
        found = _describe_walk(view, 1 if verb == "forward" else -1)
    elif verb == "done":
        found = _describe_done(view)
    elif verb == "sell":
        found = _describe_sale(view, "sale")
    elif verb in ("accept", "redraw"):
        price = {"count": int(view["offer"]["price"])}
        found = Reason(verb, price | (_range(view, "redraw") if verb == "redraw" else {}))
    elif verb == "pay":
        card = int(what[0])
        found = Reason("pay", {"card": card, "crew": card, "count": _count_places(view, card)})
    elif verb == "library":
        found = Reason("library", {"card": int(what[0]), "crew": int(what[0])})
    elif verb == "lift":
        found = Reason("lift", {"craft": view["blocked"]})
    elif verb == "transfer":
        source, target = (_count_empty(view, tower) for tower in what[1:])
        facts: dict[str, str | int] = {
            "tower": what[2],
            "source": what[1],
            "left": target - 1,
            "lost": source + 1,
        }
        found = Reason("transfer" if target > 1 else "transfer-finish", facts)
    elif verb == "give-back":
        found = Reason("give-back", {"tower": what[0], "count": _count_empty(view, what[0]) + 1})
    return [] if found is None else [found]


def _describe_hire(view: View, card: int, tower: str) -> Reason:
    preview = view["previews"]["hires"][str(card)][tower]
    if preview["finishes"]:
        return Reason("hire-finish", {"card": card, "tower": tower})
    count = sum(preview["places"].values())
    left = _count_empty(view, tower) - count
    return Reason("hire", {"card": card, "tower": tower, "count": count, "left": left})


def _describe_walk(view: View, step: int) -> Reason:
    spaces = _components(view)["ring"]["spaces"]
    space = (view["librarian"] + step) % len(spaces)
    return _describe_place(view, space, "walk")


def _describe_done(view: View) -> Reason | None:
    if view["step"] == "move":
        return _describe_place(view, view["librarian"], "stay")
    if view["step"] == "sell":
        return _describe_sale(view, "keep")
    return Reason("done", {"count": len(view["hand"])}) if view["step"] == "hire" else None


def _describe_sale(view: View, code: str) -> Reason:
    return Reason(code, {"tower": _tower_at(view, view["librarian"]), **_range(view, "sale")})


def _describe_place(view: View, space: int, way: str) -> Reason:
    if space == 0:
        return Reason(f"{way}-library")
    tower = _tower_at(view, space)
    left = _count_empty(view, tower)
    return (
        Reason(way, {"tower": tower, "count": left})
        if left
        else Reason(f"{way}-sale", {"tower": tower})
    )


def _components(view: View) -> dict[str, Any]:
    found: dict[str, Any] = components_of(view["options"]["components"]).data
    return found


def _tower_at(view: View, space: int) -> str:
    return str(_components(view)["ring"]["spaces"][space])


def _needs(view: View) -> dict[str, dict[str, int]]:
    return {tower["id"]: tower["need"] for tower in _components(view)["tower"]}


def _count_empty(view: View, tower: str) -> int:
    built: int = sum(view["towers"][tower].values())
    return sum(_needs(view)[tower].values()) - built


def _count_places(view: View, card: int) -> int:
    """Return how many places of all towers are empty for the artisans of a card."""
    grants = next(one["grants"] for one in _components(view)["artisan"] if one["id"] == card)
    return sum(
        count - int(view["towers"][tower].get(kind, 0))
        for tower, need in _needs(view).items()
        for kind, count in need.items()
        if grants.get(kind)
    )


def _range(view: View, which: str) -> dict[str, int]:
    prices = view["previews"][which]
    return {"low": int(prices["low"]), "high": int(prices["high"])}
