"""The commands `armarium bench rules`, `bench play` and `bench players`: speed, with its spread."""

from __future__ import annotations

import json
import os
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from armarium.core.command_line import Number
from armarium.core.definition import resolve_edition
from armarium.core.errors import BadOption
from armarium.core.registry import DEFAULT_GAME, find_game, game_names
from armarium.lab.players import BatchPlayers
from armarium.lab.random_play import ObservedPlay, RandomPlay
from armarium.lab.vector import VectorGame
from armarium.players.registry import strongest_compiled

__all__ = ["play", "players", "rules"]


@click.command()
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option("--seats", type=int, help="Default: the game's maximum.")
@click.option("--edition", help="Default: the game's first.")
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=3.0,
    show_default=True,
    help="Duration of the measurement.",
)
@click.option(
    "--threads", type=click.IntRange(0), default=1, show_default=True, help="0: one per core."
)
@click.option(
    "--knowledge/--no-knowledge",
    "keep_knowledge",
    default=True,
    show_default=True,
    help="Keep track of what every seat and the public know.",
)
@click.option(
    "--observe", is_flag=True, help="Write the observation and the mask of the seat to act."
)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option(
    "--batch", type=click.IntRange(1), default=524_288, show_default=True, help="Games on a GPU."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rules(
    game: str,
    seats: int | None,
    edition: str | None,
    seconds: float,
    threads: int,
    keep_knowledge: bool,
    observe: bool,
    device: str,
    batch: int,
    as_json: bool,
) -> None:
    """Measure random legal play: decisions per second, games per second, decisions per game."""
    if observe and not keep_knowledge:
        raise BadOption(option="keep_knowledge", asked=keep_knowledge, form="observed-games")
    seats = find_game(game).seats[-1] if seats is None else seats
    edition = resolve_edition(find_game(game), edition)
    if device == "cuda":
        figures = measure_gpu(game, seats, edition, seconds, batch, keep_knowledge, observe)
    else:
        threads = threads or os.cpu_count() or 1
        figures = measure(game, seats, edition, seconds, threads, keep_knowledge, observe)
    figures["device"] = device
    if as_json:
        click.echo(json.dumps(figures))
        return
    where = f"{batch:,} games on a GPU" if device == "cuda" else f"{threads} thread(s)"
    kept = "observed" if observe else "knowledge kept" if keep_knowledge else "no knowledge kept"
    click.echo(
        f"{game} ({edition or 'one edition'}), {seats} seats, {where}, {kept}: "
        f"{figures['decisions_per_s']:,.0f} decisions/s "
        f"(slices {figures['slowest']:,.0f} to {figures['fastest']:,.0f}), "
        f"{figures['games_per_s']:,.0f} games/s, {figures['decisions_per_game']:.1f} decisions per game"
    )


@click.command()
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option("--seats", type=int, help="Default: the game's maximum.")
@click.option("--seconds", type=Number(0, min_open=True), default=3.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def play(game: str, seats: int | None, seconds: float, as_json: bool) -> None:
    """Measure `Game.play` with action texts, events and the knowledge of all seats."""
    seats = find_game(game).seats[-1] if seats is None else seats
    figures = measure_play(game, seats, seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(
        f"{game}, {seats} seats, Game.play with texts and events: "
        f"{figures['decisions_per_s']:,.0f} actions/s, {figures['decisions_per_game']:.1f} per game"
    )


@click.command()
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option(
    "--player", help="A player, as in `armarium arena`. Default: the strongest compiled level."
)
@click.option("--seats", type=int, help="Default: the game's maximum.")
@click.option("--slots", type=click.IntRange(1), default=256, show_default=True)
@click.option("--seconds", type=Number(0, min_open=True), default=5.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def players(
    game: str, player: str | None, seats: int | None, slots: int, seconds: float, as_json: bool
) -> None:
    """Measure a player in all seats of a VectorGame, on one thread: decisions per second of CPU time."""
    seats = find_game(game).seats[-1] if seats is None else seats
    player = player or strongest_compiled(game)
    figures = measure_players(game, player, seats, slots, seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(
        f"{game}, {seats} seats, {player} in {slots} slots: {figures['median']:,.0f} decisions/s of CPU time "
        f"(rounds {figures['slowest']:,.0f} to {figures['fastest']:,.0f}), "
        f"{figures['share_of_rules']:.0%} of it in the rules; "
        f"two million additions in Python took {figures['loop_s']:.2f} s"
    )


def measure_players(
    game: str, player: str, seats: int, slots: int, seconds: float
) -> dict[str, Any]:
    """Play rounds with one game per slot, alternating with a loop that measures the current speed of the machine."""
    games = VectorGame(game, slots, seats, observations=False, masks=False, threads=1)
    players_in_slots = BatchPlayers(games, player, threads=1)
    games.step(players_in_slots.actions())  # compile or load before measuring
    rates: list[float] = []
    loops, choosing, playing = [], 0.0, 0.0
    while not rates or choosing + playing < seconds:  # at least one round
        loops.append(_time_loop())
        before, finished, turns = choosing + playing, 0, 0
        while finished < slots:
            start = time.process_time()
            actions = players_in_slots.actions()
            chosen = time.process_time()
            finished += games.step(actions)[1].sum()
            playing += time.process_time() - chosen
            choosing += chosen - start
            turns += 1
        rates.append(turns * slots / (choosing + playing - before))
    players_in_slots.close()
    return {
        "game": game,
        "player": player,
        "seats": seats,
        "slots": slots,
        "median": statistics.median(rates),
        "slowest": min(rates),
        "fastest": max(rates),
        "share_of_rules": playing / (choosing + playing),
        "loop_s": statistics.median(loops),
    }


def _time_loop() -> float:
    start = time.process_time()
    total = 0
    for n in range(2_000_000):
        total += n
    return time.process_time() - start


def measure_play(game: str, seats: int, seconds: float) -> dict[str, Any]:
    """Play random games and measure the calls of `play` only."""
    definition, choose = find_game(game).game, random.Random(0).choice
    played = actions = 0
    measured = 0.0
    while not played or measured < seconds:
        table = definition.new(seats=seats, seed=played)
        while table.to_act is not None:
            action = choose(table.legal())
            start = time.perf_counter()
            table.play(action)
            measured += time.perf_counter() - start
            actions += 1
        played += 1
    return {
        "game": game,
        "seats": seats,
        "decisions_per_s": actions / measured,
        "decisions_per_game": actions / played,
    }


def measure_gpu(
    game: str,
    seats: int,
    edition: str | None,
    seconds: float,
    batch: int,
    keep_knowledge: bool,
    observe: bool,
) -> dict[str, Any]:
    """Play whole games on a GPU, 64 decisions per launch, and measure the share of its copy bandwidth used by rows."""
    from armarium.lab.cuda.bench import Runner, copy_bandwidth

    kind = "observed" if observe else "knowledge" if keep_knowledge else "no knowledge"
    figures = Runner(game, seats, edition, kind, batch).measure(64, seconds)
    figures["games_per_s"] = figures["decisions_per_s"] / figures["decisions_per_game"]
    figures["rows_share_of_bandwidth"] = figures["row_bytes_per_s"] / copy_bandwidth()
    return figures


def measure(
    game: str,
    seats: int,
    edition: str | None,
    seconds: float,
    threads: int,
    keep_knowledge: bool,
    observe: bool = False,
) -> dict[str, Any]:
    """Play in slices of about 50 ms, so that the spread of a noisy machine is visible."""
    streams = [
        ObservedPlay(game, seats, edition, seed)
        if observe
        else RandomPlay(game, seats, edition, seed, keep_knowledge)
        for seed in range(threads)
    ]
    games = _choose_slice_size(streams[0])
    slices: list[float] = []
    played = decisions = 0
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        while not slices or time.perf_counter() - started < seconds:
            start = time.perf_counter()
            counted = sum(pool.map(lambda stream: stream.run(games), streams))
            slices.append(counted / (time.perf_counter() - start))
            decisions += counted
            played += games * threads
    elapsed = time.perf_counter() - started
    return {
        "game": game,
        "edition": edition,
        "seats": seats,
        "threads": threads,
        "knowledge": keep_knowledge,
        "observe": observe,
        "decisions_per_s": decisions / elapsed,
        "games_per_s": played / elapsed,
        "decisions_per_game": decisions / played,
        "median": statistics.median(slices),
        "slowest": min(slices),
        "fastest": max(slices),
    }


def _choose_slice_size(stream: RandomPlay | ObservedPlay) -> int:
    stream.run(10)  # compile or load before measuring
    start = time.perf_counter()
    stream.run(100)
    return max(10, int(100 * 0.05 / (time.perf_counter() - start)))
