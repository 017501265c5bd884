"""armarium bench: how fast the rules and the players are, as figures with their spread."""

from __future__ import annotations

import json
import os
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from armarium.games.shelf import DEFAULT, names, open_book
from armarium.games.table.errors import BadOption
from armarium.lab.batch.random_play import RandomPlay
from armarium.lab.batch.watched_play import WatchedPlay
from armarium.lab.command_line import Number
from armarium.lab.players import BatchPlayers
from armarium.lab.vector import VectorGame

__all__ = ["bench"]


@click.group()
def bench() -> None:
    """Measure the rules, the players or the server."""


@bench.command()
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--seats", type=int, help="the most that the game allows, if not given")
@click.option("--edition", help="the game's first, if not given")
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=3.0,
    show_default=True,
    help="how long each measurement runs",
)
@click.option(
    "--threads", type=click.IntRange(0), default=1, show_default=True, help="0: one a core"
)
@click.option(
    "--eyes/--no-eyes",
    default=True,
    show_default=True,
    help="keep what every seat and the public know",
)
@click.option("--observe", is_flag=True, help="write observation and mask of the seat to act")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option(
    "--batch", type=click.IntRange(1), default=524_288, show_default=True, help="games on a GPU"
)
@click.option("--json", "as_json", is_flag=True, help="one JSON object instead of a sentence")
def rules(
    game: str,
    seats: int | None,
    edition: str | None,
    seconds: float,
    threads: int,
    eyes: bool,
    observe: bool,
    device: str,
    batch: int,
    as_json: bool,
) -> None:
    """Uniformly random legal play: decisions a second, games a second, decisions a game."""
    if observe and not eyes:
        raise BadOption(option="eyes", asked=eyes, form="eyes-to-observe")
    seats = open_book(game).seats[-1] if seats is None else seats
    edition = open_book(game).edition(edition)
    if device == "cuda":
        figures = measure_gpu(game, seats, edition, seconds, batch, eyes, observe)
    else:
        threads = threads or os.cpu_count() or 1
        figures = measure(game, seats, edition, seconds, threads, eyes, observe)
    figures["device"] = device
    if as_json:
        click.echo(json.dumps(figures))
        return
    where = f"{batch:,} games on a GPU" if device == "cuda" else f"{threads} thread(s)"
    kept = "observed" if observe else "all eyes kept" if eyes else "eyes off"
    click.echo(
        f"{game} ({edition or 'one edition'}), {seats} seats, {where}, {kept}: "
        f"{figures['decisions_per_s']:,.0f} decisions/s "
        f"(slices {figures['slowest']:,.0f} to {figures['fastest']:,.0f}), "
        f"{figures['games_per_s']:,.0f} games/s, {figures['decisions_per_game']:.1f} a game"
    )


