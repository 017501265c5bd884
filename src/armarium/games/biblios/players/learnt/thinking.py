"""Search: try every likely action in the same imagined worlds, with the network playing the other seats.

When the seat is to act again, at once or some decisions later, its win chance is the mean of two estimates: by the
critic, which sees all hands of that world, and by the network from the seat's own row. No seat acts on cards it cannot
know, so the mean over worlds is the value of an action. The policy counts as well, so that luck or errors of the critic
do not change a decision. All sums use integers: the same view, random word and number of worlds give the same result
on every processor.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.players.kernels.belief import SIGNS, describe, weights
from armarium.games.biblios.players.kernels.imagined_worlds import branch
from armarium.games.biblios.players.learnt.ahead import PolicyAndCritic, evaluate_worlds, play_ahead
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.players.network.network import NEVER, powers
from armarium.players.observing import observe_state

__all__ = [
    "NEXT_DECISION",
    "Lookahead",
    "PositionSearch",
    "SearchResult",
    "estimate_values",
    "likely_actions",
]

UNIT = 1 << 20  # a won game as an integer
CANDIDATES = 8  # imagined worlds per sampled world
# Divisors that flatten the weights of worlds, tried in order.
FLATTENINGS = (1, 2, 3, 4, 6, 8, 16, 1 << 20)


@dataclass(frozen=True)
class Lookahead:
    """How far to look ahead, and how much weight the policy has."""

    turns: int  # own decisions before a world is evaluated
    trust: int  # weight of one policy logit, in hundredths of a win


NEXT_DECISION = Lookahead(turns=0, trust=3)


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: action codes, most likely first, and their values in each world."""

    codes: np.ndarray
    logits: np.ndarray
    values: np.ndarray  # (worlds, actions), in 2**-20 of a win
    trust: int = NEXT_DECISION.trust

    @property
    def chances(self) -> np.ndarray:
        found: np.ndarray = self.values.sum(0) / (UNIT * max(1, len(self.values)))
        return found

    @property
    def errors(self) -> np.ndarray:
        """Return the standard errors of the chances over the worlds."""
        found: np.ndarray = self.values.std(0) / (UNIT * np.sqrt(max(1, len(self.values))))
        return found

    @property
    def scores(self) -> np.ndarray:
        """Return the scores that decide: values and policy logits, as integers."""
        opinion = self.logits * (self.trust * max(1, len(self.values)) * (UNIT // 4096))
        found: np.ndarray = 100 * self.values.sum(0) + opinion
        return found

    @property
    def best(self) -> int:
        return int(self.codes[int(self.scores.argmax())])

    def extend(self, more: SearchResult) -> SearchResult:
        """Return the result with more worlds for the same actions."""
        return replace(self, values=np.concatenate([self.values, more.values]))


def likely_actions(logits: np.ndarray, least: float, most: int) -> np.ndarray:
    """Return the codes of the most likely actions, at least `least` times as likely as the best, at most `most`."""
    parts = powers(logits)
    parts[logits == NEVER] = 0
    codes = np.argsort(-logits, kind="stable")[:most]
    found: np.ndarray = codes[parts[codes] >= round(least * (1 << 40))]
    return found


def estimate_values(
    network: PolicyAndCritic,
    states: np.ndarray,
    mine: np.ndarray,
    seats: int,
    turns: int = NEXT_DECISION.turns,
) -> np.ndarray:
    """Return the value of each world to its seat, in 2**-20 of a win, after `turns` own decisions."""
    play_ahead(network, states, mine, turns)
    critic, own = evaluate_worlds(network, states, mine, seats)
    found: np.ndarray = np.rint((critic + own) / 2 * UNIT).astype(np.int64)
    return found


class PositionSearch:
    """A search from one view. `word` determines all random numbers."""

    def __init__(
        self,
        network: PolicyAndCritic,
        view: dict[str, Any],
        word: int,
        logits: np.ndarray | None = None,
    ) -> None:
        """`logits` are the network's policy for the view, if already computed."""
        self.network, self._word = network, word
        self.seat, self.seats = int(view["you"]), len(view["seats"])
        self._state = BibliosStateFromView(view)
        if logits is None:
            world = self._state.imagine_all(self._keys(0, 1))
            row, mask = observe_state("biblios", world, self.seat)
            logits = network.logits(row[None], mask[None])[0]
        self.logits = logits

    def likely_actions(self, least: float, most: int) -> np.ndarray:
        return likely_actions(self.logits, least, most)

    def evaluate(
        self, codes: np.ndarray, worlds: int, first: int = 0, lookahead: Lookahead = NEXT_DECISION
    ) -> SearchResult:
        """Evaluate actions in some worlds, starting with world number `first`."""
        states = state.new_states(worlds * len(codes))
        branch(self.sample_worlds(worlds, first), codes.astype(np.int64), states)
        mine = np.full(len(states), self.seat)
        values = estimate_values(self.network, states, mine, self.seats, lookahead.turns)
        return SearchResult(
            codes, self.logits[codes], values.reshape(worlds, len(codes)), lookahead.trust
        )

    def sample_worlds(self, number: int, first: int = 0) -> np.ndarray:
        """Imagine worlds uniformly, then resample them by how well they explain the other players' actions."""
        candidates, logits_of_worlds = self._imagine_weighted(number, first)
        return self._resample(candidates, powers(logits_of_worlds), number)

    def sample_distinct_worlds(self, number: int) -> np.ndarray:
        """Do the same with flatter weights, so that the effective sample size is at least `number`.

        Late in a game a few worlds would otherwise get nearly all the weight.
        """
        candidates, logits_of_worlds = self._imagine_weighted(number, 0)
        for divisor in FLATTENINGS:
            odds = powers(logits_of_worlds // divisor)
            if odds.sum() ** 2.0 >= number * (odds**2.0).sum():
                break
        return self._resample(candidates, odds, number)

    def _imagine_weighted(self, number: int, first: int) -> tuple[np.ndarray, np.ndarray]:
        candidates = self._state.imagine_all(
            self._keys(1 + first * CANDIDATES, number * CANDIDATES)
        )
        signs = np.empty((len(candidates), SIGNS), np.int64)
        describe(candidates, self.seat, signs)
        return candidates, weights(signs, self.seats)

    def _resample(self, candidates: np.ndarray, odds: np.ndarray, number: int) -> np.ndarray:
        sums = odds.cumsum()
        at = (2 * np.arange(number) + 1) * (int(sums[-1]) // (2 * number))
        found: np.ndarray = candidates[np.searchsorted(sums, at, side="right")]
        return found

    def _keys(self, first: int, number: int) -> np.ndarray:
        drawn = (
            hashlib.sha256(b"armarium abbot 1 %d %d" % (self._word, n)).digest()
            for n in range(first, first + number)
        )
        return np.frombuffer(b"".join(drawn), "<u4").reshape(number, 8)
