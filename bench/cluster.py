"""What a cluster costs: processor time a task of Dask's client and scheduler, and how many workers that feeds.

    python bench/cluster.py [--workers 2]

A scheduler hands out one task after another. While a worker is busy with a part, it can hand out (time of a part) /
(cost of a task) others: more workers than that wait for it. With a local cluster both are in this process, so that
its processor time is theirs, also on a busy machine.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator

import click

from armarium.games.shelf import DEFAULT, open_book
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.running import _chunks, _play_deals
from armarium.lab.cluster import Crew, crew_of
from armarium.lab.dataset.collecting import _played
from armarium.lab.dataset.plan import Plan
from armarium.players import load, position_of
from armarium.terminal.analysis.many import _analysed, _Asked


def nothing(part: int) -> int:
    return part


def cost_of_a_task(crew: Crew, tasks: int = 2000) -> float:
    list(crew.in_order(nothing, range(200)))
    begun = time.process_time()
    list(crew.in_order(nothing, range(tasks)))
    return (time.process_time() - begun) / tasks


def parts() -> Iterator[tuple[str, float]]:
    """Seconds of work in one part, in this process."""
    book = open_book(DEFAULT)
    seats, edition = book.seats[-1], book.edition(None) or ""
    for entrants in (("monk", "novice"), ("random", "oblate")):
        match = Match(Setting(DEFAULT, seats, edition, (), 1), entrants, 100)
        chunks = list(_chunks([match], None, False))
        _play_deals(chunks[0])
        yield (
            f"arena, {' – '.join(entrants)}, {len(chunks[1].deals)} deals",
            _seconds(lambda c=chunks[1]: _play_deals(c)),
        )
    plan = Plan(DEFAULT, seats, 192, 1, ("monk",))
    first, second, *_ = plan.chunks()
    _played(first)
    yield f"dataset, monk, {len(second[1])} games", _seconds(lambda: _played(second))
    asked = _Asked(_finished(seats), 1.0, 1)
    _analysed(asked)
    yield f"analysis, one game at {seats} seats", _seconds(lambda: _analysed(asked))


def _finished(seats: int) -> bytes:
    game = open_book(DEFAULT).deal(seats, 1)
    players = [load("novice", seat, DEFAULT) for seat in range(seats)]
    while (seat := game.to_act) is not None:
        game.play(players[seat].choose(position_of(game, seat)))
    return game.record().encode()


def _seconds(work: object) -> float:
    def once() -> float:
        begun = time.process_time()
        work()  # type: ignore[operator]
        return time.process_time() - begun

    return statistics.median(once() for _ in range(3))


@click.command()
@click.option("--workers", type=int, default=2, show_default=True)
def main(workers: int) -> None:
    with crew_of("local", workers) as crew:
        costs = [cost_of_a_task(crew) for _ in range(3)]
    cost = statistics.median(costs)
    found = {
        "workers": workers,
        "task_ms": round(1000 * cost, 3),
        "parts": {
            name: {"seconds": round(seconds, 3), "most_workers": int(seconds / cost)}
            for name, seconds in parts()
        },
    }
    click.echo(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
