"""The abbot: the network with search in imagined worlds.

With a fixed number of worlds (`abbot:worlds=64`), the same view and seed give the same choice. Otherwise the abbot has
half a second. On a slow machine it searches fewer worlds, and logs a warning if there are very few.
`search_result` holds the result of the last search. A server sets a deadline (`choose_before`); the abbot then stops
even within a batch of worlds and chooses from the worlds so far. It only has the view, so it cannot use hidden cards.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.learnt.ahead import PolicyAndCritic
from armarium.games.biblios.players.learnt.thinking import (
    NEXT_DECISION,
    Lookahead,
    PositionSearch,
    SearchResult,
)
from armarium.players.network.network import network_of
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["LOOKAHEAD", "WORLDS", "Abbot"]

WORLDS = 64
BATCH = 16  # worlds between two checks of the clock
SECONDS = 0.5  # time limit of a choice
LEAST, MOST = 0.02, 8  # consider actions with at least this relative probability, at most so many
# By number of seats, chosen by arena games (docs/abbot.md). At two seats a lookahead of eight decisions helps. At more
# seats it takes longer and does not.
LOOKAHEAD = {2: Lookahead(turns=8, trust=4), 3: NEXT_DECISION, 4: NEXT_DECISION}

_logger = logging.getLogger(__name__)


class Abbot(Player):
    def __init__(
        self, seed: int | None = None, worlds: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        """`worlds` is a fixed number of worlds. Without it, search WORLDS, or as many as SECONDS allow."""
        self._network = network_of("biblios")
        self._worlds, self._is_unlimited = worlds or WORLDS, worlds is not None
        self._clock = clock
        self._word = first_word(secrets.randbits(32) if seed is None else seed)
        self.search_result: SearchResult | None = None  # result of the last search

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        started = self._clock()
        end = math.inf if self._is_unlimited else started + SECONDS
        search_result, is_out_of_time = self._search(position, self._network, started, end)
        if is_out_of_time and len(search_result.values) < self._worlds // 2:
            found = len(search_result.values)
            _logger.warning("abbot: out of time after %d of %d worlds", found, self._worlds)
        return TEXTS[search_result.best]

    def choose_before(self, position: Position, deadline: float) -> tuple[str, bool]:
        network = _DeadlineNetwork(self._network, deadline, self._clock)
        search_result, is_out_of_time = self._search(position, network, self._clock(), deadline)
        return TEXTS[search_result.best], is_out_of_time

    def _search(
        self, position: Position, network: PolicyAndCritic, started: float, end: float
    ) -> tuple[SearchResult, bool]:
        """Search until `end`. Return the result and whether time ran out. The policy is always included."""
        self._word = next_word(self._word)
        search = PositionSearch(network, position.view, self._word)
        codes = search.likely_actions(LEAST, MOST)
        lookahead = LOOKAHEAD[search.seats]
        none = np.zeros((0, len(codes)), np.int64)
        search_result = self.search_result = SearchResult(
            codes, search.logits[codes], none, lookahead.trust
        )
        for first in range(0, self._worlds, BATCH) if len(codes) > 1 else ():
            if not self._is_in_time(started, first, end):
                return search_result, True
            try:
                part = search.evaluate(codes, min(BATCH, self._worlds - first), first, lookahead)
            except _OutOfTime:
                return search_result, True
            search_result = self.search_result = search_result.extend(part)
        return search_result, False

    def _is_in_time(self, started: float, worlds: int, end: float) -> bool:
        """Return True if another batch is expected to finish in time. The first batch is always started."""
        now = self._clock()
        return worlds == 0 or now + (now - started) * BATCH / worlds < end


class _OutOfTime(Exception):
    """The deadline passed within a batch."""


class _DeadlineNetwork:
    """A network that raises _OutOfTime after a deadline. `logits` always works."""

    def __init__(
        self, network: PolicyAndCritic, deadline: float, clock: Callable[[], float]
    ) -> None:
        self._network, self._deadline, self._clock = network, deadline, clock

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self._network.logits(rows, masks)

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self._check()
        return self._network.choose(rows, masks)

    def win_probabilities(self, rows: np.ndarray, seats: int) -> np.ndarray:
        self._check()
        return self._network.win_probabilities(rows, seats)

    def critic_probabilities(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        self._check()
        return self._network.critic_probabilities(whole, actors, seats)

    def _check(self) -> None:
        if self._clock() >= self._deadline:
            raise _OutOfTime
