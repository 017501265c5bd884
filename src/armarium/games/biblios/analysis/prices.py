"""The fair price of a lot: the highest price at which buying was no worse for the buyer than passing.

Computed from the buyer's view at its last bid. In worlds that look the same, the buyer gets the card at each price, or
passes and the others continue. The critic compares the results after the lot is settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from armarium.analysis.extension import Lot, Progress
from armarium.core.game import View
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.analysis.course import estimate_chances
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.players.learnt.ahead import play_until_settled
from armarium.games.biblios.players.learnt.thinking import PositionSearch
from armarium.games.biblios.state import new_states
from armarium.players.network.network import Network

__all__ = ["fair_price", "price_lots"]

WORLDS = 12
HIGHEST_PRICE = 14  # the highest price considered
RANDOM_WORD = 1


class _Purchase(NamedTuple):
    bid_version: int  # the version of the buyer's last bid
    v: int
    seat: int
    card: str
    paid: int


def price_lots(network: Network, games: Sequence[Game], progress: Progress) -> list[Lot]:
    """Return every bought card with its price and its fair price."""
    bought = list(_iter_purchases(games))
    found = []
    for number, (bid_version, v, seat, card, paid) in enumerate(bought):
        found.append(Lot(v, seat, card, paid, fair_price(network, games[bid_version].view(seat))))
        progress(number + 1, len(bought))
    return found


def _iter_purchases(games: Sequence[Game]) -> Iterator[_Purchase]:
    bid_version: dict[int, int] = {}
    for v, after in enumerate(games[1:]):
        seat, action = after.last_action
        if action.startswith("bid "):
            bid_version[seat] = v
        for event in after.seen(None):
            if event["event"] == "lot-bought":
                buyer = int(event["seat"])
                yield _Purchase(bid_version[buyer], v + 1, buyer, event["card"], event["amount"])


def fair_price(network: Network, view: View) -> int:
    """Return the fair price in gold, or in cards for a gold card; 0 if it was worth nothing."""
    seat, seats = int(view["you"]), len(view["seats"])
    highest = min(_means(view), HIGHEST_PRICE)
    if not highest:
        return 0
    search = PositionSearch(network, view, RANDOM_WORD)
    worlds = search.sample_distinct_worlds(WORLDS)
    states = new_states(WORLDS * (highest + 1))
    for price in range(highest + 1):
        part = states[price * WORLDS : (price + 1) * WORLDS]
        part[:] = worlds
        if price:  # all others have passed
            part["passed"] = (1 << seats) - 1 & ~(1 << seat)
        code = CODES[f"bid {price}" if price else "pass"]
        for i in range(WORLDS):
            engine.apply_at(part, i, code)
    play_until_settled(network, states, worlds)
    worth = estimate_chances(network, states, seats)[:, seat].reshape(highest + 1, WORLDS).mean(1)
    return int((np.minimum.accumulate(worth[1:]) >= worth[0]).sum())


def _means(view: View) -> int:
    gold = [int(card[-1]) for card in view["hand"] if card.startswith("gold-")]
    return len(view["hand"]) if view["lot"].startswith("gold-") else sum(gold)
