"""The processes in which bots think: a few, each with one thought at a time.

A mind has its home in one process, where it is asked until it is forgotten. A process that ends is
replaced, and the thought begun anew; one that thinks for too long is ended and replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec

from armarium.players.cores import beside_others
from armarium.players.stranger import PlayerFailed
from armarium.server.bots.offered import quicker
from armarium.server.bots.thought import Answer, Ask
from armarium.server.bots.turns import Turns

__all__ = ["LONGEST_THOUGHT", "Pool", "default_workers"]

LONGEST_THOUGHT = 20.0  # seconds, from when a worker hears the question
HURRIED = 4  # who waits for one worker: from so many on, thoughts are shorter

_reader = msgspec.json.Decoder(Answer)


class _Ended(Exception):
    """A worker is gone; `has_begun`: in the middle of the thought that it was asked for."""

    def __init__(self, has_begun: bool) -> None:
        super().__init__()
        self.has_begun = has_begun


def default_workers() -> int:
    """As many as there are cores, at least one, at most four."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return max(1, min(4, cores))


class _Worker:
    """A process and the one thread that speaks with it; other threads only end it."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=beside_others()
        )
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="armarium-bot")
        self._is_ready = False
        self.homes = 0
        self.turns = Turns()
        self.was_ended = False

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, ask: Ask, longest: float) -> Answer:
        """The time counts from when the worker hears the question, not while it starts or is busy."""
        loop = asyncio.get_running_loop()
        heard = asyncio.Event()

        def speak() -> Answer:
            self._wait_until_ready()
            self._write(text)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
                loop.call_soon_threadsafe(heard.set)
            return self._read()

        alone = msgspec.structs.replace(ask, table="", address="")
        text = msgspec.json.encode(alone) + b"\n"
        answer = loop.run_in_executor(self._thread, speak)
        answer.add_done_callback(lambda _: heard.set())
        try:
            await heard.wait()
        except asyncio.CancelledError:
            answer.cancel()
            raise
        return await asyncio.wait_for(answer, longest)

    def tell(self, ask: Ask) -> None:
        """Without waiting for it."""
        text = msgspec.json.encode(ask) + b"\n"

        def speak() -> None:
            with contextlib.suppress(_Ended):
                self._wait_until_ready()
                self._write(text)
                self._read()

        self._thread.submit(speak)

    def get_ready(self) -> None:
        self._thread.submit(self._wait_until_ready).result()

    def end(self) -> None:
        """Whoever waits for an answer hears that it is gone."""
        self.was_ended = True
        self._process.kill()
        self._thread.submit(self._clear_away)
        self._thread.shutdown(wait=False)

    def wait(self) -> None:
        self._thread.shutdown(wait=True)

    # In the worker's thread.

    def _wait_until_ready(self) -> None:
        if not self._is_ready:
            try:
                self._read()
            except _Ended:
                raise _Ended(has_begun=False) from None
            self._is_ready = True

    def _write(self, text: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text)
            self._process.stdin.flush()
        except OSError:
            raise _Ended(has_begun=False) from None

    def _read(self) -> Answer:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Ended(has_begun=True)
        return _reader.decode(line)

    def _clear_away(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()


class Pool:
    """Workers start when they are first needed; with `warm` they load every level before they answer."""

    def __init__(self, workers: int | None = None, warm: bool = False) -> None:
        self._size = self._most = workers or default_workers()  # `_most`: that may run now
        self._command = [sys.executable, "-m", "armarium.server.bots.worker"]
        self._command += ["--warm"] if warm else []
        self._workers: list[_Worker] = []
        self._homes: dict[str, _Worker] = {}
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    async def think(self, ask: Ask, longest: float = LONGEST_THOUGHT) -> str:
        """An action text; raises PlayerFailed, or TimeoutError. Waiting for one's turn is not thinking.

        Where many wait `ask.hurried` is set, and a quicker player chooses.
        """
        tries = 0
        while tries < 2 and not self._is_closed:
            worker = self._home(ask.mind)
            try:
                answer = await self._asked(worker, ask, longest)
            except TimeoutError:
                self._replace(worker)
                raise
            except _Ended as ended:
                # One that another thought has ended is no fault of this one.
                tries += ended.has_begun or not worker.was_ended
                self._replace(worker)
                continue
            if answer.action is None:
                raise PlayerFailed(**{**(answer.failed or {}), "asked": ask.player})
            return answer.action
        raise PlayerFailed(asked=ask.player, reason="player-ended")

    async def _asked(self, worker: _Worker, ask: Ask, longest: float) -> Answer:
        await worker.turns.take(ask.address, ask.table)
        try:
            if worker.was_ended:
                raise _Ended(has_begun=False)
            if worker.turns.waiting >= HURRIED and quicker(ask.game, ask.player):
                ask.hurried = True
            return await worker.ask(ask, longest)
        finally:
            worker.turns.give()

    def forget(self, mind: str) -> None:
        if worker := self._homes.pop(mind, None):
            worker.homes -= 1
            worker.tell(Ask(mind))

    def start(self, wait: bool = True) -> None:
        """All workers, now; the first one alone, so that what must be compiled is compiled once.

        Who does not `wait` for it may ask all the same: it answers when it is ready, and the others follow.
        """
        self._most = 1
        first = _Worker(self._command)
        self._workers.append(first)
        if wait:
            self._follow(first)
        else:
            threading.Thread(target=self._follow, args=(first,), daemon=True).start()

    def _follow(self, first: _Worker) -> None:
        # One that has ended meanwhile is replaced: the others are begun all the same.
        with contextlib.suppress(_Ended, RuntimeError):
            first.get_ready()
        while len(self._workers) < self._size and not self._is_closed:
            self._workers.append(_Worker(self._command))
        self._most = self._size

    def close(self) -> None:
        self._is_closed = True
        ended, self._workers, self._homes = self._workers, [], {}
        for worker in ended:
            worker.end()
        for worker in ended:
            worker.wait()

    def _home(self, mind: str) -> _Worker:
        if mind not in self._homes:
            if len(self._workers) < self._most:
                self._workers.append(_Worker(self._command))
            worker = min(self._workers, key=lambda worker: worker.homes)
            worker.homes += 1
            self._homes[mind] = worker
        return self._homes[mind]

    def _replace(self, worker: _Worker) -> None:
        """Its minds find another home when they are asked again."""
        if worker in self._workers:
            self._workers.remove(worker)
            self._homes = {mind: home for mind, home in self._homes.items() if home is not worker}
            worker.end()
