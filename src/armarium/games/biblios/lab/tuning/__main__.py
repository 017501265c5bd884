"""`python -m armarium.games.biblios.lab.tuning --seats 4 --minutes 10`: race after race, then the weights."""

from __future__ import annotations

import time

import click

from armarium.games.biblios.lab.tuning.racing import climb
from armarium.games.biblios.players.weights import NAMES, WEIGHTS
from armarium.lab.cluster import crew_asked, crew_options
from armarium.lab.command_line import Number


@click.command()
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--minutes", type=Number(0), default=10.0, show_default=True)
@click.option("--races", type=click.IntRange(1), help="Stop after so many, however long.")
@click.option(
    "--seed", type=click.IntRange(0, 99), default=0, show_default=True, help="Which tuning deals."
)
@crew_options
def main(
    seats: int, minutes: float, races: int | None, seed: int, processes: int | None, cluster: str | None
) -> None:  # fmt: skip
    """Tune the weights of the monk. With --races and a seed they are the same again, whoever does the work."""
    present = WEIGHTS[seats - 2]
    until = time.monotonic() + 60 * minutes
    with crew_asked(cluster, processes) as crew:
        for number, verdict in enumerate(climb(present, seats, seed, crew), 1):
            click.echo(str(verdict))
            if verdict.is_better:
                present = verdict.race.candidate
            if number == races or (races is None and time.monotonic() > until):
                break
    click.echo(" ".join(f"{name}={value:.3f}" for name, value in zip(NAMES, present, strict=True)))


if __name__ == "__main__":
    main()
