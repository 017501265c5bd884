"""The switches of a table: what the rules leave open, each with the ruling it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from armarium.games.bibliogamo.cards import SEATS
from armarium.games.table.option import Option, checked_options

__all__ = ["OPTIONS", "Options", "options_of"]

OPTIONS = (
    Option("redraw_chains", "yes-no", False, rule="L-4.5"),  # G-17
    Option("block_scope", "choice", "large", ("large", "any"), rule="L-2.6"),  # G-6
    Option("transfer_keeps_type", "yes-no", True, rule="L-6.3"),  # G-30
    Option("count_when", "choice", "sold", ("sold", "finished"), rule="L-7.7"),  # G-40
    Option("landing", "choice", "rest", ("rest", "every-stop"), rule="L-2.5"),  # G-4
    Option(
        "transfer_count", "choice", "up-to", ("up-to", "exact"), rule="L-6.2", is_tacit=True
    ),  # G-30
    Option("components", "set", "standard"),
)


@dataclass(frozen=True)
class Options:
    redraw_chains: bool  # G-17: a new price is pointed at by the card it replaces
    block_scope: Literal["large", "any"]  # G-6: which icons of a card are blocked
    transfer_keeps_type: bool  # G-30: moved artisans keep their craft
    count_when: Literal["sold", "finished"]  # G-40
    landing: Literal["rest", "every-stop"]  # G-4
    transfer_count: Literal["up-to", "exact"]  # G-30: how many a card of the Library moves


def options_of(asked: Mapping[str, Any]) -> Options:
    """The rulings' defaults with what was asked for; says clearly what cannot be had."""
    options = checked_options(OPTIONS, None, (), SEATS[0], asked)
    del options["components"]  # they are a chapter of their own
    return Options(**options)
