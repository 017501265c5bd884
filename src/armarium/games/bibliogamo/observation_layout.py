"""The layout of an observation: what each byte of the rows of kernels/observation.py means, as a table with names."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import ACTIONS
from armarium.games.bibliogamo.state import STEPS
from armarium.games.table.layout import Entry

__all__ = ["LAYOUT", "MASK_SIZE", "SIZE", "WHOLE_LAYOUT", "WHOLE_SIZE", "Entry"]


_TOWERS, _TYPES = len(TOWERS), len(TYPES)
MOST = 127  # a byte holds no more; florins and scores beyond are cut

# Cards come first, a plane of six words each: 47 bytes and one that is always 0.
PLANE = 48
_PLANES = {
    "hand": "1 in the hand",
    "draw pile": "1 if it may come up before the next shuffle",
    "discard pile": "1 if it lies there",
    "on the table": "1 turned up for this sale and replaced, 2 the first card, 3 the second",
}
_FIELDS = {
    "step": (len(STEPS), f"one of: {', '.join(STEPS)}"),
    "librarian": (SPACES, "one of: the space where he stands"),
    "tower here": (_TOWERS, "one of: the tower of that space"),
    "blocked": (_TYPES, "one of: the blocked type, or none"),
    "artisans": (_TOWERS * _TYPES, "by tower, then type"),
    "lacking": (_TOWERS * _TYPES, "what each tower still needs, by tower, then type"),
    "books": (_TOWERS, "sold, by tower"),
    "collection": (COLLECTIONS, "one of: the prestige collection"),
    "collection lacks": (_TOWERS, "books it still needs, by tower"),
    "to place": (_TYPES, "the hire under way: icons left, by type; a transfer: its artisan"),
    "hired for": (_TOWERS, "one of: the tower of the hire under way"),
    "from": (_TOWERS, "one of: the tower that artisans leave in a transfer"),
    "to": (_TOWERS, "one of: the tower that they go to"),
    "day": (1, "1…40"),
    "days left": (1, "0…39"),
    "florins": (1, f"at most {MOST}"),
    "supply": (1, "artisans that can be placed"),
    "owed": (1, "artisans to be given back"),
    "lifted": (1, "1 once the block was lifted today"),
    "landed": (1, "1 if the Library may be used today"),
    "hires": (1, "hires begun today"),
    "transfers left": (1, "after the use of the Library"),
    "price": (1, "on offer; 0 for none"),
    "collection points": (1, "what the collection is worth"),
    "score": (1, f"if the game ended now, at most {MOST}"),
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
        entries.append(Entry(name, start, CARDS, f"a byte a card: {meaning}"))
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
# One seat, and it sees everything but the order of the pile: the referee could add nothing.
WHOLE_LAYOUT, WHOLE_SIZE, WHOLE_WORDS = LAYOUT, SIZE, WORDS

MASK_WORDS = -(-ACTIONS // 8)
MASK_SIZE = 8 * MASK_WORDS
