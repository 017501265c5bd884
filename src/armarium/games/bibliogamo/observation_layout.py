"""The layout of an observation: the name and meaning of each byte of the rows of kernels/observation.py."""

from __future__ import annotations

from armarium.core.batch import Entry
from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import ACTIONS
from armarium.games.bibliogamo.state import STEPS

__all__ = ["LAYOUT", "MASK_SIZE", "SIZE", "WHOLE_LAYOUT", "WHOLE_SIZE", "Entry"]


_TOWERS, _TYPES = len(TOWERS), len(TYPES)
MOST = 127  # the highest value of a byte; florins and scores are capped

# Planes of cards come first: six words each, 47 bytes and one byte of padding.
PLANE = 48
_PLANES = {
    "hand": "1 in the hand",
    "draw pile": "1 if it may be drawn before the next shuffle",
    "discard pile": "1 if it is there",
    "on the table": "1 turned up for this sale and replaced, 2 the first card, 3 the second",
}
_FIELDS = {
    "step": (len(STEPS), f"one-hot: {', '.join(STEPS)}"),
    "librarian": (SPACES, "one-hot: the space where the librarian stands"),
    "tower here": (_TOWERS, "one-hot: the tower of that space"),
    "blocked": (_TYPES, "one-hot: the blocked type, or all 0"),
    "artisans": (_TOWERS * _TYPES, "by tower, then type"),
    "lacking": (_TOWERS * _TYPES, "what each tower still needs, by tower, then type"),
    "books": (_TOWERS, "books sold, by tower"),
    "collection": (COLLECTIONS, "one-hot: the prestige collection"),
    "collection lacks": (_TOWERS, "books the collection still needs, by tower"),
    "to place": (_TYPES, "hire in progress: icons left, by type; transfer: the artisan being moved"),
    "hired for": (_TOWERS, "one-hot: the tower of the hire in progress"),
    "from": (_TOWERS, "one-hot: the tower that loses artisans in a transfer"),
    "to": (_TOWERS, "one-hot: the tower that receives artisans in a transfer"),
    "day": (1, "1…40"),
    "days left": (1, "0…39"),
    "florins": (1, f"at most {MOST}"),
    "supply": (1, "artisans that can be placed"),
    "owed": (1, "artisans to be given back"),
    "lifted": (1, "1 if the block was lifted today"),
    "landed": (1, "1 if the Library may be used today"),
    "hires": (1, "hires begun today"),
    "transfers left": (1, "transfers left after using the Library"),
    "price": (1, "the price on offer, or 0"),
    "collection points": (1, "points that the collection is worth"),
    "score": (1, f"the score if the game ended now, at most {MOST}"),
    "redraw chains": (1, "option"),
    "any icon blocks": (1, "option"),
    "retrains": (1, "option: 1 if moved artisans may change their type"),
    "finished books count": (1, "option"),
    "every stop lands": (1, "option"),
    "exact transfers": (1, "option: 1 if a transfer moves exactly as many as its card has icons"),
}  # fmt: skip


def _layout() -> tuple[Entry, ...]:
    entries, start = [], 0
    for name, meaning in _PLANES.items():
        entries.append(Entry(name, start, CARDS, f"one byte per card: {meaning}"))
        entries.append(Entry("spare", start + CARDS, PLANE - CARDS, "always 0"))
        start += PLANE
    for name, (length, meaning) in _FIELDS.items():
        entries.append(Entry(name, start, length, meaning))
        start += length
    if start % 8:
        entries.append(Entry("spare", start, -start % 8, "always 0"))
    return tuple(entries)


LAYOUT = _layout()
AT = {entry.name: entry.start for entry in LAYOUT}
SIZE = LAYOUT[-1].start + LAYOUT[-1].length
WORDS = SIZE // 8
# The only seat sees everything but the order of the pile, so the referee's row is the same.
WHOLE_LAYOUT, WHOLE_SIZE, WHOLE_WORDS = LAYOUT, SIZE, WORDS

MASK_WORDS = -(-ACTIONS // 8)
MASK_SIZE = 8 * MASK_WORDS
