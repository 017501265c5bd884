"""The win-chance curve: the chances of all seats at every version, before and after random events.

The critic evaluates positions between lots. It has rarely seen the middle of a lot, so there the network first plays
until the lot is settled. Otherwise a bid that must still be paid would make the curve jump.

The critic overrates the player to move, probably because in training that was usually the strongest player. Without a
correction, every end of a turn would look like a small mistake, even if there was no choice.

Random events in Biblios are the next card drawn or turned up, and the cards that a penalty takes. For the first kind
all cards are enumerated, so the mean is exact and luck is 0 on average by construction. Penalties, and what follows
from them, are sampled many times.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from armarium.analysis.extension import Progress, ValueCurve
from armarium.core.state_game import RecordFields
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.cards import KINDS, NAMES
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.observation_layout import WHOLE_SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import observe_truths, write_rewards
from armarium.games.biblios.players.learnt.ahead import PolicyAndCritic, play_until_settled
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    AUCTION_PHASE,
    BID,
    GIFT,
    new_states,
)
from armarium.games.biblios.view import cards_at, size_of
from armarium.players.network.network import Network

__all__ = ["compute_curve", "estimate_chances", "judge_states"]

PENALTY_SAMPLES = 32  # samples of a penalty
BATCH = 2048  # rows per network call
NEXT_CARDS = 8  # different next cards after a lot
# The odds of the player to move are divided by this, by number of seats (research/biblios/judgement/evenness.py).
OVERCONFIDENCE = {2: 1.075, 3: 1.022, 4: 1.01}
NO_KEY = np.zeros(
    8, np.uint32
)  # fixed: random draws within a lot must not depend on the game's key
_KIND = {name: kind for kind, name in enumerate(NAMES)}


@dataclass(frozen=True)
class _RandomEvent:
    """The possible states after an action with a random event, and their probabilities."""

    states: np.ndarray
    weights: np.ndarray


def compute_curve(network: Network, games: Sequence[Game], progress: Progress) -> ValueCurve:
    seats = games[0].seats
    versions = np.concatenate([game._states for game in games])
    events = [_find_random_event(before, after) for before, after in itertools.pairwise(games)]
    uncertain = [v for v, event in enumerate(events) if event is not None]
    lots = int(versions["lots"].max())
    points = judge_states(network, versions, seats, lambda lot: progress(lot, 2 * lots))
    settled = points[1:].copy()
    for number, v in enumerate(uncertain):
        event = events[v]
        assert event is not None
        settled[v] = event.weights @ judge_states(network, event.states, seats)
        progress(len(uncertain) + number + 1, 2 * len(uncertain))
    return ValueCurve(points, settled)


def _ignore_lot(lot: int) -> None:
    pass


def judge_states(
    network: PolicyAndCritic,
    states: np.ndarray,
    seats: int,
    on_lot: Callable[[int], None] = _ignore_lot,
) -> np.ndarray:
    """Return (states, seats): win chances from each state alone, never from the order of hidden piles.

    `on_lot` is called after each lot.
    """
    is_unsettled = (states["phase"] == AUCTION_PHASE) & (
        (states["bid"] > 0) | (states["passed"] > 0) | (states["step"] != BID)
    )
    found = np.zeros((len(states), seats))
    if (~is_unsettled).any():
        found[~is_unsettled] = estimate_chances(
            network, states[~is_unsettled], seats, OVERCONFIDENCE[seats]
        )
    for lot in np.unique(states["lots"][is_unsettled]):
        which = np.flatnonzero(is_unsettled & (states["lots"] == lot))
        found[which] = _judge_after_lot(network, states[which], seats)
        on_lot(int(lot))
    return found


def _judge_after_lot(network: PolicyAndCritic, states: np.ndarray, seats: int) -> np.ndarray:
    """Evaluate after the lot, for next cards spread evenly over the possible ones; the same cards within a lot."""
    ahead = np.repeat(states, NEXT_CARDS)
    sums = _count_next_cards(states[:1]).cumsum().astype(int)
    places = (2 * np.arange(NEXT_CARDS) + 1) * sums[-1] // (2 * NEXT_CARDS)
    kinds = np.searchsorted(sums, places, side="right")
    for i in range(len(ahead)):
        engine.set_key_at(ahead, i, NO_KEY)
        if sums[-1]:
            engine.put_on_top_at(ahead, i, int(kinds[i % NEXT_CARDS]))
    play_until_settled(network, ahead, states[:1])
    worth = estimate_chances(network, ahead, seats, OVERCONFIDENCE[seats])
    found: np.ndarray = worth.reshape(-1, NEXT_CARDS, seats).mean(1)
    return found


def estimate_chances(
    network: PolicyAndCritic, states: np.ndarray, seats: int, overconfidence: float = 1.0
) -> np.ndarray:
    """Return (states, seats): win chances by the critic from all hands and piles; for finished games the rewards.

    `too_sure` corrects the critic for the player to move. It does not matter when actions are compared, because the
    same seat is next after each of them.
    """
    found = np.zeros((len(states), seats))
    whole = np.empty((len(states), WHOLE_SIZE // 8), np.int64)
    actors = np.empty(len(states), np.int64)
    observe_truths(states, whole, actors)
    for first in range(0, len(states), BATCH):
        part = np.arange(first, min(first + BATCH, len(states)))
        on = part[actors[part] >= 0]
        if len(on):
            counted = network.critic_probabilities(whole[on].view(np.int8), actors[on], seats)
            if overconfidence != 1.0:
                counted = _reduce_odds(counted, overconfidence)
            at = (actors[on, None] + np.arange(seats)) % seats
            np.put_along_axis(rows := np.empty_like(counted), at, counted, 1)
            found[on] = rows
    over = np.flatnonzero(actors < 0)
    for seat in range(seats) if len(over) else ():
        column = np.zeros(len(over))
        write_rewards(np.ascontiguousarray(states[over]), seat, column)
        found[over, seat] = column
    return found


def _reduce_odds(chances: np.ndarray, odds: float) -> np.ndarray:
    """Divide the odds of the first seat, and normalise."""
    parts = chances.copy()
    parts[:, 0] /= odds
    found: np.ndarray = parts / parts.sum(1, keepdims=True)
    return found


def _find_random_event(before: Game, after: Game) -> _RandomEvent | None:
    """Return the possible states after an action, or None if it involved no random event."""
    old, new = before._states[0], after._states[0]
    code = CODES[after.last_action[1]]
    turns_up = int(new["lots"]) > int(old["lots"])
    shuffles = turns_up and int(old["phase"]) == GIFT
    if int(new["drawn"]) != int(old["drawn"]) and not shuffles:
        return _sample_penalty(before, code)
    if turns_up or int(new["step"]) == ALLOCATE:
        return _enumerate_cards(before, code)
    return None


def _enumerate_cards(before: Game, code: int) -> _RandomEvent:
    copies = _count_next_cards(before._states)
    kinds = np.flatnonzero(copies)
    states = new_states(len(kinds))
    for i, kind in enumerate(kinds):
        states[i] = before._states[0]
        engine.put_on_top_at(states, i, int(kind))
        engine.apply_at(states, i, code)
    return _RandomEvent(states, copies[kinds] / copies.sum())


def _count_next_cards(states: np.ndarray) -> np.ndarray:
    """Count the cards of each kind that may come next."""
    s = states[0]
    if int(s["phase"]) != GIFT:
        lots = int(s["lots"])
        coming = s["pile"][lots : lots + size_of(RecordFields(states), AUCTION)].tolist()
    else:
        top = int(s["deck_next"]) + (int(s["step"]) == ALLOCATE)
        coming = s["deck"][top : int(s["deck_end"])].tolist()
        if not coming:  # the auction pile is about to be shuffled
            coming = [_KIND[card] for card in cards_at(RecordFields(states), AUCTION)]
    return np.bincount(coming, minlength=KINDS).astype(float)


def _sample_penalty(before: Game, code: int) -> _RandomEvent:
    """Sample the action again with other stolen cards and another order of the pile."""
    states = new_states(PENALTY_SAMPLES)
    digest = hashlib.sha256(before._bytes()).digest()
    rng = np.random.Generator(np.random.Philox(int.from_bytes(digest[:8], "little")))
    for i in range(PENALTY_SAMPLES):
        states[i] = before._states[0]
        engine.set_key_at(states, i, rng.integers(0, 1 << 32, 8, np.uint32))
        lots = int(states["lots"][i])
        pile = states["pile"][i, lots : lots + size_of(RecordFields(before._states), AUCTION)]
        pile[:] = rng.permutation(pile)
        engine.apply_at(states, i, code)
    return _RandomEvent(states, np.full(PENALTY_SAMPLES, 1 / PENALTY_SAMPLES))
