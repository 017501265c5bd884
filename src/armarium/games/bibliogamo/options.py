"""The options: open questions of the rules, each with its ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium.core.option import Flag, Option, check_options
from armarium.games.bibliogamo.cards import SEATS

__all__ = ["OPTIONS", "options_of"]

OPTIONS = (
    # G-17: the replaced card points at the new price.
    Option("redraw_chains", "yes-no", False, rule="L-4.5", flag=Flag("redraw_chains")),
    # G-6: which icons of a card can be blocked.
    Option(
        "block_scope", "choice", "large", ("large", "any"), rule="L-2.6", flag=Flag("any_icon", "any")
    ),
    # G-30: whether moved artisans keep their craft.
    Option("transfer_keeps_type", "yes-no", True, rule="L-6.3", flag=Flag("retrains", False)),
    # G-40: when a book counts.
    Option(
        "count_when", "choice", "sold", ("sold", "finished"), rule="L-7.7",
        flag=Flag("counts_finished", "finished"),
    ),
    # G-4: where the Library counts as reached.
    Option(
        "landing", "choice", "rest", ("rest", "every-stop"), rule="L-2.5",
        flag=Flag("every_stop", "every-stop"),
    ),
    # G-30: how many artisans a card of the Library moves.
    Option(
        "transfer_count", "choice", "up-to", ("up-to", "exact"), rule="L-6.2", is_tacit=True,
        flag=Flag("exact_transfer", "exact"),
    ),
    Option("components", "set", "standard"),
)  # fmt: skip


def options_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the default options, changed by the requested ones. Raise an error for unknown ones."""
    options = check_options(OPTIONS, None, (), SEATS[0], asked)
    del options["components"]  # handled separately
    return options
