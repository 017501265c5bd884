"""The deal and the auction pile of Biblios once more, from docs/chance.md alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armarium.games.table.stream import Stream

__all__ = ["Deal", "canonical", "deal", "shuffled_pile"]

GOLD_REMOVED = {2: 2, 3: 1, 4: 0}  # of each value
BOX = {2: 21, 3: 12, 4: 7}


def _canonical_list() -> list[str]:
    low, high = "222233344", "111111122"
    values = {"monks": low, "pigments": low, "holy-books": high, "manuscripts": high, "tomes": high}
    cards = [
        f"{category}-{value}{letter}"
        for category, row in values.items()
        for value, letter in zip(row, "abcdefghi")
    ]
    for value in "123":
        cards += [f"gold-{value}"] * 11
    for church in ("church+1", "church-1", "church+1x2", "church-1x2"):
        cards += [church] * 2
    return [*cards, "church~1"]


CANONICAL = _canonical_list()
_PLACE = {card: place for place, card in reversed(list(enumerate(CANONICAL)))}


def canonical(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=_PLACE.__getitem__)


@dataclass(frozen=True)
class Deal:
    first: int
    box: list[str]  # in canonical order, with the gold removed by name
    draw: list[str]


def deal(stream: Stream, seats: int) -> Deal:
    first = stream.below(seats)
    cards = list(CANONICAL)
    removed = [f"gold-{value}" for value in "123" for _ in range(GOLD_REMOVED[seats])]
    for gold in removed:
        cards.remove(gold)
    stream.shuffle(cards)
    return Deal(first, canonical([*removed, *cards[: BOX[seats]]]), cards[BOX[seats] :])


def shuffled_pile(stream: Stream, pile: Sequence[str], wanted: Sequence[str] = ()) -> list[str]:
    """The auction pile as it is turned up; `wanted` is the order that a chosen deal names."""
    cards = canonical(pile)
    stream.shuffle(cards)
    done = 0
    for card in wanted:
        if card in cards[done:]:
            found = cards.index(card, done)
            cards[done], cards[found] = cards[found], cards[done]
            done += 1
    return cards
