"""What a seat is told (docs/views.md): constructed from what its eye can know, never cut down from the truth."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios.cards import CATEGORY_KINDS, KIND_OF_LABEL, LABELS_IN_WORD_0, NAMES
from armarium.games.biblios.kernels.view_text import MOST_BYTES, write_view
from armarium.games.biblios.kernels.view_words import PHASES, PLACE_NAMES, STEPS
from armarium.games.biblios.state import NONE
from armarium.games.table.kernels.writing import new_page

__all__ = ["PHASES", "PLACE_NAMES", "STEPS", "cards_at", "eye_text", "names_of", "size_of"]

_NAME_OF_LABEL = [NAMES[kind] for kind in KIND_OF_LABEL]
_ORDER = {name: kind for kind, name in enumerate(NAMES)}


def names_of(word0: int, word1: int) -> list[str]:
    """The cards of a set of labels, in canonical order."""
    names = []
    labels = int(word0) | int(word1) << LABELS_IN_WORD_0
    while labels:
        label = labels & -labels
        names.append(_NAME_OF_LABEL[label.bit_length() - 1])
        labels ^= label
    # Labels are in canonical order but for the church cards, which share a word with the categories.
    return sorted(names, key=_ORDER.__getitem__) if int(word0) >> CATEGORY_KINDS else names


def cards_at(s: Any, *zones: int) -> list[str]:
    """The cards of some zones together, in canonical order."""
    at = s["at"]
    word0 = word1 = 0
    for zone in zones:
        word0 |= int(at[zone, 0])
        word1 |= int(at[zone, 1])
    return names_of(word0, word1)


def size_of(s: Any, *zones: int) -> int:
    return sum(int(s["at"][zone, w]).bit_count() for zone in zones for w in (0, 1))


def eye_text(states: np.ndarray, seat: int | None, options: bytes, outcome: bytes) -> bytes:
    """The view of a seat as JSON."""
    page = new_page(MOST_BYTES)
    here, end = write_view(states, 0, NONE if seat is None else seat, page)
    return b"".join((page[:here].tobytes(), options, page[here:end].tobytes(), outcome, b"}"))
