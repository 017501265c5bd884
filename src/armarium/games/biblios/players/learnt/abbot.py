"""The abbot: the network that thinks ahead before it moves.

With a number of worlds (`abbot:worlds=64`) the same view and seed give the same choice. At a table it has half a
second, less than the pause that hides how long it thought: on a slow machine it stops after fewer worlds, on a busy one
after so few that the log says so; `thought` always does. Nothing it does depends on hidden cards, since nothing it has
does.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.learnt.thinking import NEAR, Sight, Thinker, Thought
from armarium.players.network.network import network_of
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["SIGHT", "WORLDS", "Abbot"]

WORLDS = 64
PART = 16  # worlds between two looks at the clock
SECONDS = 0.5  # of thinking, at the pace so far
LEAST, MOST = 0.02, 8  # which actions are worth a thought, beside the likeliest
# By seats, as games among those who never draw decided it (docs/players.md): at two, where a look at the next
# decision gains nothing, eight decisions ahead do; at more they take longer and gain no more.
SIGHT = {2: Sight(turns=8, trust=4), 3: NEAR, 4: NEAR}

_logger = logging.getLogger(__name__)


class Abbot(Player):
    def __init__(
        self, seed: int | None = None, worlds: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        """`worlds`: always so many. Without it WORLDS, or as many as SECONDS allow."""
        self._network = network_of("biblios")
        self._worlds, self._has_time = worlds or WORLDS, worlds is not None
        self._clock = clock
        self._word = first_word(secrets.randbits(32) if seed is None else seed)
        self.thought: Thought | None = None  # of the last choice

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        begun = self._clock()
        self._word = next_word(self._word)
        thinker = Thinker(self._network, position.view, self._word)
        codes = thinker.likely(LEAST, MOST)
        sight = SIGHT[thinker.seats]
        none = np.zeros((0, len(codes)), np.int64)
        self.thought = Thought(codes, thinker.logits[codes], none, sight.trust)
        for first in range(0, self._worlds, PART) if len(codes) > 1 else ():
            if not (self._has_time or self._is_in_time(begun, first)):
                if first < self._worlds // 2:
                    _logger.warning("abbot: %d of %d worlds, no time for more", first, self._worlds)
                break
            part = thinker.weigh(codes, min(PART, self._worlds - first), first, sight)
            self.thought = self.thought.and_(part)
        return TEXTS[self.thought.best]

    def _is_in_time(self, begun: float, worlds: int) -> bool:
        """Whether a part more, after so many worlds, will be done in time; the first always is."""
        gone = self._clock() - begun
        return worlds == 0 or gone + gone * PART / worlds < SECONDS
