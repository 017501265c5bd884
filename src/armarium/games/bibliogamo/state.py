"""The state of a game as one flat record, and the names of its steps.

A set of cards is one word with a bit per card. The components are part of the state, because they can be replaced;
compiled code would make them constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armarium.core.jit import zeroed_records
from armarium.core.kernels import chance
from armarium.core.option import set_flags, state_fields
from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, HAND_SIZE, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.components import Components
from armarium.games.bibliogamo.options import OPTIONS

__all__ = ["STATE", "STEPS", "new_states", "set_table"]

NONE = -1

# The steps of a turn.
MOVE, GIVE_BACK, SELL, PRICE, HIRE, PLACE, PAY, LIBRARY_STEP, TRANSFER, RETRAIN, OVER = range(11)
STEPS = (
    "move", "give-back", "sell", "price", "hire", "place", "pay", "library", "transfer", "retrain", "over",
)  # fmt: skip

# Maximum effects of one action: five cards drawn, two shuffles, the day, the walk, the card, and a margin.
MAX_EFFECTS = 16
# Maximum cards turned up by one action: five drawn, one for the next day.
MAX_WANTED = HAND_SIZE + 1

_TOWERS, _TYPES = len(TOWERS), len(TYPES)

STATE = np.dtype(
    [
        *chance.FIELDS,
        *state_fields(OPTIONS, is_tacit=False),
        # components (components.py)
        ("tower_at", "i1", SPACES),  # NONE at the Grand Library
        ("need", "i1", (_TOWERS, _TYPES)),
        ("grants", "i1", (CARDS, _TYPES)),  # the large icons
        ("walks", "i1", CARDS),  # the librarian's extra step
        ("blocks", "i1", CARDS),  # the small icon
        ("row", "i1", CARDS),  # the row that its florin icon points at
        ("pays", "i1", (CARDS, 4)),
        ("collection", "i1", (COLLECTIONS, _TOWERS)),
        ("collection_points", "i1", COLLECTIONS),
        # the city
        ("day", "i1"),
        ("step", "i1"),
        ("actor", "i1"),
        ("librarian", "i1"),  # its space on the ring
        ("landed", "i1"),  # G-4: the Library may be used this turn
        ("turned", "i1"),  # the card of the day
        ("blocked", "i1"),  # a type; NONE once lifted
        ("lifted", "i1"),
        ("supply", "i1"),
        ("artisans", "i1", (_TOWERS, _TYPES)),
        ("books", "i1", _TOWERS),
        ("prestige", "i1"),
        ("owed", "i1"),  # artisans still to be given back (G-33)
        # the current hire
        ("hires", "i1"),
        ("hired", "i1"),
        ("hired_tower", "i1"),
        ("to_place", "i1", _TYPES),
        # the current sale
        ("first", "i1"),
        ("second", "i1"),
        # the current transfer
        ("library_card", "i1"),
        ("moves_left", "i1"),
        ("source", "i1"),
        ("target", "i1"),
        # the end
        ("fulfilled", "i1"),
        # the draw pile, in its order
        ("draw", "i1", CARDS),
        ("draw_next", "i1"),
        ("draw_end", "i1"),
        # The next cards, if chosen by explicit chance nodes of other APIs or by tests.
        ("wanted", "i1", MAX_WANTED),
        ("wanted_left", "i1"),
        ("effect_count", "i1"),
        *state_fields(OPTIONS, is_tacit=True),  # here they fill a gap in the alignment
        ("florins", "i2"),
        ("score", "i2"),
        ("effects", "i2", (MAX_EFFECTS, 5)),  # effects of the last action (events.py)
        ("hand", "i8"),
        ("discard", "i8"),
        ("on_table", "i8"),  # the cards turned up for a sale
    ],
    align=True,
)
assert STATE.itemsize <= 2048
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ()), "a gap"


def new_states(number: int) -> np.ndarray:
    return zeroed_records(STATE, number)


def set_table(s: Any, options: Mapping[str, Any], components: Components) -> None:
    """Write the options and components into a blank state."""
    set_flags(s, OPTIONS, options)
    for name, table in components.tables().items():
        s[name] = table
