"""Play the moves of the bots of one table, through the same commands as a player's.

If a bot fails or takes too long, another built-in bot makes that move, and the log records it. A server error is not
a failure of the bot: no move is made, the table shows `stuck`, and the driver tries again.

The pause before a move is drawn first and the bot thinks within it, so its thinking time is not visible. A bot that
stands in for a person takes whole pauses, however fast the table is.

A search bot answers after exactly one pause. Its search ends before the shortest pause, with the best move so far. If
it found none, its fallback moves, which takes the same time in every position. If the last action is undone, the
bot's thought is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import msgspec

from armarium.core.errors import ArmariumError, IllegalAction, InvalidAction
from armarium.players.third_party import PlayerFailed
from armarium.server.bots.offered import (
    choose_interpreted_level,
    choose_stand_in,
    find_faster_bot,
    is_search_bot,
)
from armarium.server.bots.pool import MAX_THINK_SECONDS
from armarium.server.bots.worker import BotRequest, BotStart
from armarium.server.commands import act_for_bot, record_bot_failure, report_stuck_bot
from armarium.server.errors import NotSaved, Stale, TableStopped
from armarium.server.readiness import Readiness
from armarium.server.tables.session import Session

__all__ = [
    "HUMAN",
    "SEARCH_SECONDS",
    "BotBackend",
    "BotDriver",
    "BotSeats",
    "BotSettings",
    "SearchCount",
    "Turn",
    "human_pause",
    "retry_pause",
]

HUMAN = 0.6, 1.2  # seconds: shortest and longest
MIN_WHOLE_PAUSE = 0.02  # seconds
SEARCH_SECONDS = 0.5  # from the start of the pause, including the queue; shorter than any pause
LOG_INTERVAL = 60.0  # seconds between log lines about searches that were cut short

_logger = logging.getLogger("armarium.server")


def human_pause(pace: str) -> float:
    return random.uniform(*HUMAN) if pace == "human" else 0.0


def retry_pause(failures: int) -> float:
    """Return a delay that grows with every failure, up to 15 s, so that a table soon resumes when the disk is back."""
    return min(0.5 * 2.0**failures, 15.0)


class _NoBotCanMove(Exception):
    """A bot failed, and so did the built-in bots that could move for it."""


def _drop_error(task: asyncio.Task[str]) -> None:
    """Ignore the error of a thought whose result is not needed."""
    if not task.cancelled():
        task.exception()


class BotBackend(Protocol):
    """Choose actions for bots. The pool of worker processes implements this; tests use their own."""

    async def think(self, request: BotRequest, timeout: float) -> str: ...

    def forget(self, player_key: str) -> None: ...


@dataclass
class SearchCount:
    """Count the searches that were cut short, for the log. `on_cut` is called for each."""

    on_cut: Callable[[], None] = lambda: None
    _searches: int = 0
    _cut: int = 0
    _logged_at: float = -math.inf

    def add(self, is_cut: bool) -> None:
        self._searches += 1
        if not is_cut:
            return
        self._cut += 1
        self.on_cut()
        if time.monotonic() - self._logged_at >= LOG_INTERVAL:
            _logger.info("%d of %d bot searches were cut short", self._cut, self._searches)
            self._logged_at, self._searches, self._cut = time.monotonic(), 0, 0


@dataclass
class BotSettings:
    """How the bots of a server behave."""

    bot_backend: BotBackend
    pause: Callable[[str], float] = human_pause
    retry: Callable[[int], float] = retry_pause  # after a move that could not be saved
    timeout: float = MAX_THINK_SECONDS
    searches: SearchCount = field(default_factory=SearchCount)
    readiness: Readiness = field(default_factory=Readiness)


@dataclass(frozen=True)
class Turn:
    """A bot's turn: what it needs to choose an action, and no more than its seat sees."""

    game: str
    round: int
    v: int
    seat: int
    seats: int
    bot: str
    options: dict[str, Any]
    view: dict[str, Any]
    address: str = ""  # of a connected client
    stands_in: bool = False  # for a person
    seed: int | None = None  # fixed for bots that must always choose alike