@bench.command()
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--seats", type=int, help="the most that the game allows, if not given")
@click.option("--seconds", type=Number(0, min_open=True), default=3.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="one JSON object instead of a sentence")
def play(game: str, seats: int | None, seconds: float, as_json: bool) -> None:
    """Game.play as people use it: action texts in, events out, all eyes kept."""
    seats = open_book(game).seats[-1] if seats is None else seats
    figures = measure_play(game, seats, seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(
        f"{game}, {seats} seats, Game.play with texts and events: "
        f"{figures['decisions_per_s']:,.0f} actions/s, {figures['decisions_per_game']:.1f} a game"
    )


@bench.command()
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--player", default="monk", show_default=True, help="a level or player, as in arena")
@click.option("--seats", type=int, help="the most that the game allows, if not given")
@click.option("--slots", type=click.IntRange(1), default=256, show_default=True)
@click.option("--seconds", type=Number(0, min_open=True), default=5.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="one JSON object instead of a sentence")
def players(
    game: str, player: str, seats: int | None, slots: int, seconds: float, as_json: bool
) -> None:
    """A player in all seats of a VectorGame, on one thread: decisions a second of processor time."""
    seats = open_book(game).seats[-1] if seats is None else seats
    figures = measure_players(game, player, seats, slots, seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(
        f"{game}, {seats} seats, {player} in {slots} slots: {figures['median']:,.0f} decisions/s of processor time "
        f"(rounds {figures['slowest']:,.0f} to {figures['fastest']:,.0f}), "
        f"{figures['share_of_rules']:.0%} of it for the rules; "
        f"two million additions in Python took {figures['loop_s']:.2f} s"
    )


def measure_players(
    game: str, player: str, seats: int, slots: int, seconds: float
) -> dict[str, Any]:
    """Rounds of as many games as there are slots, in turns with a loop that says how fast the machine is just now."""
    games = VectorGame(game, slots, seats, observations=False, masks=False, threads=1)
    house = BatchPlayers(games, player, threads=1)
    games.step(house.actions())  # compiled or loaded before the clock starts
    rates: list[float] = []
    loops, choosing, playing = [], 0.0, 0.0
    while not rates or choosing + playing < seconds:  # one round at least
        loops.append(_loop())
        before, finished, turns = choosing + playing, 0, 0
        while finished < slots:
            start = time.process_time()
            actions = house.actions()
            chosen = time.process_time()
            finished += games.step(actions)[1].sum()
            playing += time.process_time() - chosen
            choosing += chosen - start
            turns += 1
        rates.append(turns * slots / (choosing + playing - before))
    house.close()
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


def _loop() -> float:
    start = time.process_time()
    total = 0
    for n in range(2_000_000):
        total += n
    return time.process_time() - start


def measure_play(game: str, seats: int, seconds: float) -> dict[str, Any]:
    """Random games; only the calls of `play` are on the clock."""
    book, choose = open_book(game).game, random.Random(0).choice
    played = actions = 0
    on_the_clock = 0.0
    while not played or on_the_clock < seconds:
        table = book.new(seats=seats, seed=played)
        while table.to_act is not None:
            action = choose(table.legal())
            start = time.perf_counter()
            table.play(action)
            on_the_clock += time.perf_counter() - start
            actions += 1
        played += 1
    return {
        "game": game,
        "seats": seats,
        "decisions_per_s": actions / on_the_clock,
        "decisions_per_game": actions / played,
    }


def measure_gpu(
    game: str,
    seats: int,
    edition: str | None,
    seconds: float,
    batch: int,
    eyes: bool,
    observe: bool,
) -> dict[str, Any]:
    """Whole games on a GPU, 64 decisions a launch; the rows' share of what the GPU can copy at most."""
    from armarium.lab.cuda.bench import Runner, copy_bandwidth

    kind = "observed" if observe else "eyes" if eyes else "eyes off"
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
    eyes: bool,
    observe: bool = False,
) -> dict[str, Any]:
    """Play in slices of about 50 ms, so that the spread of a noisy machine shows."""
    streams = [
        WatchedPlay(game, seats, edition, seed)
        if observe
        else RandomPlay(game, seats, edition, seed, eyes)
        for seed in range(threads)
    ]
    games = _games_in_a_slice(streams[0])
    slices: list[float] = []
    played = decisions = 0
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        while not slices or time.perf_counter() - begun < seconds:
            start = time.perf_counter()
            counted = sum(pool.map(lambda stream: stream.run(games), streams))
            slices.append(counted / (time.perf_counter() - start))
            decisions += counted
            played += games * threads
    elapsed = time.perf_counter() - begun
    return {
        "game": game,
        "edition": edition,
        "seats": seats,
        "threads": threads,
        "eyes": eyes,
        "observe": observe,
        "decisions_per_s": decisions / elapsed,
        "games_per_s": played / elapsed,
        "decisions_per_game": decisions / played,
        "median": statistics.median(slices),
        "slowest": min(slices),
        "fastest": max(slices),
    }


def _games_in_a_slice(stream: RandomPlay | WatchedPlay) -> int:
    stream.run(10)  # compiled or loaded before the clock starts
    start = time.perf_counter()
    stream.run(100)
    return max(10, int(100 * 0.05 / (time.perf_counter() - start)))
