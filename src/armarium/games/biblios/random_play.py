"""Uniformly random legal play in bulk: the benchmark's subject."""

from __future__ import annotations

from armarium.games.biblios import state
from armarium.games.biblios.editions import options_of
from armarium.games.biblios.kernels.random_loop import play_games
from armarium.games.biblios.state import NONE
from armarium.games.table.seeding import deal_key, seed_bytes

__all__ = ["RandomPlay"]


class RandomPlay:
    """One stream of games, each from a key of its own; `run` plays some more and counts decisions."""

    def __init__(self, seats: int, edition: str | None, seed: int, keep_knowledge: bool) -> None:
        options = options_of(edition, seats, {})
        self._states = state.new_states(1)
        state.set_options(self._states[0], seats, options, keep_knowledge)
        self._blank = self._states.copy()
        self._key = deal_key(seed_bytes(seed), [bytes(32)] * seats).copy()
        self._word = 88172645463325252 ^ (seed << 20)

    def run(self, games: int) -> int:
        decisions, self._word = play_games(
            self._states, 0, self._blank, self._key, NONE, self._word, games
        )
        return int(decisions)
