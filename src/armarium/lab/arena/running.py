"""Run the deals of matches on an executor and write their results to a file, so that a run can be resumed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.core.executor import make_executor
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import DealResult, Match
from armarium.lab.arena.playing import GameResult, SettingGames, find_kernels, takes_rows
from armarium.players import load

__all__ = ["BadResults", "ResultsWriter", "check_players", "play_deals", "read_results", "run"]


CHUNK = 25  # deals per task if all players are compiled, or one chooses in many games at once


def check_players(names: Iterable[str], game: str) -> None:
    """Raise an error at once if a player does not exist, does not play this game or cannot be started."""
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
    """Play all missing deals. Results are written in the order of the deals, on any executor."""
    if results is not None:
        read_results(results, matches)
    for match in matches:
        progress(match, len(match.results))
    chunks = _make_chunks(matches, move_seconds, until_clear)
    with ResultsWriter(results, matches) as write, make_executor(cluster, processes) as executor:
        for number, deal_results in executor.map(_play_deals, chunks):
            match = matches[number]
            for result in deal_results:
                match.results[result.deal] = result
                write(number, result)
            progress(match, len(deal_results))
    _close_tables()


class _Chunk(NamedTuple):
    """Some deals of a match, with everything needed to play them."""

    number: int
    setting: Setting
    line_up: tuple[str, ...]
    deals: list[int]
    move_seconds: float | None


def _make_chunks(
    matches: list[Match], move_seconds: float | None, until_clear: bool
) -> Iterator[_Chunk]:
    for number, match in enumerate(matches):
        # Generate deals lazily: a run until a decision may name more deals than fit in a list.
        missing = (deal for deal in range(match.deals) if deal not in match.results)
        size = CHUNK if _has_fast_players(match) else 1
        while deals := list(islice(missing, size)):
            if until_clear and match.is_decided():
                break
            yield _Chunk(number, match.setting, match.line_up, deals, move_seconds)


def _has_fast_players(match: Match) -> bool:
    game = match.setting.game
    return bool(find_kernels(match.entrants, game)) or any(
        takes_rows(name, game) for name in dict.fromkeys(match.entrants)
    )


class _ThreadTables(threading.local):
    """Per-thread tables, reused from chunk to chunk; cluster workers may have several threads."""

    def __init__(self) -> None:
        self.tables: dict[Setting, SettingGames] = {}


_local = _ThreadTables()


def _play_deals(chunk: _Chunk) -> tuple[int, list[DealResult]]:
    setting = chunk.setting
    if setting not in _local.tables:
        _close_tables()
        _local.tables[setting] = SettingGames(setting, chunk.move_seconds)
    table = _local.tables[setting]
    return chunk.number, play_deals(table, setting.seats, chunk.line_up, chunk.deals)


def _close_tables() -> None:
    for table in _local.tables.values():
        table.close()
    _local.tables.clear()


def play_deals(
    table: SettingGames, seats: int, line_up: tuple[str, ...], deals: Sequence[int]
) -> list[DealResult]:
    """Play every rotation of some deals; in a game for one seat, let every player play them alone."""
    if seats == 1:
        alone = [table.play_all((player,), [(deal, 0) for deal in deals]) for player in line_up]
        games = [list(finishes) for finishes in zip(*alone, strict=True)]
    else:
        played = table.play_all(line_up, [(deal, r) for deal in deals for r in range(seats)])
        games = [played[seats * n : seats * (n + 1)] for n in range(len(deals))]
    return [_make_result(deal, seats, finishes) for deal, finishes in zip(deals, games)]


def _make_result(deal: int, seats: int, finishes: Sequence[GameResult]) -> DealResult:
    shares: list[list[float]] = []
    points: list[list[int] | None] = []
    faults: list[dict[str, Any]] = []
    for number, finish in enumerate(finishes):
        rotation = number if seats > 1 else 0
        by_place = [(p + rotation) % seats for p in range(seats)]
        shares.append([finish.shares[seat] for seat in by_place])
        points.append(None if finish.points is None else [finish.points[seat] for seat in by_place])
        if finish.fault is not None:
            faults.append({"deal": deal, "rotation": number, **asdict(finish.fault)})
    facts = [finish.facts for finish in finishes] if seats == 1 else []
    decisions = sum(finish.decisions for finish in finishes)
    return DealResult(deal, shares, points, faults, facts, decisions)


class BadResults(ArmariumError):
    code = "bad-results"
    sentence = "The results file {asked} cannot be continued: {reason}."
    reasons: ClassVar = {
        "results-none": "it is not a results file",
        "results-other": "it belongs to a different set of matches; choose another file",
        "results-line": "line {line} is damaged; delete that line to play its deal again",
    }


def _header(matches: list[Match]) -> dict[str, Any]:
    plan = [{**m.setting.to_dict(), "entrants": list(m.entrants)} for m in matches]
    return json.loads(json.dumps({"arena": 1, "matches": plan}))  # type: ignore[no-any-return]


class ResultsWriter:
    def __init__(self, path: Path | None, matches: list[Match]) -> None:
        self._file = None
        if path is not None:
            is_new = not path.exists() or path.stat().st_size == 0
            self._file = path.open("a", encoding="utf-8")
            if is_new:
                self._write_line(_header(matches))

    def _write_line(self, data: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
            self._file.flush()

    def __enter__(self) -> Callable[[int, DealResult], None]:
        return self._write_result

    def _write_result(self, number: int, result: DealResult) -> None:
        data = asdict(result)
        del data["decisions"]  # how much work a deal was is no result
        self._write_line({"match": number, **data})

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def read_results(path: Path, matches: list[Match]) -> None:
    """Load the results of an earlier run. An incomplete last line is dropped."""
    if not path.exists() or path.stat().st_size == 0:
        return
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    try:
        head, *lines = whole.decode().splitlines() or [""]
        is_same = json.loads(head) == _header(matches)
    except ValueError as error:
        raise BadResults(asked=path.name, reason="results-none") from error
    if not is_same:
        raise BadResults(asked=path.name, reason="results-other")
    found: list[tuple[Match, DealResult]] = []
    for number, line in enumerate(lines, 2):
        try:
            found.append(_read_result(json.loads(line), matches))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise BadResults(asked=path.name, reason="results-line", line=number) from error
    if whole != content:
        path.write_bytes(whole)
    for match, result in found:
        if result.deal < match.deals:
            match.results[result.deal] = result


def _read_result(data: dict[str, Any], matches: list[Match]) -> tuple[Match, DealResult]:
    """Return the match and the result of a line. A damaged line raises one of several exceptions."""
    number = data.pop("match")
    result = DealResult(**data)
    match, table = matches[number], np.array(result.shares, float)
    seats = match.setting.seats
    is_possible = (
        number >= 0
        and result.deal >= 0
        and table.shape == (seats if seats > 1 else len(match.entrants), seats)
        and bool(((table >= 0) & (table <= 1)).all())
        and all(points is None or len(points) == seats for points in result.points)
        and len(result.points) == len(table)
        and all(isinstance(fault, dict) for fault in result.faults)
    )
    if not is_possible:
        raise ValueError(data)
    return match, result
