"""Which actions a seat may undo while no other seat has acted since. Only what the seat sees decides.

An action that reveals a card cannot be undone. Nor can a pass that ends the bidding: it shows whether the leader can
pay (B-3.9).
"""

from __future__ import annotations

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.cards import CHURCH, GOLD
from armarium.games.biblios.kernels import gift, rules
from armarium.games.biblios.kernels.knowledge import zone_size
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, NONE, PAY, PUBLIC, TAKE

__all__ = ["may_take_back_at"]


@jit_entry
def may_take_back_at(states, i, code):
    """Return whether the seat to act may take back this legal action."""
    s = states[i]
    if s.step == ALLOCATE:
        return _may_undo_allocation(s, code)
    if s.step == TAKE:
        return zone_size(s, PUBLIC) > 1 or code >= rules.TAKINGS + CHURCH
    if s.step == CHURCH_STEP:
        # Only if another seat takes next: otherwise a card is drawn or turned up. The active seat takes nothing.
        return zone_size(s, PUBLIC) > 0 and s.actor != s.active
    if s.step == BID:
        return _may_undo_bid(s, code)
    if s.step == PAY:
        # Face down (B-3.6), and not the last card.
        is_gold = GOLD <= s.pile[s.lots - 1] < CHURCH
        return code != rules.REFUSE and is_gold and s.owed > 1
    return False


@jit
def _may_undo_allocation(s, code):
    """Allow the last card of the turn, unless it is face up. After any other card the next one is drawn."""
    is_kept_church = code == gift.KEEP and s.deck[s.deck_next] >= CHURCH
    is_shown = code == gift.TO_PUBLIC or is_kept_church
    return s.allocated == s.seats and not is_shown


@jit
def _may_undo_bid(s, code):
    """Allow it if the bidding goes on: another seat besides the highest bidder is still in."""
    others = ((1 << int(s.seats)) - 1) & ~(int(s.passed) | int(s.barred) | 1 << int(s.actor))
    if code == rules.PASS and s.leader != NONE:
        others &= ~(1 << int(s.leader))
    return others != 0
