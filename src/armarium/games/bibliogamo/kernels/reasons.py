"""Find the rule that forbids an action, from what the player sees, and write it as JSON.

A code starts with the number of its rule: `l3-2-no-florin` belongs to L-3.2. The rules read a list of facts, which
comes from a state, or from a view (`why.py`).
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry, jit_inline, jit_no_refcount
from armarium.core.kernels.bits import lowest, place
from armarium.core.kernels.writing import Vocabulary, put
from armarium.games.bibliogamo.actions import PARTS, VERBS
from armarium.games.bibliogamo.cards import LIBRARY
from armarium.games.bibliogamo.kernels.day import is_blocked
from armarium.games.bibliogamo.kernels.hire import is_finished
from armarium.games.bibliogamo.state import (
    HIRE,
    LIBRARY_STEP,
    NONE,
    OVER,
    PRICE,
    SELL,
    STEPS,
)
from armarium.games.bibliogamo.state import TRANSFER as MOVING

__all__ = ["FACTS", "MAX_BYTES", "write_reason", "write_reason_at"]

MAX_BYTES = 256

# What the reasons depend on. HAND and BLOCKED are sets of cards.
STEP, HAND, BLOCKED, IS_LIFTED, HAS_LANDED, AT_LIBRARY, IS_FINISHED, HAS_SOURCE, IS_EXACT = range(9)
FACTS = 9
(
    LIFT, FORWARD, BACK, GIVE_BACK, SELL_BOOK, REDRAW, ACCEPT, HIRE_CARD, PLACE, PAY, USE_LIBRARY, TRANSFER, DONE,
) = range(len(VERBS))  # fmt: skip

_vocabulary = Vocabulary()


def _add(code: str) -> int:
    return _vocabulary.add(f'{{"code":"{code}","facts":{{}}}}')


# The reason in steps that must be completed before anything else.
_FIRST = np.full(len(STEPS), NONE, np.int64)
for _step, _reason in (
    ("give-back", _add("l3-5-give-back-first")),
    ("price", _add("l4-4-accept-first")),
    ("pay", _add("l5-1-pay-first")),
    ("place", _add("l5-6-place-first")),
    ("transfer", _add("l6-3-move-first")),
    ("retrain", _add("l6-3-place-first")),
):
    _FIRST[STEPS.index(_step)] = _reason
_NO_DAY, _NO_PRICE = _add("l4-6-no-day"), _add("l4-4-no-price")
_NO_HIRE, _NOTHING_OWED, _NO_CARD = (
    _add("l5-1-no-hire"), _add("l3-5-nothing-owed"), _add("l6-1-no-card"),
)  # fmt: skip
_IS_OVER, _NOT_YET, _NO_FLORIN = _add("l3-1-over"), _add("l3-1-not-yet"), _add("l3-2-no-florin")
_EXACT_CARD, _EXACT_ALL, _EXACT_TOWERS = (
    _add("l6-2-exact-card"), _add("l6-2-exact-all"), _add("l6-2-exact-towers"),
)  # fmt: skip
_AFTER_HIRES, _NO_LANDING = _add("l6-1-after-hires"), _add("l6-1-no-landing")
_IN_LIBRARY, _UNFINISHED = _add("l4-1-library"), _add("l4-1-unfinished")
_TWO_CARDS, _IS_BLOCKED, _NOT_HELD = (
    _add("l5-7-two-cards"), _add("l2-6-blocked"), _add("l1-4-not-held"),
)  # fmt: skip
_ONCE, _TOO_LATE, _OTHER_ICON = (
    _add("l2-8-once"), _add("l2-9-too-late"), _add("l2-8-other-icon"),
)  # fmt: skip
_ONE_TOWER, _NO_PLACE = _add("l6-2-one-tower"), _add("l6-3-no-place")
_WORDS, _LENGTHS = _vocabulary.tables()

# The part of the turn that a step or a verb belongs to: steps, sale, hires, Library.
_PART_OF_STEP = np.zeros(len(STEPS), np.int64)
_PART_OF_STEP[[SELL, HIRE, LIBRARY_STEP]] = 1, 2, 3
_PART_OF_VERB = np.zeros(len(VERBS), np.int64)
_PART_OF_VERB[[SELL_BOOK, HIRE_CARD, USE_LIBRARY]] = 1, 2, 3


@jit_inline
def _write(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit
def write_reason_at(states, i, code, out):
    """Write why an action may not be played. Return the length; 0 without a rule.

    For WebAssembly; `why.py` asks with the facts of a view.
    """
    facts = np.zeros(FACTS, np.int64)
    _gather(states[i], facts)
    return write_reason(facts, PARTS[code, 0], PARTS[code, 1], out)


@jit
def _gather(s, facts):
    facts[STEP], facts[HAND] = s.step, s.hand
    left = int(s.hand) if s.blocked != NONE else 0
    while left:
        card = lowest(left)
        left ^= card
        if is_blocked(s, place(card)):
            facts[BLOCKED] |= card
    facts[IS_LIFTED], facts[HAS_LANDED] = s.lifted, s.landed
    tower = s.tower_at[s.librarian]
    facts[AT_LIBRARY] = s.librarian == LIBRARY
    facts[IS_FINISHED] = tower != NONE and is_finished(s, tower)
    facts[HAS_SOURCE], facts[IS_EXACT] = s.source != NONE, s.exact_transfer


@jit_entry
def write_reason(facts, verb, card, out):
    """`card`: the index of the card in the action; NONE without one."""
    reason = _find(facts, verb, card)
    return 0 if reason == NONE else _write(out, 0, reason)


@jit_no_refcount
def _find(facts, verb, card):
    step = facts[STEP]
    if step == OVER:
        return NONE
    if verb == REDRAW and step == PRICE:
        return _NO_DAY
    if step == MOVING and verb == TRANSFER:
        if facts[HAS_SOURCE]:
            return _ONE_TOWER
        return _EXACT_TOWERS if facts[IS_EXACT] else _NO_PLACE
    if step == MOVING and verb == DONE and facts[IS_EXACT]:
        return _EXACT_ALL
    if _FIRST[step] != NONE:
        return _forbid_missing_card(facts, card) if verb == PAY else _FIRST[step]
    if verb in (REDRAW, ACCEPT):
        return _NO_PRICE
    if verb in (PAY, PLACE):
        return _NO_HIRE
    if verb == GIVE_BACK:
        return _NOTHING_OWED
    if verb == LIFT:
        return _forbid_lift(facts, card)
    if verb == TRANSFER:
        return _NO_CARD
    return _forbid_wrong_part(facts, verb, card)


@jit_no_refcount
def _forbid_wrong_part(facts, verb, card):
    """Explain an action in the wrong part of the turn."""
    now, then = _PART_OF_STEP[facts[STEP]], _PART_OF_VERB[verb]
    if then < now:
        return _IS_OVER
    if verb == USE_LIBRARY:
        if then == now:
            missing = _forbid_missing_card(facts, card)
            return _EXACT_CARD if missing == NONE else missing
        return _AFTER_HIRES if facts[HAS_LANDED] else _NO_LANDING
    if verb == SELL_BOOK:
        if facts[AT_LIBRARY]:
            return _IN_LIBRARY
        return _NOT_YET if facts[IS_FINISHED] else _UNFINISHED
    if then > now:
        return _NOT_YET
    if verb in (FORWARD, BACK):
        return _NO_FLORIN
    return _forbid_hire(facts, card) if verb == HIRE_CARD else NONE


@jit_no_refcount
def _forbid_hire(facts, card):
    missing = _forbid_missing_card(facts, card)
    if missing != NONE:
        return missing
    if facts[HAND] & (facts[HAND] - 1) == 0:
        return _TWO_CARDS
    return _IS_BLOCKED if (facts[BLOCKED] >> card) & 1 else NONE


@jit_no_refcount
def _forbid_lift(facts, card):
    if facts[IS_LIFTED]:
        return _ONCE
    if facts[STEP] == LIBRARY_STEP:
        return _TOO_LATE
    missing = _forbid_missing_card(facts, card)
    return _OTHER_ICON if missing == NONE else missing


@jit_no_refcount
def _forbid_missing_card(facts, card):
    """Return a reason if the named card is not in the hand."""
    return NONE if card != NONE and (facts[HAND] >> card) & 1 else _NOT_HELD
