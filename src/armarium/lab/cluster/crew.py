"""A crew does many parts of a work, each by itself, and hands the results back in the order of the parts.

So what is written is the same, byte for byte, whoever did it and however many they were: a part's result depends on
the part alone.
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

from armarium.games.table.errors import ArmariumError
from armarium.players.cores import beside_others

__all__ = ["Crew", "NoCluster", "Promised", "crew_of"]

Part = TypeVar("Part")
Result = TypeVar("Result", covariant=True)
Done = TypeVar("Done")
_NOTHING: Any = object()


class NoCluster(ArmariumError):
    code: ClassVar[str] = "no-cluster"
    sentence: ClassVar[str] = "The cluster {asked} cannot be used: {reason}."
    reasons: ClassVar = {
        "cluster-library": 'Dask is not installed (pip install "armarium[cluster]")',
        "cluster-silent": "nobody answers there ({detail})",
        "cluster-versions": "its workers have armarium {found}, this is {wanted}",
        "cluster-address": "give local, or an address such as tcp://10.0.0.5:8786",
    }


class Promised(Protocol, Generic[Result]):
    """A result that is on its way."""

    def result(self) -> Result: ...

    def cancel(self) -> object: ...


class _Refusal(NamedTuple):
    """An error of ours as data: errors made of facts do not find their way back from another process."""

    kind: type[ArmariumError]
    args: tuple[Any, ...]
    told: dict[str, Any]

    def error(self) -> ArmariumError:
        error = self.kind.__new__(self.kind)
        error.args = self.args
        error.__dict__.update(self.told)
        return error


def _done(task: Callable[[Part], Done], part: Part) -> Done | _Refusal:
    try:
        return task(part)
    except ArmariumError as error:
        return _Refusal(type(error), error.args, error.__dict__)


class Crew(ABC):
    """Begins some more parts than it has hands, so that nobody waits for the next."""

    hands: int

    @abstractmethod
    def begin(self, task: Callable[[Part], Done], part: Part) -> Promised[Done]: ...

    def in_order(self, task: Callable[[Part], Done], parts: Iterable[Part]) -> Iterator[Done]:
        """A part is asked for only when a hand will soon be free."""
        left, waiting = iter(parts), deque[Promised[Done | _Refusal]]()
        try:
            while True:
                while len(waiting) < self.ahead:
                    part = next(left, _NOTHING)
                    if part is _NOTHING:
                        break
                    waiting.append(self.begin(partial(_done, task), part))
                if not waiting:
                    return
                done = waiting.popleft().result()
                if isinstance(done, _Refusal):
                    raise done.error()
                yield done
        finally:  # whoever asked has heard enough
            for promised in waiting:
                promised.cancel()

    @property
    def ahead(self) -> int:
        return 4 * self.hands

    def close(self) -> None:
        """Send everybody home."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Kept(Generic[Done]):
    def __init__(self, value: Done) -> None:
        self._value = value

    def result(self) -> Done:
        return self._value

    def cancel(self) -> None:
        """It is done already."""


class Alone(Crew):
    """This process; a part is done when it is asked for."""

    hands, ahead = 1, 1

    def begin(self, task: Callable[[Part], Done], part: Part) -> Promised[Done]:
        return _Kept(task(part))


class Processes(Crew):
    """Processes of this machine, each begun afresh."""

    def __init__(self, number: int) -> None:
        self.hands = number
        os.environ.update(beside_others())  # what is spawned has no other
        self._pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"))

    def begin(self, task: Callable[[Part], Done], part: Part) -> Promised[Done]:
        return self._pool.submit(task, part)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def crew_of(cluster: str | None = None, processes: int | None = None) -> Crew:
    """As `--cluster` and `--processes` say: a cluster, or so many processes here; without either, all cores."""
    if cluster is not None:
        from armarium.lab.cluster.dask import dask_crew

        return dask_crew(cluster, processes)
    number = processes or os.cpu_count() or 1
    return Alone() if number == 1 else Processes(number)
