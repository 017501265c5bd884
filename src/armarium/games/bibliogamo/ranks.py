"""Ranks: names for scores (L-7.10), ours and not the rules', set by what the built-in players reach.

No rule asks for a rank, so its bounds may be thought over without a new rules version. But the fingerprints of records
contain one: there it is for ever the rank that the first records had, a part of their form, and every record replays.
"""

from __future__ import annotations

from typing import Any

__all__ = ["rank_of", "sealed"]

# From this score on; how they were found is told at L-7.10 of docs/rules/bibliogamo.md.
_RANKS = (
    (44, "grand-librarian"), (33, "guildmaster"), (20, "master"), (8, "journeyman"), (0, "apprentice"),
)  # fmt: skip
_SEALED = (
    (35, "grand-librarian"), (28, "guildmaster"), (20, "master"), (12, "journeyman"), (0, "apprentice"),
)  # fmt: skip


def rank_of(score: int) -> str:
    return _named(score, _RANKS)


def sealed(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome as fingerprints hold it."""
    return {**outcome, "rank": _named(outcome["score"], _SEALED)}


def _named(score: int, ranks: tuple[tuple[int, str], ...]) -> str:
    return next(rank for least, rank in ranks if score >= least)
