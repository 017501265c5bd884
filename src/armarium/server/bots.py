"""Bots at a table: they think in threads of their own and enter at the same door as a click.

A bot that fails, or takes too long, has one move made for it at random; the log says so. The
pause before a move is drawn first and thinking happens within it, so that how long a bot thought
is not seen. If the action that it thinks about is taken back, what it thought is forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from armarium import players
from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.server.errors import NotSaved, Stale, UnknownBot

if TYPE_CHECKING:
    from armarium.server.room import Room

__all__ = ["BotDriver", "Thinkers", "check_level", "human_pause", "levels"]

LONGEST_THOUGHT = 20.0  # seconds

Minds = dict[tuple[int, int], players.Player]  # by round and seat

_logger = logging.getLogger("armarium.server")


@functools.cache
def levels(game: str) -> tuple[str, ...]:
    """The house's own levels at a game, as far as this installation can load them."""
    return tuple(name for name in players.levels(game) if _loads(name))


def _loads(name: str) -> bool:
    try:
        players.load(name, 0)
    except ArmariumError:
        return False
    return True


def check_level(game: str, name: str) -> None:
    """Only our own levels: a stranger's file or command never comes over the wire."""
    if name not in levels(game):
        raise UnknownBot(asked=name, allowed=list(levels(game)))


def human_pause(pace: str) -> float:
    return random.uniform(0.6, 1.2) if pace == "human" else 0.0


class Thinkers:
    """The threads that all bots of this process share, and their manners."""

    def __init__(
        self, pause: Callable[[str], float] = human_pause, longest: float = LONGEST_THOUGHT
    ) -> None:
        self.pause = pause
        self.longest = longest
        self.pool = ThreadPoolExecutor(4, thread_name_prefix="armarium-bot")

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


class BotDriver:
    """Moves the bots of one room, one at a time."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room = room
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None
        self._thinks_of: tuple[int, int] | None = None  # round and version, until it acts
        self._hurry = asyncio.Event()
        self._players: Minds = {}

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def consider(self) -> None:
        """Called after every step: a bot may be next, or the pace may be another."""
        session = self._room.session
        if session.table.pace == "fast":
            self._hurry.set()
        else:
            self._hurry.clear()
        if self._thinks_of not in (None, (session.table.round, session.table.v)):
            self._forget()
        if session.bot_to_act is not None and not self.is_busy and not self._room.is_broken:
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    def _forget(self) -> None:
        """The thread thinks on, with players that nobody asks again."""
        self.stop()
        self._task = self._thinks_of = None
        self._players = {}

    async def _play(self) -> None:
        while (seat := self._room.session.bot_to_act) is not None:
            try:
                await self._move(seat)
            except Stale:
                continue  # taken back in the last moment: look again
            except NotSaved:
                return

    async def _move(self, seat: int) -> None:
        session = self._room.session
        table = session.table
        assert table.game is not None
        v, game = table.v, table.game.copy()
        self._thinks_of = table.round, v
        loop = asyncio.get_running_loop()
        mind = table.round, seat
        thought = loop.run_in_executor(self._thinkers.pool, self._think, game, self._players, mind)
        await self._wait(self._thinkers.pause(table.pace))
        try:
            text = await asyncio.wait_for(thought, self._thinkers.longest)
            self._thinks_of = None
            await self._room.do(lambda: session.act(seat, [text], v, bot=True))
        except (NotSaved, Stale):
            raise
        except Exception as error:
            await self._stand_in(seat, v, game, error)

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)

    def _think(self, game: Game, minds: Minds, mind: tuple[int, int]) -> str:
        """In a thread: loading a player may take as long as choosing does."""
        table = self._room.session.table
        _, seat = mind
        player = minds.get(mind)
        if player is None:
            player = players.load(table.chairs[seat].bot or "random", secrets.randbits(32))
            if hasattr(player, "start"):
                options = dict(table.created.options)
                player.start(seat, len(table.chairs), options, secrets.randbits(32))
            minds[mind] = player
        return player.choose(players.position_of(game, seat))

    async def _stand_in(self, seat: int, v: int, game: Game, error: Exception) -> None:
        reason = str(error) if isinstance(error, ArmariumError) else repr(error)
        self._thinks_of = None
        _logger.warning("table %s: bot in seat %d failed: %s", self._room.id, seat, reason)
        self._players.pop((self._room.session.table.round, seat), None)
        self._room.count_bot_failure()
        session = self._room.session
        await self._room.do(lambda: session.bot_failed(seat, reason))
        text = random.choice(game.legal())
        await self._room.do(lambda: session.act(seat, [text], v, bot=True))
