"""The layout of an observation: the name and meaning of each byte of the rows of kernels/observation.py.

The constants are positions in words of eight bytes, for the kernels. The entries have starts and lengths in bytes.
"""

from __future__ import annotations

from armarium.core.batch import Entry
from armarium.games.biblios.cards import CATEGORY_KINDS, CHURCH_COPIES, GOLD_COPIES
from armarium.games.biblios.kernels.rules import ACTIONS
from armarium.games.biblios.options import OPTIONS

__all__ = ["LAYOUT", "MASK_SIZE", "SIZE", "WHOLE_LAYOUT", "WHOLE_SIZE", "Entry"]


# The options in a row, in this order. kernels/observation.py writes them in the same order.
OPTION_FLAGS = [option.flag for option in OPTIONS if option.flag and option.flag.column]

PLANE = 6  # words: 45 category cards and three values of gold

# An observation, in words.
OWN = 0
OTHERS = OWN + PLANE
IN_UNSEEN = OTHERS + 3 * PLANE
IN_AUCTION = IN_UNSEEN + PLANE
IN_HIDDEN = IN_AUCTION + PLANE
OF_EVERYONE = IN_HIDDEN + PLANE
OFFER = OF_EVERYONE + PLANE
PLANES = 9
SITUATION = PLANES * PLANE
REST = SITUATION + 9
WORDS = REST + 10

# The referee's observation, in words.
WHOLE_HANDS = 0
WHOLE_DRAW = WHOLE_HANDS + 4 * PLANE
WHOLE_AUCTION = WHOLE_DRAW + PLANE
WHOLE_HIDDEN = WHOLE_AUCTION + PLANE
WHOLE_OFFER = WHOLE_HIDDEN + PLANE
WHOLE_PLANES = 8
WHOLE_REST = WHOLE_PLANES * PLANE
WHOLE_SITUATION = WHOLE_REST + 4
WHOLE_WORDS = WHOLE_SITUATION + 9

