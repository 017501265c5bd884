"""What the server needs from a game: auto-actions, a lesson, a daily deal, extra routes.

A game's ServerExtension is found through the entry points of the group `armarium.server`. A game without one can be
hosted too; a missing part switches its feature off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from armarium.core.errors import ArmariumError, BadOption
from armarium.core.game import View
from armarium.core.registry import find_extension, find_game

__all__ = [
    "AutoActions",
    "BadAutoAction",
    "ExtraRoute",
    "GuideStep",
    "Lesson",
    "RouteAnswer",
    "ServerExtension",
    "server_extension",
]


class BadAutoAction(ArmariumError):
    code = "bad-instruction"
    sentence = "The auto-action {asked!r} cannot be set: {reason}."
    reasons: ClassVar = {
        "instruction-none": "this game has none",
        "instruction-form": "it cannot be read; auto-actions look like: {allowed}",
        "instruction-past": "that card is not up for auction now; {allowed} is",
        "instruction-means": "it is more than you can pay, which is {allowed}",
        "instruction-clash": "it contradicts another one: {allowed}",
        "instruction-early": "no game is in progress",
    }


class AutoActions(Protocol):
    """What a seat may ask for in advance, such as bidding up to a limit.

    An auto-action is a text, like an action. After every action, the server asks which auto-actions are finished and,
    when the seat is to act, what they do. Both depend only on the seat's own view, which is a read-only mapping and
    not always a dict. A module can implement this as well as an object.
    """

    def check(self, view: Mapping[str, Any], texts: Sequence[str]) -> list[str]:
        """Return the auto-actions in canonical order, without duplicates. Raise BadAutoAction with the reason."""

    def drop_finished(self, view: Mapping[str, Any], texts: Sequence[str]) -> list[str]:
        """Return those that are not finished, from the seat's view after an action."""

    def next_action(self, view: Mapping[str, Any], texts: Sequence[str]) -> str | None:
        """Return the legal action that they ask for now, or None if the player has to choose."""


def _nothing(_: View) -> None:
    return None


def _no_facts(_: View) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class GuideStep:
    """One sentence of the guide, shown once, at the first view that it fits.

    Its text is under `<game>_lesson_<code>`, the reason under `…_why`. `points`: the zones and controls of the screen
    that it refers to. `does`: the suggested action, if any. `rule`: the number of its rule. `aim`: where `does` only
    leads to what is suggested, the action that is meant.
    """

    code: str
    part: str
    fits: Callable[[View], bool]
    rule: str
    points: tuple[str, ...] | Callable[[View], tuple[str, ...]] = ()
    does: Callable[[View], str | None] = _nothing
    facts: Callable[[View], Mapping[str, str | int]] = _no_facts
    aim: Callable[[View], str | None] | None = None

    def points_at(self, view: View) -> tuple[str, ...]:
        return self.points(view) if callable(self.points) else self.points


@dataclass(frozen=True)
class Lesson:
    """A guided first game.

    `record`: the start of the game, with chosen cards. The learner sits in seat 0; `bots` are the names and levels of
    the others. `parts` are introduced in advance, under `<game>_lesson_part_<part>`. `hides` maps a step to zones of
    the screen that stay hidden until it is shown, or until a later part begins.
    """

    minutes: int
    bots: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    steps: tuple[GuideStep, ...]
    record: Callable[[], str]
    hides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def find_steps(self, view: View) -> list[GuideStep]:
        """Return all steps that fit this view, in order; none while others act."""
        if view["to_act"] not in (None, view["you"]):
            return []
        return [step for step in self.steps if step.fits(view)]


@dataclass(frozen=True)
class RouteAnswer:
    """JSON-ready data, or a text to be downloaded as a file with this name."""

    data: Any = None
    text: str | None = None
    file_name: str = ""
    media_type: str = "application/json"


@dataclass(frozen=True)
class ExtraRoute:
    """A route that a game adds. A body of at most `max_bytes` goes to `answer`, which raises an ArmariumError if it
    is wrong.

    `answer` may be slow: it runs in a separate process.
    """

    method: Literal["GET", "POST"]
    path: str
    answer: Callable[[bytes], RouteAnswer]
    max_bytes: int = 0


class ServerExtension:
    """A game's part of the server. Every member is optional."""

    stand_in: ClassVar[str | None] = None  # for an absent player; None: the strongest fast bot
    has_daily: ClassVar[bool] = False  # one deal per day for everyone; needs a score in the outcome
    stops_at_cards: ClassVar[bool] = False  # a list of actions ends where a card is revealed

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """Return whether the sender can know in advance that the whole list is legal.

        A refused list changes nothing, so the refusal must never depend on a card that the sender has not seen. A
        single action is always fine; a game that allows more says which.
        """
        return len(actions) == 1

    def options_to_store(self, game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the requested options without anything that a table must not store."""
        known = [option.name for option in find_game(game).options]
        for name, value in asked.items():
            if name not in known:
                raise BadOption(option=name, asked=value, reason="no-option", allowed=known)
        return dict(asked)

    @property
    def routes(self) -> Sequence[ExtraRoute]:
        """Return extra routes of the game, for example to check uploaded card sets."""
        return ()

    def page_files(self) -> Mapping[str, Any]:
        """Return data that the page needs where no server answers these routes, by file name."""
        return {}

    @property
    def auto_actions(self) -> AutoActions | None:
        """Return the game's auto-actions, or None if it has none."""
        return None

    @property
    def lesson(self) -> Lesson | None:
        """Return the guided first game, or None if there is none."""
        return None


def server_extension(game: str) -> ServerExtension:
    """Return a game's ServerExtension, or an empty one."""
    return find_extension("armarium.server", game, ServerExtension) or ServerExtension()
