"""Analyses as they are asked for: each game once, however many ask; kept when done, with progress meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from pathlib import Path

from armarium.analysis.analysing import analyst_of
from armarium.games.table.errors import ArmariumError
from armarium.server.analysis.jobs import Job
from armarium.server.analysis.judge import Judge
from armarium.server.analysis.kept import KeptAnalyses

__all__ = ["Desk", "Standing"]

LONGEST = 180.0  # seconds of one analysis
WAITING, OWN = 32, 3  # games that may wait, and from one address
REMEMBERED = 256  # analyses that failed


@dataclass
class Standing:
    """Where the analysis of a game stands: nobody asked, under way (in thousandths), done, or failed."""

    body: bytes | None = None
    progress: int | None = None
    error: ArmariumError | None = None


class Desk:
    def __init__(self, folder: Path, judge: Judge | None = None) -> None:
        self._kept = KeptAnalyses(folder)
        self._judge = judge or Judge(LONGEST, WAITING, OWN)
        self._under_way: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, ArmariumError] = {}

    async def standing(self, game: str, record: str) -> Standing:
        name = _name(record)
        if name in self._under_way:
            return Standing(progress=self._under_way[name])
        if name in self._failed:
            return Standing(error=self._failed[name])
        version = await asyncio.to_thread(lambda: analyst_of(game).version)
        return Standing(body=await asyncio.to_thread(self._kept.read, record, version))

    async def ask(self, game: str, record: str, address: str) -> Standing:
        """Begin it, unless it is done or under way; raises what the judge refuses at once."""
        standing = await self.standing(game, record)
        name = _name(record)
        if standing.body is not None or name in self._under_way:
            return standing
        self._failed.pop(name, None)
        self._under_way[name] = 0
        begun = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._make(game, record, address, begun))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await begun
        return Standing(progress=0)

    async def _make(
        self, game: str, record: str, address: str, begun: asyncio.Future[None]
    ) -> None:
        name = _name(record)

        def heard(progress: int) -> None:
            self._under_way[name] = progress

        try:
            asking = asyncio.ensure_future(
                self._judge.ask(Job(record=record), address, name, heard)
            )
            await asyncio.sleep(0)  # what is refused at once is told at once
            if asking.done():
                asking.result()
            begun.set_result(None)
            body = await asking
            version = await asyncio.to_thread(lambda: analyst_of(game).version)
            await asyncio.to_thread(self._kept.write, record, version, body)
        except ArmariumError as error:
            if not begun.done():
                begun.set_exception(error)
                return
            self._failed[name] = error
            while len(self._failed) > REMEMBERED:
                self._failed.pop(next(iter(self._failed)))
        finally:
            self._under_way.pop(name, None)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._judge.close()


def _name(record: str) -> str:
    return hashlib.sha256(record.encode()).hexdigest()
