"""The referee's curve: the chances of all seats at every version, and between a decision and chance.

The critic tells them where a matter begins. In the middle of a lot, which it has seldom seen, everybody first goes on
as the network does until the lot is settled: so a bid that must still be paid does not make the curve tremble.

The critic is too sure of whoever acts: probably since it learnt where that is the newest network, mostly among weaker
ones. Left so, every end of a turn would look like a small mistake, also where there was nothing to choose.

Chance in Biblios is the next card that is drawn or turned up, and the cards that a penalty takes. The first kind is
counted out card by card (so the mean over what might have come is exact, and luck is 0 on average by construction); a
penalty, and whatever follows from it, is drawn again many times.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armarium.games.biblios.actions import CODES
from armarium.games.biblios.cards import KINDS, NAMES
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.observation_layout import WHOLE_SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import look_at_all, settle
from armarium.games.biblios.players.learnt.ahead import Judge, settle_matter
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    AUCTION_PHASE,
    BID,
    GIFT,
    new_states,
)
from armarium.games.biblios.view import cards_at, size_of
from armarium.games.table.analyst import Course, Progress
from armarium.games.table.states import Fields
from armarium.players.network.network import Network

__all__ = ["course_of", "judged", "worth_of"]

AGAIN = 32  # times that a penalty is drawn anew
PART = 2048  # rows at once
SPREAD = 8  # cards that may come after a lot
# By the number of seats: what the odds of whoever acts are divided by (found by lab/judgement/evenness.py).
TOO_SURE = {2: 1.075, 3: 1.022, 4: 1.01}
NO_KEY = np.zeros(8, np.uint32)  # what chance brings within a lot is nobody's to know
_KIND = {name: kind for kind, name in enumerate(NAMES)}


@dataclass(frozen=True)
class _Fork:
    """The worlds that an action may have led to, and how likely each is."""

    states: np.ndarray
    weights: np.ndarray


def course_of(network: Network, games: Sequence[Game], noted: Progress) -> Course:
    seats = games[0].seats
    versions = np.concatenate([game._states for game in games])
    forks = [_fork(before, after) for before, after in itertools.pairwise(games)]
    uncertain = [v for v, fork in enumerate(forks) if fork is not None]
    points = judged(network, versions, seats)
    settled = points[1:].copy()
    for number, v in enumerate(uncertain):
        fork = forks[v]
        assert fork is not None
        settled[v] = fork.weights @ judged(network, fork.states, seats)
        noted(number + 1, len(uncertain))
    return Course(points, settled)


def judged(network: Judge, states: np.ndarray, seats: int) -> np.ndarray:
    """(states, seats): the referee's chances; of each state alone, and never of the order of what is to come."""
    is_amid = (states["phase"] == AUCTION_PHASE) & (
        (states["bid"] > 0) | (states["passed"] > 0) | (states["step"] != BID)
    )
    found = np.zeros((len(states), seats))
    if (~is_amid).any():
        found[~is_amid] = worth_of(network, states[~is_amid], seats, TOO_SURE[seats])
    for lot in np.unique(states["lots"][is_amid]):
        which = np.flatnonzero(is_amid & (states["lots"] == lot))
        found[which] = _after_the_lot(network, states[which], seats)
    return found


def _after_the_lot(network: Judge, states: np.ndarray, seats: int) -> np.ndarray:
    """With cards spread evenly over those that may come next: the same ones as long as the lot lasts."""
    ahead = np.repeat(states, SPREAD)
    sums = _still_to_come(states[:1]).cumsum().astype(int)
    places = (2 * np.arange(SPREAD) + 1) * sums[-1] // (2 * SPREAD)
    kinds = np.searchsorted(sums, places, side="right")
    for i in range(len(ahead)):
        engine.set_key_at(ahead, i, NO_KEY)
        if sums[-1]:
            engine.top_at(ahead, i, int(kinds[i % SPREAD]))
    settle_matter(network, ahead, states[:1])
    worth = worth_of(network, ahead, seats, TOO_SURE[seats])
    found: np.ndarray = worth.reshape(-1, SPREAD, seats).mean(1)
    return found


