"""The arena at work: duplicate deals, every rotation of each, on all cores, into a file that a later run goes on with.

A duplicate deal is the same cards, played once in every rotation.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from typing import Any

from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import DealResult, Match
from armarium.lab.arena.playing import Finish, SettingGames, kernels_of
from armarium.lab.arena.results import Writer, read_results
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
    move_seconds: float | None = None,
    until_clear: bool = False,
    progress: Callable[[Match, int], None] = lambda match, done: None,
) -> None:
    """Play all deals that are missing; results are written as they come."""
    if results is not None:
        read_results(results, matches)
    for match in matches:
        progress(match, len(match.results))
    with Writer(results, matches) as write:
        for number, match, deal_results in _played(matches, processes, move_seconds, until_clear):
            for result in deal_results:
                match.results[result.deal] = result
                write(number, result)
            progress(match, len(deal_results))


def _chunks(matches: list[Match], until_clear: bool) -> Iterator[tuple[int, list[int]]]:
    for number, match in enumerate(matches):
        missing = [deal for deal in range(match.deals) if deal not in match.results]
        size = CHUNK if kernels_of(match.entrants, match.setting.game) else 1
        for first in range(0, len(missing), size):
            if until_clear and match.is_clear():
                break
            yield number, missing[first : first + size]


def _played(
    matches: list[Match], processes: int | None, move_seconds: float | None, until_clear: bool
) -> Iterator[tuple[int, Match, list[DealResult]]]:
    chunks = _chunks(matches, until_clear)
    processes = processes or os.cpu_count() or 1
    if processes == 1:
        for number, deals in chunks:
            match = matches[number]
            yield number, match, _play_deals(match.setting, match.line_up, deals, move_seconds)
        _close_tables()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        waiting: dict[Future[list[DealResult]], int] = {}
        while True:
            for number, deals in itertools.islice(chunks, 2 * processes - len(waiting)):
                match = matches[number]
                future = pool.submit(_play_deals, match.setting, match.line_up, deals, move_seconds)
                waiting[future] = number
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                number = waiting.pop(future)
                yield number, matches[number], future.result()


_tables: dict[Setting, SettingGames] = {}  # of this process


def _play_deals(
    setting: Setting, line_up: tuple[str, ...], deals: list[int], move_seconds: float | None
) -> list[DealResult]:
    if setting not in _tables:
        _close_tables()
        _tables[setting] = SettingGames(setting, move_seconds)
    table = _tables[setting]
    return [play_deal(table, setting.seats, line_up, deal) for deal in deals]


def _close_tables() -> None:
    for table in _tables.values():
        table.close()
    _tables.clear()


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
