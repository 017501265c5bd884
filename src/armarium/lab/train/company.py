"""Several processes that learn as one, by torch's own distributed package: gloo on CPUs, NCCL on GPUs.

Each plays its own slots and learns from its own minibatches; the gradients are averaged before every step, so that all
have the same weights, bit for bit. The first one leads: it watches the clock, writes, and meets the house.
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

__all__ = ["Company", "company_of", "in_company"]

Thing = TypeVar("Thing")
Arrays = dict[str, np.ndarray]


class Company:
    """Whoever learns alone: its own word is everybody's."""

    rank, size = 0, 1

    @property
    def leads(self) -> bool:
        return self.rank == 0

    def told(self, thing: Thing) -> Thing:
        """What the leader has, for all."""
        return thing

    def fewest(self, number: int) -> int:
        return number

    def mean(self, tensor: Any) -> Any:
        return tensor

    def mean_and_spread(self, values: Any) -> tuple[Any, Any]:
        return values.mean(), values.std()

    def average_gradients(self, weights: Iterable[Any]) -> None:
        """Before a step of the optimiser."""

    def together(self, arrays: Arrays) -> Arrays:
        """Everybody's, one after the other; only the leader gets them."""
        return arrays


class _Together(Company):
    def __init__(self) -> None:
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        on_gpu = dist.get_backend() == "nccl"
        self._device = torch.device("cuda" if on_gpu else "cpu")

    def told(self, thing: Thing) -> Thing:
        shown: list[Any] = [thing if self.leads else None]
        dist.broadcast_object_list(shown, 0, device=self._device)
        found: Thing = shown[0]
        return found

    def fewest(self, number: int) -> int:
        least = torch.tensor(number, device=self._device)
        dist.all_reduce(least, dist.ReduceOp.MIN)
        return int(least)

    def _sum(self, tensor: Any) -> Any:
        summed = tensor.detach().clone()
        dist.all_reduce(summed)
        return summed

    def mean(self, tensor: Any) -> Any:
        return self._sum(tensor) / self.size

    def mean_and_spread(self, values: Any) -> tuple[Any, Any]:
        exact = values.double()
        number = self._sum(torch.tensor(float(len(values)), dtype=exact.dtype, device=exact.device))
        mean = self._sum(exact.sum()) / number
        spread = (self._sum(((exact - mean) ** 2).sum()) / (number - 1)).sqrt()
        return mean.to(values.dtype), spread.to(values.dtype)

    def average_gradients(self, weights: Iterable[Any]) -> None:
        """All in one message: small ones take as long as large ones."""
        gradients = [tensor.grad for tensor in weights]
        whole = self.mean(torch.cat([gradient.flatten() for gradient in gradients]))
        parts = whole.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts):
            gradient.copy_(part.view_as(gradient))

    def together(self, arrays: Arrays) -> Arrays:
        gathered: list[Any] | None = [None] * self.size if self.leads else None
        dist.gather_object(arrays, gathered)
        if gathered is None:
            return {}
        return {name: np.concatenate([one[name] for one in gathered]) for name in arrays}


@contextmanager
def company_of(device: str) -> Iterator[Company]:
    """Of those that torchrun has started, if it has; else nobody else."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield Company()
        return
    with _joined(device, int(os.environ["RANK"]), size, "env://"):
        yield _Together()


@contextmanager
def in_company(
    processes: int, device: str, follow: Callable[[Company, dict[str, Any]], None], asked: dict[str, Any]
) -> Iterator[Company]:  # fmt: skip
    """This process leads others of this machine; each does `follow(company, asked)`."""
    with TemporaryDirectory() as folder:
        where = (Path(folder) / "meeting").as_uri()
        others = [
            get_context("spawn").Process(
                target=_follow, args=(rank, processes, where, device, follow, asked), daemon=True
            )
            for rank in range(1, processes)
        ]
        for other in others:
            other.start()
        try:
            with _joined(device, 0, processes, where):
                yield _Together()
            for other in others:
                other.join()
        finally:
            for other in others:
                other.terminate()


def _follow(
    rank: int, size: int, where: str, device: str, follow: Callable[[Company, dict[str, Any]], None],
    asked: dict[str, Any],
) -> None:  # fmt: skip
    with _joined(device, rank, size, where):
        follow(_Together(), asked)


@contextmanager
def _joined(device: str, rank: int, size: int, where: str) -> Iterator[None]:
    if device == "cuda":
        _take_gpu(int(os.environ.get("LOCAL_RANK", rank)))
    backend = "nccl" if device == "cuda" else "gloo"
    dist.init_process_group(backend, where, rank=rank, world_size=size)
    try:
        yield
    finally:
        dist.destroy_process_group()


def _take_gpu(number: int) -> None:
    """The only one that torch and the rules' kernels will see; nobody has asked for a GPU yet."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    names = visible.split(",") if visible else [str(n) for n in range(number + 1)]
    os.environ["CUDA_VISIBLE_DEVICES"] = names[number]
