"""A view and an outcome as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.games.table.game import View
from armarium.terminal.plain.naming import Reader

__all__ = ["board", "choices_shown", "results"]

# What every view has is said elsewhere on the screen, or said before the game.
_EVERYWHERE = ("rules", "game", "you", "to_act", "legal", "options", "outcome")


def board(view: View, reader: Reader) -> RenderableType:
    return _fields({k: v for k, v in view.items() if k not in _EVERYWHERE}, reader)


def results(outcome: Mapping[str, Any], reader: Reader) -> RenderableType:
    told = dict(outcome)
    if "winners" in told:
        told["winners"] = [reader.names[seat] for seat in told["winners"]]
    return _fields(told, reader)


def choices_shown(legal: list[str], reader: Reader) -> RenderableType:
    return Group(
        *(
            Text.assemble((f" [{number}] ", "bold"), reader.action(action))
            for number, action in enumerate(legal, 1)
        )
    )


def _fields(fields: Mapping[str, Any], reader: Reader) -> RenderableType:
    """A line a field; what has an entry a seat is a table of its own."""
    lines = _table()
    by_seat: list[RenderableType] = []
    for name, value in fields.items():
        if _is_by_seat(value, reader):
            by_seat.append(_seats(name, value, reader))
        else:
            lines.add_row(Text(reader.field(name), style="dim"), Text(reader.fact(name, value)))
    return Group(lines, *by_seat)


def _is_by_seat(value: Any, reader: Reader) -> bool:
    is_list = isinstance(value, list) and len(value) == len(reader.names)
    return is_list and all(isinstance(one, dict) for one in value)


def _seats(name: str, entries: list[dict[str, Any]], reader: Reader) -> Table:
    table = _table()
    table.show_header = True
    table.columns[0].header = Text(reader.field(name))
    columns = list(dict.fromkeys(key for entry in entries for key in entry))
    table.columns.pop()
    for column in columns:
        table.add_column(Text(reader.field(column)))
    for seat, entry in enumerate(entries):
        cells = [Text(reader.value(entry.get(column))) for column in columns]
        table.add_row(Text(reader.names[seat], style="bold"), *cells)
    return table


def _table() -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.show_header = False
    table.add_column("")
    table.add_column("")
    return table
