"""Random legal play in bulk: the subject of `armarium bench rules`."""

from __future__ import annotations

from armarium.games.table.seeding import deal_key, seed_bytes
from armarium.lab.batch.slots import batch_of

__all__ = ["FIRST_WORD", "RandomPlay"]

FIRST_WORD = 88172645463325252  # of the generator of random actions


class RandomPlay:
    """One stream of games, each from a key of its own; `run` plays some more and counts decisions."""

    def __init__(
        self, game: str, seats: int, edition: str | None, seed: int, keep_knowledge: bool
    ) -> None:
        self._batch = batch_of(game)
        self._blank, self._first = self._batch.template(seats, edition, keep_knowledge, {})
        self._states = self._blank.copy()
        self._key = deal_key(seed_bytes(seed), [bytes(32)] * seats).copy()
        self._word = FIRST_WORD ^ (seed << 20)

    def run(self, games: int) -> int:
        decisions, self._word = self._batch.play_games(
            self._states, 0, self._blank, self._key, self._first, self._word, games
        )
        return int(decisions)
