"""Collect datasets: plan the games, play them one by one or in batches, and join their episodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armarium.core.errors import BadOption
from armarium.core.executor import Executor, InProcessExecutor
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.dataset.contents import SCHEMA, SPLITS, ContentHash, add_transitions
from armarium.lab.extension import OpponentBatch, lab_extension
from armarium.lab.rows import find_rows
from armarium.lab.vector import VectorGame
from armarium.players import load, position_of

__all__ = [
    "CHUNK",
    "Episodes",
    "Plan",
    "collect",
    "episodes",
    "join_episodes",
    "make_archive",
    "make_header",
    "play_batched",
    "play_chunks",
]


CHUNK = 64  # games per task; the number does not change the games


@dataclass(frozen=True)
class Plan:
    """The games of a dataset. Game n has the seed `seed + n`. After each game the players move on by one seat."""

    game: str = DEFAULT_GAME
    seats: int = 4
    games: int = 100
    seed: int = 0
    players: tuple[str, ...] = ("random",)
    options: Mapping[str, Any] = field(default_factory=dict)

    def validate(self) -> Plan:
        if self.games < 1 or not self.players:
            raise BadOption(option="games", asked=self.games, form="game-and-player")
        find_game(self.game).deal(self.seats, self.seed, **self.options)
        return self

    @property
    def line_up(self) -> Sequence[str]:
        """The player of each seat in the first game."""
        return [self.players[p % len(self.players)] for p in range(self.seats)]

    def seat_of(self, p: int, number: int) -> int:
        """Return the seat of the p-th player of the line-up in a game."""
        return (p + number) % self.seats

    def player_seed(self, p: int, number: int) -> int:
        """Return the seed of the p-th player's random numbers in a game."""
        return self.seed + self.seats * number + p

    def chunks(self) -> Iterator[tuple[Plan, range]]:
        for first in range(0, self.games, CHUNK):
            yield self, range(first, min(first + CHUNK, self.games))


def play_batched(plan: Plan, numbers: range, opponents: OpponentBatch) -> dict[str, np.ndarray]:
    """Play these games in a batch: slot i plays the i-th of them, once."""
    count, seats = len(numbers), plan.seats
    games = VectorGame(
        plan.game, count, seats, seed=plan.seed + numbers.start, threads=1, **plan.options
    )
    line_up = np.array([opponents.NAMES.index(name) for name in plan.line_up])
    player_of_seat, words = np.zeros((count, seats), np.int64), np.zeros((count, seats), np.int64)
    for slot, number in enumerate(numbers):
        for p in range(seats):
            player_of_seat[slot, plan.seat_of(p, number)] = line_up[p]
            words[slot, plan.seat_of(p, number)] = opponents.first_word(plan.player_seed(p, number))
    rewards, over = np.zeros((count, seats), np.float32), np.zeros(count, np.bool_)
    features, decisions, decision_slots = opponents.new_features(1), [], []
    while not over.all():
        codes = np.zeros(count, np.int64)
        actors = games.actors
        for player in np.unique(line_up):
            slots_of_player = np.flatnonzero(
                ~over & (player_of_seat[np.arange(count), actors] == player)
            )
            states, player_words = games.states[slots_of_player], words[slots_of_player]
            chosen = np.zeros(len(slots_of_player), np.int64)
            opponents.choose_slots(
                states, 0, len(slots_of_player), player, player_words, features, chosen
            )
            codes[slots_of_player], words[slots_of_player] = chosen, player_words
        playing = np.flatnonzero(~over)
        decision_slots.append(playing)
        decisions.append(
            (games.observe()[playing], games.masks()[playing], codes[playing], actors[playing])
        )
        won, dones = games.step(codes, stays=over)
        rewards[dones] = won[dones]
        over |= dones
    slots = np.concatenate(decision_slots)
    order = np.argsort(slots, kind="stable")  # game by game, decisions in order
    rows, masks, codes, acted = (np.concatenate(part)[order] for part in zip(*decisions))
    return {
        "observations": rows,
        "masks": masks.astype(np.bool_),
        "actions": codes.astype(np.int16),
        "seats": acted,
        "starts": np.searchsorted(slots[order], np.arange(count)).astype(np.int64),
        "rewards": rewards,
        "seeds": np.arange(numbers.start, numbers.stop, dtype=np.int64) + plan.seed,
    }


Episodes = dict[str, np.ndarray]
DECISIONS = ("observations", "masks", "actions", "seats")
_BY_DECISION = (*DECISIONS, "step_rewards")
_BY_GAME = ("rewards", "seeds", "splits")


