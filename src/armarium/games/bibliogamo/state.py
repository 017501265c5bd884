"""The whole game as one flat record, and the names of its steps.

Sets of cards are one word, a bit a card. The components are part of the state, because an owner may bring other
ones: compiled code would freeze them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, HAND_SIZE, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.components import Components
from armarium.games.bibliogamo.options import Options
from armarium.games.table.kernels import chance
from armarium.games.table.states import blank

__all__ = ["STATE", "STEPS", "new_states", "set_table"]

NONE = -1

# The steps of a turn. Nobody acts in OVER.
MOVE, GIVE_BACK, SELL, PRICE, HIRE, PLACE, PAY, LIBRARY_STEP, TRANSFER, RETRAIN, OVER = range(11)
STEPS = (
    "move", "give-back", "sell", "price", "hire", "place", "pay", "library", "transfer", "retrain", "over",
)  # fmt: skip

# The most that one action tells: five cards drawn, two shuffles, the day, the walk, the card, and some room.
MOST_DEEDS = 16
# The most cards that one action turns up: five drawn, one for the next day.
MOST_WANTED = HAND_SIZE + 1

_TOWERS, _TYPES = len(TOWERS), len(TYPES)

STATE = np.dtype(
    [
        *chance.FIELDS,
        # options (options.py)
        ("redraw_chains", "i1"),
        ("any_icon", "i1"),
        ("retrains", "i1"),
        ("counts_finished", "i1"),
        ("every_stop", "i1"),
        # components (components.py)
        ("tower_at", "i1", SPACES),  # NONE at the Grand Library
        ("need", "i1", (_TOWERS, _TYPES)),
        ("grants", "i1", (CARDS, _TYPES)),  # the large icons
        ("walks", "i1", CARDS),  # the librarian's extra step
        ("blocks", "i1", CARDS),  # the small icon
        ("row", "i1", CARDS),  # where its florin icon points
        ("pays", "i1", (CARDS, 4)),
        ("collection", "i1", (COLLECTIONS, _TOWERS)),
        ("collection_points", "i1", COLLECTIONS),
        # the city
        ("day", "i1"),
        ("step", "i1"),
        ("actor", "i1"),
        ("librarian", "i1"),  # a space of the ring
        ("landed", "i1"),  # G-4: the Library may be used this turn
        ("turned", "i1"),  # the card of the day
        ("blocked", "i1"),  # a type; NONE once lifted
        ("lifted", "i1"),
        ("supply", "i1"),
        ("artisans", "i1", (_TOWERS, _TYPES)),
        ("books", "i1", _TOWERS),
        ("prestige", "i1"),
        ("owed", "i1"),  # artisans still to be given back (G-33)
        # the hire under way
        ("hires", "i1"),
        ("hired", "i1"),
        ("hired_tower", "i1"),
        ("to_place", "i1", _TYPES),
        # the sale under way
        ("first", "i1"),
        ("second", "i1"),
        # the transfer under way
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
        # Which cards come next, set from outside: explicit chance of other APIs, and tests.
        ("wanted", "i1", MOST_WANTED),
        ("wanted_left", "i1"),
        ("deed_count", "i1"),
        (
            "exact_transfer",
            "i1",
        ),  # an option too; here it fills a gap, and the others stay where they were
        ("florins", "i2"),
        ("score", "i2"),
        ("deeds", "i2", (MOST_DEEDS, 5)),  # what the last action did (events.py)
        ("hand", "i8"),
        ("discard", "i8"),
        ("on_table", "i8"),  # the cards turned up for a sale
    ],
    align=True,
)
assert STATE.itemsize <= 2048
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ()), "a gap"


def new_states(number: int) -> np.ndarray:
    return blank(STATE, number)


def set_table(s: Any, options: Options, components: Components) -> None:
    """What is played and with which cards, into a blank state."""
    s["redraw_chains"] = options.redraw_chains
    s["any_icon"] = options.block_scope == "any"
    s["retrains"] = not options.transfer_keeps_type
    s["counts_finished"] = options.count_when == "finished"
    s["every_stop"] = options.landing == "every-stop"
    s["exact_transfer"] = options.transfer_count == "exact"
    for name, table in components.tables().items():
        s[name] = table
