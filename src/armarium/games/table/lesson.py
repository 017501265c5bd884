"""A first game that teaches: a game that was chosen, who sits there, and what a voice says at the right moment.

The voice hears nothing but the view of the seat it speaks to. It proposes and never forbids: whoever does something
else goes on playing, and the next step that fits is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from armarium.games.table.game import View

__all__ = ["Lesson", "Step"]


def _nothing(_: View) -> None:
    return None


def _no_facts(_: View) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Step:
    """One sentence, said once, at the first view that it fits.

    Its words are under `<game>_lesson_<code>`, the reason behind it under `…_why`. `points`: zones and acts of the
    screen that it speaks of. `does`: the action that it proposes, if it does; `rule`: its sentence in the rules.
    """

    code: str
    part: str
    fits: Callable[[View], bool]
    rule: str
    points: tuple[str, ...] | Callable[[View], tuple[str, ...]] = ()
    does: Callable[[View], str | None] = _nothing
    facts: Callable[[View], Mapping[str, str | int]] = _no_facts

    def points_at(self, view: View) -> tuple[str, ...]:
        return self.points(view) if callable(self.points) else self.points


@dataclass(frozen=True)
class Lesson:
    """`record`: the game as it is handed over, its cards chosen. Whoever learns sits in seat 0; `bots` are the names
    and levels of the others. `parts` are told beforehand, under `<game>_lesson_part_<part>`."""

    minutes: int
    bots: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    steps: tuple[Step, ...]
    record: Callable[[], str]

    def at(self, view: View) -> list[Step]:
        """All that fits this view, in the order in which it should be said; nothing while others act."""
        if view["to_act"] not in (None, view["you"]):
            return []
        return [step for step in self.steps if step.fits(view)]
