"""The end of a game, told category by category: totals and letters, points, and what decided."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.games.biblios.terminal.board import STYLES
from armarium.games.biblios.terminal.event_sentences import Happening, tell
from armarium.games.biblios.terminal.naming import CATEGORIES, Reader

__all__ = ["results"]

_TOLD = ("category-won", "category-unclaimed", "game-won")


def results(outcome: dict[str, Any], happenings: list[Happening], reader: Reader) -> RenderableType:
    ending = [happening for happening in happenings if happening.kind in _TOLD]
    told = [Text("· " + tell(happening, reader)) for happening in ending]
    told[-1].stylize("bold")
    legend = Text(reader.say("biblios_play_results_legend"), style="dim")
    return Group(_table(outcome, reader), legend, Text(""), *told)


def _table(outcome: dict[str, Any], reader: Reader) -> Table:
    """Totals with the letter nearest to A; an asterisk marks who won the die."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.say("biblios_play_die"), justify="right")
    for name in reader.names:
        table.add_column(name, justify="right")
    for category in CATEGORIES:
        row = [Text(reader.category(category), style=STYLES[category])]
        row.append(Text(str(outcome["dice"][category]), style="bold"))
        totals, letters = outcome["totals"][category], outcome["letters"][category]
        for seat, (total, letter) in enumerate(zip(totals, letters)):
            won = outcome["categories"][category] == seat
            cell = f"{total} {letter} {'*' if won else ' '}" if letter else "–  "
            row.append(Text(cell, style="bold" if won else ""))
        table.add_row(*row)
    gold = [
        Text(f"{value} ({cards})  ") for value, cards in zip(outcome["gold"], outcome["gold_cards"])
    ]
    table.add_row(Text(reader.category("gold"), style=STYLES["gold"]), "", *gold)
    points = [Text(f"{points}  ", style="bold") for points in outcome["points"]]
    table.add_row(Text(reader.say("biblios_play_points"), style="bold"), "", *points)
    return table
