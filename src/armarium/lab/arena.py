"""The arena: duplicate deals, every rotation of each, on all cores, into a file that a later run goes on with.

A match is a setting and its entrants. The first entrants have one seat each, the last has all that are left: `monk
baseline` at four seats is a monk among three baselines. A duplicate deal is the same cards, played once in
every rotation.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from armarium.games.table.errors import ArmariumError
from armarium.lab.deals import Setting
from armarium.lab.intervals import confidence_sequence
from armarium.lab.playing import Finish, Table, kernels_of
from armarium.players import load

__all__ = ["BadResults", "DealResult", "Match", "check_players", "run"]

CHUNK = 25  # compiled deals that a process plays at a time


class BadResults(ArmariumError):
    code = "bad-results"
    sentence = "The results file {asked} cannot be gone on with: {reason}."


@dataclass(frozen=True)
class DealResult:
    """By rotation and by place in the line-up."""

    deal: int
    shares: list[list[float]]
    points: list[list[int] | None]
    faults: list[dict[str, Any]]
    facts: list[dict[str, Any] | None] = field(default_factory=list)  # of games for one seat


@dataclass
class Match:
    setting: Setting
    entrants: tuple[str, ...]
    deals: int
    results: dict[int, DealResult] = field(default_factory=dict)

    @property
    def line_up(self) -> tuple[str, ...]:
        missing = self.setting.seats - len(self.entrants)
        return (*self.entrants, *[self.entrants[-1]] * missing)

    def seats_of(self, entrant: int) -> list[int]:
        """Which places of the line-up an entrant has."""
        last = len(self.entrants) - 1
        return [entrant] if entrant < last else list(range(last, self.setting.seats))

    def in_order(self) -> list[DealResult]:
        """The deals without a gap: what may be looked at while the others are still being played."""
        found: list[DealResult] = []
        for deal in range(self.deals):
            if deal not in self.results:
                break
            found.append(self.results[deal])
        return found

    def shares(self, entrant: int) -> np.ndarray:
        """The share of wins of an entrant's seat, deal by deal."""
        places = self.seats_of(entrant)
        return np.array([np.array(result.shares)[:, places].mean() for result in self.in_order()])

    def is_clear(self) -> bool:
        values = self.shares(0)
        return (
            len(values) > 0
            and confidence_sequence(values).decided(1 / self.setting.seats) is not None
        )


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
        _read_results(results, matches)
    for match in matches:
        progress(match, len(match.results))
    with _Writer(results, matches) as write:
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


_tables: dict[Setting, Table] = {}  # of this process


def _play_deals(
    setting: Setting, line_up: tuple[str, ...], deals: list[int], move_seconds: float | None
) -> list[DealResult]:
    if setting not in _tables:
        _close_tables()
        _tables[setting] = Table(setting, move_seconds)
    table = _tables[setting]
    return [play_deal(table, setting.seats, line_up, deal) for deal in deals]


def _close_tables() -> None:
    for table in _tables.values():
        table.close()
    _tables.clear()


def play_deal(table: Table, seats: int, line_up: tuple[str, ...], deal: int) -> DealResult:
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


# The results file: one line that says what is played, then one a deal.


def _header(matches: list[Match]) -> dict[str, Any]:
    plan = [{**asdict(m.setting), "entrants": list(m.entrants)} for m in matches]
    return json.loads(json.dumps({"arena": 1, "matches": plan}))  # type: ignore[no-any-return]


class _Writer:
    def __init__(self, path: Path | None, matches: list[Match]) -> None:
        self._file = None
        if path is not None:
            is_new = not path.exists() or path.stat().st_size == 0
            self._file = path.open("a", encoding="utf-8")
            if is_new:
                self._line(_header(matches))

    def _line(self, fact: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(fact, separators=(",", ":")) + "\n")
            self._file.flush()

    def __enter__(self) -> Callable[[int, DealResult], None]:
        return lambda number, result: self._line({"match": number, **asdict(result)})

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def _read_results(path: Path, matches: list[Match]) -> None:
    """Take up what an earlier run has written; a line that it could not finish is dropped."""
    if not path.exists() or path.stat().st_size == 0:
        return
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    lines = whole.splitlines()
    try:
        facts = [json.loads(line) for line in lines]
    except ValueError as error:
        raise BadResults(asked=path.name, reason="it is not a results file") from error
    if not facts or facts[0] != _header(matches):
        raise BadResults(asked=path.name, reason="it belongs to other matches; choose another file")
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    for fact in facts[1:]:
        match = matches[fact.pop("match")]
        result = DealResult(**fact)
        if result.deal < match.deals:
            match.results[result.deal] = result
