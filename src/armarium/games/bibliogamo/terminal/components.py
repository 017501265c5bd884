"""`armarium components`: validate a set of components and print it with its sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from armarium.games.bibliogamo.components import (
    STANDARD,
    Components,
    components_of,
)
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.text import catalogue
from armarium.text.catalogue import choose_language

__all__ = ["components"]

_SOURCES = ("rules", "review", "inferred", "reconstruction")
_CARD_HEADS = (
    "bibliogamo_components_card",
    "bibliogamo_components_step",
    "bibliogamo_components_blocks",
    "bibliogamo_components_hires",
    "bibliogamo_components_row",
    "bibliogamo_components_prices",
)


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--lang",
    "language",
    type=click.Choice(catalogue.languages()),
    help="Language. Default: the language of the environment, or English.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.pass_context
def components(
    ctx: click.Context, /, file: Path | None, language: str | None, as_json: bool
) -> None:
    """Print and check the components of Bibliogamo: the standard set, or the set in FILE.

    If the file is not valid, the error names the wrong entry.
    """
    chosen_language = choose_language(language)
    ctx.ensure_object(dict)["language"] = chosen_language
    chosen = components_of(STANDARD if file is None else file)
    if as_json:
        result = {
            "file": None if file is None else str(file),
            "counts": _count_entries(chosen.data),
            "provenance": _group_by_source(chosen.data),
            "components": chosen.data,
        }
        # A file may contain dates, which are printed as strings.
        click.echo(json.dumps(result, indent=2, ensure_ascii=False, default=str))
        return
    _print_components(chosen, BibliogamoNames.of(chosen_language, chosen), file)


def _count_entries(data: dict[str, Any]) -> dict[str, int]:
    return {kind: len(data[kind]) for kind in ("tower", "prestige", "artisan")}


def _group_by_source(data: dict[str, Any]) -> dict[str, list[str]]:
    """Group the entries by their source. Entries without a source are omitted."""
    found: dict[str, list[str]] = {}
    for entry, source in _iter_sources(data):
        found.setdefault(source, []).append(entry)
    order = [*_SOURCES, *(source for source in found if source not in _SOURCES)]
    return {source: found[source] for source in order if source in found}


def _iter_sources(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    general = data.get("provenance")
    if isinstance(general, dict):
        yield from ((entry, str(source)) for entry, source in general.items())
    for kind in ("tower", "prestige", "artisan"):
        for entry in data[kind]:
            for note, source in entry.items():
                if note == "provenance" or note.endswith("_provenance"):
                    what = note.removesuffix("provenance").rstrip("_")
                    yield f"{kind} {entry['id']} {what}".rstrip(), str(source)


def _print_components(chosen: Components, reader: BibliogamoNames, file: Path | None) -> None:
    from rich.text import Text

    from armarium.terminal.screen import Screen

    data, translate = chosen.data, reader.translate
    screen = Screen()
    screen.show_title(translate("bibliogamo_comps") if file is None else str(file))
    screen.show(
        Text(translate("bibliogamo_comps_text" if file is None else "bibliogamo_comps_own")), ""
    )
    _print_table(screen, translate("bibliogamo_components_where"), [], [
        [_source_name(reader, source), ", ".join(entries)]
        for source, entries in _group_by_source(data).items()
    ])  # fmt: skip
    # Only the counts that the rules know.
    counts = components_of(STANDARD).data["counts"]
    _print_table(screen, translate("bibliogamo_comps_counts"), [], [
        [translate(f"bibliogamo_counts_{name}"), str(number)] for name, number in counts.items()
    ])  # fmt: skip
    _print_table(screen, translate("bibliogamo_comps_towers"), [], [
        [str(space), reader.place(space), reader.crew(reader.needs[tower]) if space else ""]
        for space, tower in enumerate(reader.ring)
    ])  # fmt: skip
    heads = [
        "",
        "",
        translate("bibliogamo_components_points"),
        translate("bibliogamo_components_books"),
    ]
    _print_table(screen, translate("bibliogamo_comps_collections"), heads, [
        [str(one["id"]), reader.collection(one), str(one["vp"]), _format_books(reader, one["need"])]
        for one in chosen.collections
    ])  # fmt: skip
    heads = [translate(key) for key in _CARD_HEADS]
    cards = sorted(data["artisan"], key=lambda card: int(card["id"]))
    _print_table(
        screen,
        translate("bibliogamo_comps_cards", count=len(cards)),
        heads,
        [_make_card_row(reader, c) for c in cards],
    )
    screen.show(Text(translate("bibliogamo_components_good"), style="bold"))


def _source_name(reader: BibliogamoNames, source: str) -> str:
    return reader.translate(f"bibliogamo_source_{source}") if source in _SOURCES else source


def _format_books(reader: BibliogamoNames, need: dict[str, int]) -> str:
    return ", ".join(f"{n} {reader.tower(tower)}" for tower, n in need.items() if n)


def _make_card_row(reader: BibliogamoNames, card: dict[str, Any]) -> list[str]:
    return [
        str(card["id"]),
        f"{card['librarian']:+d}" if card["librarian"] else "0",
        reader.craft(card["blocks"]),
        reader.crew(card["grants"]),
        str(card["pointer"]),
        " ".join(map(str, card["florins"])),
    ]


def _print_table(screen: Any, title: str, heads: list[str], rows: list[list[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    table = Table(box=None, show_header=bool(heads), pad_edge=False, header_style="dim")
    for column in range(len(rows[0])):
        table.add_column(Text(heads[column]) if heads else "")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    screen.show_title(title)
    screen.show(table, "")
