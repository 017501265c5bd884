"""What the arena found at a game for one seat, in the terminal: the figures of its book, also by kind of deal."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

__all__ = ["tell_match"]


def tell_match(match: dict[str, Any], console: Console) -> None:
    score, *others = match["figures"]
    edition = f", {match['edition']}" if match["edition"] else ""
    title = f"{match['game']}{edition}: {match['deals']} deals, each played by everyone alone"
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for column in ("player", score, "lead", *others):
        table.add_column(column, no_wrap=column != "player")
    for number, entrant in enumerate(match["entrants"]):
        lead = _plus_minus(entrant["lead"]) if number else "–"
        told = [_told(match, entrant, name) for name in others]
        table.add_row(entrant["player"], _told(match, entrant, score), lead, *told)
    console.print(table)
    if any(entrant[f"by_{match['deals_by']}"] for entrant in match["entrants"]):
        console.print(_by_kind(match))


def _by_kind(match: dict[str, Any]) -> Table:
    kind, score, shares = match["deals_by"], match["figures"][0], match["shares"]
    brackets = f" ({', '.join(shares)})" if shares else ""
    table = Table(title=f"{score}{brackets} by {kind}", title_justify="left", box=SIMPLE)
    for column in (kind, *(entrant["player"] for entrant in match["entrants"])):
        table.add_column(column)
    found = [entrant[f"by_{kind}"] for entrant in match["entrants"]]
    for number in dict.fromkeys(number for kinds in found for number in kinds):
        cells = [_cell(kinds.get(number), score, shares) for kinds in found]
        table.add_row(number, *cells)
    return table


def _cell(figures: dict[str, Any] | None, score: str, shares: list[str]) -> str:
    if figures is None:
        return "–"
    told = ", ".join(_share(figures[name]["mean"]) for name in shares)
    return f"{_plus_minus(figures[score])} ({told})" if told else _plus_minus(figures[score])


def _share(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:.0%}"


def _told(match: dict[str, Any], entrant: dict[str, Any], name: str) -> str:
    return _plus_minus(entrant[name], *((100, " %") if name in match["shares"] else ()))


def _plus_minus(value: dict[str, float | None], scale: float = 1, unit: str = "") -> str:
    if value["mean"] is None:
        return "–"
    mean = scale * value["mean"]
    if value["high"] is None:
        return f"{mean:.1f}{unit}"
    return f"{mean:.1f} ± {scale * value['high'] - mean:.1f}{unit}"
