"""Analyse the record of a finished game.

Every number follows from the record, the seed and the analyst's version.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypedDict

import numpy as np

from armarium.analysis.extension import (
    ActionValue,
    Analyst,
    Lot,
    Measure,
    Progress,
    ValueCurve,
    analysis_extension,
)
from armarium.analysis.report import (
    CLASSES,
    MARKED,
    Analysis,
    BoughtLot,
    ConsideredAction,
    Decision,
    DecisionClass,
    SeatReport,
    ValueChange,
)
from armarium.core.errors import ArmariumError
from armarium.core.game import BaseGame, View
from armarium.core.record import Record
from armarium.core.registry import find_game

__all__ = [
    "GameNotOver",
    "Hint",
    "NoAnalyst",
    "analyse",
    "classify",
    "compute_accuracy",
    "compute_hints",
    "compute_shares",
    "find_analyst",
    "replay_versions",
]


KEY_DECISIONS = 3  # key decisions listed for each seat
REEVALUATED = 6  # decisions per seat that are evaluated a second time, the costliest first
REEVALUATION_EFFORT = 4.0  # effort of the second evaluation

FIRST_LOOK = 12  # decisions per seat in the first answer; each further one has twice as many

_CURVE, _DECISIONS, _REEVALUATIONS = (
    150,
    620,
    820,
)  # progress in thousandths at the end of each part

Publish = Callable[[Analysis], None]


class NoAnalyst(ArmariumError):
    code: ClassVar[str] = "no-analyst"
    sentence: ClassVar[str] = "{asked} has no game analysis."


class GameNotOver(ArmariumError):
    code: ClassVar[str] = "not-over"
    sentence: ClassVar[str] = (
        "Only finished games can be analysed. This one stops at action {asked}."
    )


def _ignore_progress(done: int, total: int) -> None:
    pass


def _publish_nothing(partial: Analysis) -> None:
    pass


def find_analyst(name: str) -> Analyst:
    found = analysis_extension(name).analyst
    if found is None:
        raise NoAnalyst(asked=name)
    return found


def analyse(
    text: str,
    progress: Progress = _ignore_progress,
    effort: float = 1.0,
    seed: int = 1,
    publish: Publish = _publish_nothing,
) -> Analysis:
    """Analyse a finished game.

    `effort` multiplies the usual number of sampled worlds. Another seed samples other worlds. `publish` receives
    partial analyses: the curve, then the decisions that look worst, then more of them. They have no prices.
    """
    games = list(replay_versions(Record.parse(text)))
    last = games[-1]
    if last.to_act is not None:
        raise GameNotOver(asked=len(last.actions))
    analyst = find_analyst(last.name)
    curve = analyst.compute_curve(games, _scale_progress(progress, 0, _CURVE))
    shares = compute_shares(curve, [seat for seat, _ in last.actions])

    def report(found: list[Decision], lots: Sequence[Lot]) -> Analysis:
        return Analysis(
            game=last.name,
            version=analyst.version,
            measure=analyst.measure.name,
            curve=curve.points.tolist(),
            luck=(curve.points[1:] - curve.after_action).tolist(),
            decisions=found,
            seats=[_seat_report(n, share, found, analyst) for n, share in enumerate(shares)],
            lots=[_lot_data(lot) for lot in lots],
        )

    publish(report([], []))
    decisions = _Decisions(analyst, games, curve, effort, seed)
    found = decisions.evaluate(progress, lambda partial: publish(report(partial, [])))
    lots = analyst.price_lots(games, _scale_progress(progress, _REEVALUATIONS, 1000))
    progress(1000, 1000)
    return report(found, lots)


def _lot_data(lot: Lot) -> BoughtLot:
    return {"v": lot.v, "seat": lot.seat, "card": lot.card, "paid": lot.paid, "fair": lot.fair}


def replay_versions(record: Record) -> Iterator[BaseGame]:
    """Yield the game before each of its actions and after the last one.

    Raises BadRecord if the record cannot be replayed.
    """
    rules = find_game(record.fact("game")).game
    whole = rules.replay(record.text())
    game = rules.from_record(record)
    yield game.copy()
    for seat, action in whole.actions:
        game.play(action, seat)
        yield game.copy()


def _scale_progress(progress: Progress, low: int, high: int) -> Progress:
    return lambda done, total: progress(low + (high - low) * done // max(1, total), 1000)


class _Decisions:
    """Evaluates every decision of a game, then evaluates the costliest ones again with more worlds."""

    def __init__(
        self,
        analyst: Analyst,
        games: Sequence[BaseGame],
        curve: ValueCurve,
        effort: float,
        seed: int,
    ) -> None:
        self._analyst, self._games, self._curve = analyst, games, curve
        self._effort, self._seed = effort, seed
        self._actions = games[-1].actions

    def evaluate(
        self, progress: Progress, publish: Callable[[list[Decision]], None]
    ) -> list[Decision]:
        """Return all decisions in the order of the game. Publish those found so far, the likely mistakes first."""
        order = self._order()
        found: dict[int, Decision] = {}
        next_look = FIRST_LOOK * self._games[0].seats
        for number, v in enumerate(order):
            found[v] = self._evaluate(v, self._effort, self._seed)
            _scale_progress(progress, _CURVE, _DECISIONS)(number + 1, len(order))
            if len(found) == next_look:
                publish(_in_order(found))
                next_look *= 2
        publish(_in_order(found))
        found = {v: found[v] for v in sorted(found)}
        costliest = [v for seat in range(self._games[0].seats) for v in _costliest(found, seat)]
        for number, v in enumerate(costliest):
            found[v] = self._evaluate(v, REEVALUATION_EFFORT * self._effort, self._seed + 1)
            if found[v]["class"] in MARKED:
                found[v]["because"] = self._explain(found[v])
            _scale_progress(progress, _DECISIONS, _REEVALUATIONS)(number + 1, len(costliest))
        publish(_in_order(found))
        return _in_order(found)

    def _order(self) -> list[int]:
        """Return the versions of all decisions: each seat's likely mistakes first, the seats in turn."""
        with_choice = [v for v in range(len(self._actions)) if len(self._games[v].legal()) > 1]
        losses = self._analyst.guess_losses(self._games, with_choice)
        rank: dict[int, int] = {}
        count = [0] * self._games[0].seats
        guesses = {v: loss - self._change(v) for v, loss in zip(with_choice, losses, strict=True)}
        for v in sorted(with_choice, key=lambda v: -guesses[v]):
            seat = self._actions[v][0]
            rank[v] = count[seat]
            count[seat] += 1
        return sorted(with_choice, key=lambda v: (rank[v], v))

    def _change(self, v: int) -> float:
        """Return what an action changed for its seat with all cards open."""
        seat = self._actions[v][0]
        return float(self._curve.after_action[v, seat] - self._curve.points[v, seat])

    def _evaluate(self, v: int, effort: float, seed: int) -> Decision:
        seat, action = self._actions[v]
        choices = self._analyst.evaluate_actions(self._games[v].view(seat), action, effort, seed)
        chosen = next(choice for choice in choices if choice.action == action)
        cost = max(0.0, choices[0].value - chosen.value)
        return {
            "v": v,
            "seat": seat,
            "action": action,
            "chance": chosen.value,
            "best": choices[0].action if cost else action,
            "cost": cost,
            "class": classify(cost, self._analyst.measure),
            "because": None,
            "open": self._change(v),
            "weighed": [_action_data(choice) for choice in choices],
        }

    def _explain(self, decision: Decision) -> dict[str, object] | None:
        view = self._games[decision["v"]].view(decision["seat"])
        reason = self._analyst.explain(view, decision["best"], decision["action"])
        return None if reason is None else reason.data()


