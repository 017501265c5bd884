"""Uniformly random legal play in bulk: the benchmark's subject."""

from __future__ import annotations

from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels.random_loop import play_games
from armarium.games.bibliogamo.options import options_of
from armarium.games.table.errors import BadSeats, UnknownEdition
from armarium.games.table.seeding import deal_key, seed_bytes

__all__ = ["RandomPlay"]


class RandomPlay:
    """One stream of games, each from a key of its own; `run` plays some more and counts decisions."""

    def __init__(self, seats: int, edition: str | None, seed: int, keep_knowledge: bool) -> None:
        if seats not in SEATS:
            raise BadSeats(asked=seats, allowed=list(SEATS))
        if edition is not None:
            raise UnknownEdition(asked=edition, reason="one-edition", allowed=[])
        del keep_knowledge  # all is open but the pile: there is no knowledge to keep
        self._states = state.new_states(1)
        state.set_table(self._states[0], options_of({}), components_of(STANDARD))
        self._blank = self._states.copy()
        self._key = deal_key(seed_bytes(seed), [bytes(32)]).copy()
        self._word = 88172645463325252 ^ (seed << 20)

    def run(self, games: int) -> int:
        decisions, self._word = play_games(
            self._states, 0, self._blank, self._key, self._word, games
        )
        return int(decisions)
