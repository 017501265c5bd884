"""The network alone: the action it thinks likeliest, or one drawn by its odds."""

from __future__ import annotations

import secrets
from typing import Any

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.players.network.network import GREEDY, network_of, sample_action
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["Prior"]


class Prior(Player):
    """Deterministic: the same view, the same seed and the same number of earlier choices give the same choice."""

    def __init__(
        self, seed: int | None = None, temperature: float = GREEDY, least: float = 0.0
    ) -> None:
        self._network = network_of("biblios")
        self._temperature, self._least = temperature, least
        self._word = first_word(secrets.randbits(32) if seed is None else seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        self._word = next_word(self._word)
        logits = self._network.logits(position.row[None], position.mask[None])[0]
        return TEXTS[sample_action(logits, self._temperature, self._least, self._word)]
