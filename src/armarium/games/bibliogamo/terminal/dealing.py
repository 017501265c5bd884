"""The deal and the shuffles of Bibliogamo once more, from docs/chance.md alone."""

from __future__ import annotations

from collections.abc import Iterable

from armarium.games.table.stream import Stream

__all__ = ["CARDS", "deal", "shuffled"]

CARDS = range(1, 48)
COLLECTIONS = 7


def deal(stream: Stream) -> tuple[int, list[int]]:
    """The id of the collection, and the deck, top first; its first five cards are the hand."""
    collection = 1 + stream.below(COLLECTIONS)
    return collection, shuffled(stream, CARDS)


def shuffled(stream: Stream, cards: Iterable[int]) -> list[int]:
    """A pile of these cards, top first."""
    pile = sorted(cards)
    stream.shuffle(pile)
    return pile
