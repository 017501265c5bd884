"""Thinking ahead: every likely action in the same imagined worlds, the others going on as the network plays.

When the seat is to act again, at once or some decisions later, the critic, which sees all hands of that world, and the
network from the seat's own row tell its chance to win if everybody goes on so. Nobody is played as if another's cards
were known, so the mean over worlds is what an action is worth. What the network thought before counts too: a difference
that only luck or the critic's errors make must not turn a decision. All sums are of whole numbers: view, random word
and number of worlds decide, on every processor alike.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.players.kernels.belief import SIGNS, describe, weights
from armarium.games.biblios.players.kernels.imagined_worlds import branch
from armarium.games.biblios.players.learnt.ahead import Judge, go_on, opinions_of
from armarium.games.biblios.players.learnt.seeing import seen_by
from armarium.games.biblios.sketch import Sketch
from armarium.players.network.network import NEVER, powers

__all__ = ["NEAR", "Sight", "Thinker", "Thought", "likely", "worth"]

UNIT = 1 << 20  # what a won game is in whole numbers
EVEN = 8  # imagined worlds for each that is kept
FLATTER = (1, 2, 3, 4, 6, 8, 16, 1 << 20)  # by how much less it may count what a world explains


@dataclass(frozen=True)
class Sight:
    """How far it looks, and how much it then believes its first thought."""

    turns: int  # decisions of its own before a world is judged
    trust: int  # hundredths of a win that a whole logit of the network's own opinion counts


NEAR = Sight(turns=0, trust=3)


@dataclass(frozen=True)
class Thought:
    """What came of it: action codes, the likeliest first, and what each was worth in each world."""

    codes: np.ndarray
    logits: np.ndarray
    values: np.ndarray  # (worlds, actions), in 2**-20 of a win
    trust: int = NEAR.trust

    @property
    def chances(self) -> np.ndarray:
        found: np.ndarray = self.values.sum(0) / (UNIT * max(1, len(self.values)))
        return found

    @property
    def errors(self) -> np.ndarray:
        """Standard errors of the chances, from how much the worlds differ."""
        found: np.ndarray = self.values.std(0) / (UNIT * np.sqrt(max(1, len(self.values))))
        return found

    @property
    def scores(self) -> np.ndarray:
        """By which the best is chosen: worth and opinion, in whole numbers."""
        opinion = self.logits * (self.trust * max(1, len(self.values)) * (UNIT // 4096))
        found: np.ndarray = 100 * self.values.sum(0) + opinion
        return found

    @property
    def best(self) -> int:
        return int(self.codes[int(self.scores.argmax())])

    def and_(self, more: Thought) -> Thought:
        """The same actions, in more worlds."""
        return replace(self, values=np.concatenate([self.values, more.values]))


def likely(logits: np.ndarray, least: float, most: int) -> np.ndarray:
    """Codes of the actions that are at least so likely beside the likeliest, in that order."""
    parts = powers(logits)
    parts[logits == NEVER] = 0
    codes = np.argsort(-logits, kind="stable")[:most]
    found: np.ndarray = codes[parts[codes] >= round(least * (1 << 40))]
    return found


def worth(
    network: Judge, states: np.ndarray, mine: np.ndarray, seats: int, turns: int = NEAR.turns
) -> np.ndarray:
    """What each world is worth to its seat, in 2**-20 of a win, once that has taken so many decisions and is to act."""
    go_on(network, states, mine, turns)
    critic, own = opinions_of(network, states, mine, seats)
    found: np.ndarray = np.rint((critic + own) / 2 * UNIT).astype(np.int64)
    return found


class Thinker:
    """About one view; `word` is all the chance there is."""

    def __init__(
        self, network: Judge, view: dict[str, Any], word: int, logits: np.ndarray | None = None
    ) -> None:
        """`logits`: what the network thinks of the view, where that is known already."""
        self.network, self._word = network, word
        self.seat, self.seats = int(view["you"]), len(view["seats"])
        self._sketch = Sketch(view)
        if logits is None:
            row, mask = seen_by(self._sketch.imagine_all(self._keys(0, 1)), self.seat)
            logits = network.logits(row, mask)[0]
        self.logits = logits

    def likely(self, least: float, most: int) -> np.ndarray:
        return likely(self.logits, least, most)

    def weigh(self, codes: np.ndarray, worlds: int, first: int = 0, sight: Sight = NEAR) -> Thought:
        """In so many worlds, from the one numbered `first` on."""
        states = state.new_states(worlds * len(codes))
        branch(self.worlds(worlds, first), codes.astype(np.int64), states)
        mine = np.full(len(states), self.seat)
        values = worth(self.network, states, mine, self.seats, sight.turns)
        return Thought(codes, self.logits[codes], values.reshape(worlds, len(codes)), sight.trust)

    def worlds(self, number: int, first: int = 0) -> np.ndarray:
        """Even worlds, and of these some drawn again by how well they explain what the others did."""
        even, explains = self._explained(number, first)
        return self._drawn(even, powers(explains), number)

    def worlds_apart(self, number: int) -> np.ndarray:
        """The same, but really so many: late in a game a few of the even worlds explain all so much better that nearly
        every draw is one of them, and what differs in the others is left to chance. There it counts less."""
        even, explains = self._explained(number, 0)
        for flat in FLATTER:
            odds = powers(explains // flat)
            if odds.sum() ** 2.0 >= number * (odds**2.0).sum():
                break
        return self._drawn(even, odds, number)

    def _explained(self, number: int, first: int) -> tuple[np.ndarray, np.ndarray]:
        even = self._sketch.imagine_all(self._keys(1 + first * EVEN, number * EVEN))
        signs = np.empty((len(even), SIGNS), np.int64)
        describe(even, self.seat, signs)
        return even, weights(signs, self.seats)

    def _drawn(self, even: np.ndarray, odds: np.ndarray, number: int) -> np.ndarray:
        sums = odds.cumsum()
        at = (2 * np.arange(number) + 1) * (int(sums[-1]) // (2 * number))
        found: np.ndarray = even[np.searchsorted(sums, at, side="right")]
        return found

    def _keys(self, first: int, number: int) -> np.ndarray:
        drawn = (
            hashlib.sha256(b"armarium abbot 1 %d %d" % (self._word, n)).digest()
            for n in range(first, first + number)
        )
        return np.frombuffer(b"".join(drawn), "<u4").reshape(number, 8)
