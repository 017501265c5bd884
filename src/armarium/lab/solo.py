"""Games for one seat in the arena: every player plays the same deals alone, and its scores are told."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Grid

from armarium.lab.arena import Match
from armarium.lab.deals import Setting
from armarium.lab.intervals import Estimate, estimate

__all__ = ["solo_matches", "summary_of", "tell_match", "write_csv"]

FIGURES = ("score", "books", "florins", "prestige")


def solo_matches(
    game: str, players: Sequence[str], options: dict[str, Any], seed: int, deals: int
) -> list[Match]:
    """One match: all its entrants play each deal."""
    setting = Setting(game, 1, "", tuple(sorted(options.items())), seed)
    return [Match(setting, tuple(players), deals)]


def _figures(match: Match, entrant: int, name: str) -> np.ndarray:
    """One number a deal; what a fault ended is no number."""
    facts = [result.facts[entrant] for result in match.in_order()]
    return np.array([np.nan if fact is None else float(fact[name]) for fact in facts])


def _collections(match: Match) -> np.ndarray:
    """By deal, from whichever entrant finished it; 0 where nobody did."""
    told = [
        [fact["collection"] for fact in result.facts if fact is not None]
        for result in match.in_order()
    ]
    return np.array([ids[0] if ids else 0 for ids in told])


def summary_of(match: Match, faults: dict[str, Any]) -> dict[str, Any]:
    setting, deals = match.setting, match.in_order()
    collections = _collections(match)
    scores = [_figures(match, e, "score") for e in range(len(match.entrants))]
    entrants = []
    for e, player in enumerate(match.entrants):
        figures = {name: _figures(match, e, name) for name in FIGURES}
        by_collection = {
            str(number): {
                name: told(estimate(values[collections == number]))
                for name, values in figures.items()
            }
            for number in sorted(set(collections.tolist()) - {0})
        }
        entrants.append(
            {
                "player": player,
                **{name: told(estimate(values)) for name, values in figures.items()},
                "lead": told(estimate(scores[e] - scores[0])),  # over the first, deal by deal
                "by_collection": by_collection,
            }
        )
    return {
        "game": setting.game,
        "seats": 1,
        "options": dict(setting.options),
        "seed": setting.seed,
        "deals": len(deals),
        "games": len(deals) * len(match.entrants),
        "entrants": entrants,
        "faults": faults,
    }


def told(value: Estimate) -> dict[str, float | None]:
    """What cannot be told yet, from no deal or a single one, is null."""
    numbers = {"mean": value.mean, "low": value.low, "high": value.high}
    return {key: number if np.isfinite(number) else None for key, number in numbers.items()}


def tell_match(match: dict[str, Any], console: Console) -> None:
    title = f"{match['game']}: {match['deals']} deals, each played by everyone alone"
    table = Grid(title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for column in ("player", "score", "lead", "books", "florins", "prestige"):
        table.add_column(column, no_wrap=column != "player")
    for number, entrant in enumerate(match["entrants"]):
        table.add_row(
            entrant["player"],
            _plus_minus(entrant["score"]),
            _plus_minus(entrant["lead"]) if number else "–",
            _plus_minus(entrant["books"]),
            _plus_minus(entrant["florins"]),
            _plus_minus(entrant["prestige"], 100, " %"),
        )
    console.print(table)
    numbers = sorted({n for entrant in match["entrants"] for n in entrant["by_collection"]})
    table = Grid(title="score (prestige) by collection", title_justify="left", box=SIMPLE)
    for column in ("collection", *(entrant["player"] for entrant in match["entrants"])):
        table.add_column(column)
    for number in numbers:
        cells = []
        for entrant in match["entrants"]:
            figures = entrant["by_collection"].get(number)
            cells.append(f"{_plus_minus(figures['score'])} ({_share(figures)})" if figures else "–")
        table.add_row(number, *cells)
    console.print(table)


def _share(figures: dict[str, Any]) -> str:
    mean = figures["prestige"]["mean"]
    return "–" if mean is None else f"{mean:.0%}"


def _plus_minus(value: dict[str, float | None], scale: float = 1, unit: str = "") -> str:
    if value["mean"] is None:
        return "–"
    mean = scale * value["mean"]
    if value["high"] is None:
        return f"{mean:.1f}{unit}"
    return f"{mean:.1f} ± {scale * value['high'] - mean:.1f}{unit}"


def write_csv(match: Match, path: Path) -> None:
    """One line a game."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["deal", "collection", "player", *FIGURES])
        for result in match.in_order():
            for player, fact in zip(match.entrants, result.facts, strict=True):
                told_facts = fact or {}
                row = [told_facts.get(name, "") for name in FIGURES]
                writer.writerow([result.deal, told_facts.get("collection", ""), player, *row])
