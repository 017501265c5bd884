"""From the record of a finished game to its analysis; every number follows from record, seed and analyst's version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from armarium.analysis.judging import CLASSES, MARKED, accuracy, class_of
from armarium.analysis.shape import Analysis, BoughtLot, Decision, Seat, Weighed
from armarium.analysis.shares import Share, shares_of
from armarium.games.shelf import open_book
from armarium.games.table.analyst import Analyst, Choice, Course, Lot, Progress
from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.games.table.record import Record

__all__ = ["NoAnalyst", "NotOver", "analyse", "analyst_of", "versions_of"]

MOMENTS = 3  # decisions that are shown first, for each seat
SECOND_LOOKS = 6  # decisions a seat that are looked at again, the costliest
EFFORT = 4.0  # of a second look

_COURSE, _DECISIONS, _AGAIN = 50, 700, 850  # of a thousand, when each part is done


class NoAnalyst(ArmariumError):
    code: ClassVar[str] = "no-analyst"
    sentence: ClassVar[str] = "Nobody explains games of {asked}."


class NotOver(ArmariumError):
    code: ClassVar[str] = "not-over"
    sentence: ClassVar[str] = (
        "A game is explained when it is over; this one stops at action {asked}."
    )


def _unnoted(done: int, of: int) -> None:
    pass


def analyst_of(name: str) -> Analyst:
    found = open_book(name).analyst
    if found is None:
        raise NoAnalyst(asked=name)
    return found


def analyse(text: str, noted: Progress = _unnoted, effort: float = 1.0, seed: int = 1) -> Analysis:
    """`effort`: how many times the usual number of worlds; with another seed they are other worlds."""
    games = list(versions_of(Record.parse(text)))
    last = games[-1]
    if last.to_act is not None:
        raise NotOver(asked=len(last.actions))
    analyst = analyst_of(last.name)
    course = analyst.course(games, _part(noted, 0, _COURSE))
    decisions = _Decisions(analyst, games, course, effort, seed)
    found = decisions.weighed(noted)
    lots = analyst.lots(games, _part(noted, _AGAIN, 1000))
    shares = shares_of(course, [seat for seat, _ in last.actions])
    noted(1000, 1000)
    return Analysis(
        game=last.name,
        version=analyst.version,
        measure=analyst.measure.name,
        curve=course.points.tolist(),
        luck=(course.points[1:] - course.settled).tolist(),
        decisions=found,
        seats=[_seat(n, share, found, analyst) for n, share in enumerate(shares)],
        lots=[_bought(lot) for lot in lots],
    )


def _bought(lot: Lot) -> BoughtLot:
    return {"v": lot.v, "seat": lot.seat, "card": lot.card, "paid": lot.paid, "fair": lot.fair}


def versions_of(record: Record) -> Iterator[Game]:
    """The game before each of its actions and after the last; says what is wrong with a record."""
    rules = open_book(record.fact("game")).game
    whole = rules.replay(record.text())
    game = rules.begun(record)
    yield game.copy()
    for seat, action in whole.actions:
        game.play(action, seat)
        yield game.copy()


def _part(noted: Progress, low: int, high: int) -> Progress:
    return lambda done, of: noted(low + (high - low) * done // max(1, of), 1000)


class _Decisions:
    """All decisions of a game: a look at each, then a second and longer one at those that seem to cost most."""

    def __init__(
        self, analyst: Analyst, games: Sequence[Game], course: Course, effort: float, seed: int
    ) -> None:
        self._analyst, self._games, self._course = analyst, games, course
        self._effort, self._seed = effort, seed
        self._actions = games[-1].actions

    def weighed(self, noted: Progress) -> list[Decision]:
        open_to = [v for v in range(len(self._actions)) if len(self._games[v].legal()) > 1]
        found: dict[int, Decision] = {}
        for number, v in enumerate(open_to):
            found[v] = self._look(v, self._effort, self._seed)
            _part(noted, _COURSE, _DECISIONS)(number + 1, len(open_to))
        again = [v for seat in range(self._games[0].seats) for v in _costliest(found, seat)]
        for number, v in enumerate(again):
            found[v] = self._look(v, EFFORT * self._effort, self._seed + 1)
            if found[v]["class"] in MARKED:
                found[v]["because"] = self._because(found[v])
            _part(noted, _DECISIONS, _AGAIN)(number + 1, len(again))
        return list(found.values())

    def _look(self, v: int, effort: float, seed: int) -> Decision:
        seat, action = self._actions[v]
        choices = self._analyst.weigh(self._games[v].view(seat), action, effort, seed)
        chosen = next(choice for choice in choices if choice.action == action)
        cost = max(0.0, choices[0].worth - chosen.worth)
        played = self._course.settled[v, seat] - self._course.points[v, seat]
        return {
            "v": v,
            "seat": seat,
            "action": action,
            "chance": chosen.worth,
            "best": choices[0].action if cost else action,
            "cost": cost,
            "class": class_of(cost, self._analyst.measure),
            "because": None,
            "open": float(played),
            "weighed": [_weighed(choice) for choice in choices],
        }

    def _because(self, decision: Decision) -> dict[str, object] | None:
        view = self._games[decision["v"]].view(decision["seat"])
        reason = self._analyst.reason(view, decision["best"], decision["action"])
        return None if reason is None else reason.data()


def _weighed(choice: Choice) -> Weighed:
    return {"action": choice.action, "chance": choice.worth, "error": choice.error}


def _costliest(found: dict[int, Decision], seat: int) -> list[int]:
    own = [one for one in found.values() if one["seat"] == seat and one["class"] != CLASSES[0]]
    own.sort(key=lambda one: -one["cost"])
    return [one["v"] for one in own[:SECOND_LOOKS]]


def _seat(seat: int, share: Share, decisions: list[Decision], analyst: Analyst) -> Seat:
    own = [one for one in decisions if one["seat"] == seat]
    costly = sorted((one for one in own if one["class"] in MARKED), key=lambda one: -one["cost"])
    return {
        **share,
        "accuracy": accuracy([one["cost"] for one in own], analyst.measure),
        "classes": {name: sum(one["class"] == name for one in own) for name in CLASSES},
        "moments": [one["v"] for one in costly[:MOMENTS]],
    }