MASK_WORDS = -(-ACTIONS // 8)

SIZE, WHOLE_SIZE, MASK_SIZE = 8 * WORDS, 8 * WHOLE_WORDS, 8 * MASK_WORDS

_GOLD, _CHURCH = len(GOLD_COPIES), len(CHURCH_COPIES)
_ABSENT = "0 for an empty seat"
_PLACE = "0 cannot be there, 1 may be there, 2 certainly there"
_VALUES = "of each value"


def _plane_entries(word: int, name: str, cards: str, gold: str) -> list[Entry]:
    start = 8 * word
    return [
        Entry(name, start, CATEGORY_KINDS, f"one byte per category card: {cards}"),
        Entry(f"{name}, gold", start + CATEGORY_KINDS, _GOLD, gold),
    ]


def _situation_entries(word: int, mine: str) -> list[Entry]:
    at = 8 * word
    return [
        Entry("step", at, 6, "one-hot: allocate, take, church, bid, pay, over"),
        Entry("auction phase", at + 6, 1, "1 once the gift phase is over"),
        Entry("to act", at + 7, 1, f"1 if it is {mine} turn"),
        Entry("actor", at + 8, 4, "one-hot: the seat to act"),
        Entry("active", at + 12, 4, "one-hot: the active seat"),
        Entry("leader", at + 16, 4, "one-hot: the highest bidder; all 0 before the first bid"),
        Entry("first", at + 20, 4, "one-hot: the first player"),
        Entry("passed", at + 24, 4, "while bidding: 1 for each seat that has passed"),
        Entry("barred", at + 28, 4, "1 for each seat penalised on this card"),
        Entry("dice", at + 32, 5, "1…6, by category"),
        Entry("bid", at + 37, 1, "the highest bid, or 0"),
        Entry("owed", at + 38, 1, "while paying: the amount still owed"),
        Entry("paid", at + 39, 1, "while paying: number of cards paid so far"),
        Entry("hand sizes", at + 40, 4, f"cards in each hand, {_ABSENT}"),
        Entry("draw left", at + 44, 1, "cards in the draw pile, including the one being looked at"),
        Entry("auction left", at + 45, 1, "cards in the auction pile, without the lot"),
        Entry("discarded face down", at + 46, 1, "number of cards"),
        Entry("public size", at + 47, 1, "cards in the public space"),
        Entry("lot number", at + 48, 1, "cards turned up so far"),
        Entry("seats", at + 49, 1, "2…4"),
        Entry("to place", at + 50, 1, "gift phase: cards still to be placed in this turn"),
        Entry(
            "public places left", at + 51, 1, "gift phase: how many of them go to the public space"
        ),
        Entry("kept", at + 52, 1, "gift phase: 1 if a card was kept in this turn"),
        Entry("auctioned", at + 53, 1, "gift phase: 1 if a card went to the auction pile"),
        Entry("spare", at + 54, 2, "always 0"),
        *(
            Entry(flag.column, at + 56 + n, 1, f"option: {flag.meaning}")
            for n, flag in enumerate(OPTION_FLAGS)
        ),
        Entry("third seat, fourth seat", at + 61, 2, "1 if the seat is in use"),
        Entry("spare", at + 63, 1, "always 0"),
        Entry(
            "church card being resolved",
            at + 64,
            _CHURCH,
            "one-hot: the kind of church card, or all 0",
        ),
        Entry("spare", at + 64 + _CHURCH, 3, "always 0"),
    ]


def _rest_entries() -> list[Entry]:
    at = 8 * REST
    entries = [
        Entry("drawn, gold", at, _GOLD, "one-hot: the gold card I am looking at"),
        Entry("drawn, church", at + 3, _CHURCH, "one-hot: the church card I am looking at"),
        Entry("on offer, church", at + 8, _CHURCH, "how many of each kind"),
        Entry("discarded face up, gold", at + 13, _GOLD, f"how many {_VALUES}"),
        Entry("box or draw pile, church", at + 16, _CHURCH, "how many of each kind may be there"),
        Entry("box or draw pile, gold at most", at + 21, _GOLD, f"how many {_VALUES} may be there"),
        Entry(
            "auction pile, church at most", at + 24, _CHURCH, "how many of each kind may be there"
        ),
        Entry("auction pile, gold at most", at + 29, _GOLD, f"how many {_VALUES} may be there"),
        Entry(
            "auction pile, church", at + 32, _CHURCH, "how many of each kind are certainly there"
        ),
        Entry(
            "face-down discards, gold at most", at + 37, _GOLD, f"how many {_VALUES} may be there"
        ),
        Entry("discarded face up, church", at + 40, _CHURCH, "how many of each kind"),
        Entry(
            "everyone of my hand, gold at most", at + 45, _GOLD, f"how many {_VALUES} may be there"
        ),
        Entry("spare", at + 48, 3, "always 0"),
        Entry("hand +1, gold at most", at + 51, _GOLD, f"how many {_VALUES} may be there"),
        Entry("spare", at + 54, 2, "always 0"),
        Entry("hand +2, gold at most", at + 56, _GOLD, f"how many {_VALUES} may be there"),
        Entry("hand +3, gold at most", at + 59, _GOLD, f"how many {_VALUES} may be there"),
        Entry("spare", at + 62, 2, "always 0"),
    ]
    for other in range(4):
        start = at + 64 + 8 * (other // 2) + 3 * (other % 2)
        name = f"open before +{other}, gold" if other else "open before me, gold"
        entries.append(Entry(name, start, _GOLD, f"open collections: how many {_VALUES}"))
        if other % 2:
            entries.append(Entry("spare", start + _GOLD, 2, "always 0"))
    return entries


LAYOUT: tuple[Entry, ...] = (
    *_plane_entries(OWN, "my hand", "1 in my hand, 2 face up in front of me", f"how many {_VALUES}"),
    *(
        entry
        for other in (1, 2, 3)
        for entry in _plane_entries(
            OTHERS + PLANE * (other - 1),
            f"hand +{other}",
            f"{_PLACE}, 3 face up in front of that seat; {_ABSENT}",
            f"how many {_VALUES} are certainly there",
        )
    ),
    *_plane_entries(
        IN_UNSEEN, "box or draw pile", _PLACE, f"how many {_VALUES} are certainly there"
    ),
    *_plane_entries(IN_AUCTION, "auction pile", _PLACE, f"how many {_VALUES} are certainly there"),
    *_plane_entries(IN_HIDDEN, "face-down discards", _PLACE, f"how many {_VALUES} are certainly there"),
    *_plane_entries(
        OF_EVERYONE, "everyone of my hand",
        f"public knowledge of my hand: {_PLACE}",
        f"how many {_VALUES} are publicly known to be in my hand",
    ),
    *_plane_entries(
        OFFER, "on offer",
        "1 in the public space or the lot, 2 the card I am looking at",
        f"how many {_VALUES} are in the public space or the lot",
    ),
    *_situation_entries(SITUATION, "my"),
    *_rest_entries(),
)  # fmt: skip

WHOLE_LAYOUT: tuple[Entry, ...] = (
    *(
        entry
        for seat in range(4)
        for entry in _plane_entries(
            WHOLE_HANDS + PLANE * seat, f"hand {seat}",
            f"1 in the hand, 2 face up in front of the seat; {_ABSENT}", f"how many {_VALUES}",
        )
    ),
    *_plane_entries(WHOLE_DRAW, "draw pile", "1 if it is there", f"how many {_VALUES}"),
    *_plane_entries(WHOLE_AUCTION, "auction pile", "1 if it is there", f"how many {_VALUES}"),
    *_plane_entries(WHOLE_HIDDEN, "face-down discards", "1 if it is there", f"how many {_VALUES}"),
    *_plane_entries(
        WHOLE_OFFER, "on offer",
        "1 in the public space or the lot, 2 the card being looked at", f"how many {_VALUES}",
    ),
    Entry("drawn, gold", 8 * WHOLE_REST, _GOLD, "one-hot: the gold card being looked at"),
    Entry("drawn, church", 8 * WHOLE_REST + 3, _CHURCH, "one-hot: the church card being looked at"),
    Entry("on offer, church", 8 * WHOLE_REST + 8, _CHURCH, "how many of each kind"),
    Entry("discarded face up, gold", 8 * WHOLE_REST + 13, _GOLD, f"how many {_VALUES}"),
    Entry("draw pile, church", 8 * WHOLE_REST + 16, _CHURCH, "how many of each kind"),
    Entry("spare", 8 * WHOLE_REST + 21, 3, "always 0"),
    Entry("auction pile, church", 8 * WHOLE_REST + 24, _CHURCH, "how many of each kind"),
    Entry("spare", 8 * WHOLE_REST + 29, 3, "always 0"),
    *_situation_entries(WHOLE_SITUATION, "seat 0's"),
)  # fmt: skip

assert [e.start for e in LAYOUT[1:]] == [e.start + e.length for e in LAYOUT[:-1]], "a gap"
assert [e.start for e in WHOLE_LAYOUT[1:]] == [e.start + e.length for e in WHOLE_LAYOUT[:-1]]
assert sum(e.length for e in LAYOUT) == SIZE and sum(e.length for e in WHOLE_LAYOUT) == WHOLE_SIZE
