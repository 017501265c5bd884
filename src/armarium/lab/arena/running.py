"""The arena at work: duplicate deals, every rotation of each, on all cores, into a file that a later run goes on with.

A duplicate deal is the same cards, played once in every rotation.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import DealResult, Match
from armarium.lab.arena.playing import Finish, SettingGames, kernels_of
from armarium.lab.arena.results import Writer, read_results
from armarium.lab.cluster import crew_of
from armarium.players import load

__all__ = ["check_players", "play_deal", "run"]

CHUNK = 25  # compiled deals that a process plays at a time


def check_players(names: Iterable[str], game: str) -> None:
    """Say at once if a player does not exist, does not play this game or cannot be started."""
    for name in dict.fromkeys(names):
        load(name, 0, game).close()


def run(
    matches: list[Match],
    *,
    results: Path | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    move_seconds: float | None = None,
    until_clear: bool = False,
    progress: Callable[[Match, int], None] = lambda match, done: None,
) -> None:
    """Play all deals that are missing; results are written in their order, whoever plays them."""
    if results is not None:
        read_results(results, matches)
    for match in matches:
        progress(match, len(match.results))
    chunks = _chunks(matches, move_seconds, until_clear)
    with Writer(results, matches) as write, crew_of(cluster, processes) as crew:
        for number, deal_results in crew.in_order(_play_deals, chunks):
            match = matches[number]
            for result in deal_results:
                match.results[result.deal] = result
                write(number, result)
            progress(match, len(deal_results))
    _close_tables()


class _Chunk(NamedTuple):
    """Some deals of a match: all that whoever plays them has to know."""

    number: int
    setting: Setting
    line_up: tuple[str, ...]
    deals: list[int]
    move_seconds: float | None


def _chunks(
    matches: list[Match], move_seconds: float | None, until_clear: bool
) -> Iterator[_Chunk]:
    for number, match in enumerate(matches):
        # One after another: whoever plays until it is clear names more deals than could be listed.
        missing = (deal for deal in range(match.deals) if deal not in match.results)
        size = CHUNK if kernels_of(match.entrants, match.setting.game) else 1
        while deals := list(islice(missing, size)):
            if until_clear and match.is_clear():
                break
            yield _Chunk(number, match.setting, match.line_up, deals, move_seconds)


class _OfThisThread(threading.local):
    """Tables are kept from chunk to chunk; workers of a cluster may have several threads."""

    def __init__(self) -> None:
        self.tables: dict[Setting, SettingGames] = {}


_here = _OfThisThread()


def _play_deals(chunk: _Chunk) -> tuple[int, list[DealResult]]:
    setting = chunk.setting
    if setting not in _here.tables:
        _close_tables()
        _here.tables[setting] = SettingGames(setting, chunk.move_seconds)
    table = _here.tables[setting]
    results = [play_deal(table, setting.seats, chunk.line_up, deal) for deal in chunk.deals]
    return chunk.number, results


def _close_tables() -> None:
    for table in _here.tables.values():
        table.close()
    _here.tables.clear()


def play_deal(table: SettingGames, seats: int, line_up: tuple[str, ...], deal: int) -> DealResult:
    """Every rotation of one deal; in a game for one seat, every player alone."""
    shares: list[list[float]] = []
    points: list[list[int] | None] = []
    faults: list[dict[str, Any]] = []
    facts: list[dict[str, Any] | None] = []
    tables = [(line_up, r) for r in range(seats)] if seats > 1 else [((p,), 0) for p in line_up]
    for number, (players, rotation) in enumerate(tables):
        finish: Finish = table.play(deal, players, rotation)
        by_place = [(p + rotation) % seats for p in range(seats)]
        shares.append([finish.shares[seat] for seat in by_place])
        points.append(None if finish.points is None else [finish.points[seat] for seat in by_place])
        if finish.fault is not None:
            faults.append({"deal": deal, "rotation": number, **asdict(finish.fault)})
        if seats == 1:
            facts.append(finish.facts)
    return DealResult(deal, shares, points, faults, facts)
