"""The kernels that play many games in parallel, on a CPU and on a GPU, and the description of their rows.

Numba checks the types of the kernels, so they are plain callables here; `kernels/slots.py` and `kernels/random_play.py`
show their arguments. A module can be a Batch as well as an object.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

__all__ = ["Batch", "Entry", "Kernel"]

Kernel = Callable[..., Any]


class Entry(NamedTuple):
    """A named range of a row; `start` and `length` count bytes."""

    name: str
    start: int
    length: int
    meaning: str


class Batch(Protocol):
    """Many games at once: their states, rows and kernels."""

    @property
    def STATE(self) -> np.dtype[Any]: ...  # noqa: N802

    @property
    def TRUTH(self) -> np.dtype[Any]: ...  # noqa: N802

    @property
    def VIEWERS(self) -> int: ...  # noqa: N802

    @property
    def WIDTH(self) -> int: ...  # noqa: N802

    @property
    def SIZE(self) -> int: ...  # noqa: N802

    @property
    def WHOLE_SIZE(self) -> int: ...  # noqa: N802

    @property
    def MASK_SIZE(self) -> int: ...  # noqa: N802

    @property
    def TEXTS(self) -> Sequence[str]: ...  # noqa: N802

    @property
    def LAYOUT(self) -> Sequence[Entry]: ...  # noqa: N802

    @property
    def WHOLE_LAYOUT(self) -> Sequence[Entry]: ...  # noqa: N802

    def template(
        self, seats: int, edition: str | None, keep_knowledge: bool, options: dict[str, Any]
    ) -> tuple[np.ndarray, int]:
        """Return a blank game with these options, and the seat that starts (−1: drawn)."""

    def new_states(self, number: int) -> np.ndarray: ...

    def allowed_texts(self, states: np.ndarray, i: int) -> list[str]: ...

    @property
    def begin_slots(self) -> Kernel: ...

    @property
    def turn_slots(self) -> Kernel: ...

    @property
    def first_illegal(self) -> Kernel: ...

    @property
    def observe_slots(self) -> Kernel: ...

    @property
    def observe_all_slots(self) -> Kernel: ...

    @property
    def observe_exactly_at(self) -> Kernel:
        """Write the row of a seat with everything that its view says, and the mask of the seat to act."""

    @property
    def play_games(self) -> Kernel: ...

    @property
    def play_watched(self) -> Kernel: ...

    # Functions that a GPU calls, one thread per slot.

    @property
    def mask(self) -> Kernel: ...

    @property
    def observe(self) -> Kernel: ...

    @property
    def observe_all(self) -> Kernel: ...

    @property
    def begin_with(self) -> Kernel: ...

    @property
    def choose(self) -> Kernel:
        """Choose a uniformly random legal action from a random word of 63 bits."""

    @property
    def inform(self) -> Kernel: ...

    @property
    def apply(self) -> Kernel: ...

    @property
    def is_allowed(self) -> Kernel: ...

    @property
    def is_over(self) -> Kernel: ...

    @property
    def reward(self) -> Kernel: ...

    @property
    def show(self) -> Kernel: ...

    @property
    def turn(self) -> Kernel: ...
