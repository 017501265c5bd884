"""Episodes as arrays: every decision of many games, with what its seat knew (docs/research.md has the schema).

python -m armarium.lab.dataset games.npz --seats 4 --games 100 --seed 1 --players monk,random
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from armarium.games.shelf import DEFAULT, names, open_book
from armarium.games.table.errors import ArmariumError, BadOption
from armarium.lab.adapters.rows import rows_of
from armarium.players import load, position_of

__all__ = ["SCHEMA", "Episodes", "collect", "episodes"]

SCHEMA = 1  # raised when an array changes its meaning

Episodes = dict[str, np.ndarray]


def collect(
    game: str = DEFAULT,
    seats: int = 4,
    games: int = 100,
    seed: int = 0,
    players: Sequence[str] = ("random",),
    **options: Any,
) -> Episodes:
    """Play; game n has the seed `seed + n`, and the players, in turn, move on one seat after each game."""
    if games < 1 or not players:
        raise BadOption(option="games", asked=games, form="game-and-player")
    rows = rows_of(game)
    new = open_book(game).game.new
    at_table = [load(players[p % len(players)], seed + p, game) for p in range(seats)]
    told: dict[str, list[Any]] = {
        name: [] for name in ("observations", "masks", "actions", "seats")
    }
    starts, rewards = [], []
    try:
        for number in range(games):
            table = new(seats=seats, seed=seed + number, **options)
            for p, player in enumerate(at_table):
                place = (p + number) % seats
                player.start(place, seats, table.options, seed + seats * number + p)
            starts.append(len(told["actions"]))
            while (seat := table.to_act) is not None:
                action = at_table[(seat - number) % seats].choose(position_of(table, seat))
                told["observations"].append(rows.observation(table, seat))
                told["masks"].append(rows.mask(table))
                told["actions"].append(rows.codes[action])
                told["seats"].append(seat)
                table.play(action, seat)
            rewards.append([rows.worth(table.outcome() or {}, seat) for seat in range(seats)])
    finally:
        for player in at_table:
            player.close()
    header = {
        "schema": SCHEMA,
        "game": game,
        "rules": table.rules_version,
        "options": table.options,
        "players": list(players),
    }
    return {
        "observations": np.array(told["observations"], np.int8),
        "masks": np.array(told["masks"], np.bool_),
        "actions": np.array(told["actions"], np.int16),
        "seats": np.array(told["seats"], np.int8),
        "starts": np.array(starts, np.int64),
        "rewards": np.array(rewards, np.float32),
        "seeds": np.arange(seed, seed + games, dtype=np.int64),
        "header": np.array(json.dumps(header)),
    }


def episodes(arrays: Any) -> Iterator[Episodes]:
    """Game by game: the same arrays, each cut to one game."""
    ends = [*arrays["starts"][1:], len(arrays["actions"])]
    for number, (start, end) in enumerate(zip(arrays["starts"], ends)):
        each = {
            name: arrays[name][start:end] for name in ("observations", "masks", "actions", "seats")
        }
        yield each | {name: arrays[name][number] for name in ("rewards", "seeds")}


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--seats", type=int, default=4, show_default=True)
@click.option("--games", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="of the first game")
@click.option("--players", default="random", show_default=True, help="names with commas between")
def main(file: Path, game: str, seats: int, games: int, seed: int, players: str) -> None:
    """Play games and write every decision into FILE, a compressed NumPy archive."""
    try:
        arrays = collect(game, seats, games, seed, players.split(","))
    except ArmariumError as error:
        raise click.ClickException(str(error)) from error
    with file.open("wb") as archive:  # a path would get another ending
        np.savez_compressed(archive, allow_pickle=False, **arrays)
    click.echo(f"{file}: {games} games, {len(arrays['actions'])} decisions")


if __name__ == "__main__":
    main()
