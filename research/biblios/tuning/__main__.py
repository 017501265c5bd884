"""`python -m research.biblios.tuning --seats 4 --minutes 10`: run races, then print the weights."""

from __future__ import annotations

import time

import click

from armarium.core.command_line import Number, executor_options, open_executor
from armarium.games.biblios.players.weights import NAMES, WEIGHTS
from research.biblios.tuning.racing import run_races


@click.command()
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--minutes", type=Number(0), default=10.0, show_default=True)
@click.option(
    "--races", type=click.IntRange(1), help="Stop after this many races, ignoring --minutes."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 99),
    default=0,
    show_default=True,
    help="Seed of the tuning deals.",
)
@executor_options
def main(
    seats: int, minutes: float, races: int | None, seed: int, processes: int | None, cluster: str | None
) -> None:  # fmt: skip
    """Tune the weights of the monk. With --races and a seed the result is reproducible on any executor."""
    current = WEIGHTS[seats - 2]
    until = time.monotonic() + 60 * minutes
    with open_executor(cluster, processes) as executor:
        for number, result in enumerate(run_races(current, seats, seed, executor), 1):
            click.echo(str(result))
            if result.is_better:
                current = result.race.candidate
            if number == races or (races is None and time.monotonic() > until):
                break
    click.echo(" ".join(f"{name}={value:.3f}" for name, value in zip(NAMES, current, strict=True)))


if __name__ == "__main__":
    main()
