"""Views (docs/views.md). A view is built from what the viewer knows, never filtered from the truth."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.kernels.writing import get_buffer
from armarium.games.biblios.cards import CATEGORY_KINDS, KIND_OF_LABEL, LABELS_IN_WORD_0, NAMES
from armarium.games.biblios.kernels.view_text import MAX_BYTES, write_view
from armarium.games.biblios.kernels.view_words import PHASES, PLACE_NAMES, STEPS
from armarium.games.biblios.state import NONE

__all__ = ["PHASES", "PLACE_NAMES", "STEPS", "cards_at", "names_of", "size_of", "write_view_json"]

_NAME_OF_LABEL = [NAMES[kind] for kind in KIND_OF_LABEL]
_ORDER = {name: kind for kind, name in enumerate(NAMES)}


def names_of(word0: int, word1: int) -> list[str]:
    """Return the names of a set of labels, in canonical order."""
    names = []
    labels = int(word0) | int(word1) << LABELS_IN_WORD_0
    while labels:
        label = labels & -labels
        names.append(_NAME_OF_LABEL[label.bit_length() - 1])
        labels ^= label
    # Labels are in canonical order, except for the church cards, which share a word with the categories.
    return sorted(names, key=_ORDER.__getitem__) if int(word0) >> CATEGORY_KINDS else names


def cards_at(s: Any, *zones: int) -> list[str]:
    """Return the cards in some zones together, in canonical order."""
    location = s["location"]
    word0 = word1 = 0
    for zone in zones:
        word0 |= int(location[zone, 0])
        word1 |= int(location[zone, 1])
    return names_of(word0, word1)


def size_of(s: Any, *zones: int) -> int:
    return sum(int(s["location"][zone, w]).bit_count() for zone in zones for w in (0, 1))


def write_view_json(states: np.ndarray, seat: int | None, options: bytes, outcome: bytes) -> bytes:
    """Return the view of a seat as JSON."""
    page = get_buffer(MAX_BYTES)
    here, end = write_view(states, 0, NONE if seat is None else seat, page)
    return b"".join((page[:here].tobytes(), options, page[here:end].tobytes(), outcome, b"}"))
