"""B-4 Church cards: the player who acquires one changes dice at once, or declines, and discards it face up."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.biblios.cards import CHURCH, MAY_LOWER, MAY_RAISE, TWO_DICE
from armarium.games.biblios.kernels.knowledge import move
from armarium.games.biblios.state import CHURCH_STEP, CHURCH_ZONE, DISCARD, EVERYONE, NONE

__all__ = ["CHOICES", "legal_choices", "request_choice", "resolve"]

PAIRS = [(c, d) for c in range(5) for d in range(c + 1, 5)]
# The choices in canonical order: first die, second die (or NONE), direction; the first choice declines.
CHOICES = np.array(
    [(NONE, NONE, 0)]
    + [(c, NONE, step) for step in (1, -1) for c in range(5)]
    + [(c, d, step) for step in (1, -1) for c, d in PAIRS],
    np.int64,
)
# The set of choices that each church kind allows (B-4.3, B-4.4).
PRINTED = np.array(
    [
        1 | sum(
            1 << i
            for i, (first, second, step) in enumerate(CHOICES)
            if first != NONE
            and (second != NONE) == TWO_DICE[kind]
            and (MAY_RAISE[kind] if step > 0 else MAY_LOWER[kind])
        )
        for kind in range(5)
    ],
    np.int64,
)  # fmt: skip


@jit
def request_choice(s, seat):
    """Ask for a choice at once, even between two allocations (B-4.2)."""
    s.step = CHURCH_STEP
    s.actor = seat


@jit
def legal_choices(s):
    """Return the set of legal choices. A die must stay within 1…6 (B-4.5). Declining is always legal."""
    printed = PRINTED[s.church - CHURCH]
    choices = 0
    for i in range(CHOICES.shape[0]):
        if (printed >> i) & 1:
            first, second, step = CHOICES[i, 0], CHOICES[i, 1], CHOICES[i, 2]
            if (first == NONE or _may_turn(s, first, step)) and (
                second == NONE or _may_turn(s, second, step)
            ):
                choices |= 1 << i
    return choices


@jit
def _may_turn(s, die, step):
    return 1 <= s.dice[die] + step <= 6


@jit
def resolve(s, choice):
    for slot in range(2):
        die = CHOICES[choice, slot]
        if die != NONE:
            s.dice[die] += CHOICES[choice, 2]
    move(s, s.church, CHURCH_ZONE, DISCARD, EVERYONE)
    s.church = NONE
