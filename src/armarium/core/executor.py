"""Executors run independent tasks in this process, in other processes or on a Dask cluster, and return results in
order.

A result depends only on its task, so the output is the same on any number of processes or machines.
"""

from __future__ import annotations

import multiprocessing
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import TracebackType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import armarium
from armarium.core.errors import ArmariumError

__all__ = [
    "DaskExecutor", "Executor", "FinishedResult", "InProcessExecutor", "NoCluster", "PendingResult",
    "ProcessExecutor", "make_executor", "worker_environment",
]  # fmt: skip

_BLAS_LIMITS = ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_CLUSTER_TIMEOUT = "20s"
Part = TypeVar("Part")
Result = TypeVar("Result", covariant=True)
Output = TypeVar("Output")
_NOTHING: Any = object()


class NoCluster(ArmariumError):
    code: ClassVar[str] = "no-cluster"
    sentence: ClassVar[str] = "The cluster {asked} cannot be used: {reason}."
    reasons: ClassVar = {
        "cluster-library": 'Dask is not installed (pip install "armarium[cluster]")',
        "cluster-silent": "there is no answer ({detail})",
        "cluster-versions": "its workers run armarium {found}, but this is {wanted}",
        "cluster-address": "use local, or an address such as tcp://10.0.0.5:8786",
    }


class PendingResult(Protocol, Generic[Result]):
    """A result that is being computed."""

    def result(self) -> Result: ...

    def cancel(self) -> object: ...


class _PickledError(NamedTuple):
    """An ArmariumError as plain data: the error itself cannot be pickled."""

    kind: type[ArmariumError]
    args: tuple[Any, ...]
    attributes: dict[str, Any]

    def error(self) -> ArmariumError:
        error = self.kind.__new__(self.kind)
        error.args = self.args
        error.__dict__.update(self.attributes)
        return error


def _run_task(task: Callable[[Part], Output], part: Part) -> Output | _PickledError:
    try:
        return task(part)
    except ArmariumError as error:
        return _PickledError(type(error), error.args, error.__dict__)


class Executor(ABC):
    """Runs tasks. It submits some more than it has workers, so that no worker waits for the next."""

    workers: int

    @abstractmethod
    def submit(self, task: Callable[[Part], Output], part: Part) -> PendingResult[Output]: ...

    def map(self, task: Callable[[Part], Output], parts: Iterable[Part]) -> Iterator[Output]:
        """Yield the results in order. A part is taken from `parts` only when a worker will soon be free."""
        left, waiting = iter(parts), deque[PendingResult[Output | _PickledError]]()
        try:
            while True:
                while len(waiting) < self.queue_length:
                    part = next(left, _NOTHING)
                    if part is _NOTHING:
                        break
                    waiting.append(self.submit(partial(_run_task, task), part))
                if not waiting:
                    return
                done = waiting.popleft().result()
                if isinstance(done, _PickledError):
                    raise done.error()
                yield done
        finally:  # the caller needs no more
            for pending in waiting:
                pending.cancel()

    @property
    def queue_length(self) -> int:
        return 4 * self.workers

    def close(self) -> None:
        """Stop the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class FinishedResult(Generic[Output]):
    def __init__(self, value: Output) -> None:
        self._value = value

    def result(self) -> Output:
        return self._value

    def cancel(self) -> None:
        """Do nothing: the result is there."""


class InProcessExecutor(Executor):
    """Runs a task in this process when its result is asked for."""

    workers, queue_length = 1, 1

    def submit(self, task: Callable[[Part], Output], part: Part) -> PendingResult[Output]:
        return FinishedResult(task(part))


class ProcessExecutor(Executor):
    """Runs tasks in spawned processes of this machine."""

    def __init__(self, number: int) -> None:
        self.workers = number
        os.environ.update(worker_environment())  # spawned processes inherit it
        self._pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"))

    def submit(self, task: Callable[[Part], Output], part: Part) -> PendingResult[Output]:
        return self._pool.submit(task, part)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class DaskExecutor(Executor):
    """Runs tasks on a Dask cluster: `local`, or one that runs elsewhere (`tcp://…`, `tls://…`).

    Dask restarts the tasks of a lost worker elsewhere. Certificates for `tls://` are Dask's own settings
    (docs/research.md).
    """

    def __init__(self, client: Any, asked: str, own: Any = None) -> None:
        self.client, self._own = client, own
        client.wait_for_workers(1, timeout=_CLUSTER_TIMEOUT)
        others = set(client.run(_version).values()) - {_version()}
        if others:
            client.close()
            raise NoCluster(
                asked=asked, reason="cluster-versions", found=sorted(others)[0], wanted=_version()
            )

    @property
    def workers(self) -> int:  # type: ignore[override]
        """The current number; workers may come and go."""
        number: int = sum(self.client.nthreads().values())
        return max(1, number)

    def submit(self, task: Callable[[Part], Output], part: Part) -> PendingResult[Output]:
        pending: PendingResult[Output] = self.client.submit(task, part, pure=False, retries=2)
        return pending

    def close(self) -> None:
        self.client.close()
        if self._own is not None:
            self._own.close()


def make_executor(cluster: str | None = None, processes: int | None = None) -> Executor:
    """Return an executor as `--cluster` and `--processes` say; without either, one process per core."""
    if cluster is not None:
        return _connect_to_dask(cluster, processes)
    number = processes or os.cpu_count() or 1
    return InProcessExecutor() if number == 1 else ProcessExecutor(number)


def worker_environment() -> dict[str, str]:
    """Return the environment of a worker process: one core for NumPy's BLAS, which would take all, and no Gymnasium.

    Variables that the user has set take precedence.
    """
    return dict.fromkeys(_BLAS_LIMITS, "1") | {"ARMARIUM_GYMNASIUM": "0"} | os.environ


def _connect_to_dask(asked: str, workers: int | None = None) -> DaskExecutor:
    if asked != "local" and "://" not in asked:
        raise NoCluster(asked=asked, reason="cluster-address")
    try:
        import distributed
    except ImportError as error:
        raise NoCluster(asked=asked, reason="cluster-library") from error
    if asked == "local":
        cluster = distributed.LocalCluster(
            n_workers=workers or os.cpu_count() or 1,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=50,
        )
        return DaskExecutor(distributed.Client(cluster), asked, cluster)
    try:
        client = distributed.Client(asked, timeout=_CLUSTER_TIMEOUT)
    except Exception as error:  # Dask's comms fail in many ways
        raise NoCluster(asked=asked, reason="cluster-silent", detail=_first_line(error)) from error
    return DaskExecutor(client, asked)


def _version() -> str:
    return armarium.__version__


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
