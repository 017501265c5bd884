"""Data-parallel training with torch.distributed: gloo on CPUs, NCCL on GPUs.

Each process plays its own slots and learns from its own minibatches. Gradients are averaged before every step, so all
processes have bit-identical weights. Rank 0 handles timing, checkpoints and evaluation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np
import torch
import torch.distributed as dist

__all__ = ["ProcessGroup", "join_process_group", "spawn_process_group"]

T = TypeVar("T")
Arrays = dict[str, np.ndarray]


class ProcessGroup:
    """A group of one process. The distributed group overrides every method."""

    rank, size = 0, 1

    @property
    def is_leader(self) -> bool:
        return self.rank == 0

    def broadcast(self, value: T) -> T:
        """Return the leader's value in every process."""
        return value

    def minimum(self, number: int) -> int:
        return number

    def mean(self, tensor: Any) -> Any:
        return tensor

    def mean_and_std(self, values: Any) -> tuple[Any, Any]:
        return values.mean(), values.std()

    def average_gradients(self, weights: Iterable[Any]) -> None:
        """Average the gradients over all processes. Call it before every optimiser step."""

    def gather(self, arrays: Arrays) -> Arrays:
        """Return the arrays of all processes, concatenated by rank. Only the leader receives them."""
        return arrays


class _DistributedGroup(ProcessGroup):
    def __init__(self) -> None:
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        on_gpu = dist.get_backend() == "nccl"
        self._device = torch.device("cuda" if on_gpu else "cpu")

    def broadcast(self, value: T) -> T:
        box: list[Any] = [value if self.is_leader else None]
        dist.broadcast_object_list(box, 0, device=self._device)
        found: T = box[0]
        return found

    def minimum(self, number: int) -> int:
        least = torch.tensor(number, device=self._device)
        dist.all_reduce(least, dist.ReduceOp.MIN)
        return int(least)

    def _sum(self, tensor: Any) -> Any:
        summed = tensor.detach().clone()
        dist.all_reduce(summed)
        return summed

    def mean(self, tensor: Any) -> Any:
        return self._sum(tensor) / self.size

    def mean_and_std(self, values: Any) -> tuple[Any, Any]:
        exact = values.double()
        number = self._sum(torch.tensor(float(len(values)), dtype=exact.dtype, device=exact.device))
        mean = self._sum(exact.sum()) / number
        std = (self._sum(((exact - mean) ** 2).sum()) / (number - 1)).sqrt()
        return mean.to(values.dtype), std.to(values.dtype)

    def average_gradients(self, weights: Iterable[Any]) -> None:
        """Average in one message, because a small message takes as long as a large one."""
        gradients = [tensor.grad for tensor in weights]
        average = self.mean(torch.cat([gradient.flatten() for gradient in gradients]))
        parts = average.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts):
            gradient.copy_(part.view_as(gradient))

    def gather(self, arrays: Arrays) -> Arrays:
        gathered: list[Any] | None = [None] * self.size if self.is_leader else None
        dist.gather_object(arrays, gathered)
        if gathered is None:
            return {}
        return {name: np.concatenate([one[name] for one in gathered]) for name in arrays}


@contextmanager
def join_process_group(device: str) -> Iterator[ProcessGroup]:
    """Join the processes that torchrun started, or a group of one."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield ProcessGroup()
        return
    with _join(device, int(os.environ["RANK"]), size, "env://"):
        yield _DistributedGroup()


@contextmanager
def spawn_process_group(
    processes: int, device: str, task: Callable[[ProcessGroup, dict[str, Any]], None], arguments: dict[str, Any]
) -> Iterator[ProcessGroup]:  # fmt: skip
    """Start worker processes on this machine; each runs `task(group, arguments)`. This process leads."""
    with TemporaryDirectory() as folder:
        url = (Path(folder) / "meeting").as_uri()
        workers = [
            get_context("spawn").Process(
                target=_run_task, args=(rank, processes, url, device, task, arguments), daemon=True
            )
            for rank in range(1, processes)
        ]
        for worker in workers:
            worker.start()
        try:
            with _join(device, 0, processes, url):
                yield _DistributedGroup()
            for worker in workers:
                worker.join()
        finally:
            for worker in workers:
                worker.terminate()


def _run_task(
    rank: int, size: int, url: str, device: str, task: Callable[[ProcessGroup, dict[str, Any]], None],
    arguments: dict[str, Any],
) -> None:  # fmt: skip
    with _join(device, rank, size, url):
        task(_DistributedGroup(), arguments)


@contextmanager
def _join(device: str, rank: int, size: int, url: str) -> Iterator[None]:
    if device == "cuda":
        _select_gpu(int(os.environ.get("LOCAL_RANK", rank)))
    backend = "nccl" if device == "cuda" else "gloo"
    dist.init_process_group(backend, url, rank=rank, world_size=size)
    try:
        yield
    finally:
        dist.destroy_process_group()


def _select_gpu(number: int) -> None:
    """Make one GPU visible to torch and to the kernels of the rules. Call it before either uses a GPU."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    names = visible.split(",") if visible else [str(n) for n in range(number + 1)]
    os.environ["CUDA_VISIBLE_DEVICES"] = names[number]
