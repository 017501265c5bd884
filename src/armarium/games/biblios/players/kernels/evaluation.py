"""The monk's evaluation: how each category may end, what a card would change, and what gold is still good for.

A seat's final total in a category is what it surely holds, plus what it probably hides; what is still to come is a
doubt that all share. Whoever ends highest takes the die. All is told in points: mine, less those of the others.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import is_interpreted, jit
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CHURCH, GOLD, VALUE
from armarium.games.biblios.kernels.church import CHOICES, PRINTED
from armarium.games.biblios.players.weights import (
    GOLD_CALM,
    GOLD_STAKE,
    HIDDEN_BIAS,
    LEADER,
    LETTER,
    OTHERS,
    SPREAD,
    TIE_GOLD,
)
from armarium.games.biblios.state import AUCTION, DRAW, NONE

__all__ = [
    "card_gain",
    "church_gain",
    "consider",
    "die_stake",
    "gain",
    "gold_gain",
    "new_evaluations",
]

EVALUATION = np.dtype(
    [
        ("seats", "i8"),
        ("dice", "f8", 5),
        ("total", "f8", (4, 5)),  # expected totals; what is to come may go to anyone
        ("spread", "f8", (4, 5)),  # their variances
        ("letter", "f8", (4, 5)),  # best letter surely held, A = 0
        ("chance", "f8", (4, 5)),  # to win the die
        ("weigh", "f8", 4),  # what a point of each seat counts for me: 1, then negative
        ("gold", "f8", 4),
        ("stake", "f8"),  # points that all gold together can still buy
        ("calm", "f8"),
        ("tie", "f8"),
        ("letter_weight", "f8"),
    ],
    align=True,
)
if is_interpreted:

    def new_evaluations():
        return np.zeros(1, EVALUATION).view(np.recarray)

else:

    @jit
    def new_evaluations():
        return np.zeros(1, EVALUATION)


LEAST_SPREAD = 0.1
STEEPNESS = 1.702  # of the logistic curve that is nearest to the normal one


@jit
def consider(features, w, o):
    """Fill the evaluation from what the seat sees."""
    n = features.seats
    o.seats = n
    o.letter_weight = w[LETTER]
    for c in range(5):
        o.dice[c] = features.dice[c]
        _expect(features, w, o, c)
        _chances(o, c, o.chance[:, c])
    _count_gold(features, w, o)
    _weigh_seats(w, o)


@jit
def _expect(features, w, o, c):
    """Means and spreads of the final totals in a category."""
    n = features.seats
    coming_spread = 0.0
    for j in range(4):
        o.total[j, c] = 0.0
        o.spread[j, c] = LEAST_SPREAD
        o.letter[j, c] = CARDS_IN_CATEGORY
    for letter in range(CARDS_IN_CATEGORY):
        kind = CARDS_IN_CATEGORY * c + letter
        value = float(VALUE[kind])
        coming_spread += value * value * (features.draw[kind] + features.pile[kind])
        for j in range(n):
            if features.held[j, kind]:
                o.total[j, c] += value
                o.letter[j, c] = min(o.letter[j, c], letter)
            likely = features.likely[j, kind]
            o.total[j, c] += w[HIDDEN_BIAS] * value * likely
            o.spread[j, c] += w[SPREAD] * value * value * likely
    for j in range(n):
        o.spread[j, c] += w[SPREAD] * coming_spread / n


@jit
def _chances(o, c, chance):
    """Each seat's chance to win a category: ahead of every other, brought to one in all."""
    n = o.seats
    whole = 0.0
    for i in range(n):
        ahead = 1.0
        for j in range(n):
            if j != i:
                lead = o.total[i, c] - o.total[j, c]
                if o.letter[i, c] < o.letter[j, c]:
                    lead += o.letter_weight
                elif o.letter[i, c] > o.letter[j, c]:
                    lead -= o.letter_weight
                z = lead / np.sqrt(o.spread[i, c] + o.spread[j, c])
                ahead /= 1.0 + np.exp(-STEEPNESS * z)
        chance[i] = ahead
        whole += ahead
    for i in range(n):
        chance[i] /= whole


