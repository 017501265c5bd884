"""The arena's findings in the terminal. Wins are shares a seat; a verdict tells after how many deals it was clear."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from armarium.lab.arena.printing_one_seat import tell_match

__all__ = ["tell"]


def tell(report: dict[str, Any]) -> None:
    console = Console()
    for match in report["matches"]:
        if match["seats"] == 1:
            tell_match(match, console)
        else:
            console.print(_match_table(match))
        for count in match["faults"]["by_player"]:
            console.print(
                f"  {count['player']} lost {count['number']} games: {count['code']}", markup=False
            )
        for fault in match["faults"]["examples"]:
            where = f"deal {fault['deal']}, rotation {fault['rotation']}, seat {fault['seat']}"
            console.print(f"    {where}: {fault['reason']}", markup=False)
    for group in report.get("ratings", []):
        console.print(_rating_table(group))


def _match_table(match: dict[str, Any]) -> Table:
    where = ", ".join(filter(None, [f"{match['seats']} seats", match["edition"]]))
    title = f"{where}: {match['deals']} duplicate deals, {match['games']} games (fair share {match['fair']:.1%})"
    table = Table(
        title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False
    )
    for column in ("player", "wins", "95 %", "any time", "verdict", "points", "lead"):
        table.add_column(
            column, no_wrap=column != "player", min_width=13 if column == "player" else None
        )
    for entrant in match["entrants"]:
        seats = f" × {entrant['seats_taken']}" if entrant["seats_taken"] > 1 else ""
        after = f" ({entrant['decided_after']})" if entrant["decided_after"] else ""
        table.add_row(
            entrant["player"] + seats,
            f"{entrant['win_share']['mean']:.1%}",
            _interval(entrant["win_share"]),
            _interval(entrant["anytime"]),
            entrant["verdict"] + after,
            _plus_minus(entrant["points"]),
            _plus_minus(entrant["lead"]),
        )
    return table


def _interval(value: dict[str, float | None]) -> str:
    """Of shares: never outside 0 … 100."""
    if value["low"] is None or value["high"] is None:
        return "–"
    return f"{100 * max(0.0, value['low']):.1f}–{100 * min(1.0, value['high']):.1f}"


def _plus_minus(value: dict[str, float | None]) -> str:
    if value["mean"] is None or value["high"] is None:
        return "–" if value["mean"] is None else f"{value['mean']:.2f}"
    return f"{value['mean']:.2f}±{value['high'] - value['mean']:.2f}"


def _rating_table(group: dict[str, Any]) -> Table:
    table = Table(
        title=", ".join(filter(None, ["Elo", f"{group['seats']} seats", group["edition"]])),
        title_justify="left",
        box=SIMPLE,
    )
    for column in ("player", "Elo", "95 %", "games"):
        table.add_column(column)
    for rating in group["players"]:
        interval = f"{rating['low']:.0f} – {rating['high']:.0f}"
        table.add_row(rating["player"], f"{rating['elo']:.0f}", interval, str(rating["games"]))
    return table
