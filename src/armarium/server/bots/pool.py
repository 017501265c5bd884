"""A pool of worker processes for bots. Each process handles one request at a time.

A player (one bot in one seat of one round) stays in one process until it is forgotten. A process that ends is
replaced, and its request starts again. A process that thinks too long is killed and replaced, even if nobody waits
any more.

Fast players, search players and third-party players have separate processes, so that no kind waits for another.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from armarium.core.executor import worker_environment
from armarium.players.third_party import PlayerFailed
from armarium.server.bots.offered import Lane, choose_lane, find_faster_bot
from armarium.server.bots.worker import BotReply, BotRequest
from armarium.server.fair_queue import FairQueue

__all__ = ["MAX_THINK_SECONDS", "BotWorkerPool", "default_workers"]

MAX_THINK_SECONDS = 20.0  # from when a worker receives the request
HURRY_FROM = 4  # requests in a worker's queue from which players think less

_reader = msgspec.json.Decoder(BotReply)
_logger = logging.getLogger("armarium.server")


class _Ended(Exception):
    """A worker has ended. `has_begun`: it had started on the request."""

    def __init__(self, has_begun: bool) -> None:
        super().__init__()
        self.has_begun = has_begun


class _Withdrawn(Exception):
    """The request was cancelled before the worker received it."""


def default_workers() -> int:
    """Return the number of cores, at least 1 and at most 4."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return max(1, min(4, cores))


class _Exchange:
    """A request to a worker: it waits for the worker's thread, is sent, and is answered within a time limit."""

    def __init__(self, worker: _Worker, request: BotRequest) -> None:
        self._worker, self._text = worker, msgspec.json.encode(request) + b"\n"
        self._loop = asyncio.get_running_loop()
        self._sent = asyncio.Event()
        self._is_withdrawn = False
        try:
            self._answer = self._loop.run_in_executor(worker.thread, self._exchange)
        except RuntimeError:  # the thread is shut down
            raise _Ended(has_begun=False) from None
        self._answer.add_done_callback(lambda _: self._sent.set())

    def withdraw(self) -> None:
        """Cancel the request if it was not sent yet."""
        self._is_withdrawn = True

    async def answer(self, timeout: float) -> BotReply:
        """Return the answer. The time limit starts when the worker receives the request, not before."""
        await self._sent.wait()
        return await asyncio.wait_for(self._answer, timeout)

    def _exchange(self) -> BotReply:
        """Send the request and read the answer, in the worker's thread."""
        self._worker.wait_until_ready()
        if self._is_withdrawn:
            raise _Withdrawn
        self._worker.write(self._text)
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
            self._loop.call_soon_threadsafe(self._sent.set)
        return self._worker.read()