def collect(
    game: str = DEFAULT_GAME,
    seats: int = 4,
    games: int = 100,
    seed: int = 0,
    players: Sequence[str] = ("random",),
    **options: Any,
) -> Episodes:
    """Play games and return their decisions. Game n has the seed `seed + n`; after each game the players move on by one
    seat."""
    plan = Plan(game, seats, games, seed, tuple(players), options).validate()
    return make_archive(plan, play_chunks(plan, InProcessExecutor()))


def make_archive(plan: Plan, chunks: Iterable[Episodes]) -> Episodes:
    """Return the arrays of a NumPy archive, with its header."""
    arrays, content = join_episodes(chunks), ContentHash()
    content.update(arrays)
    header = {**make_header(plan), "sha256": content.hexdigest()}
    return arrays | {"header": np.array(json.dumps(header))}


def play_chunks(plan: Plan, executor: Executor) -> Iterator[Episodes]:
    """Yield the games in order, some at a time, on any executor."""
    return executor.map(_play_chunk, plan.chunks())


def make_header(plan: Plan) -> dict[str, Any]:
    table = find_game(plan.game).deal(plan.seats, plan.seed, **plan.options)
    return {
        "schema": SCHEMA,
        "game": plan.game,
        "rules": table.rules_version,
        "options": table.options,
        "players": list(plan.players),
        "splits": list(SPLITS),
    }


def join_episodes(chunks: Iterable[Episodes]) -> Episodes:
    """Concatenate chunks of episodes."""
    parts: dict[str, list[np.ndarray]] = {}
    decisions = 0
    for chunk in chunks:
        for name, array in chunk.items():
            shifted = array
            if name == "starts":
                shifted = array + decisions
            elif name == "next_decisions":
                shifted = np.where(array < 0, array, array + decisions)
            parts.setdefault(name, []).append(shifted)
        decisions += len(chunk["actions"])
    return {name: np.concatenate(arrays) for name, arrays in parts.items()}


def episodes(arrays: Mapping[str, np.ndarray]) -> Iterator[Episodes]:
    """Yield the arrays of each game. In `next_decisions`, its first decision is 0."""
    ends = [*arrays["starts"][1:], len(arrays["actions"])]
    for number, (start, end) in enumerate(zip(arrays["starts"], ends)):
        each = {name: arrays[name][start:end] for name in _BY_DECISION}
        following = arrays["next_decisions"][start:end]
        each["next_decisions"] = np.where(following < 0, following, following - start)
        yield each | {name: arrays[name][number] for name in _BY_GAME}


def _play_chunk(chunk: tuple[Plan, range]) -> Episodes:
    plan, numbers = chunk
    opponents = lab_extension(plan.game).opponents
    if opponents is not None and set(plan.players) <= set(opponents.NAMES):
        return add_transitions(plan.game, play_batched(plan, numbers, opponents))
    return add_transitions(plan.game, _play_from_views(plan, numbers))


def _play_from_views(plan: Plan, numbers: range) -> Episodes:
    rows, definition, seats = find_rows(plan.game), find_game(plan.game), plan.seats
    loaded = [load(name, 0, plan.game) for name in plan.line_up]
    columns: dict[str, list[Any]] = {name: [] for name in DECISIONS}
    starts, rewards = [], []
    try:
        for number in numbers:
            table = definition.deal(seats, plan.seed + number, **plan.options)
            for p, player in enumerate(loaded):
                player.start(
                    plan.seat_of(p, number), seats, table.options, plan.player_seed(p, number)
                )
            starts.append(len(columns["actions"]))
            while (seat := table.to_act) is not None:
                action = loaded[(seat - number) % seats].choose(position_of(table, seat))
                columns["observations"].append(rows.observation(table, seat))
                columns["masks"].append(rows.mask(table))
                columns["actions"].append(rows.codes[action])
                columns["seats"].append(seat)
                table.play(action, seat)
            rewards.append(
                [rows.final_reward(table.outcome() or {}, seat) for seat in range(seats)]
            )
    finally:
        for player in loaded:
            player.close()
    return {
        "observations": np.array(columns["observations"], np.int8),
        "masks": np.array(columns["masks"], np.bool_),
        "actions": np.array(columns["actions"], np.int16),
        "seats": np.array(columns["seats"], np.int8),
        "starts": np.array(starts, np.int64),
        "rewards": np.array(rewards, np.float32),
        "seeds": np.arange(numbers.start, numbers.stop, dtype=np.int64) + plan.seed,
    }
