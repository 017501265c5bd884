"""`armarium components`: a set of towers, collections and cards, checked and printed with its sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from armarium import words
from armarium.games.bibliogamo.components import (
    STANDARD,
    Components,
    components_of,
)
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.terminal.language import language_of

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
    type=click.Choice(words.languages()),
    help="The language; without it that of the environment, else English.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.pass_context
def components(
    ctx: click.Context, /, file: Path | None, language: str | None, as_json: bool
) -> None:
    """Print and check the components of Bibliogamo: the standard set, or that of FILE.

    A file that cannot be played is refused with the entry that is wrong.
    """
    spoken = language_of(language)
    ctx.ensure_object(dict)["language"] = spoken
    chosen = components_of(STANDARD if file is None else file)
    if as_json:
        told = {
            "file": None if file is None else str(file),
            "counts": _sizes(chosen.data),
            "provenance": _sources(chosen.data),
            "components": chosen.data,
        }
        # A file may hold dates beside what the rules know: they are told as texts.
        click.echo(json.dumps(told, indent=2, ensure_ascii=False, default=str))
        return
    _show(chosen, Reader.of(spoken, chosen), file)


def _sizes(data: dict[str, Any]) -> dict[str, int]:
    return {kind: len(data[kind]) for kind in ("tower", "prestige", "artisan")}


def _sources(data: dict[str, Any]) -> dict[str, list[str]]:
    """Which entries come from where; what says nothing of itself is not listed."""
    found: dict[str, list[str]] = {}
    for entry, source in _notes(data):
        found.setdefault(source, []).append(entry)
    order = [*_SOURCES, *(source for source in found if source not in _SOURCES)]
    return {source: found[source] for source in order if source in found}


def _notes(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    general = data.get("provenance")
    if isinstance(general, dict):
        yield from ((entry, str(source)) for entry, source in general.items())
    for kind in ("tower", "prestige", "artisan"):
        for entry in data[kind]:
            for note, source in entry.items():
                if note == "provenance" or note.endswith("_provenance"):
                    what = note.removesuffix("provenance").rstrip("_")
                    yield f"{kind} {entry['id']} {what}".rstrip(), str(source)


def _show(chosen: Components, reader: Reader, file: Path | None) -> None:
    from rich.text import Text

    from armarium.terminal.screen import Screen

    data, say = chosen.data, reader.say
    screen = Screen()
    screen.title(say("bibliogamo_comps") if file is None else str(file))
    screen.show(Text(say("bibliogamo_comps_told" if file is None else "bibliogamo_comps_own")), "")
    _table(screen, say("bibliogamo_components_where"), [], [
        [_source(reader, source), ", ".join(entries)]
        for source, entries in _sources(data).items()
    ])  # fmt: skip
    # Those that the rules know; an owner's file may count more.
    counts = components_of(STANDARD).data["counts"]
    _table(screen, say("bibliogamo_comps_counts"), [], [
        [say(f"bibliogamo_counts_{name}"), str(number)] for name, number in counts.items()
    ])  # fmt: skip
    _table(screen, say("bibliogamo_comps_towers"), [], [
        [str(space), reader.place(space), reader.crew(reader.needs[tower]) if space else ""]
        for space, tower in enumerate(reader.ring)
    ])  # fmt: skip
    heads = ["", "", say("bibliogamo_components_points"), say("bibliogamo_components_books")]
    _table(screen, say("bibliogamo_comps_collections"), heads, [
        [str(one["id"]), reader.collection(one), str(one["vp"]), _books(reader, one["need"])]
        for one in chosen.collections
    ])  # fmt: skip
    heads = [say(key) for key in _CARD_HEADS]
    cards = sorted(data["artisan"], key=lambda card: int(card["id"]))
    _table(
        screen,
        say("bibliogamo_comps_cards", count=len(cards)),
        heads,
        [_card(reader, c) for c in cards],
    )
    screen.show(Text(say("bibliogamo_components_good"), style="bold"))


def _source(reader: Reader, source: str) -> str:
    return reader.say(f"bibliogamo_source_{source}") if source in _SOURCES else source


def _books(reader: Reader, need: dict[str, int]) -> str:
    return ", ".join(f"{n} {reader.tower(tower)}" for tower, n in need.items() if n)


def _card(reader: Reader, card: dict[str, Any]) -> list[str]:
    return [
        str(card["id"]),
        f"{card['librarian']:+d}" if card["librarian"] else "0",
        reader.craft(card["blocks"]),
        reader.crew(card["grants"]),
        str(card["pointer"]),
        " ".join(map(str, card["florins"])),
    ]


def _table(screen: Any, title: str, heads: list[str], rows: list[list[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    table = Table(box=None, show_header=bool(heads), pad_edge=False, header_style="dim")
    for column in range(len(rows[0])):
        table.add_column(Text(heads[column]) if heads else "")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    screen.title(title)
    screen.show(table, "")