def _in_order(found: Mapping[int, Decision]) -> list[Decision]:
    return [found[v] for v in sorted(found)]


def _action_data(choice: ActionValue) -> ConsideredAction:
    return {"action": choice.action, "chance": choice.value, "error": choice.error}


def _costliest(found: dict[int, Decision], seat: int) -> list[int]:
    own = [one for one in found.values() if one["seat"] == seat and one["class"] != CLASSES[0]]
    own.sort(key=lambda one: -one["cost"])
    return [one["v"] for one in own[:REEVALUATED]]


def _seat_report(
    seat: int, share: ValueChange, decisions: list[Decision], analyst: Analyst
) -> SeatReport:
    own = [one for one in decisions if one["seat"] == seat]
    costly = sorted((one for one in own if one["class"] in MARKED), key=lambda one: -one["cost"])
    return {
        **share,
        "accuracy": compute_accuracy([one["cost"] for one in own], analyst.measure),
        "classes": {name: sum(one["class"] == name for one in own) for name in CLASSES},
        "moments": [one["v"] for one in costly[:KEY_DECISIONS]],
    }


def classify(cost: float, measure: Measure) -> DecisionClass:
    limits = (measure.good, measure.inaccuracy, measure.mistake, measure.blunder)
    return CLASSES[sum(cost >= limit for limit in limits)]


