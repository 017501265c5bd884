"""`python -m armarium.games.bibliogamo.lab.tuning --minutes 10`: generation after generation, then the weights."""

from __future__ import annotations

import time

import click

from armarium.games.bibliogamo.lab.tuning.searching import (
    CHECKING_SEEDS,
    TUNING_SEEDS,
    mean_score,
    tuned,
)
from armarium.games.bibliogamo.players.weights import NAMES, WEIGHTS
from armarium.lab.cluster import crew_asked, crew_options
from armarium.lab.command_line import Number

CHECK_EVERY, CHECKED = 10, 4000  # generations, deals


@click.command()
@click.option("--minutes", type=Number(0), default=10.0, show_default=True)
@click.option("--generations", type=click.IntRange(1), help="Stop after so many, however long.")
@click.option("--population", type=click.IntRange(4), default=16, show_default=True)
@click.option("--games", type=click.IntRange(10), default=800, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@crew_options
def main(
    minutes: float, generations: int | None, population: int, games: int, seed: int,
    processes: int | None, cluster: str | None,
) -> None:  # fmt: skip
    """Tune the weights of the planner. With --generations and a seed they are the same again, whoever does the work."""
    until, weights = time.monotonic() + 60 * minutes, WEIGHTS
    with crew_asked(cluster, processes) as crew:
        for number, found in enumerate(tuned(TUNING_SEEDS, population, games, seed, crew), 1):
            weights = found.weights
            click.echo(f"generation {number}: the best candidate has {found.best:.3f} points")
            if number % CHECK_EVERY == 0:
                mean = mean_score(weights, CHECKING_SEEDS[:CHECKED], crew)
                click.echo(f"generation {number}: {mean:.3f} points on deals that do not tune")
            if number == generations or (generations is None and time.monotonic() > until):
                break
    click.echo(" ".join(f"{name}={value:.4g}" for name, value in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
