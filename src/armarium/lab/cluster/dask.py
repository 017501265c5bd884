"""A Dask cluster as a crew: `local`, or one that runs elsewhere (`tcp://…`, `tls://…`).

What a lost worker had begun is begun again by another: Dask's own way, and harmless, since a part's result depends on
the part alone. Certificates for `tls://` are Dask's own settings (docs/research.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import armarium
from armarium.lab.cluster.crew import Crew, Done, NoCluster, Part, Promised

__all__ = ["DaskCrew", "dask_crew"]

WAIT = "20s"  # for an answer


def dask_crew(asked: str, workers: int | None = None) -> DaskCrew:
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
        return DaskCrew(distributed.Client(cluster), asked, cluster)
    try:
        client = distributed.Client(asked, timeout=WAIT)
    except Exception as error:  # Dask's comms fail in many ways
        raise NoCluster(asked=asked, reason="cluster-silent", detail=_line(error)) from error
    return DaskCrew(client, asked)


class DaskCrew(Crew):
    def __init__(self, client: Any, asked: str, own: Any = None) -> None:
        self.client, self._own = client, own
        client.wait_for_workers(1, timeout=WAIT)
        others = set(client.run(_version).values()) - {_version()}
        if others:
            client.close()
            raise NoCluster(
                asked=asked, reason="cluster-versions", found=sorted(others)[0], wanted=_version()
            )

    @property
    def hands(self) -> int:  # type: ignore[override]
        """As many as there are now: workers may come and go."""
        number: int = sum(self.client.nthreads().values())
        return max(1, number)

    def begin(self, task: Callable[[Part], Done], part: Part) -> Promised[Done]:
        promised: Promised[Done] = self.client.submit(task, part, pure=False, retries=2)
        return promised

    def close(self) -> None:
        self.client.close()
        if self._own is not None:
            self._own.close()


def _version() -> str:
    return armarium.__version__


def _line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
