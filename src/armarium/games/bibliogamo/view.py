"""What the player, or a spectator, may see: all but the order of the draw pile (G-42)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from armarium.games.bibliogamo.kernels.view_text import MOST_BYTES, write_view
from armarium.games.bibliogamo.state import NONE
from armarium.games.table.kernels.writing import new_page

__all__ = ["Lasting", "eye_text"]


class Lasting(NamedTuple):
    """What every view of a game says in the same words, as JSON; an owner's components are long."""

    prestige: bytes
    options: bytes


def eye_text(states: np.ndarray, seat: int | None, lasting: Lasting, outcome: bytes) -> bytes:
    """The view as JSON."""
    page = new_page(MOST_BYTES)
    prestige, options, end = write_view(states, 0, NONE if seat is None else seat, page)
    parts = (
        page[:prestige].tobytes(),
        lasting.prestige,
        page[prestige:options].tobytes(),
        lasting.options,
        page[options:end].tobytes(),
        outcome,
        b"}",
    )
    return b"".join(parts)
