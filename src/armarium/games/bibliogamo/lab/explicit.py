"""Bibliogamo with explicit chance nodes: the collection, then every card that is turned up.

The player sees all cards, so a shuffle is no chance node. It only changes which cards may come next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armarium.core.batch import Kernel
from armarium.core.state_game import copy_states
from armarium.games.bibliogamo import Game, state
from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.cards import (
    BLACK_CUBES,
    CARDS,
    COLLECTIONS,
    HAND_SIZE,
    LAST_DAY,
    START_FLORINS,
)
from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.kernels.piles import DREW, OFFERED, REDRAWN, TURNED
from armarium.games.bibliogamo.options import options_of
from armarium.lab.adapters.explicit import ExplicitGame, Next, outcomes_from_counts
from armarium.lab.extension import ChanceOutcomes

__all__ = ["ExplicitBibliogamo"]

# The history of the player is a list of tokens: the collection, actions, cards.
_ACTION = 1 + COLLECTIONS
_CARD = _ACTION + len(TEXTS)
_FIRST_CARDS = HAND_SIZE + 1  # the hand and the card of the first day


class ExplicitBibliogamo(ExplicitGame):
    results = CARDS
    tokens = (
        "",
        *(f"collection {number}" for number in range(1, COLLECTIONS + 1)),
        *TEXTS,
        *(f"[{card}]" for card in range(1, CARDS + 1)),
    )

    def __init__(self, seats: int, edition: str | None, options: Mapping[str, Any]) -> None:
        assert edition is None  # there is only one
        agreed = dict(options)
        self._components = components_of(agreed.pop("components", "standard"))
        self._chosen = options_of(agreed)
        super().__init__(Game.new(seats, 0, **options))
        tables = self._components.tables()
        best_price = max(price for card in tables["pays"] for price in card)
        icons = max(sum(card) for card in tables["grants"])
        florins = START_FLORINS + LAST_DAY * best_price
        # A day: lift, end the walk, sell, two hires (artisans placed one by one), the Library.
        day = 1 + 1 + 3 + 2 * (2 + icons) + 1 + 2 + 2 * icons
        # A florin buys one step, and each step gives back artisans at most once.
        self.longest = LAST_DAY * day + florins * (1 + BLACK_CUBES)
        self.most_chances = 1 + _FIRST_CARDS + LAST_DAY * (_FIRST_CARDS + 2)
        self.most_tokens = self.longest + self.most_chances
        self.most_worth = float(2 * LAST_DAY + florins + max(tables["collection_points"]))

    def begin(self, chosen: list[int]) -> Next:
        if not chosen:
            return None, [(number, 1 / COLLECTIONS) for number in range(COLLECTIONS)]
        prestige, *cards = chosen
        if len(cards) < _FIRST_CARDS:
            return None, _odds(set(range(CARDS)) - set(cards))
        states = state.new_states(1)
        s = states[0]
        state.set_table(s, self._chosen, self._components)
        s["prestige"] = prestige
        s["draw"] = [*cards, *(card for card in range(CARDS) if card not in cards)]
        engine.begin_dealt_at(states, 0)
        return states, []

    def play_outcomes(self, before: np.ndarray, code: int, chosen: list[int]) -> Next:
        after = copy_states(before)
        for card in chosen:
            engine.want_at(after, 0, card)
        engine.apply_at(after, 0, code)
        if len(chosen) == len(_list_turned(after)):
            return after, []
        # The other cards were drawn at random: find the pile they came from.
        left = _list_pile(before)
        if len(chosen) < len(left):
            return None, _odds(set(left) - set(chosen))
        shuffled = after["draw"][0, : int(after["draw_end"][0])].tolist()
        return None, _odds(set(shuffled) - set(chosen[len(left) :]))

    def seen(
        self, before: np.ndarray | None, code: int, after: np.ndarray, viewer: int
    ) -> list[int]:
        if before is None:
            cards = after["draw"][0, :_FIRST_CARDS].tolist()
            return [1 + int(after["prestige"][0]), *(_CARD + card for card in cards)]
        return [_ACTION + code, *(_CARD + card for card in _list_turned(after))]

    def hand(self, states: np.ndarray, seat: int) -> list[int]:
        return []  # there is no other seat

    def redeal(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        world = copy_states(states)
        s = world[0]
        here = np.arange(int(s["draw_next"]), int(s["draw_end"]))
        s["draw"][here] = rng.permutation(s["draw"][here])
        return world

    @property
    def random_end(self) -> Kernel:
        from armarium.games.bibliogamo.kernels.batch import play_to_end

        return play_to_end

    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str:
        is_first = before is None and not chosen
        return f"collection {result + 1}" if is_first else str(result + 1)


def _list_turned(states: np.ndarray) -> list[int]:
    """Return the cards that the last action turned up, in order."""
    cards: list[int] = []
    for effect, a, b, _, _ in states["effects"][0, : int(states["effect_count"][0])].tolist():
        if effect in (DREW, TURNED):
            cards.append(a)
        elif effect == OFFERED:
            cards += [a, b]
        elif effect == REDRAWN:
            cards.append(b)
    return cards


def _list_pile(states: np.ndarray) -> list[int]:
    pile: list[int] = states["draw"][0, states["draw_next"][0] : states["draw_end"][0]].tolist()
    return pile


def _odds(cards: set[int]) -> ChanceOutcomes:
    here = np.zeros(CARDS, np.int64)
    here[list(cards)] = 1
    return outcomes_from_counts(here)
