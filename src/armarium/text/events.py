"""Render an event as a sentence: the catalogue entry `<game>_event_<event>`, formatted with the event's facts.

The page renders the same entries by the same rules (web/src/shell/text/events.ts). tests/project/event_examples.json
tests both. An entry may select a variant by a fact, or by a function of facts: `local who = seat: who` is "you" or
"other". The functions below exist for every game; a game adds its own, which name cards, towers and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

from armarium.core.game import Event
from armarium.text import catalogue
from armarium.text.catalogue import Fact, Functions

__all__ = ["Viewer", "join_list", "render_event", "render_sentence"]


@dataclass(frozen=True)
class Viewer:
    """The reader of a sentence: a language, the players' names, and which seat is "you"."""

    language: str
    names: tuple[str, ...] = ()
    you: int | None = None


def render_event(
    game: str,
    event: Event,
    viewer: Viewer,
    functions: Functions | None = None,
    show: Callable[[Any], Fact] = str,
) -> str:
    """Return the sentence for an event. Raise MissingMessage if no catalogue entry matches its facts.

    `{name}` is the name of the player at `seat`. `show` formats a fact that has no function of its own.
    """
    facts = dict(event)
    key = f"{game}_event_{facts.pop('event').replace('-', '_')}"
    return render_sentence(key, facts, viewer, functions, show)


def render_sentence(
    key: str,
    facts: Mapping[str, Any],
    viewer: Viewer,
    functions: Functions | None = None,
    show: Callable[[Any], Fact] = str,
) -> str:
    """Return the text of an entry that names players, as `render_event` does."""
    facts = dict(facts)
    if facts.get("seat") is not None:
        facts["name"] = viewer.names[facts["seat"]]
    return catalogue.render(
        viewer.language, key, facts, {**_common_functions(viewer), **(functions or {})}, show
    )


def join_list(language: str, items: Sequence[str]) -> str:
    """Join items as in "a, b and c"."""
    if len(items) <= 1:
        return "".join(items)
    joined = catalogue.translate(language, "list_pair", first=items[-2], second=items[-1])
    for item in reversed(items[:-2]):
        joined = catalogue.translate(language, "list_comma", first=item, rest=joined)
    return joined


def _common_functions(viewer: Viewer) -> Functions:
    def format_list(items: Sequence[Any]) -> str:
        return join_list(viewer.language, [str(item) for item in items])

    def who(seats: int | Sequence[int]) -> str:
        is_you = seats == viewer.you if isinstance(seats, int) else viewer.you in seats
        return "you" if is_you else "other"

    return {
        "who": who,
        "seat": lambda seat: viewer.names[seat],
        "seats": lambda seats: format_list(
            [viewer.names[seat] for seat in seats if seat != viewer.you]
        ),
        "listed": format_list,
        "given": lambda fact: "yes" if _is_given(fact) else "no",
        "same": lambda first, second: "yes" if first == second else "no",
        "count": _count,
        "less": lambda whole, part: _count(whole) - _count(part),
        "most": max,
    }


def _is_given(fact: Any) -> bool:
    return fact is not None and not (isinstance(fact, Sized) and len(fact) == 0)


def _count(things: Mapping[str, int] | Sequence[Any]) -> int:
    """Return the number of items of a list, or the sum of counts by kind."""
    return sum(things.values()) if isinstance(things, Mapping) else len(things)
