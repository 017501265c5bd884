"""The end of a city: books, florins, the collection, and the rank."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.games.bibliogamo.cards import FLORINS_A_POINT
from armarium.games.bibliogamo.terminal.naming import Reader

__all__ = ["results"]


def results(outcome: dict[str, Any], prestige: dict[str, Any], reader: Reader) -> RenderableType:
    told = reader.say("bibliogamo_result_told", count=outcome["score"])
    rank = Text(reader.say("bibliogamo_term_rank", rank=reader.rank(outcome["rank"])), style="bold")
    return Group(
        _books(outcome, prestige, reader), Text(""), _sum(outcome, reader), Text(told), rank
    )


def _books(outcome: dict[str, Any], prestige: dict[str, Any], reader: Reader) -> Table:
    """Books by tower, beside those that the collection wished for."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.say("bibliogamo_books"), justify="right")
    table.add_column(reader.collection(prestige), justify="right")
    for tower in reader.ring[1:]:
        sold, wanted = outcome["by_tower"][tower], prestige["need"].get(tower)
        cell = "" if not wanted else f"{wanted} {'✓' if sold >= wanted else ' '}"
        table.add_row(Text(reader.tower(tower)), Text(str(sold)), Text(cell))
    return table


def _sum(outcome: dict[str, Any], reader: Reader) -> Table:
    books, florins = outcome["books"], outcome["florins"]
    kept = (
        "bibliogamo_result_prestige" if outcome["prestige"] else "bibliogamo_result_prestige_missed"
    )
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_row(str(books), reader.say("bibliogamo_count_books", count=books))
    purse = reader.say("bibliogamo_result_florins", count=florins, per=FLORINS_A_POINT)
    table.add_row(str(florins // FLORINS_A_POINT), purse)
    table.add_row(str(outcome["prestige_vp"]), reader.say(kept))
    table.add_row(
        Text(str(outcome["score"]), style="bold"),
        Text(reader.say("bibliogamo_result_sum"), style="bold"),
    )
    return table