@jit
def _count_gold(features, w, o):
    n = features.seats
    lots = features.room[AUCTION] + features.room[DRAW] / (n + 1.0)  # one card in n + 1 goes there
    points = 0.0
    for c in range(5):
        points += features.dice[c]
    o.stake = w[GOLD_STAKE] * lots * points / 15.0
    o.calm = w[GOLD_CALM]
    o.tie = w[TIE_GOLD]
    for j in range(4):
        o.gold[j] = 0.0
    for kind in range(GOLD, CHURCH):
        for j in range(n):
            o.gold[j] += VALUE[kind] * (features.held[j, kind] + features.likely[j, kind])
            o.gold[j] += VALUE[kind] * features.draw[kind] / (n + 1.0)


@jit
def _weigh_seats(w, o):
    """Who is ahead hurts me most."""
    n = o.seats
    whole = 0.0
    for j in range(1, n):
        points = 0.0
        for c in range(5):
            points += o.dice[c] * o.chance[j, c]
        o.weigh[j] = np.exp(w[LEADER] * points)
        whole += o.weigh[j]
    o.weigh[0] = 1.0
    for j in range(1, n):
        o.weigh[j] *= -w[OTHERS] / whole


@jit
def die_stake(o, c):
    """What one more point on a die is worth to me."""
    worth = 0.0
    for j in range(o.seats):
        worth += o.weigh[j] * o.chance[j, c]
    return worth


@jit
def gain(o, j, c, value, letter):
    """What changes for me if a seat gets (or, by a negative value, loses) so much in a category."""
    n = o.seats
    chance = np.empty(4)
    before = o.letter[j, c]
    o.total[j, c] += value
    o.letter[j, c] = min(before, letter)
    _chances(o, c, chance)
    o.total[j, c] -= value
    o.letter[j, c] = before
    change = 0.0
    for i in range(n):
        change += o.weigh[i] * (chance[i] - o.chance[i, c])
    return o.dice[c] * change


@jit
def _gold_share(o, mine, theirs):
    """A contest: the stake goes to gold in proportion; what is left over breaks ties."""
    return o.stake * mine / (mine + theirs + o.calm) + o.tie * mine


@jit
def gold_gain(o, j, value):
    """What changes for me if a seat gets (or spends) so much gold."""
    theirs = 0.0
    for i in range(1, o.seats):
        theirs += o.gold[i]
    now = _gold_share(o, o.gold[0], theirs)
    if j == 0:
        return _gold_share(o, max(0.0, o.gold[0] + value), theirs) - now
    spent = max(-o.gold[j], value)
    return _gold_share(o, o.gold[0], max(0.0, theirs + spent)) - now


@jit
def _own_stake(o, j, c):
    if j == 0:
        return die_stake(o, c)
    return o.chance[j, c] - (1.0 - o.chance[j, c]) / (o.seats - 1.0)


@jit
def church_gain(o, j, kind):
    """What changes for me if a seat gets a church card and uses it as is best for itself."""
    best, mine = 0.0, 0.0
    for i in range(1, CHOICES.shape[0]):
        if (PRINTED[kind - CHURCH] >> i) & 1:
            own, for_me = 0.0, 0.0
            for slot in range(2):
                die = CHOICES[i, slot]
                if die != NONE:
                    step = CHOICES[i, 2]
                    if not 1 <= o.dice[die] + step <= 6:
                        own -= 100.0
                    own += step * _own_stake(o, j, die)
                    for_me += step * die_stake(o, die)
            if own > best:
                best = own
                mine = for_me
    return mine


@jit
def card_gain(o, j, kind):
    """What changes for me if a seat gets a card."""
    if kind < GOLD:
        return gain(o, j, kind // CARDS_IN_CATEGORY, float(VALUE[kind]), kind % CARDS_IN_CATEGORY)
    if kind < CHURCH:
        return gold_gain(o, j, float(VALUE[kind]))
    return church_gain(o, j, kind)