def worth_of(network: Judge, states: np.ndarray, seats: int, too_sure: float = 1.0) -> np.ndarray:
    """(states, seats): all seats' chances by all hands and piles, whatever their order; a finished game's shares.

    `too_sure`: what the critic is believed less of whoever acts. Where actions are compared it does not matter: after
    each of them the same seat is next."""
    found = np.zeros((len(states), seats))
    whole = np.empty((len(states), WHOLE_SIZE // 8), np.int64)
    actors = np.empty(len(states), np.int64)
    look_at_all(states, whole, actors)
    for first in range(0, len(states), PART):
        part = np.arange(first, min(first + PART, len(states)))
        on = part[actors[part] >= 0]
        if len(on):
            counted = network.judged(whole[on].view(np.int8), actors[on], seats)
            if too_sure != 1.0:
                counted = _less_sure(counted, too_sure)
            at = (actors[on, None] + np.arange(seats)) % seats
            np.put_along_axis(rows := np.empty_like(counted), at, counted, 1)
            found[on] = rows
    over = np.flatnonzero(actors < 0)
    for seat in range(seats) if len(over) else ():
        column = np.zeros(len(over))
        settle(np.ascontiguousarray(states[over]), seat, column)
        found[over, seat] = column
    return found


def _less_sure(chances: np.ndarray, odds: float) -> np.ndarray:
    """Of the first seat."""
    parts = chances.copy()
    parts[:, 0] /= odds
    found: np.ndarray = parts / parts.sum(1, keepdims=True)
    return found


def _fork(before: Game, after: Game) -> _Fork | None:
    """None where chance had no say."""
    old, new = before._states[0], after._states[0]
    code = CODES[after.last_action[1]]
    turns_up = int(new["lots"]) > int(old["lots"])
    shuffles = turns_up and int(old["phase"]) == GIFT
    if int(new["drawn"]) != int(old["drawn"]) and not shuffles:
        return _drawn_again(before, code)
    if turns_up or int(new["step"]) == ALLOCATE:
        return _counted_out(before, code)
    return None


def _counted_out(before: Game, code: int) -> _Fork:
    copies = _still_to_come(before._states)
    kinds = np.flatnonzero(copies)
    states = new_states(len(kinds))
    for i, kind in enumerate(kinds):
        states[i] = before._states[0]
        engine.top_at(states, i, int(kind))
        engine.apply_at(states, i, code)
    return _Fork(states, copies[kinds] / copies.sum())


def _still_to_come(states: np.ndarray) -> np.ndarray:
    """How many cards of each kind may be the next one."""
    s = states[0]
    if int(s["phase"]) != GIFT:
        lots = int(s["lots"])
        coming = s["pile"][lots : lots + size_of(Fields(states), AUCTION)].tolist()
    else:
        top = int(s["deck_next"]) + (int(s["step"]) == ALLOCATE)
        coming = s["deck"][top : int(s["deck_end"])].tolist()
        if not coming:  # the auction pile is about to be shuffled
            coming = [_KIND[card] for card in cards_at(Fields(states), AUCTION)]
    return np.bincount(coming, minlength=KINDS).astype(float)


def _drawn_again(before: Game, code: int) -> _Fork:
    """Other cards stolen, and another order of what is to come."""
    states = new_states(AGAIN)
    digest = hashlib.sha256(before._bytes()).digest()
    rng = np.random.Generator(np.random.Philox(int.from_bytes(digest[:8], "little")))
    for i in range(AGAIN):
        states[i] = before._states[0]
        engine.set_key_at(states, i, rng.integers(0, 1 << 32, 8, np.uint32))
        lots = int(states["lots"][i])
        pile = states["pile"][i, lots : lots + size_of(Fields(before._states), AUCTION)]
        pile[:] = rng.permutation(pile)
        engine.apply_at(states, i, code)
    return _Fork(states, np.full(AGAIN, 1 / AGAIN))
