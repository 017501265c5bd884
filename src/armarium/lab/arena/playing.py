"""One game of the arena. Whoever plays an illegal move, crashes or is silent for too long loses it, and only it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError, IllegalAction, InvalidAction
from armarium.games.table.game import Game
from armarium.lab.arena.deals import Setting, deal_of, drawn, seed_of_deal
from armarium.players import Kernel, Player, load, position_of
from armarium.players.registry import find
from armarium.players.stranger import Stranger

__all__ = ["Fault", "Finish", "SettingGames", "kernels_of", "play_compiled"]

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

    A game for one seat has facts as well: those of its book, and of which kind the deal was.
    """

    shares: tuple[float, ...]
    points: tuple[int, ...] | None
    fault: Fault | None = None
    facts: dict[str, Any] | None = None


class SettingGames:
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
        game = deal_of(setting, seed_of_deal(setting, deal))
        order = [(seat - rotation) % n for seat in range(n)]  # who of the line-up sits in each seat
        seeds = [drawn("player", setting.seed, deal, p) % 2**32 for p in order]
        names = [line_up[p] for p in order]
        if kernels := kernels_of(names, setting.game):
            play_compiled(game, kernels, seeds)
            return _finish(self._book, game)
        for seat, name in enumerate(names):
            if self._failures[name] >= ENOUGH:
                return _lost(n, Fault(seat, name, "given-up", f"it failed {ENOUGH} games in a row"))
        finish = self._play_from_views(game, names, order, seeds)
        for name in names:
            is_at_fault = finish.fault is not None and finish.fault.player == name
            self._failures[name] = self._failures[name] + 1 if is_at_fault else 0
        return finish

    def _play_from_views(
        self, game: Game, names: list[str], order: list[int], seeds: list[int]
    ) -> Finish:
        players = [self._player(name, p) for name, p in zip(names, order, strict=True)]
        for place, player in enumerate(players):
            try:
                player.start(place, game.seats, game.options, seeds[place])
            except Exception as error:
                return _lost(game.seats, _fault(place, names[place], error))
        while (seat := game.to_act) is not None:
            try:
                game.play(players[seat].choose(position_of(game, seat)), seat)
            except Exception as error:
                return _lost(game.seats, _fault(seat, names[seat], error))
        return _finish(self._book, game)

    def _player(self, name: str, p: int) -> Player:
        if (name, p) not in self._players:
            player = load(name, 0, self._setting.game)
            if isinstance(player, Stranger) and self._move_seconds is not None:
                player.move_seconds = self._move_seconds
            self._players[name, p] = player
        return self._players[name, p]

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        self._players.clear()


def kernels_of(names: Sequence[str], game: str) -> list[Kernel] | None:
    """The kernels of these players, if all of them can be played together without views."""
    specs = [find(name, game, strangers=False) for name in names]
    kernels = [spec.kernel for spec in specs if spec is not None and spec.kernel is not None]
    is_one = len(kernels) == len(names) and len({kernel.play for kernel in kernels}) == 1
    return kernels if is_one else None


def play_compiled(game: Game, kernels: Sequence[Kernel], seeds: Sequence[int]) -> None:
    """The compiled players among themselves: the same choices as from views, much faster."""
    kernels[0].play(game, [kernel.number for kernel in kernels], seeds)


def _finish(book: Book, game: Game) -> Finish:
    """A shared win is split. Who plays alone has a score instead of points."""
    outcome = game.outcome()
    assert outcome is not None
    winners = outcome["winners"]
    shares = tuple(1 / len(winners) if s in winners else 0.0 for s in range(game.seats))
    points = outcome["points"] if "points" in outcome else [outcome["score"]]
    return Finish(shares, tuple(points), facts=_facts(book, game) if game.seats == 1 else None)


def _facts(book: Book, game: Game) -> dict[str, Any]:
    kind = book.deal_kind(game)
    return book.facts(game) if kind is None else {**book.facts(game), book.deals_by: kind}


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
