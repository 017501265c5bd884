"""One game of the arena. Whoever plays an illegal move, crashes or is silent for too long loses it, and only it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, IllegalAction, InvalidAction
from armarium.lab.deals import Setting, drawn, seed_of_deal
from armarium.players import Player, load, position_of
from armarium.players.stranger import Stranger

__all__ = ["Fault", "Finish", "Table"]

ENOUGH = 20  # games in a row that a player may fail before it is no longer asked


@dataclass(frozen=True)
class Fault:
    seat: int
    player: str
    code: str
    reason: str


@dataclass(frozen=True)
class Finish:
    """Shares of the win and points, by seat; a game that a fault ended has no points.

    A game for one seat has facts as well: what its outcome tells beside the points.
    """

    shares: tuple[float, ...]
    points: tuple[int, ...] | None
    fault: Fault | None = None
    facts: dict[str, Any] | None = None


class Table:
    """Plays the deals of one setting; keeps its players, and strangers' processes, from game to game."""

    def __init__(self, setting: Setting, move_seconds: float | None = None) -> None:
        self._setting = setting
        self._move_seconds = move_seconds
        self._book = open_book(setting.game)
        self._players: dict[tuple[str, int], Player] = {}
        self._failures: Counter[str] = Counter()  # in a row

    def play(self, deal: int, line_up: tuple[str, ...], rotation: int) -> Finish:
        """One rotation of a deal: player p of the line-up sits in seat p + rotation."""
        setting = self._setting
        n = setting.seats
        game = self._deal(deal)
        order = [(seat - rotation) % n for seat in range(n)]  # who of the line-up sits in each seat
        seeds = [drawn("player", setting.seed, deal, p) % 2**32 for p in order]
        names = [line_up[p] for p in order]
        if is_compiled(names):
            return play_compiled(game, names, seeds)
        for seat, name in enumerate(names):
            if self._failures[name] >= ENOUGH:
                return _lost(n, Fault(seat, name, "given-up", f"it failed {ENOUGH} games in a row"))
        finish = self._play_from_views(game, names, order, seeds)
        for name in names:
            is_at_fault = finish.fault is not None and finish.fault.player == name
            self._failures[name] = self._failures[name] + 1 if is_at_fault else 0
        return finish

    def _deal(self, deal: int) -> Any:
        setting = self._setting
        edition = {"edition": setting.edition} if setting.edition else {}
        seed = seed_of_deal(setting, deal)
        return self._book.Game.new(
            seats=setting.seats, seed=seed, **edition, **dict(setting.options)
        )

    def _play_from_views(
        self, game: Any, names: list[str], order: list[int], seeds: list[int]
    ) -> Finish:
        players = [self._player(name, p) for name, p in zip(names, order, strict=True)]
        for seat, player in enumerate(players):
            try:
                if hasattr(player, "start"):
                    player.start(seat, game.seats, game.options, seeds[seat])
            except Exception as error:
                return _lost(game.seats, _fault(seat, names[seat], error))
        while (seat := game.to_act) is not None:
            try:
                game.play(players[seat].choose(position_of(game, seat)), seat)
            except Exception as error:
                return _lost(game.seats, _fault(seat, names[seat], error))
        return _finish(game)

    def _player(self, name: str, p: int) -> Player:
        if (name, p) not in self._players:
            player = load(name, seed=0)
            if isinstance(player, Stranger) and self._move_seconds is not None:
                player.move_seconds = self._move_seconds
            self._players[name, p] = player
        return self._players[name, p]

    def close(self) -> None:
        for player in self._players.values():
            if isinstance(player, Stranger):
                player.close()
        self._players.clear()


def is_compiled(names: list[str]) -> bool:
    """Whether all of them can be played without views, in whatever game they have in common."""
    from armarium.players.bibliogamo.solo import COMPILED as ALONE
    from armarium.players.biblios.together import COMPILED

    return all(name in COMPILED for name in names) or all(name in ALONE for name in names)


def play_compiled(game: Any, names: list[str], seeds: list[int]) -> Finish:
    """The players of the house among themselves: the same choices as from views, much faster."""
    _IN_KERNELS[game.name](game, names, seeds)
    return _finish(game)


# The arena is the referee here: kernels get the state, and look through the seats' eyes only.


def _play_biblios(game: Any, names: list[str], seeds: list[int]) -> None:
    from armarium.players.biblios.house import first_word
    from armarium.players.biblios.sight import new_sights
    from armarium.players.biblios.together import COMPILED, play_together_at
    from armarium.players.biblios.weights import NAMES

    who = np.array([COMPILED.index(name) for name in names], np.int64)
    words = np.array([first_word(seed) for seed in seeds], np.int64)
    play_together_at(game._states, 0, new_sights(1), who, np.zeros((4, len(NAMES))), words, True)


def _play_bibliogamo(game: Any, names: list[str], seeds: list[int]) -> None:
    from armarium.players.bibliogamo.solo import COMPILED, first_word, play_solo

    play_solo(game._states, COMPILED.index(names[0]), first_word(seeds[0]))


_IN_KERNELS = {"biblios": _play_biblios, "bibliogamo": _play_bibliogamo}


def _finish(game: Any) -> Finish:
    """A shared win is split. Who plays alone has a score instead of points."""
    outcome = game.outcome()
    winners = outcome["winners"]
    shares = tuple(1 / len(winners) if s in winners else 0.0 for s in range(game.seats))
    if "points" in outcome:
        return Finish(shares, tuple(outcome["points"]))
    facts = {name: value for name, value in outcome.items() if name != "winners"}
    facts["collection"] = game.truth()["prestige"]["id"]
    return Finish(shares, (outcome["score"],), facts=facts)


def _lost(seats: int, fault: Fault) -> Finish:
    """The others share the win."""
    shares = tuple(0.0 if seat == fault.seat else 1 / (seats - 1) for seat in range(seats))
    return Finish(shares, None, fault)


def _fault(seat: int, player: str, error: Exception) -> Fault:
    if isinstance(error, IllegalAction | InvalidAction):
        return Fault(seat, player, "illegal-move", str(error))
    if isinstance(error, ArmariumError):
        return Fault(seat, player, error.code, str(error))
    return Fault(seat, player, "crashed", f"{type(error).__name__}: {error}")
