"""The fair price of a lot for its buyer: the most that left it no worse off than letting the card go.

Asked at the bid that bought it and from the buyer's view alone: in worlds that look the same, the card is its own for
every price, and again it passes and the others go on; the critic compares where it stands once the lot is settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from armarium.games.biblios.actions import CODES
from armarium.games.biblios.analysis.course import worth_of
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.players.learnt.ahead import settle_matter
from armarium.games.biblios.players.learnt.thinking import Thinker
from armarium.games.biblios.state import new_states
from armarium.games.table.analyst import Lot, Progress
from armarium.games.table.game import View
from armarium.players.network.network import Network

__all__ = ["fair_price", "lots_of"]

WORLDS = 12
DEAREST = 14  # a price beyond which nobody asks
WORD = 1


class _Purchase(NamedTuple):
    asked: int  # the version at which the buyer made its last bid
    v: int
    seat: int
    card: str
    paid: int


def lots_of(network: Network, games: Sequence[Game], noted: Progress) -> list[Lot]:
    """Every card that was bought, with its price."""
    bought = list(_bought(games))
    found = []
    for number, (asked, v, seat, card, paid) in enumerate(bought):
        found.append(Lot(v, seat, card, paid, fair_price(network, games[asked].view(seat))))
        noted(number + 1, len(bought))
    return found


def _bought(games: Sequence[Game]) -> Iterator[_Purchase]:
    asked: dict[int, int] = {}
    for v, after in enumerate(games[1:]):
        seat, action = after.last_action
        if action.startswith("bid "):
            asked[seat] = v
        for event in after.seen(None):
            if event["event"] == "lot-bought":
                buyer = int(event["seat"])
                yield _Purchase(asked[buyer], v + 1, buyer, event["card"], event["amount"])


def fair_price(network: Network, view: View) -> int:
    """In gold, for gold in cards; 0: not worth anything."""
    seat, seats = int(view["you"]), len(view["seats"])
    dearest = min(_means(view), DEAREST)
    if not dearest:
        return 0
    thinker = Thinker(network, view, WORD)
    worlds = thinker.worlds_apart(WORLDS)
    states = new_states(WORLDS * (dearest + 1))
    for price in range(dearest + 1):
        part = states[price * WORLDS : (price + 1) * WORLDS]
        part[:] = worlds
        if price:  # everybody else has passed
            part["passed"] = (1 << seats) - 1 & ~(1 << seat)
        code = CODES[f"bid {price}" if price else "pass"]
        for i in range(WORLDS):
            engine.apply_at(part, i, code)
    settle_matter(network, states, worlds)
    worth = worth_of(network, states, seats)[:, seat].reshape(dearest + 1, WORLDS).mean(1)
    return int((np.minimum.accumulate(worth[1:]) >= worth[0]).sum())


def _means(view: View) -> int:
    gold = [int(card[-1]) for card in view["hand"] if card.startswith("gold-")]
    return len(view["hand"]) if view["lot"].startswith("gold-") else sum(gold)
