"""`python -m research.bibliogamo.tuning --minutes 10`: run generations, then print the weights."""

from __future__ import annotations

import time

import click

from armarium.core.command_line import Number, executor_options, open_executor
from armarium.games.bibliogamo.players.weights import NAMES, WEIGHTS
from research.bibliogamo.tuning.cma_es import (
    HELD_OUT_SEEDS,
    TUNING_SEEDS,
    mean_score,
    run_generations,
)

CHECK_EVERY, CHECK_DEALS = 10, 4000  # generations, deals


@click.command()
@click.option("--minutes", type=Number(0), default=10.0, show_default=True)
@click.option(
    "--generations",
    type=click.IntRange(1),
    help="Stop after this many generations, ignoring --minutes.",
)
@click.option("--population", type=click.IntRange(4), default=16, show_default=True)
@click.option("--games", type=click.IntRange(10), default=800, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@executor_options
def main(
    minutes: float, generations: int | None, population: int, games: int, seed: int,
    processes: int | None, cluster: str | None,
) -> None:  # fmt: skip
    """Tune the weights of the planner. With --generations and a seed the result is reproducible on any executor."""
    until, weights = time.monotonic() + 60 * minutes, WEIGHTS
    with open_executor(cluster, processes) as executor:
        for number, found in enumerate(
            run_generations(TUNING_SEEDS, population, games, seed, executor), 1
        ):
            weights = found.weights
            click.echo(f"generation {number}: the best candidate has {found.best:.3f} points")
            if number % CHECK_EVERY == 0:
                mean = mean_score(weights, HELD_OUT_SEEDS[:CHECK_DEALS], executor)
                click.echo(f"generation {number}: {mean:.3f} points on held-out deals")
            if number == generations or (generations is None and time.monotonic() > until):
                break
    click.echo(" ".join(f"{name}={value:.4g}" for name, value in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
