"""The score of a finished city, counted once more (L-7.5 to L-7.9), and the rank that goes with it (L-7.10)."""

from __future__ import annotations

from typing import Any

__all__ = ["recount"]

_RANKS = {0: "apprentice", 8: "journeyman", 20: "master", 33: "guildmaster", 44: "grand-librarian"}


def recount(
    truth: dict[str, Any], needs: dict[str, dict[str, int]], counts_finished: bool
) -> tuple[int, str]:
    books = dict(truth["books"])
    if counts_finished:
        for tower, artisans in truth["towers"].items():
            books[tower] += all(artisans[kind] >= n for kind, n in needs[tower].items() if n)
    wanted = truth["prestige"]["need"]
    score = sum(books.values()) + truth["florins"] // 5
    if all(books[tower] >= n for tower, n in wanted.items()):
        score += truth["prestige"]["vp"]
    return score, _RANKS[max(least for least in _RANKS if score >= least)]
