"""`armarium warm`: compile the rules, the players and, for the lab, the batches of games in advance.

Several games are compiled at once, each in its own process. Progress is an estimate: the number of functions compiled
so far, of those that the sources contain.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import click
import numpy as np

from armarium.core import announcing
from armarium.core.compiled import PLAYING, count_kernels, is_compiled, note_compiled
from armarium.core.definition import resolve_edition
from armarium.core.executor import worker_environment
from armarium.core.registry import find_game, game_names
from armarium.core.warm import warm as warm_rules
from armarium.lab.arena.deals import Setting
from armarium.lab.extension import lab_extension
from armarium.lab.random_play import ObservedPlay
from armarium.lab.sampling import random_legal
from armarium.lab.train.evaluation import evaluate
from armarium.lab.vector import VectorGame
from armarium.players.warm import warm as warm_players

__all__ = ["command"]

SPECIALISED = 1.8  # compiled functions per kernel: most are compiled for several types
SCREEN_INTERVAL, FILE_INTERVAL, JSON_INTERVAL = 0.5, 15.0, 1.0  # seconds between two reports


@click.command("warm")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--lab", is_flag=True, help="Also compile the batches of games that the lab uses.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line of progress.")
def command(games: Sequence[str], lab: bool, as_json: bool) -> None:
    """Compile the rules and players for this machine in advance, once.

    Without a GAME, compile all games. A server does this by itself when it starts.
    """
    stages = (*PLAYING, "batches") if lab else PLAYING
    asked = [find_game(name).name for name in games] or list(game_names())
    missing = [game for game in asked if not all(is_compiled(game, stage) for stage in stages)]
    progress = _Progress(missing, as_json)
    if len(missing) == 1:
        _compile(missing[0], stages, progress)
    elif missing:
        _compile_in_processes(missing, ["--lab"] if lab else [], progress)
    progress.finish()


class _Progress:
    """Prints how far compiling is, for a person or as JSON."""

    def __init__(self, games: Sequence[str], as_json: bool) -> None:
        self._as_json = as_json
        self._started, self._printed = time.monotonic(), 0.0
        self._shares = dict.fromkeys(games, 0.0)
        on_screen = sys.stdout.isatty()
        self._interval = SCREEN_INTERVAL if on_screen else FILE_INTERVAL
        self._end = "\r" if on_screen else "\n"
        if games and not as_json:
            print(
                f"• compiling {', '.join(games)} (once per version of Python, NumPy and Numba; one or two minutes) …",
                flush=True,
            )

    def update(self, game: str, share: float) -> None:
        """Note the compiled share of a game and print it, but not too often. End the process if nobody reads it."""
        self._shares[game] = share
        now = time.monotonic()
        if now - self._printed < (JSON_INTERVAL if self._as_json else self._interval):
            return
        self._printed = now
        try:
            self._print(now)
        except BrokenPipeError:
            os._exit(1)

    def _print(self, now: float) -> None:
        if self._as_json:
            print(json.dumps({"share": round(self._share(), 3)}), flush=True)
            return
        shares = ", ".join(f"{game} {100 * share:.0f} %" for game, share in self._shares.items())
        print(f"• {shares} ({now - self._started:.0f} s)", end=f"  {self._end}", flush=True)

    def _share(self) -> float:
        return sum(self._shares.values()) / len(self._shares)

    def finish(self) -> None:
        if self._as_json:
            print(json.dumps({"share": 1.0}), flush=True)
        elif self._shares:
            seconds = time.monotonic() - self._started
            print(f"• compiled {', '.join(self._shares)} in {seconds:.0f} s", flush=True)
        else:
            print("Nothing to do: everything is compiled for this machine.")


def _compile(game: str, stages: Sequence[str], progress: _Progress) -> None:
    """Compile the missing stages of a game in this process."""
    expected = SPECIALISED * count_kernels(game)
    announcing.redirect(lambda done: progress.update(game, min(0.99, done / expected)))
    for stage in stages:
        if not is_compiled(game, stage):
            _WARM[stage](game)
            note_compiled(game, stage)
    progress.update(game, 1.0)


def _compile_in_processes(games: Sequence[str], options: list[str], progress: _Progress) -> None:
    def compile_one(game: str) -> int:
        process = subprocess.Popen(
            [sys.executable, "-m", "armarium.cli", "warm", game, "--json", *options],
            stdout=subprocess.PIPE,
            text=True,
            env=worker_environment(),
        )
        assert process.stdout is not None
        for line in process.stdout:
            progress.update(game, json.loads(line)["share"])
        return process.wait()

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        failed = [
            game
            for game, status in zip(games, threads.map(compile_one, games), strict=True)
            if status
        ]
    if failed:
        raise click.ClickException(f"could not compile {', '.join(failed)}.")


def _warm_batches(name: str) -> None:
    """Call every kernel of a game's batches, if it has any."""
    definition = find_game(name)
    if definition.batch is None:
        return
    games = VectorGame(name, 2)
    codes = random_legal(games.masks(), np.random.default_rng(0))
    VectorGame(name, 2, masks=False).step(codes)  # without masks the rules check the actions
    games.step(codes)
    games.observe(0)
    games.observe_all()
    ObservedPlay(name, games.seats, resolve_edition(definition, None), 0).run(1)
    if lab_extension(definition.name).opponents is not None:
        setting = Setting(name, games.seats, resolve_edition(definition, None) or "", (), 1)
        evaluate(setting, "random", 1, lambda rows, masks: masks.argmax(1))


_WARM: dict[str, Callable[[str], None]] = {
    "rules": warm_rules,
    "players": warm_players,
    "batches": _warm_batches,
}
