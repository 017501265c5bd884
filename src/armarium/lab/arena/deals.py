"""What is dealt in the arena: a setting, and the seed of each of its deals.

A book may know several kinds of deals that are not worth the same. They are taken in turn: deal k has kind k modulo
their number, and its cards are those of the first deals from the seed on that are of it. So any number of deals is as
fair to the kinds as can be.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.game import Game

__all__ = ["Setting", "deal_of", "drawn", "seed_of_deal"]


@dataclass(frozen=True)
class Setting:
    """What is played: everything that a deal's result depends on, but the players."""

    game: str
    seats: int
    edition: str  # of a game that has only one: ""
    options: tuple[tuple[str, Any], ...]
    seed: int


def drawn(*words: object) -> int:
    """256 bits for each purpose: deals and the players' chance are independent of one another."""
    text = " ".join(str(word) for word in ("armarium arena 1", *words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "little")


def deal_of(setting: Setting, seed: int) -> Game:
    book = open_book(setting.game)
    return book.deal(setting.seats, seed, setting.edition, **dict(setting.options))


def seed_of_deal(setting: Setting, deal: int) -> int:
    if not open_book(setting.game).deal_kinds(dict(setting.options)):
        return drawn("deal", setting.seed, deal)
    return _in_turn(setting).seed(deal)


class _InTurn:
    """The deals of a setting as they are drawn, sorted by kind as far as anyone has asked."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._book = open_book(setting.game)
        self._ids = self._book.deal_kinds(dict(setting.options))
        self._found: dict[int, list[int]] = {number: [] for number in self._ids}
        self._drawn = 0

    def seed(self, deal: int) -> int:
        turn, place = divmod(deal, len(self._ids))
        found = self._found[self._ids[place]]
        while len(found) <= turn:
            seed = drawn("deal", self._setting.seed, self._drawn)
            game = deal_of(self._setting, seed)
            kind = self._book.deal_kind(game)
            assert kind is not None
            self._found[kind].append(seed)
            self._drawn += 1
        return found[turn]


@functools.cache
def _in_turn(setting: Setting) -> _InTurn:
    return _InTurn(setting)
