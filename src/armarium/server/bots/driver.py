"""Moves the bots of one table: they enter at the same door as a click.

A bot that fails, or takes too long, has one move made for it by a quicker one, or else at random; the log says so. The
pause before a move is drawn first and thinking happens within it, so that how long a bot thought is not seen; one that
plays for a person, or ponders some positions for longer than others, takes whole pauses, however fast the table is. If
the action that it thinks about is taken back, what it thought is forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from armarium.games.table.errors import ArmariumError
from armarium.server.bots.offered import ponders, quicker
from armarium.server.bots.pool import LONGEST_THOUGHT
from armarium.server.bots.thought import Ask, Start
from armarium.server.errors import NotSaved, Stale, TableStopped

__all__ = [
    "HUMAN",
    "BotDriver",
    "BotTable",
    "Manners",
    "Thinker",
    "Turn",
    "human_pause",
    "retry_pause",
]

HUMAN = 0.6, 1.2  # seconds
SHORTEST = 0.02  # seconds, of a pause that is taken whole

_logger = logging.getLogger("armarium.server")


def human_pause(pace: str) -> float:
    return random.uniform(*HUMAN) if pace == "human" else 0.0


def retry_pause(failures: int) -> float:
    """Longer and longer, but never so long that a table seems dead when the disk is back."""
    return min(0.5 * 2.0**failures, 15.0)


class Thinker(Protocol):
    """Where thoughts are thought: the pool, or a test's own."""

    async def think(self, ask: Ask, longest: float) -> str: ...

    def forget(self, mind: str) -> None: ...


@dataclass
class Manners:
    """How the bots of a house behave."""

    thinker: Thinker
    pause: Callable[[str], float] = human_pause
    retry: Callable[[int], float] = retry_pause  # after a move that could not be saved
    longest: float = LONGEST_THOUGHT


@dataclass(frozen=True)
class Turn:
    """A bot's turn: all that its thoughts are made from, and no more than its seat sees."""

    game: str
    round: int
    v: int
    seat: int
    seats: int
    bot: str
    options: dict[str, Any]
    view: dict[str, Any]
    address: str = ""  # of somebody who sits there
    stands_in: bool = False  # for a person
    seed: int | None = None  # of one that shall always choose alike


class BotTable(Protocol):
    """The table as its bots know it."""

    @property
    def id(self) -> str: ...

    @property
    def pace(self) -> str: ...

    @property
    def moment(self) -> tuple[int, int]:
        """Round and version."""

    @property
    def has_bot_turn(self) -> bool:
        """Not while nobody is there to see it."""

    def bot_turn(self) -> Turn | None:
        """None where it has none."""

    async def bot_acts(self, turn: Turn, text: str, hurried: bool = False) -> None: ...

    async def bot_failed(self, turn: Turn, reason: str) -> None: ...


@dataclass
class BotDriver:
    """One bot at a time."""

    table: BotTable
    manners: Manners
    _task: asyncio.Task[None] | None = None
    _thinks_of: tuple[int, int] | None = None  # round and version, until it acts
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)
    _minds: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def consider(self) -> None:
        """Called after every change: a bot may be next, or the pace may be another."""
        if self.table.pace == "fast":
            self._hurry.set()
        else:
            self._hurry.clear()
        is_wanted = self.table.has_bot_turn
        if self._thinks_of is not None and (self._thinks_of != self.table.moment or not is_wanted):
            self._forget()
        if not self.is_busy and is_wanted:
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        for place in list(self._minds):
            self._forget_mind(place)

    def _forget(self) -> None:
        """The worker thinks on, for a mind that nobody asks again."""
        self.stop()
        self._task = self._thinks_of = None

    def _forget_mind(self, place: tuple[int, int]) -> None:
        mind, _ = self._minds.pop(place)
        self.manners.thinker.forget(mind)

    async def _play(self) -> None:
        failures = 0
        while (turn := self.table.bot_turn()) is not None:
            try:
                await self._move(turn)
                failures = 0
            except Stale:
                continue  # taken back in the last moment: look again
            except NotSaved:
                # Nothing was done; when the disk is back, play goes on from here.
                await asyncio.sleep(self.manners.retry(failures))
                failures += 1
            except TableStopped:
                return

    async def _move(self, turn: Turn) -> None:
        self._thinks_of = turn.round, turn.v
        ask = self._ask(turn)
        thought = asyncio.create_task(self.manners.thinker.think(ask, self.manners.longest))
        try:
            await self._pause(turn, thought)
            text = await thought
            self._thinks_of = None
            await self.table.bot_acts(turn, text, ask.hurried)
        except (NotSaved, Stale, TableStopped):
            raise
        except Exception as error:
            await self._stand_in(turn, error)
        finally:
            thought.cancel()

    def _ask(self, turn: Turn) -> Ask:
        """A mind for each seat and round, with a seed of its own."""
        for place in [place for place in self._minds if place[0] != turn.round]:
            self._forget_mind(place)
        place = turn.round, turn.seat
        if place not in self._minds:
            name = f"{self.table.id}/{turn.round}/{turn.seat}/{secrets.token_hex(4)}"
            seed = secrets.randbits(32) if turn.seed is None else turn.seed
            self._minds[place] = name, seed
        mind, seed = self._minds[place]
        start = Start(turn.seat, turn.seats, turn.options, seed)
        return Ask(
            mind,
            turn.game,
            turn.bot,
            start,
            turn.view,
            table=self.table.id,
            address=turn.address,
        )

    async def _pause(self, turn: Turn, thought: asyncio.Task[str]) -> None:
        """Whole pauses: again as long as nothing has come to mind, so that what a hidden card makes easy or hard is not
        seen from the time that it takes."""
        does_ponder = ponders(turn.game, turn.bot)
        if not (turn.stands_in or does_ponder):
            await self._wait(self.manners.pause(self.table.pace))
            return
        pace = "human" if turn.stands_in else self.table.pace
        least = HUMAN[0] if does_ponder else SHORTEST
        while True:
            await asyncio.sleep(max(least, self.manners.pause(pace)))
            if thought.done():
                return

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)

    async def _stand_in(self, turn: Turn, error: Exception) -> None:
        reason = str(error) if isinstance(error, ArmariumError) else repr(error)
        self._thinks_of = None
        _logger.warning("table %s: bot in seat %d failed: %s", self.table.id, turn.seat, reason)
        if (turn.round, turn.seat) in self._minds:
            self._forget_mind((turn.round, turn.seat))
        await self.table.bot_failed(turn, reason)
        await self.table.bot_acts(turn, await self._quickly(turn))

    async def _quickly(self, turn: Turn) -> str:
        """By a quicker player of the house, if that bot has one; at random if not, or if that fails too."""
        legal: list[str] = turn.view["legal"]
        if quicker(turn.game, turn.bot) is not None:
            ask = self._ask(turn)
            ask.hurried = True
            with contextlib.suppress(ArmariumError, TimeoutError):
                text = await self.manners.thinker.think(ask, self.manners.longest)
                return text if text in legal else random.choice(legal)
        return random.choice(legal)