class BotSeats:
    """The seats of one table that bots play.

    `run` runs a command of the table; `spawn` starts a task; `may_move` is False while nobody is connected;
    `find_address` returns the address of a connected client.
    """

    def __init__(
        self,
        session: Session,
        run: Callable[..., Awaitable[Any]],
        spawn: Callable[[Coroutine[Any, Any, Any]], Any],
        may_move: Callable[[], bool],
        find_address: Callable[[], str],
        on_failure: Callable[[], None],
        on_error: Callable[[], None],
    ) -> None:
        self._session, self._run, self._spawn = session, run, spawn
        self._may_move, self._find_address = may_move, find_address
        self._on_failure, self._on_error = on_failure, on_error

    @property
    def id(self) -> str:
        return self._session.table.id

    @property
    def pace(self) -> str:
        return self._session.table.pace

    @property
    def moment(self) -> tuple[int, int]:
        """Return the round and the version."""
        return self._session.table.round, self._session.table.v

    @property
    def has_bot_turn(self) -> bool:
        return self._session.bot_to_act is not None and self._may_move()

    def find_turn(self) -> Turn | None:
        """Return the turn of the bot to act, or None."""
        if not self.has_bot_turn:
            return None
        seat, table = self._session.bot_to_act, self._session.table
        assert seat is not None and table.game is not None
        chair = table.chairs[seat]
        return Turn(
            game=table.created.game,
            round=table.round,
            v=table.v,
            seat=seat,
            seats=len(table.chairs),
            bot=chair.player or "",
            options=table.created.options,
            view=table.game.view(seat),
            address=self._find_address(),
            stands_in=chair.held is not None,
            seed=seat if table.is_lesson else None,
        )

    async def play_for_bot(self, turn: Turn, text: str, hurried: bool = False) -> None:
        await self._run(act_for_bot, turn.seat, text, turn.v, hurried)

    async def note_failure(self, turn: Turn, reason: str) -> None:
        self._on_failure()
        await self._run(record_bot_failure, turn.seat, reason)

    def note_stuck(self) -> None:
        """Note that a server error keeps a bot from moving. The driver tries again."""
        self._on_error()
        if not self._session.is_stuck:
            self._spawn(self._show_stuck())

    async def _show_stuck(self) -> None:
        with contextlib.suppress(ArmariumError):  # it is reported again later
            await self._run(report_stuck_bot)


