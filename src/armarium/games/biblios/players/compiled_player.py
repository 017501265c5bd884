"""The rule-based players: they read a view, choose with compiled code, and return an action text."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armarium.core.game import BaseGame, View
from armarium.core.state_game import StateGame
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels import baseline, monk, novice, oblate
from armarium.games.biblios.players.kernels.features import new_features, read_state_at
from armarium.games.biblios.players.kernels.whole_games import play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["BibliosRulePlayer", "features_of", "make_player", "play_whole_game"]

_CHOICES: dict[str, Callable[..., Any]] = {
    "oblate": oblate.choose_at,
    "novice": novice.choose_at,
    "monk": monk.choose_at,
    "baseline": baseline.choose_at,
}

_KEY = np.zeros(8, np.uint32)  # the features do not depend on cards that the seat cannot know


def features_of(view: View) -> np.ndarray:
    """Compute the features of a view, from any state that looks the same to its seat."""
    features = new_features(1)
    read_state_at(BibliosStateFromView(view).imagine(_KEY), 0, view["you"], features, 0, True)
    return features


class BibliosRulePlayer(Player):
    """A rule-based player. The same view and seed give the same choice."""

    def __init__(self, choose_at: Callable[..., Any], seed: int | None = None) -> None:
        self._choose_at = choose_at
        self._word = first_word(secrets.randbits(32) if seed is None else seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        self._word = next_word(self._word)
        if position.view["step"] == "pay" and not position.view["owed"]:
            return "pass"  # B-3.14: no player overpays
        code = int(self._choose_at(features_of(position.view), 0, self._word))
        return TEXTS[code]


def make_player(name: str, seed: int | None) -> BibliosRulePlayer:
    return BibliosRulePlayer(_CHOICES[name], seed)


def play_whole_game(game: BaseGame, numbers: Sequence[int], seeds: Sequence[int]) -> int:
    """Play a whole game in compiled code. Return the number of decisions.

    Each player reads only what its seat knows.
    """
    assert isinstance(game, StateGame)
    who = np.array(numbers, np.int64)
    words = np.array([first_word(seed) for seed in seeds], np.int64)
    weights = np.zeros((4, len(NAMES)))
    return int(play_game_at(game._states, 0, new_features(1), who, weights, words, True))
