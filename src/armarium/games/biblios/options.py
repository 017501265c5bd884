"""The editions and options. An edition sets default values, and a player may change each option.

The rules never check the edition, only the options. CONTRIBUTING.md explains how to add an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium.core.errors import BadSeats
from armarium.core.option import Flag, Option, check_options

__all__ = ["EDITIONS", "OPTIONS", "SEATS", "options_of"]

EDITIONS = ("iello", "scripts-and-scribes", "manual")
SEATS = (2, 3, 4)

# Agreed on before the game (B-1.6).
OPTIONS = (
    Option(
        "penalty", "choice", "standard", ("standard", "medieval-bluff"), rule="B-3.9",
        offers={"scripts-and-scribes": ("standard",)}, asked=True,
        flag=Flag("medieval_bluff", "medieval-bluff", "medieval bluff", "1 if the penalty is a discard"),
    ),
    Option(
        "beyond_means", "yes-no", True, rule="B-3.8", editions={"manual": False},
        flag=Flag("beyond_means", True, "beyond means", "1 if a bid may exceed what the bidder can pay"),
    ),
    Option(
        "may_refuse", "yes-no", False, rule="B-3.12", editions={"manual": True},
        flag=Flag("may_refuse", True, "may refuse", "1 if a winner may refuse to pay"),
    ),
    Option(
        "game_tie", "choice", "gold-value", ("gold-value", "gold-cards"), rule="B-5.4",
        editions={"manual": "gold-cards"},
        flag=Flag("by_gold_cards", "gold-cards", "gold cards break ties", "1 if their number counts, 0 if their value"),
    ),
    Option(
        "open_collections", "yes-no", False, rule="B-6.4",
        flag=Flag("open_collections", True, "open collections", "1 if taken cards stay face up"),
    ),
    Option("overpay", "yes-no", False, rule="B-3.14", is_tacit=True, flag=Flag("overpay")),
    Option("first", "seat", None, rule="B-1.5"),  # None: drawn at random
)  # fmt: skip


def options_of(edition: str | None, seats: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the edition's defaults, changed by the requested options. Raise an error for unknown ones."""
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadSeats(asked=seats, allowed=list(SEATS))
    return check_options(OPTIONS, edition, EDITIONS, seats, asked)