@dataclass
class BotDriver:
    """Play the moves of a table's bots, one at a time."""

    table: BotSeats
    bot_settings: BotSettings
    _task: asyncio.Task[None] | None = None
    _thinking_at: tuple[int, int] | None = None  # round and version, until it acts
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)
    _player_keys: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def update(self) -> None:
        """Start or stop thinking. It is called after every change: a bot may be next, or the pace may have changed."""
        if self.table.pace == "fast":
            self._hurry.set()
        else:
            self._hurry.clear()
        has_turn = self.table.has_bot_turn
        if self._thinking_at is not None and (
            self._thinking_at != self.table.moment or not has_turn
        ):
            self._drop_thought()
        if not self.is_busy and has_turn:
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        for key in list(self._player_keys):
            self._forget_player(key)

    def _drop_thought(self) -> None:
        """Drop the current thought. The worker finishes it, but nobody uses it."""
        self.stop()
        self._task = self._thinking_at = None

    def _forget_player(self, key: tuple[int, int]) -> None:
        player_key, _ = self._player_keys.pop(key)
        self.bot_settings.bot_backend.forget(player_key)

    async def _play(self) -> None:
        failures = 0
        while self.table.has_bot_turn:
            try:
                if (turn := self.table.find_turn()) is None:
                    return
                await self._move(turn)
                failures = 0
                continue
            except Stale:
                continue  # undone at the last moment: start over
            except TableStopped:
                return
            except NotSaved:
                pass  # Nothing was applied. Retry until the database is back.
            except Exception:
                _logger.exception("table %s: cannot move the bot", self.table.id)
                self.table.note_stuck()
            self._thinking_at = self.table.moment  # stop waiting if the game moves on
            await asyncio.sleep(self.bot_settings.retry(failures))
            failures += 1

    async def _move(self, turn: Turn) -> None:
        self._thinking_at = turn.round, turn.v
        request = self._make_request(turn)
        try:
            text = await self._choose(turn, request)
        except (PlayerFailed, TimeoutError) as error:
            await self._move_for_failed(turn, error)
            return
        self._thinking_at = None
        try:
            await self.table.play_for_bot(turn, text, request.hurried)
        except (IllegalAction, InvalidAction) as error:
            if text in turn.view["legal"]:
                raise  # the move was legal: a server error
            await self._move_for_failed(turn, error)

    async def _choose(self, turn: Turn, request: BotRequest) -> str:
        """Return the action of a bot, at the end of the pause. Raise PlayerFailed and TimeoutError."""
        if is_search_bot(turn.game, request.player):
            return await self._search(turn, request)
        thought = asyncio.create_task(
            self.bot_settings.bot_backend.think(request, self.bot_settings.timeout)
        )
        try:
            await self._pause(turn, thought)
            return await thought
        finally:
            thought.cancel()

    async def _search(self, turn: Turn, request: BotRequest) -> str:
        """Return the action of a search bot, or of its fallback, after one pause, which is longer than the search.

        Only the fallback is awaited. On an overloaded machine it may be late, but equally late in every position.
        """
        request.deadline = time.monotonic() + SEARCH_SECONDS
        first = msgspec.structs.replace(request, hurried=True, deadline=None)
        think, timeout = self.bot_settings.bot_backend.think, self.bot_settings.timeout
        fallback = asyncio.create_task(think(first, timeout))
        search = asyncio.create_task(think(request, timeout))
        try:
            await asyncio.sleep(max(HUMAN[0], self.bot_settings.pause(self._pace(turn))))
            await asyncio.wait([fallback])
            if not search.done():
                search.cancel()
                await asyncio.wait([search])  # it sets `hurried` if the queue is long
            has_found = not search.cancelled() and search.exception() is None
            self.bot_settings.searches.add(request.is_cut or not has_found)
            return search.result() if has_found else await fallback
        finally:
            for task in (search, fallback):
                task.cancel()
                task.add_done_callback(_drop_error)

    def _make_request(self, turn: Turn) -> BotRequest:
        """Make a request for a turn. Each seat and round has its own player, with its own seed.

        While the rules are interpreted, an easier level moves for a bot that needs compiled rules.
        """
        for key in [key for key in self._player_keys if key[0] != turn.round]:
            self._forget_player(key)
        key = turn.round, turn.seat
        if key not in self._player_keys:
            name = f"{self.table.id}/{turn.round}/{turn.seat}/{secrets.token_hex(4)}"
            seed = secrets.randbits(32) if turn.seed is None else turn.seed
            self._player_keys[key] = name, seed
        player_key, seed = self._player_keys[key]
        start = BotStart(turn.seat, turn.seats, turn.options, seed)
        bot = turn.bot
        if self.bot_settings.readiness.is_interpreted:
            bot = choose_interpreted_level(turn.game, bot)
        return BotRequest(
            player_key,
            turn.game,
            bot,
            start,
            turn.view,
            hurried=bot != turn.bot,
            table=self.table.id,
            address=turn.address,
        )

    async def _pause(self, turn: Turn, thought: asyncio.Task[str]) -> None:
        """Wait one pause. A bot that stands in for a person waits whole pauses until it has an action."""
        pace = self._pace(turn)
        if not turn.stands_in:
            await self._wait_or_hurry(self.bot_settings.pause(pace))
            return
        while True:
            await asyncio.sleep(max(MIN_WHOLE_PAUSE, self.bot_settings.pause(pace)))
            if thought.done():
                return

    def _pace(self, turn: Turn) -> str:
        return "human" if turn.stands_in else self.table.pace

    async def _wait_or_hurry(self, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)

    async def _move_for_failed(self, turn: Turn, error: Exception) -> None:
        reason = str(error) if isinstance(error, ArmariumError) else repr(error)
        _logger.warning("table %s: bot in seat %d failed: %s", self.table.id, turn.seat, reason)
        self._forget_seat(turn)
        text = await self._substitute(turn)
        self._thinking_at = None
        await self.table.note_failure(turn, reason)
        await self.table.play_for_bot(turn, text)

    async def _substitute(self, turn: Turn) -> str:
        """Return the action of a faster built-in bot, or of the stand-in bot.

        If they fail too, it is a server error. Nothing is played at random.
        """
        names = find_faster_bot(turn.game, turn.bot), choose_stand_in(turn.game)
        for name in dict.fromkeys(name for name in names if name not in (None, turn.bot)):
            request = self._make_request(replace(turn, bot=name))
            try:
                text = await self.bot_settings.bot_backend.think(request, self.bot_settings.timeout)
            except (PlayerFailed, TimeoutError) as error:
                _logger.error("%s cannot move for %s: %r", name, turn.bot, error)
                continue
            finally:
                self._forget_seat(turn)
            if text in turn.view["legal"]:
                return text
            _logger.error("%s cannot move for %s: it chose an illegal action", name, turn.bot)
        raise _NoBotCanMove(turn.bot)

    def _forget_seat(self, turn: Turn) -> None:
        if (turn.round, turn.seat) in self._player_keys:
            self._forget_player((turn.round, turn.seat))
