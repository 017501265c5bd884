"""Print an analysis: the story of every seat with its mistakes, luck and play, and the fair prices of lots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from armarium.analysis.report import Analysis, Note, Story
from armarium.text import catalogue

__all__ = ["format_amount", "print_analysis"]

_Translate = Callable[..., str]


def print_analysis(
    analysis: Analysis, names: Sequence[str], language: str, console: Console | None = None
) -> None:
    """Print an analysis with texts in this language."""
    console = console or Console(markup=False, highlight=False, emoji=False)
    translate: _Translate = partial(catalogue.translate, language)
    measure = analysis["measure"]
    for story in analysis.get("stories", []):
        console.print(f"\n{story['title']}", style="bold")
        console.print(story["text"], soft_wrap=True)
        for note in story["notes"]:
            console.print(f"- {_describe_note(note, measure, translate)}", soft_wrap=True)
        console.print(_make_stretch_table(analysis, story, translate))
    console.print(_make_seats_table(analysis, names, translate))
    if analysis["lots"]:
        console.print(_make_lots_table(analysis, names, translate))


def format_amount(worth: float, measure: str, signed: bool = False) -> str:
    """Format a win chance (25 %) or points (12.3), with a sign if it is a change."""
    text = f"{100 * worth:.0f} %" if measure == "chance" else f"{worth:.1f}"
    text = text.replace("-", "−").replace("−0 %", "0 %")
    return f"+{text}" if signed and worth > 0 and text != "0 %" else text


def _describe_note(note: Note, measure: str, translate: _Translate) -> str:
    change = translate(
        f"analyse_note_{measure}",
        before=format_amount(note["chance"] + note["cost"], measure),
        after=format_amount(note["chance"], measure),
    )
    price = note["price_text"]
    parts = [note["did"]["text"], note["better"] and note["better"]["text"], price and f"({price})"]
    return " ".join(part for part in [*parts, note["reason"], change] if part)


def _make_stretch_table(analysis: Analysis, story: Story, translate: _Translate) -> Table:
    """Return luck and play by stretch of the game. They are never summed over the game."""
    measure = analysis["measure"]
    columns = ("luck", "own", "others") if len(analysis["seats"]) > 1 else ("luck", "own")
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("")
    for column in (*columns, "then"):
        table.add_column(translate(f"analyse_column_{column}"), justify="right")
    initial = analysis["seats"][story["seat"]]["initial"]
    deal = translate("analyse_at_the_deal")
    table.add_row(deal, *("" for _ in columns), format_amount(initial, measure))
    for one in story["stretches"]:
        parts = {"luck": one["luck"], "own": one["own"], "others": one["others"]}
        cells = [format_amount(parts[column], measure, signed=True) for column in columns]
        table.add_row(one["label"]["text"], *cells, format_amount(one["value"], measure))
    return table


def _make_seats_table(analysis: Analysis, names: Sequence[str], translate: _Translate) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("")
    for column in ("initial", "final", "accuracy"):
        table.add_column(translate(f"analyse_column_{column}"), justify="right")
    measure = analysis["measure"]
    for name, seat in zip(names, analysis["seats"]):
        accuracy = seat["accuracy"]
        table.add_row(
            name,
            format_amount(seat["initial"], measure),
            format_amount(seat["final"], measure),
            "–" if accuracy is None else f"{accuracy:.0f} %",
        )
    return table


def _make_lots_table(analysis: Analysis, names: Sequence[str], translate: _Translate) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for column in ("number", "lot", "buyer"):
        table.add_column(translate(f"analyse_column_{column}"))
    for column in ("paid", "fair"):
        table.add_column(translate(f"analyse_column_{column}"), justify="right")
    for lot in analysis["lots"]:
        paid, fair = str(lot["paid"]), str(lot["fair"])
        table.add_row(str(lot["v"]), lot["told"], names[lot["seat"]], paid, fair)
    return table
