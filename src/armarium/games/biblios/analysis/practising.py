"""Practice themes of Biblios: what to keep, what to bid, when to stop, what to pay with, which die to change.

A payment is one answer, however many cards it has, because their order does not matter. Answers are evaluated like the
decisions of a game, but all of them and in more worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import TYPE_CHECKING, Any

from armarium.analysis.extension import AnswerValue
from armarium.core.errors import Reason
from armarium.core.game import View
from armarium.games.biblios.analysis.hinting import describe_hint, points_of_reason

if TYPE_CHECKING:
    from armarium.games.biblios.game import Game

__all__ = ["BibliosPractice", "list_answers"]

WORLDS = 12  # for an effort of 1
MOST = 24  # maximum answers to choose from
HIGH = 3  # from this bid on, the theme is when to stop
CHANCE_PER_POINT = 0.1  # on the dice; fitted to the answers of the positions (docs/analysis.md)


class BibliosPractice:
    themes = ("keep", "bid", "stop", "pay", "die")
    players = ("novice", "monk", "prior", "oblate")
    options: Mapping[str, Any] = {"beyond_means": False}  # else any number may be bid
    undecided_range = (0.1, 0.95)

    @property
    def file(self) -> Traversable:
        return files("armarium.games.biblios") / "practice.json"

    def find_theme(self, view: View) -> str | None:
        """Return the theme of a position. It depends on the decision, never on the best answer."""
        if view["step"] == "bid":
            return "bid" if view["bid"] < HIGH else "stop"
        if view["step"] == "pay":
            return None if view["paid_count"] else "pay"
        return {"allocate": "keep", "take": "keep", "church": "die"}.get(view["step"])

    def evaluate_answers(self, view: View, effort: float, seed: int) -> list[AnswerValue]:
        import numpy as np

        from armarium.games.biblios.analysis.weighing import evaluate_lines
        from armarium.games.biblios.players.learnt.advice import chances_and_errors
        from armarium.games.biblios.players.learnt.thinking import UNIT, PositionSearch
        from armarium.players.network.network import network_of

        answers = list_answers(view)
        if not 1 < len(answers) <= MOST:
            return []
        search = PositionSearch(network_of("biblios"), view, seed)
        search_result = evaluate_lines(search, _to_codes(answers), round(WORLDS * effort))
        chances, errors = chances_and_errors(search_result)
        best = int(chances.argmax())
        apart = (search_result.values - search_result.values[:, [best]]).std(0)
        behind = apart / (UNIT * np.sqrt(len(search_result.values)))
        return [
            AnswerValue(answers[n], float(chances[n]), float(errors[n]), float(behind[n]))
            for n in np.argsort(-chances, kind="stable")
        ]

    def explain(self, view: View, better: Sequence[str], chosen: Sequence[str]) -> Reason | None:
        from armarium.games.biblios.analysis.weighing import reason_for
        from armarium.players.network.network import network_of

        return reason_for(network_of("biblios"), view, *_to_codes([better, chosen]))

    def size_of(self, view: View, reason: Reason) -> float:
        return CHANCE_PER_POINT * points_of_reason(reason.code, reason.facts, view["dice"])

    def describe(self, view: View, answer: Sequence[str]) -> list[Reason]:
        """Return the facts behind an answer. What speaks for a payment is what it keeps, so it has none."""
        return [] if view["step"] == "pay" else describe_hint(view, answer[0])


def list_answers(view: View) -> list[tuple[str, ...]]:
    """Return the possible answers of the seat in canonical order, at most MOST + 1."""
    if view["step"] != "pay":
        return [(action,) for action in view["legal"]]
    import numpy as np

    from armarium.games.biblios.game import Game
    from armarium.games.biblios.state_from_view import BibliosStateFromView

    world = Game.imagine_from(BibliosStateFromView(view), np.zeros(8, np.uint32))
    return list(islice(_iter_payments(world, int(view["you"]), ()), MOST + 1))


def _iter_payments(game: Game, seat: int, paid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Iterate over payments in canonical order, so that each set of cards occurs once."""
    for action in game.legal():
        if paid and game.codes[action] < game.codes[paid[-1]]:
            continue
        after = game.copy()
        after.play(action, seat)
        line = (*paid, action)
        if after.to_act == seat and action.startswith("pay ") and after.view(seat)["step"] == "pay":
            yield from _iter_payments(after, seat, line)
        else:
            yield line


def _to_codes(answers: Sequence[Sequence[str]]) -> list[list[int]]:
    from armarium.games.biblios.actions import CODES

    return [[CODES[action] for action in answer] for answer in answers]
