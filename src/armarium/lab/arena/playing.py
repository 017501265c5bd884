"""Play games of the arena. A player that plays an illegal move, crashes or exceeds its time loses that game only.

Games with a player that has `choose_batch` are played together: it chooses in all games where it is to act at once, and
no view is made for it. All other players move one game at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from armarium.core.definition import GameDefinition
from armarium.core.errors import ArmariumError, IllegalAction, InvalidAction
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.lab.arena.deals import Setting, deal_game, derive_deal_seed, derive_number
from armarium.lab.extension import OpponentBatch, lab_extension
from armarium.players import Kernel, Player, load, position_of
from armarium.players.observing import observe_games
from armarium.players.player import RandomPlayer
from armarium.players.registry import find_spec
from armarium.players.third_party import ThirdPartyPlayer

__all__ = ["Fault", "GameResult", "SettingGames", "find_kernels", "play_compiled", "takes_rows"]

MAX_FAILURES = 20  # consecutive failures after which a player is no longer started


@dataclass(frozen=True)
class Fault:
    seat: int
    player: str
    code: str
    reason: str


@dataclass(frozen=True)
class GameResult:
    """The share of the win and the points of each seat. A game that ended with a fault has no points.

    A game for one seat also has facts: those of the game, and the kind of the deal.
    """

    shares: tuple[float, ...]
    points: tuple[int, ...] | None
    fault: Fault | None = None
    facts: dict[str, Any] | None = None
    decisions: int = 0  # of all seats


class _StateChooser:
    """A compiled player that reads what its seat knows from the state: the same choices as from a view, but faster."""

    def __init__(self, opponents: OpponentBatch, name: str, seats: int, seed: int) -> None:
        self._opponents, self._number = opponents, opponents.NAMES.index(name)
        self._words = np.full((1, seats), opponents.first_word(seed), np.int64)
        self._features, self._codes = opponents.new_features(1), np.zeros(1, np.int64)

    def choose(self, game: StateGame) -> int:
        self._opponents.choose_slots(
            game.states, 0, 1, self._number, self._words, self._features, self._codes
        )
        return int(self._codes[0])


@dataclass
class _ArenaGame:
    """A game in play: who sits where, and their random numbers."""

    game: BaseGame
    names: list[str]
    places: list[int]  # the place in the line-up of each seat
    seeds: list[int]
    players: dict[int, Player | _StateChooser] = field(default_factory=dict)  # by seat
    result: GameResult | None = None
    decisions: int = 0


class SettingGames:
    """Plays the deals of one setting. It reuses players and their processes from game to game."""

    def __init__(self, setting: Setting, move_seconds: float | None = None) -> None:
        self._setting = setting
        self._move_seconds = move_seconds
        self._definition = find_game(setting.game)
        # By name, place in the line-up, and number of the game among those played together.
        self._players: dict[tuple[str, int, int], Player] = {}
        self._batched: dict[str, Player | None] = {}  # players with `choose_batch`, by name
        self._failures: Counter[str] = Counter()  # consecutive

    def play(self, deal: int, line_up: tuple[str, ...], rotation: int) -> GameResult:
        """Play one rotation of a deal: player p of the line-up sits in seat p + rotation."""
        return self.play_all(line_up, [(deal, rotation)])[0]

    def play_all(
        self, line_up: tuple[str, ...], rotations: Sequence[tuple[int, int]]
    ) -> list[GameResult]:
        """Play some games of a line-up, each given by its deal and rotation."""
        tables = [self._deal(deal, line_up, rotation) for deal, rotation in rotations]
        if kernels := find_kernels(line_up, self._setting.game):
            by_name = dict(zip(line_up, kernels, strict=True))
            for table in tables:
                table.decisions = play_compiled(
                    table.game, [by_name[name] for name in table.names], table.seeds
                )
                table.result = _score_game(self._definition, table.game)
        elif self._can_play_together(line_up):
            self._play_and_count_failures(tables)
        else:
            for table in tables:
                self._play_and_count_failures([table])
        return [
            replace(table.result, decisions=table.decisions)
            for table in tables
            if table.result is not None
        ]

    def _deal(self, deal: int, line_up: tuple[str, ...], rotation: int) -> _ArenaGame:
        setting = self._setting
        n = setting.seats
        game = deal_game(setting, derive_deal_seed(setting, deal))
        places = [(seat - rotation) % n for seat in range(n)]
        seeds = [derive_number("player", setting.seed, deal, p) % 2**32 for p in places]
        return _ArenaGame(game, [line_up[p] for p in places], places, seeds)

    def _can_play_together(self, line_up: Sequence[str]) -> bool:
        """Return True if a player has `choose_batch` and each other one can be loaded once per game."""
        try:
            players = [self._player(name, p, 0) for p, name in enumerate(line_up)]
            is_batched = [self._find_batched(name, p) is not None for p, name in enumerate(line_up)]
        except ArmariumError:
            return False  # a player that cannot be started loses its games one by one
        return any(is_batched) and not any(
            isinstance(player, ThirdPartyPlayer) and not batched
            for player, batched in zip(players, is_batched, strict=True)
        )

    def _find_batched(self, name: str, place: int) -> Player | None:
        """Return a player if it has `choose_batch`. It is the same in all games and seats."""
        if name not in self._batched:
            player = self._player(name, place, 0)
            self._batched[name] = player if player.takes_rows else None
        return self._batched[name]

    def _play_and_count_failures(self, tables: list[_ArenaGame]) -> None:
        for lane, table in enumerate(tables):
            self._start(table, lane)
        while waiting := [table for table in tables if table.result is None]:
            groups: dict[str, list[_ArenaGame]] = {}
            for table in waiting:
                if (name := self._move_until_batch(table)) is not None:
                    groups.setdefault(name, []).append(table)
            for name, group in groups.items():
                self._move_together(name, group)
        for table in tables:
            fault = table.result.fault if table.result is not None else None
            for name in table.names:
                is_at_fault = fault is not None and fault.player == name
                self._failures[name] = self._failures[name] + 1 if is_at_fault else 0

    def _start(self, table: _ArenaGame, lane: int) -> None:
        """Start the players of a game, in the order of the seats."""
        seats = table.game.seats
        for seat, name in enumerate(table.names):
            if self._failures[name] >= MAX_FAILURES:
                reason = f"it failed {MAX_FAILURES} games in a row"
                table.result = _forfeit(seats, Fault(seat, name, "given-up", reason))
                return
        for seat, (name, place) in enumerate(zip(table.names, table.places, strict=True)):
            try:
                if self._find_batched(name, place) is None:
                    table.players[seat] = self._start_player(table, seat, lane)
            except Exception as error:
                table.result = _forfeit(seats, _describe_fault(seat, name, error))
                return

    def _start_player(self, table: _ArenaGame, seat: int, lane: int) -> Player | _StateChooser:
        name, game, seed = table.names[seat], table.game, table.seeds[seat]
        opponents = lab_extension(game.name).opponents
        player = self._player(name, table.places[seat], lane)
        is_compiled = opponents is not None and name in opponents.NAMES
        if is_compiled and not isinstance(player, RandomPlayer):  # that one draws by other numbers
            assert opponents is not None
            return _StateChooser(opponents, name, game.seats, seed)
        player.start(seat, game.seats, game.options, seed)
        return player

    def _move_until_batch(self, table: _ArenaGame) -> str | None:
        """Let players move alone; return the name of the first with `choose_batch` that is to act, if any."""
        game = table.game
        while (seat := game.to_act) is not None:
            player, name = table.players.get(seat), table.names[seat]
            if player is None:
                return name
            try:
                if isinstance(player, _StateChooser):
                    assert isinstance(game, StateGame)
                    game.play_code(player.choose(game))
                else:
                    game.play(player.choose(position_of(game, seat)), seat)
                table.decisions += 1
            except Exception as error:
                table.result = _forfeit(game.seats, _describe_fault(seat, name, error))
                return None
        table.result = _score_game(self._definition, game)
        return None

    def _move_together(self, name: str, tables: list[_ArenaGame]) -> None:
        """Let a player with `choose_batch` move in all these games."""
        codes: list[int | Exception]
        try:
            rows, masks = observe_games([table.game for table in tables])
            player = self._batched[name]
            assert player is not None
            codes = player.choose_batch(rows, masks).tolist()
        except Exception as error:
            codes = [error] * len(tables)
        for table, code in zip(tables, codes, strict=True):
            seat = table.game.to_act
            assert seat is not None and isinstance(table.game, StateGame)
            try:
                if isinstance(code, Exception):
                    raise code
                table.game.play_code(code)
                table.decisions += 1
            except Exception as error:
                table.result = _forfeit(table.game.seats, _describe_fault(seat, name, error))

    def _player(self, name: str, place: int, lane: int) -> Player:
        if (name, place, lane) not in self._players:
            player = load(name, 0, self._setting.game)
            if isinstance(player, ThirdPartyPlayer) and self._move_seconds is not None:
                player.move_seconds = self._move_seconds
            self._players[name, place, lane] = player
        return self._players[name, place, lane]

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        self._players.clear()


def takes_rows(name: str, game: str) -> bool:
    """Return True if a player has `choose_batch`. This starts a third-party player and ends it again."""
    player = load(name, 0, game)
    try:
        return player.takes_rows
    except ArmariumError:
        return False  # it cannot be started, and will lose
    finally:
        player.close()


def find_kernels(names: Sequence[str], game: str) -> list[Kernel] | None:
    """Return the kernels of these players, or None if they cannot all be played together without views."""
    specs = [find_spec(name, game, third_party=False) for name in names]
    kernels = [spec.kernel for spec in specs if spec is not None and spec.kernel is not None]
    is_compatible = len(kernels) == len(names) and len({kernel.play for kernel in kernels}) == 1
    return kernels if is_compatible else None


def play_compiled(game: BaseGame, kernels: Sequence[Kernel], seeds: Sequence[int]) -> int:
    """Play a game between compiled players: the same choices as from views, but much faster."""
    return kernels[0].play(game, [kernel.number for kernel in kernels], seeds)


def _score_game(definition: GameDefinition, game: BaseGame) -> GameResult:
    """Split a shared win. In a game for one seat, the score stands for the points."""
    outcome = game.outcome()
    assert outcome is not None
    winners = outcome["winners"]
    shares = tuple(1 / len(winners) if s in winners else 0.0 for s in range(game.seats))
    points = outcome["points"] if "points" in outcome else [outcome["score"]]
    return GameResult(
        shares, tuple(points), facts=_solo_facts(definition, game) if game.seats == 1 else None
    )


def _solo_facts(definition: GameDefinition, game: BaseGame) -> dict[str, Any]:
    kind = lab_extension(definition.name).deal_kind(game)
    return (
        lab_extension(definition.name).facts(game)
        if kind is None
        else {
            **lab_extension(definition.name).facts(game),
            lab_extension(definition.name).deals_by: kind,
        }
    )


def _forfeit(seats: int, fault: Fault) -> GameResult:
    """Forfeit a game: the other seats share the win."""
    shares = tuple(0.0 if seat == fault.seat else 1 / (seats - 1) for seat in range(seats))
    return GameResult(shares, None, fault)


def _describe_fault(seat: int, player: str, error: Exception) -> Fault:
    if isinstance(error, IllegalAction | InvalidAction):
        return Fault(seat, player, "illegal-move", str(error))
    if isinstance(error, ArmariumError):
        return Fault(seat, player, error.code, str(error))
    return Fault(seat, player, "crashed", f"{type(error).__name__}: {error}")
