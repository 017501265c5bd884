"""What the others have said of the lot on offer, as a seat remembers it, and which worlds explain it.

A view tells what stands, not how it came about. But between two words of its own a seat hears every other who is still
in exactly once: from what stood after its last word, or at the opening, to what stands now there is one way, but for
bids that others have topped since. A world in which the network would have said the same explains more than one in
which it would not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from armarium.games.biblios.kernels.rules import BIDS, PASS
from armarium.games.biblios.lab.kernels.heard_worlds import ask_again, recall_piles
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.learnt.ahead import Judge
from armarium.games.biblios.players.learnt.thinking import Thinker
from armarium.games.biblios.state import NONE
from armarium.players.network.network import powers

__all__ = ["Hearing", "Listener", "Said", "Standing", "explained"]

_BITS = 20  # of a probability
_DOUBT = (1 << _BITS) // 1000  # nobody is sure that the others think as the network does
_MOST = 40  # bits of the odds of a world


class Standing(NamedTuple):
    """Of an auction, between two words."""

    bid: int = 0
    leader: int = NONE
    passed: int = 0  # a set of seats


class Said(NamedTuple):
    """One word of another: what stood before it, and the action it was, or a bid of some amount."""

    seat: int
    before: Standing
    first: int
    last: int


class Hearing:
    """The memory of one seat for one auction; of others it remembers nothing."""

    def __init__(self) -> None:
        self._auction: tuple[Any, ...] | None = None
        self._now = Standing()
        # What stood after this seat's last word, or at the opening, and who might speak between that and now.
        self._since: Standing | None = None
        self._speakers: list[int] = []
        self._earlier: list[Said] = []  # before that
        self._said: list[Said] = []
        self._answer = NONE

    def listen(self, view: dict[str, Any]) -> Sequence[Said]:
        """What the others have said so far; nothing where nobody bids or where what stands cannot have come about so:
        whoever was not there from the beginning has missed something."""
        if view["step"] != "bid" or view["you"] is None:
            self._auction = None
            return []
        seats, you = len(view["seats"]), view["you"]
        auction, now = (view["lot_number"], *view["barred"]), _standing_of(view)
        if auction != self._auction:
            self._auction, self._earlier, self._since = auction, [], Standing()
            self._speakers = _in_turn(view["active"], you, seats)
        elif now != self._now:
            self._earlier, self._since = self._said, self._after_answer(you)
            self._speakers = _in_turn(you, you, seats)
        self._now = now
        speakers = [seat for seat in self._speakers if seat not in view["barred"]]
        latest = None if self._since is None else _between(self._since, speakers, now)
        self._said = [] if latest is None else [*self._earlier, *latest]
        return self._said

    def answer(self, code: int) -> None:
        self._answer = code

    def _after_answer(self, you: int) -> Standing | None:
        """None: whoever passed is not asked again, so somebody else has spoken for this seat."""
        is_bid = BIDS <= self._answer < PASS
        return Standing(self._answer - BIDS + 1, you, self._now.passed) if is_bid else None


def _standing_of(view: dict[str, Any]) -> Standing:
    leader = NONE if view["leader"] is None else view["leader"]
    return Standing(view["bid"], leader, sum(1 << seat for seat in view["passed"]))


def _in_turn(after: int, until: int, seats: int) -> list[int]:
    """Clockwise from the left of one seat to another, without that one."""
    found = []
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if seat == until:
            break
        found.append(seat)
    return found


def _between(since: Standing, speakers: Sequence[int], now: Standing) -> list[Said] | None:
    """None: it cannot have come about so."""
    said, stood = [], since
    for seat in speakers:
        if stood.passed >> seat & 1:
            continue
        if now.passed >> seat & 1:
            said.append(Said(seat, stood, PASS, PASS))
            stood = stood._replace(passed=stood.passed | 1 << seat)
            continue
        # Whoever leads has bid what stands; whoever is in and does not lead has bid less, most likely one more.
        low, high = (now.bid, now.bid) if seat == now.leader else (stood.bid + 1, now.bid - 1)
        if not stood.bid < low <= high:
            return None
        said.append(Said(seat, stood, BIDS + low - 1, BIDS + high - 1))
        stood = stood._replace(bid=low, leader=seat)
    return said if stood == now else None


class Listener(Thinker):
    """Of its worlds those are drawn again that explain what was said, too."""

    def __init__(
        self,
        network: Judge,
        view: dict[str, Any],
        word: int,
        logits: np.ndarray,
        said: Sequence[Said],
    ) -> None:
        super().__init__(network, view, word, logits)
        self._said = said

    def worlds(self, number: int, first: int = 0) -> np.ndarray:
        even, explains = self._explained(number, first)
        recall_piles(even, self.seat)
        return self._drawn(
            even, explained(self.network, even, self._said, powers(explains)), number
        )


def explained(
    network: Judge, worlds: np.ndarray, said: Sequence[Said], odds: np.ndarray
) -> np.ndarray:
    """The odds of the worlds, after what was said. In whole numbers: the same on every processor."""
    rows = np.empty((len(worlds), SIZE // 8), np.int64)
    masks = np.empty((len(worlds), MASK_SIZE // 8), np.int64)
    for one in said:
        ask_again(worlds, one.seat, *one.before, rows, masks)
        parts = powers(network.logits(rows.view(np.int8), masks.view(np.int8)))
        share = parts[:, one.first : one.last + 1].sum(1) // (parts.sum(1) >> _BITS)
        odds = odds * (share + _DOUBT) >> _BITS
        odds = odds << max(0, _MOST - int(odds.max()).bit_length())
    return odds
