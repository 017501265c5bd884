"""Worlds in which others have spoken: what a seat saw when it did, and what it knew of the auction pile."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import KIND_OF_LABEL, LABELS_IN_WORD_0
from armarium.games.biblios.kernels.knowledge import witness, zone_size
from armarium.games.biblios.kernels.observation import mask, observe
from armarium.games.biblios.kernels.places import LABELS, masks_of
from armarium.games.biblios.state import AUCTION, NONE, VISIBLE
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.chance import below

__all__ = ["ask_again", "recall_piles"]


@door
def ask_again(worlds, seat, bid, leader, passed, rows, masks):
    """What a seat saw and might say of the lot on offer when this bid stood: no card has moved since, in any world."""
    for i in range(worlds.shape[0]):
        s = worlds[i]
        actor_now, bid_now, leader_now, passed_now = s.actor, s.bid, s.leader, s.passed
        s.actor, s.bid, s.leader, s.passed = seat, bid, leader, passed
        observe(s, seat, rows[i])
        mask(s, masks[i])
        s.actor, s.bid, s.leader, s.passed = actor_now, bid_now, leader_now, passed_now


@door
def recall_piles(worlds, seat):
    """The others know which cards of the pile are their own (B-6.1); `imagine` gives them what everyone knows and their
    hands. Who of several others put a card there is drawn, each having put as many as their turns."""
    masks = np.empty(LABELS, np.int64)
    turns = np.empty(4, np.int64)
    by = np.empty(LABELS, np.int64)
    for i in range(worlds.shape[0]):
        s = worlds[i]
        masks_of(s.may[seat], masks)
        left = _turns_of_others(s, seat, turns)
        for label in range(LABELS):
            word = 0 if label < LABELS_IN_WORD_0 else 1
            lies_there = (s.at[AUCTION, word] >> (label - LABELS_IN_WORD_0 * word)) & 1
            by[label] = NONE
            if lies_there and masks[label] != 1 << AUCTION and left > 0:
                by[label] = _one_of(turns, below(s, left))
                turns[by[label]] -= 1
                left -= 1
        # All are taken up and looked at, and then put back: one by one, an eye might see the same card twice.
        for label in range(LABELS):
            if by[label] != NONE:
                witness(s.may[by[label]], KIND_OF_LABEL[label], AUCTION, VISIBLE, 1)
        for label in range(LABELS):
            if by[label] != NONE:
                witness(s.may[by[label]], KIND_OF_LABEL[label], VISIBLE, AUCTION, 1)


@compiled
def _turns_of_others(s, seat, turns):
    """How many cards each other seat has put on the pile so far; what was turned up is counted too."""
    placed = zone_size(s, AUCTION) + s.lots
    total = 0
    for other in range(4):
        before = (other - s.first) % s.seats  # turns before its first
        is_other = other < s.seats and other != seat and placed > before
        turns[other] = (placed - before + s.seats - 1) // s.seats if is_other else 0
        total += turns[other]
    return total


@compiled
def _one_of(turns, number):
    for other in range(len(turns)):
        number -= turns[other]
        if number < 0:
            return other
    return NONE
