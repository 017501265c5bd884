"""Episodes as arrays (docs/research.md has the schema): games of a plan, played one by one or many at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from armarium.games.shelf import DEFAULT, open_book
from armarium.lab.adapters.rows import rows_of
from armarium.lab.cluster.crew import Alone, Crew
from armarium.lab.dataset.batched import play_batched
from armarium.lab.dataset.plan import Plan
from armarium.players import load, position_of

__all__ = ["SCHEMA", "Episodes", "chunks_of", "collect", "episodes", "header_of", "joined"]

SCHEMA = 1  # raised when an array changes its meaning

Episodes = dict[str, np.ndarray]
DECISIONS = ("observations", "masks", "actions", "seats")


def collect(
    game: str = DEFAULT,
    seats: int = 4,
    games: int = 100,
    seed: int = 0,
    players: Sequence[str] = ("random",),
    **options: Any,
) -> Episodes:
    """Play; game n has the seed `seed + n`, and the players, in turn, move on one seat after each game."""
    plan = Plan(game, seats, games, seed, tuple(players), options).checked()
    return joined(chunks_of(plan, Alone())) | {"header": np.array(json.dumps(header_of(plan)))}


def chunks_of(plan: Plan, crew: Crew) -> Iterator[Episodes]:
    """The games in their order, some at a time, whoever plays them."""
    return crew.in_order(_played, plan.chunks())


def header_of(plan: Plan) -> dict[str, Any]:
    table = open_book(plan.game).deal(plan.seats, plan.seed, **plan.options)
    return {
        "schema": SCHEMA,
        "game": plan.game,
        "rules": table.rules_version,
        "options": table.options,
        "players": list(plan.players),
    }


def joined(chunks: Iterable[Episodes]) -> Episodes:
    """One after the other."""
    parts: dict[str, list[np.ndarray]] = {}
    decisions = 0
    for chunk in chunks:
        for name, array in chunk.items():
            parts.setdefault(name, []).append(array + decisions if name == "starts" else array)
        decisions += len(chunk["actions"])
    return {name: np.concatenate(arrays) for name, arrays in parts.items()}


def episodes(arrays: Any) -> Iterator[Episodes]:
    """Game by game: the same arrays, each cut to one game."""
    ends = [*arrays["starts"][1:], len(arrays["actions"])]
    for number, (start, end) in enumerate(zip(arrays["starts"], ends)):
        each = {name: arrays[name][start:end] for name in DECISIONS}
        yield each | {name: arrays[name][number] for name in ("rewards", "seeds")}


def _played(chunk: tuple[Plan, range]) -> Episodes:
    plan, numbers = chunk
    beside = open_book(plan.game).beside
    if beside is not None and set(plan.players) <= set(beside.NAMES):
        return play_batched(plan, numbers, beside)
    return _play_from_views(plan, numbers)


def _play_from_views(plan: Plan, numbers: range) -> Episodes:
    rows, book, seats = rows_of(plan.game), open_book(plan.game), plan.seats
    at_table = [load(name, 0, plan.game) for name in plan.line_up]
    told: dict[str, list[Any]] = {name: [] for name in DECISIONS}
    starts, rewards = [], []
    try:
        for number in numbers:
            table = book.deal(seats, plan.seed + number, **plan.options)
            for p, player in enumerate(at_table):
                player.start(plan.place(p, number), seats, table.options, plan.chance(p, number))
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
    return {
        "observations": np.array(told["observations"], np.int8),
        "masks": np.array(told["masks"], np.bool_),
        "actions": np.array(told["actions"], np.int16),
        "seats": np.array(told["seats"], np.int8),
        "starts": np.array(starts, np.int64),
        "rewards": np.array(rewards, np.float32),
        "seeds": np.arange(numbers.start, numbers.stop, dtype=np.int64) + plan.seed,
    }
