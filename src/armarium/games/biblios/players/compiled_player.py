"""The compiled players at a table: a view in, its features, a compiled choice, an action text out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels import baseline, monk, novice, oblate
from armarium.games.biblios.players.kernels.features import new_features, read_state_at
from armarium.games.biblios.players.kernels.whole_games import play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.games.biblios.sketch import Sketch
from armarium.games.table.game import Game, View
from armarium.games.table.state_game import StateGame
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["CompiledPlayer", "features_of", "play_whole_game", "seated"]

_CHOICES: dict[str, Callable[..., Any]] = {
    "oblate": oblate.choose_at,
    "novice": novice.choose_at,
    "monk": monk.choose_at,
    "baseline": baseline.choose_at,
}

_KEY = np.zeros(
    8, np.uint32
)  # where the cards lie that the seat cannot know does not matter to its features


def features_of(view: View) -> np.ndarray:
    """What a view says, as the compiled players read it: a state that looks like it, seen by the same eye."""
    features = new_features(1)
    read_state_at(Sketch(view).imagine(_KEY), 0, view["you"], features, 0, True)
    return features


class CompiledPlayer(Player):
    """Deterministic: the same view and the same seed give the same choice."""

    def __init__(self, choose_at: Callable[..., Any], seed: int | None = None) -> None:
        self._choose_at = choose_at
        self._word = first_word(secrets.randbits(32) if seed is None else seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        self._word = next_word(self._word)
        code = int(self._choose_at(features_of(position.view), 0, self._word))
        return TEXTS[code]


def seated(name: str, seed: int | None) -> CompiledPlayer:
    return CompiledPlayer(_CHOICES[name], seed)


def play_whole_game(game: Game, numbers: Sequence[int], seeds: Sequence[int]) -> None:
    """The referee's way: kernels get the state, and look through the seats' eyes only."""
    assert isinstance(game, StateGame)
    who = np.array(numbers, np.int64)
    words = np.array([first_word(seed) for seed in seeds], np.int64)
    play_game_at(game._states, 0, new_features(1), who, np.zeros((4, len(NAMES))), words, True)
