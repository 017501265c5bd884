"""Biblios with explicit chance nodes: the first seat, drawn and turned-up cards, stolen cards.

The box counts as part of the draw pile: nobody has seen it, so any of its cards may come next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armarium.core.batch import Kernel
from armarium.core.state_game import copy_states
from armarium.games.biblios import Game, state
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import CHURCH, COPIES, GOLD_KINDS, KINDS, NAMES, RUN, WORD
from armarium.games.biblios.kernels import engine, rules
from armarium.games.biblios.kernels.auction import HIGHEST_BID
from armarium.games.biblios.kernels.setup import BOX_RANDOM, GOLD_REMOVED
from armarium.games.biblios.options import EDITIONS, options_of
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    DRAW,
    HAND,
    LOST,
    LOT,
    OPEN,
    PUBLIC_VIEWER,
)
from armarium.lab.adapters.explicit import ExplicitGame, Next, outcomes_from_counts

__all__ = ["ExplicitBiblios"]

# The history of a seat is a list of tokens: first seats, actions, cards.
_ACTION = 1 + 4
_UNSEEN_PAYMENT = _ACTION + rules.ACTIONS
_CARD = _UNSEEN_PAYMENT + 1
_UNSEEN_CARD = _CARD + KINDS
_HAND = _UNSEEN_CARD + 1  # a hand follows, card by card
TOKENS = (
    "",
    *(f"first {seat}" for seat in range(4)),
    *TEXTS,
    "pay ?",
    *(f"[{name}]" for name in NAMES),
    "[?]",
    "hand:",
)


class ExplicitBiblios(ExplicitGame):
    tokens = TOKENS
    most_worth = 1.0

    def __init__(self, seats: int, edition: str | None, options: Mapping[str, Any]) -> None:
        edition = edition or EDITIONS[0]
        super().__init__(Game.new(seats, 0, edition, **options))
        self._chosen = options_of(edition, seats, options)
        # An open and a hidden card of the same kind are different outcomes (B-6.4).
        self.results = KINDS + (CHURCH if self._chosen["open_collections"] else 0)
        cards = int(COPIES.sum())
        drawn = cards - 3 * int(GOLD_REMOVED[seats]) - int(BOX_RANDOM[seats])
        lots = drawn // (seats + 1)
        # In one auction the bids rise from 1 to at most 66, and each seat passes, fails or refuses once. Each
        # re-auction has one seat less. A card is paid once, a church card used once.
        auction = seats * (HIGHEST_BID + seats + 1)
        self.longest = drawn + lots * (seats - 1) + 9 + lots * auction + cards
        self.most_chances = 1 + drawn + lots + lots * seats * (seats - 1)
        # Besides actions and outcomes: a card is placed, taken, bought, used, paid, listed in an imagined hand.
        self.most_tokens = self.longest + self.most_chances + 5 * cards

    def begin(self, chosen: list[int]) -> Next:
        """Draw the first seat, unless an option sets it, and the first card."""
        first = self._chosen["first"]
        if first is None:
            if not chosen:
                return None, [(seat, 1 / self.seats) for seat in range(self.seats)]
            first, *chosen = chosen
        here = COPIES.copy()
        here[list(GOLD_KINDS)] -= GOLD_REMOVED[self.seats]
        if not chosen:
            return None, outcomes_from_counts(here)
        states = state.new_states(1)
        s = states[0]
        state.set_options(s, self.seats, self._chosen, keep_knowledge=True)
        deck = np.repeat(np.arange(KINDS), here)
        top, there = int(BOX_RANDOM[self.seats]), int(np.flatnonzero(deck == chosen[0])[0])
        deck[[top, there]] = deck[[there, top]]
        s["first"], s["deck_end"] = first, len(deck)
        s["deck"][: len(deck)] = deck
        engine.begin_dealt_at(states, 0)
        return states, []

    def play_outcomes(self, before: np.ndarray, code: int, chosen: list[int]) -> Next:
        trial = copy_states(before)
        engine.apply_at(trial, 0, code)
        moved = _list_moves(trial)
        thefts = [source for _, source, target, _ in moved if _is_theft(source, target)]
        turned = [(kind, source) for kind, source, target, _ in moved if _is_turned(source, target)]
        if not (thefts or turned):
            return trial, []
        after = copy_states(before)
        if thefts:
            hand = _count_hand(before, (thefts[0] - HAND) % 4)
            for number in range(len(thefts)):
                if number == len(chosen):
                    return None, outcomes_from_counts(hand)
                taken = chosen[number]
                engine.force_at(after, 0, _find_index(hand, taken))
                hand[taken] -= 1
        if turned:
            if len(chosen) == len(thefts):
                return None, outcomes_from_counts(self._count_pile(trial, *turned[-1]))
            engine.put_on_top_at(after, 0, chosen[-1])
        engine.apply_at(after, 0, code)
        return after, []

    def _count_pile(self, trial: np.ndarray, kind: int, source: int) -> np.ndarray:
        """Count the cards that may be turned up: the one of the trial and those still in the pile."""
        if source == DRAW:  # that one is still on the pile
            here: np.ndarray = _count_zone(trial, BOX) + _count_zone(trial, DRAW)
            here[list(GOLD_KINDS)] -= GOLD_REMOVED[self.seats]
            return here
        here = _count_zone(trial, AUCTION)
        here[kind] += 1
        return here

    def seen(
        self, before: np.ndarray | None, code: int, after: np.ndarray, viewer: int
    ) -> list[int]:
        if viewer == self.seats:
            viewer = PUBLIC_VIEWER
        cards = [
            _CARD + kind if seen >> viewer & 1 else _UNSEEN_CARD
            for kind, _, _, seen in _list_moves(after)
        ]
        if before is None:
            return [1 + int(after["first"][0]), *cards]
        is_hidden = rules.PAYMENTS <= code < rules.REFUSE and cards[0] == _UNSEEN_CARD
        return [_UNSEEN_PAYMENT if is_hidden else _ACTION + code, *cards]

    def hand(self, states: np.ndarray, seat: int) -> list[int]:
        cards = np.repeat(np.arange(KINDS), _count_zone(states, HAND + seat)).tolist()
        if states["step"][0] == state.ALLOCATE and states["actor"][0] == seat:
            cards.append(int(states["deck"][0, states["deck_next"][0]]))
        return [_HAND, *(_CARD + kind for kind in cards)]

    def redeal(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Shuffle box and draw pile together, and the auction pile. Knowledge is dropped: random play needs none."""
        world = copy_states(states)
        s = world[0]
        s["viewers"] = 0
        if s["phase"] != state.GIFT:
            here = np.arange(
                int(s["lots"]), int(s["lots"]) + int(_count_zone(world, AUCTION).sum())
            )
            s["pile"][here] = rng.permutation(s["pile"][here])
            return world
        looked_at = int(s["step"] == state.ALLOCATE)
        box = int(BOX_RANDOM[self.seats])
        here = np.r_[:box, int(s["deck_next"]) + looked_at : int(s["deck_end"])]
        there = s["deck"][:box].copy()
        s["deck"][here] = rng.permutation(s["deck"][here])
        changes = np.bincount(s["deck"][:box], minlength=KINDS) - np.bincount(
            there, minlength=KINDS
        )
        for kind in np.flatnonzero(changes):
            source, target = (DRAW, BOX) if changes[kind] > 0 else (BOX, DRAW)
            _move_cards(s["location"], int(kind), source, target, abs(int(changes[kind])))
        return world

    @property
    def random_end(self) -> Kernel:
        from armarium.games.biblios.kernels.batch import play_to_end

        return play_to_end

    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str:
        if before is None and not chosen and self._chosen["first"] is None:
            return f"first {result}"
        return NAMES[result] if result < KINDS else f"open {NAMES[result - KINDS]}"


