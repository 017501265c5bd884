"""Chosen deals, and the arguments of `Game.new` from the header of a record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from armarium.core import option
from armarium.core.errors import BadOption
from armarium.core.record import Record
from armarium.core.seeding import read_seeds
from armarium.games.biblios.cards import COPIES, GOLD_KINDS, KINDS, NAMES, kind_of
from armarium.games.biblios.kernels.setup import BOX_RANDOM, GOLD_REMOVED
from armarium.games.biblios.options import OPTIONS
from armarium.games.biblios.state import WANTED

__all__ = ["BibliosDeal", "read_arguments"]


@dataclass(frozen=True)
class BibliosDeal:
    """A deal chosen card by card, for printed examples, guided games, puzzles and tests."""

    draw: list[str]  # the next card first
    box: list[str]  # the random cards of the box, without the gold removed by name
    first: int | None = None  # None: the seat of the option `first`, else seat 0
    auction: tuple[
        str, ...
    ] = ()  # the order in which these cards are turned up, if they are in the pile

    @classmethod
    def parse(cls, deal: dict[str, Any], seats: int) -> BibliosDeal:
        if not isinstance(deal, dict) or not {"draw", "box"} <= set(deal) <= {
            "draw",
            "box",
            "first",
            "auction",
        }:
            parts = {"needed": ["draw", "box"], "more": ["first", "auction"]}
            raise BadOption(option="deal", asked=deal, form="parts", **parts)
        for name in ("draw", "box", "auction"):
            if not isinstance(deal.get(name, []), list | tuple):
                raise BadOption(option=f"deal-{name}", asked=deal[name], form="list")
        chosen = cls(
            list(deal["draw"]), list(deal["box"]), deal.get("first"), tuple(deal.get("auction", ()))
        )
        for card in (*chosen.draw, *chosen.box, *chosen.auction):
            if not isinstance(card, str) or kind_of(card) is None:
                examples = ["monks-2a", "gold-3", "church+1"]
                raise BadOption(option="deal", asked=card, form="such-as", examples=examples)
        if chosen.first is not None and (
            isinstance(chosen.first, bool) or chosen.first not in range(seats)
        ):
            raise BadOption(option="deal-first", asked=chosen.first, allowed=list(range(seats)))
        if len(chosen.box) != BOX_RANDOM[seats]:
            count = int(BOX_RANDOM[seats])
            raise BadOption(option="deal-box", asked=len(chosen.box), form="exactly", count=count)
        if len(chosen.auction) > WANTED:
            asked = len(chosen.auction)
            raise BadOption(option="deal-auction", asked=asked, form="at-most", count=WANTED)
        chosen._check_counts(seats)
        return chosen

    def _check_counts(self, seats: int) -> None:
        dealt = Counter(kind_of(card) for card in (*self.draw, *self.box))
        for kind in range(KINDS):
            expected = int(COPIES[kind]) - (int(GOLD_REMOVED[seats]) if kind in GOLD_KINDS else 0)
            if dealt[kind] != expected:
                name, asked = f"deal-{NAMES[kind]}", dealt[kind]
                raise BadOption(option=name, asked=asked, form="exactly", count=expected)

    def write_to(self, s: Any, first: int) -> None:
        """Write the deal into a state. `first` is the seat of the option `first`, or NONE."""
        cards = [*self.box, *self.draw]
        s["first"] = self.first if self.first is not None else max(first, 0)
        s["deck_end"] = len(cards)
        s["deck"][: len(cards)] = [kind_of(card) for card in cards]
        s["wanted"][: len(self.auction)] = [kind_of(card) for card in self.auction]

    def facts(self) -> dict[str, str]:
        return {
            "deal-draw": " ".join(self.draw),
            "deal-box": " ".join(self.box),
            "deal-first": "-" if self.first is None else str(self.first),
            "deal-auction": " ".join(self.auction) or "-",
        }


def read_arguments(record: Record) -> dict[str, Any]:
    """Return the arguments of `Game.new` for a record. An error names the line that cannot be read."""
    arguments: dict[str, Any] = {
        **record.read("options", _parse_options),
        **read_seeds(record),
        "edition": record.fact("edition"),
        "seats": record.read("seats", int),
    }
    if "deal-draw" in record.facts:
        arguments["deal"] = {
            "draw": record.fact("deal-draw").split(),
            "box": record.fact("deal-box").split(),
            "first": record.read("deal-first", lambda fact: None if fact == "-" else int(fact)),
            "auction": [card for card in record.fact("deal-auction").split() if card != "-"],
        }
    return arguments


def _parse_options(text: str) -> dict[str, Any]:
    return option.parse_options(OPTIONS, text)
