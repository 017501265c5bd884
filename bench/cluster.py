"""The cost of a cluster: CPU time per task of Dask's client and scheduler, and how many workers that can feed.

python bench/cluster.py [--workers 2]

A scheduler hands out one task after another. While a worker runs one part, the scheduler can hand out (time of a part)
/ (cost of a task) others; additional workers would wait. With a local cluster both run in this process, so its CPU time
is theirs, also on a busy machine.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator

import click

from armarium.core.definition import resolve_edition
from armarium.core.executor import Executor, make_executor
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.running import _make_chunks, _play_deals
from armarium.lab.dataset.collecting import Plan, _play_chunk
from armarium.players import load, position_of
from armarium.terminal.analyse import RecordAnalysisJob, run_analysis_job


def do_nothing(part: int) -> int:
    return part


def measure_task_cost(executor: Executor, tasks: int = 2000) -> float:
    list(executor.map(do_nothing, range(200)))
    started = time.process_time()
    list(executor.map(do_nothing, range(tasks)))
    return (time.process_time() - started) / tasks


def measure_parts() -> Iterator[tuple[str, float]]:
    """Yield the seconds of work in one part, measured in this process."""
    definition = find_game(DEFAULT_GAME)
    seats, edition = definition.seats[-1], resolve_edition(definition, None) or ""
    for entrants in (("monk", "novice"), ("random", "oblate")):
        match = Match(Setting(DEFAULT_GAME, seats, edition, (), 1), entrants, 100)
        chunks = list(_make_chunks([match], None, False))
        _play_deals(chunks[0])
        yield (
            f"arena, {' – '.join(entrants)}, {len(chunks[1].deals)} deals",
            _measure_seconds(lambda c=chunks[1]: _play_deals(c)),
        )
    plan = Plan(DEFAULT_GAME, seats, 192, 1, ("monk",))
    first, second, *_ = plan.chunks()
    _play_chunk(first)
    yield f"dataset, monk, {len(second[1])} games", _measure_seconds(lambda: _play_chunk(second))
    job = RecordAnalysisJob(_play_game(seats), 1.0, 1)
    run_analysis_job(job)
    yield f"analysis, one game at {seats} seats", _measure_seconds(lambda: run_analysis_job(job))


def _play_game(seats: int) -> bytes:
    game = find_game(DEFAULT_GAME).deal(seats, 1)
    players = [load("novice", seat, DEFAULT_GAME) for seat in range(seats)]
    while (seat := game.to_act) is not None:
        game.play(players[seat].choose(position_of(game, seat)))
    return game.record().encode()


def _measure_seconds(work: object) -> float:
    def measure() -> float:
        started = time.process_time()
        work()  # type: ignore[operator]
        return time.process_time() - started

    return statistics.median(measure() for _ in range(3))


@click.command()
@click.option("--workers", type=int, default=2, show_default=True)
def main(workers: int) -> None:
    with make_executor("local", workers) as executor:
        costs = [measure_task_cost(executor) for _ in range(3)]
    cost = statistics.median(costs)
    found = {
        "workers": workers,
        "task_ms": round(1000 * cost, 3),
        "parts": {
            name: {"seconds": round(seconds, 3), "most_workers": int(seconds / cost)}
            for name, seconds in measure_parts()
        },
    }
    click.echo(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