def compute_accuracy(costs: Sequence[float], measure: Measure) -> float | None:
    """Return the accuracy in percent: 100 without any loss, 50 for a total loss of `half`, 25 for twice that.

    The total counts because it decides the game. Returns None if the seat had no decision to make.
    """
    if not costs:
        return None
    return 100.0 * math.pow(0.5, sum(costs) / measure.half)


def compute_shares(curve: ValueCurve, actors: Sequence[int]) -> list[ValueChange]:
    """Split the change of each seat's curve into luck, its own play and the others' play.

    The change from a version to the end of its decision is play: the seat's own if it decided, the others' otherwise.
    The change from there to the next version is luck. The sums telescope: luck + own + others equals the last point
    minus the first.
    """
    points, after_action = curve.points, curve.after_action
    played, lucky = after_action - points[:-1], points[1:] - after_action
    decided = np.asarray(actors)[:, None] == np.arange(points.shape[1])[None, :]
    return [
        ValueChange(
            initial=float(points[0, seat]),
            final=float(points[-1, seat]),
            luck=float(lucky[:, seat].sum()),
            own=float(played[decided[:, seat], seat].sum()),
            others=float(played[~decided[:, seat], seat].sum()),
        )
        for seat in range(points.shape[1])
    ]


MAX_HINTS = 3  # actions in a hint
HINT_EFFORT, HINT_SEED = 4.0, 1


class Hint(TypedDict):
    """One recommended action.

    `is_equal` says that its value differs from the best one by no more than the error. Only the best action has
    reasons: `facts` are what the seat can see, and `because` is its advantage over the next action.
    """

    action: str
    chance: float
    error: float
    is_equal: bool
    facts: list[dict[str, Any]]
    because: dict[str, Any] | None


def compute_hints(view: View | None) -> list[Hint]:
    """Return hints for the seat to act, best first. Return no hints if the seat is not to act.

    The same view always gives the same hints.
    """
    if view is None or not view["legal"]:
        return []
    analyst = find_analyst(view["game"])
    choices = analyst.evaluate_actions(view, None, HINT_EFFORT, HINT_SEED)[:MAX_HINTS]
    found = [_make_hint(choice, choices[0]) for choice in choices]
    best = choices[0].action
    if describe := analysis_extension(view["game"]).describe_hint:
        found[0]["facts"] = [reason.data() for reason in describe(view, best)]
    if len(choices) > 1:
        reason = analyst.explain(view, best, choices[1].action)
        found[0]["because"] = None if reason is None else reason.data()
    return found


def _make_hint(choice: ActionValue, best: ActionValue) -> Hint:
    return Hint(
        action=choice.action,
        chance=choice.value,
        error=choice.error,
        is_equal=best.value - choice.value <= max(best.error, choice.error),
        facts=[],
        because=None,
    )