def _list_moves(states: np.ndarray) -> list[list[int]]:
    rows: list[list[int]] = states["moves"][0, : int(states["move_count"][0])].tolist()
    return rows


def _is_theft(source: int, target: int) -> bool:
    from_hand = HAND <= source < HAND + 4 or OPEN <= source < OPEN + 4
    return from_hand and (target == LOST or HAND <= target < HAND + 4)


def _is_turned(source: int, target: int) -> bool:
    return (source, target) in ((DRAW, DRAW), (AUCTION, LOT))


def _count_zone(states: np.ndarray, zone: int) -> np.ndarray:
    words: np.ndarray = states["location"][0, zone]
    counts: np.ndarray = np.bitwise_count(words[WORD] & RUN).astype(np.int64)
    return counts


def _move_cards(at: np.ndarray, kind: int, source: int, target: int, number: int) -> None:
    """Move cards of a kind between piles without recording moves."""
    word = WORD[kind]
    for _ in range(number):
        labels = int(at[source, word]) & int(RUN[kind])
        label = labels & -labels
        at[source, word] ^= label
        at[target, word] |= label


def _count_hand(states: np.ndarray, seat: int) -> np.ndarray:
    """Count a hand by outcome: hidden cards by kind, then open cards by kind."""
    return np.concatenate([_count_zone(states, HAND + seat), _count_zone(states, OPEN + seat)])


def _find_index(hand: np.ndarray, taken: int) -> int:
    """Return the index of a card in a hand in canonical order; open cards come before hidden ones of their kind."""
    kind, is_open = taken % KINDS, taken >= KINDS
    earlier = int(hand[:kind].sum() + hand[KINDS : KINDS + kind].sum())
    return earlier if is_open else earlier + int(hand[KINDS + kind])
