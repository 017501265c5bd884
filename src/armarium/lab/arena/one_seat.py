"""Games for one seat in the arena: every player plays the same deals alone, and its figures are compared.

The figures are those that the book names, the score first; kinds of deals that are not worth the same are told apart.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np

from armarium.games.shelf import open_book
from armarium.lab.arena.intervals import estimate
from armarium.lab.arena.match import Match

__all__ = ["summary_of", "write_csv"]


def _figures(match: Match, entrant: int, name: str) -> np.ndarray:
    """One number a deal; what a fault ended is no number."""
    facts = [result.facts[entrant] for result in match.in_order()]
    return np.array([np.nan if fact is None else float(fact[name]) for fact in facts])


def _kinds(match: Match, name: str) -> list[Any]:
    """By deal, from whichever entrant finished it; None where nobody did, or where a deal is like any other."""
    told = [[fact.get(name) for fact in result.facts if fact] for result in match.in_order()]
    return [kinds[0] if kinds else None for kinds in told]


def _shares(match: Match, names: tuple[str, ...]) -> list[str]:
    """The figures that are answers to a yes-or-no question: their means are shares."""
    facts = [fact for result in match.in_order() for fact in result.facts if fact]
    return [name for name in names if facts and all(isinstance(f[name], bool) for f in facts)]


def summary_of(match: Match, faults: dict[str, Any]) -> dict[str, Any]:
    setting, deals, book = match.setting, match.in_order(), open_book(match.setting.game)
    names, kinds = book.figures, np.array(_kinds(match, book.deals_by), object)
    first = _figures(match, 0, names[0])
    entrants = []
    for number, player in enumerate(match.entrants):
        figures = {name: _figures(match, number, name) for name in names}
        by_kind = {
            str(kind): {name: estimate(of[kinds == kind]).told() for name, of in figures.items()}
            for kind in sorted(set(kinds.tolist()) - {None})
        }
        entrants.append(
            {
                "player": player,
                **{name: estimate(values).told() for name, values in figures.items()},
                "lead": estimate(figures[names[0]] - first).told(),  # over the first, deal by deal
                f"by_{book.deals_by}": by_kind,
            }
        )
    return {
        "game": setting.game,
        "seats": 1,
        "edition": setting.edition,
        "options": dict(setting.options),
        "seed": setting.seed,
        "deals": len(deals),
        "games": len(deals) * len(match.entrants),
        "figures": list(names),
        "shares": _shares(match, names),
        "deals_by": book.deals_by,
        "entrants": entrants,
        "faults": faults,
    }


def write_csv(matches: list[Match], path: Path) -> None:
    """One line a game."""
    book = open_book(matches[0].setting.game)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        edition = ["edition"] if book.editions else []
        writer.writerow([*edition, "deal", book.deals_by, "player", *book.figures])
        for match in matches:
            edition = [match.setting.edition] if book.editions else []
            for result in match.in_order():
                for player, fact in zip(match.entrants, result.facts, strict=True):
                    kind, *told = (
                        (fact or {}).get(name, "") for name in (book.deals_by, *book.figures)
                    )
                    writer.writerow([*edition, result.deal, kind, player, *told])
