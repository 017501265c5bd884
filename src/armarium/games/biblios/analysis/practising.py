"""What can be practised at Biblios: what to keep, what to bid, when to stop, what to pay with, where to turn a die.

A payment is one answer, however many cards it has: their order changes nothing. Answers are weighed as the decisions of
a game are, but all of them, and in many more worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import TYPE_CHECKING, Any

from armarium.games.table.game import View
from armarium.games.table.practice import Answer
from armarium.games.table.reason import Reason

if TYPE_CHECKING:
    from armarium.games.biblios.game import Game

__all__ = ["BibliosPractice", "answers_of"]

WORLDS = 12  # for an effort of 1
MOST = 24  # answers that a person can choose from
HIGH = 3  # from which bid on the question is when to stop


class BibliosPractice:
    themes = ("keep", "bid", "stop", "pay", "die")
    players = ("novice", "monk", "prior", "oblate")
    options: Mapping[str, Any] = {"beyond_means": False}  # else any number may be bid
    still_open = (0.1, 0.95)

    @property
    def file(self) -> Traversable:
        return files("armarium.games.biblios") / "practice.json"

    def theme(self, view: View) -> str | None:
        """By what is asked, never by what is right."""
        if view["step"] == "bid":
            return "bid" if view["bid"] < HIGH else "stop"
        if view["step"] == "pay":
            return None if view["paid_count"] else "pay"
        return {"allocate": "keep", "take": "keep", "church": "die"}.get(view["step"])

    def weigh(self, view: View, effort: float, seed: int) -> list[Answer]:
        import numpy as np

        from armarium.games.biblios.analysis.weighing import considered
        from armarium.games.biblios.players.learnt.advice import opinions
        from armarium.games.biblios.players.learnt.thinking import UNIT, Thinker
        from armarium.players.network.network import network_of

        answers = answers_of(view)
        if not 1 < len(answers) <= MOST:
            return []
        thinker = Thinker(network_of("biblios"), view, seed)
        thought = considered(thinker, _lines(answers), round(WORLDS * effort))
        chances, errors = opinions(thought)
        best = int(chances.argmax())
        apart = (thought.values - thought.values[:, [best]]).std(0)
        behind = apart / (UNIT * np.sqrt(len(thought.values)))
        return [
            Answer(answers[n], float(chances[n]), float(errors[n]), float(behind[n]))
            for n in np.argsort(-chances, kind="stable")
        ]

    def reason(self, view: View, better: Sequence[str], chosen: Sequence[str]) -> Reason | None:
        from armarium.games.biblios.analysis.weighing import reason_for
        from armarium.players.network.network import network_of

        return reason_for(network_of("biblios"), view, *_lines([better, chosen]))


def answers_of(view: View) -> list[tuple[str, ...]]:
    """All that its seat can do in one go, in canonical order; of too many only the first."""
    if view["step"] != "pay":
        return [(action,) for action in view["legal"]]
    import numpy as np

    from armarium.games.biblios.game import Game
    from armarium.games.biblios.sketch import Sketch

    world = Game.imagined(Sketch(view), np.zeros(8, np.uint32))
    return list(islice(_payments(world, int(view["you"]), ()), MOST + 1))


def _payments(game: Game, seat: int, paid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Card by card in canonical order, so that each set of cards comes once."""
    for action in game.legal():
        if paid and game.codes[action] < game.codes[paid[-1]]:
            continue
        after = game.copy()
        after.play(action, seat)
        line = (*paid, action)
        if after.to_act == seat and action.startswith("pay ") and after.view(seat)["step"] == "pay":
            yield from _payments(after, seat, line)
        else:
            yield line


def _lines(answers: Sequence[Sequence[str]]) -> list[list[int]]:
    from armarium.games.biblios.actions import CODES

    return [[CODES[action] for action in answer] for answer in answers]
