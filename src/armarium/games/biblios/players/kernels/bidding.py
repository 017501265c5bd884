"""The monk in the auction phase: how far to bid, and what to pay with."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CHURCH, GOLD, VALUE
from armarium.games.biblios.kernels.rules import BIDS, PASS, PAYMENTS, REFUSE
from armarium.games.biblios.players.kernels.evaluation import card_gain, gain, gold_gain
from armarium.games.biblios.players.kernels.paying import (
    cards_in_hand,
    is_gold,
    least_gold,
    pay_gold,
)
from armarium.games.biblios.players.weights import BLUFF, CARD_THRIFT, FEAR, THRIFT
from armarium.games.biblios.state import NONE

__all__ = ["bid_or_pass", "pay"]


@jit
def bid_or_pass(features, w, o):
    return _bid_cards(features, w, o) if is_gold(features.lot) else _bid_gold(features, w, o)


@jit
def _rivals_gain(features, o, price):
    """What changes for me if a rival gets the lot at a price: the leader, or whoever it would help most."""
    worst = 0.0
    for j in range(1, features.seats):
        is_in = not ((features.passed | features.barred) >> j) & 1
        if is_in and (features.leader == NONE or features.leader == j):
            change = card_gain(o, j, features.lot)
            if not is_gold(features.lot):
                change += gold_gain(o, j, -float(price))
            worst = min(worst, change)
    return worst


@jit
def _bid_gold(features, w, o):
    """Bid as long as the lot is worth what I would really pay: there is no change."""
    price, kind = least_gold(features, features.bid + 1)
    if kind == NONE:
        return _bluff(features, w, o)
    worth = card_gain(o, 0, features.lot) - w[FEAR] * _rivals_gain(
        features, o, max(1, features.bid)
    )
    if worth + w[THRIFT] * gold_gain(o, 0, -float(price)) <= 0.0:
        return PASS
    return BIDS + min(price, 66) - 1  # what costs the same may as well be said


@jit
def _bluff(features, w, o):
    """Beyond my means: only to make the leader pay more, and if being called would hardly hurt."""
    if not features.beyond_means or features.leader == NONE or features.bid >= 66:
        return PASS
    prize = gold_gain(o, features.leader, -1.0)
    risk = w[BLUFF]
    return BIDS + features.bid if (1.0 - risk) * prize > risk * _penalty(features, o) else PASS


@jit
def _penalty(features, o):
    """What being called costs: random cards of the hand, which the others take or which are gone."""
    n = features.seats
    taken = 1 if features.medieval_bluff else n - 1
    cost = 0.0
    for kind in range(CHURCH):
        if features.held[0, kind]:
            if kind < GOLD:
                c = kind // CARDS_IN_CATEGORY
                loss = -gain(o, 0, c, -float(VALUE[kind]), CARDS_IN_CATEGORY)
            else:
                loss = -gold_gain(o, 0, -float(VALUE[kind]))
            if not features.medieval_bluff:
                for j in range(1, n):
                    loss -= card_gain(o, j, kind) / (n - 1.0)
            cost += loss * features.held[0, kind]
    cards = max(1, cards_in_hand(features))
    return cost / cards * min(taken, cards)


@jit
def _bid_cards(features, w, o):
    """Gold is paid in cards: bid as many as together cost less than it is worth."""
    bid = features.bid + 1
    if bid > cards_in_hand(features):
        return PASS
    worth = card_gain(o, 0, features.lot) - w[FEAR] * _rivals_gain(features, o, 0)
    left = features.held[0].copy()
    lost = np.zeros(5)
    cost = 0.0
    for _ in range(bid):
        kind, loss = _least_loss(o, left, lost)
        cost += loss
        left[kind] -= 1
        if kind < GOLD:
            lost[kind // CARDS_IN_CATEGORY] += VALUE[kind]
    return BIDS + bid - 1 if w[CARD_THRIFT] * cost < worth else PASS


@jit
def _least_loss(o, left, lost):
    """The card that is missed least, and how much, after what has been given already."""
    pick, least = NONE, np.inf
    for kind in range(CHURCH - 1, -1, -1):
        if left[kind]:
            if kind < GOLD:
                c = kind // CARDS_IN_CATEGORY
                gone = lost[c]
                loss = gain(o, 0, c, -gone, CARDS_IN_CATEGORY) - gain(
                    o, 0, c, -gone - VALUE[kind], CARDS_IN_CATEGORY
                )
            else:
                loss = -gold_gain(o, 0, -float(VALUE[kind]))
            if loss < least:
                least = loss
                pick = kind
    return pick, least


@jit
def pay(features, o):
    if not is_gold(features.lot):
        return pay_gold(features)
    if cards_in_hand(features) < features.owed:
        return REFUSE
    kind, _ = _least_loss(o, features.held[0], np.zeros(5))
    return PAYMENTS + kind