class _Worker:
    """A process and the one thread that talks to it. Other threads only kill it."""

    def __init__(self, command: list[str], lane: Lane) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=worker_environment()
        )
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="armarium-bot")
        self._is_ready = False
        self.lane = lane
        self.player_count = 0
        self.turns = FairQueue()
        self.was_ended = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def get_ready(self) -> None:
        self.thread.submit(self.wait_until_ready).result()

    def end(self) -> None:
        """Kill the process. Requests that wait for an answer fail."""
        self.was_ended = True
        self._process.kill()
        self.thread.submit(self._close_pipes)
        self.thread.shutdown(wait=False)

    def wait(self) -> None:
        self.thread.shutdown(wait=True)

    # The methods below run in the worker's thread.

    def wait_until_ready(self) -> None:
        if not self._is_ready:
            try:
                self.read()
            except _Ended:
                raise _Ended(has_begun=False) from None
            self._is_ready = True

    def write(self, text: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text)
            self._process.stdin.flush()
        except OSError:
            raise _Ended(has_begun=False) from None

    def read(self) -> BotReply:
        """Read an answer. If it cannot be decoded, end the worker: the next answer might belong to another request."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Ended(has_begun=True)
        try:
            return _reader.decode(line)
        except msgspec.DecodeError:
            self._process.kill()
            raise _Ended(has_begun=True) from None

    def _close_pipes(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()


class BotWorkerPool:
    """A pool of bot workers, which start when they are first needed.

    `workers`: the number of processes for search players, and again for third-party players. One process serves all
    fast players. With `warm`, workers load every level before they answer. `_workers` and `_is_closed` change only
    under the lock, because another thread starts workers too.
    """

    def __init__(self, workers: int | None = None, warm: bool = False) -> None:
        size = workers or default_workers()
        self._sizes: dict[Lane, int] = {"quick": 1, "search": size, "third-party": size}
        self._is_warm = warm
        self._workers: list[_Worker] = []
        self._assigned: dict[tuple[str, Lane], _Worker] = {}
        self._first: _Worker | None = None  # the only one, until it is ready
        self._lock = threading.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    @property
    def waiting(self) -> int:
        """Return the number of requests that wait for their worker."""
        return sum(worker.turns.waiting for worker in self._workers)

    async def think(self, request: BotRequest, timeout: float = MAX_THINK_SECONDS) -> str:
        """Return an action text. Raise PlayerFailed or TimeoutError. Time in the queue does not count.

        If the queue is long, `request.hurried` is set and a faster player chooses. If a deadline ended the search,
        `request.is_cut` is set.
        """
        tries = 0
        while tries < 2 and (worker := self._find_worker(request)) is not None:
            try:
                answer = await self._queue_request(worker, request, timeout)
            except _Ended as ended:
                # A worker that another request ended is not this request's fault.
                tries += ended.has_begun or not worker.was_ended
                self._replace(worker)
                continue
            if answer.trace:
                _logger.error("%s raised an error:\n%s", request.player, answer.trace)
            if answer.action is None:
                raise PlayerFailed(**{**(answer.failed or {}), "asked": request.player})
            request.is_cut = answer.is_cut
            return answer.action
        raise PlayerFailed(asked=request.player, reason="player-ended")

    async def _queue_request(
        self, worker: _Worker, request: BotRequest, timeout: float
    ) -> BotReply:
        try:
            await worker.turns.take(request.address, request.table)
        except asyncio.CancelledError:
            request.hurried |= worker.turns.waiting >= HURRY_FROM
            raise
        try:
            if worker.turns.waiting >= HURRY_FROM and find_faster_bot(request.game, request.player):
                request.hurried = True
            exchange = _Exchange(worker, msgspec.structs.replace(request, table="", address=""))
        except _Ended:
            worker.turns.give()
            raise
        # From here on the worker is busy and its deadline runs, even if the caller is cancelled.
        answered = self._spawn(self._await_answer(worker, exchange, timeout))
        answered.add_done_callback(lambda _: worker.turns.give())
        try:
            return await asyncio.shield(answered)
        except asyncio.CancelledError:
            exchange.withdraw()
            raise

    async def _await_answer(self, worker: _Worker, exchange: _Exchange, timeout: float) -> BotReply:
        try:
            return await exchange.answer(timeout)
        except TimeoutError:
            self._replace(worker)
            raise

    def _spawn(self, work: Coroutine[Any, Any, BotReply]) -> asyncio.Task[BotReply]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._discard_task)
        return task

    def _discard_task(self, task: asyncio.Task[BotReply]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone

    def forget(self, player_key: str) -> None:
        for key in [key for key in self._assigned if key[0] == player_key]:
            self._unassign(key)

    def _unassign(self, key: tuple[str, Lane]) -> None:
        worker = self._assigned.pop(key)
        worker.player_count -= 1
        with contextlib.suppress(_Ended):
            self._spawn(
                self._await_answer(worker, _Exchange(worker, BotRequest(key[0])), MAX_THINK_SECONDS)
            )

    def start(self, wait: bool = True) -> None:
        """Start all workers. The first one starts alone, so that nothing is compiled twice.

        Without `wait`, requests are accepted at once: the first worker answers when it is ready, and the others
        follow.
        """
        self._first = first = self._start_worker("quick")
        if first is None:
            return
        if wait:
            self._start_others(first)
        else:
            threading.Thread(target=self._start_others, args=(first,), daemon=True).start()

    def _start_others(self, first: _Worker) -> None:
        # If the first worker has ended meanwhile, it is replaced. Start the others in any case.
        with contextlib.suppress(_Ended, RuntimeError):
            first.get_ready()
        for _ in range(self._sizes["search"]):
            self._start_worker("search")
        self._first = None

    def _start_worker(self, lane: Lane) -> _Worker | None:
        """Start one more worker unless there are enough; return None if the pool is closed."""
        with self._lock:
            if self._is_closed:
                return None
            mine = [worker for worker in self._workers if worker.lane == lane]
            if len(mine) < self._sizes[lane]:
                command = [sys.executable, "-m", "armarium.server.bots.worker", lane]
                if self._is_warm and lane != "third-party":
                    command.append("--warm")
                mine.append(_Worker(command, lane))
                self._workers.append(mine[-1])
            return min(mine, key=lambda worker: worker.player_count)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            ended, self._workers, self._assigned = self._workers, [], {}
        for worker in ended:
            worker.end()
        for worker in ended:
            worker.wait()

    def _find_worker(self, request: BotRequest) -> _Worker | None:
        """Return the worker for a request; None if the pool is closed."""
        name = (request.hurried and find_faster_bot(request.game, request.player)) or request.player
        lane = choose_lane(request.game, name)
        key, first = (request.player_key, lane), self._first
        if key in self._assigned and first is None and self._assigned[key].lane != lane:
            self._unassign(key)  # assigned before its own lane had a worker
        if key not in self._assigned:
            is_first_alone = first is not None and not first.was_ended
            worker = first if is_first_alone else self._start_worker(lane)
            if worker is None or self._is_closed:
                return None
            worker.player_count += 1
            self._assigned[key] = worker
        return self._assigned[key]

    def _replace(self, worker: _Worker) -> None:
        """Remove a worker. Its players get another one with their next request."""
        with self._lock:
            if worker not in self._workers:
                return
            self._workers.remove(worker)
            self._assigned = {
                key: owner for key, owner in self._assigned.items() if owner is not worker
            }
        worker.end()
