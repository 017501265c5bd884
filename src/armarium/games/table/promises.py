"""The optional parts of a book, as what the lab asks of them. A module may keep such a promise as well as an object.

A batch is called by loops of Numba's, on a CPU and on a GPU, whose types are the compiler's business: its kernels are
callables here, and their arguments stand in `kernels/slots.py` and `kernels/random_play.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from armarium.games.table.game import Game
from armarium.games.table.layout import Entry
from armarium.games.table.state_game import StateGame

__all__ = ["Batch", "Beside", "ExplicitChance", "Kernel", "Odds", "Rows"]

Kernel = Callable[..., Any]
Odds = list[tuple[int, float]]  # results of chance, each with its probability


class Rows(Protocol):
    """What a seat knows as bytes, and the codes of actions."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of every action code."""

    @property
    def layout(self) -> Sequence[Entry]: ...

    @property
    def size(self) -> int: ...

    @property
    def score(self) -> Entry | None:
        """Where a row says what the game would be worth if it ended now; None: nothing before its end."""

    def observation(self, game: Game, seat: int) -> np.ndarray:
        """(size,) int8."""


class Batch(Protocol):
    """The chapter of a game that plays many games side by side."""

    @property
    def STATE(self) -> np.dtype[Any]: ...  # noqa: N802

    @property
    def TRUTH(self) -> np.dtype[Any]: ...  # noqa: N802

    @property
    def EYES(self) -> int: ...  # noqa: N802

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
        """A blank game with these options, and the seat that is to begin (−1: drawn)."""

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
    def play_games(self) -> Kernel: ...

    @property
    def play_watched(self) -> Kernel: ...

    # What a GPU calls, one thread a slot.

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
        """By a random word of 63 bits: a legal action, all equally likely."""

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


class Beside(Protocol):
    """The built-in players in many games at once, beside somebody from elsewhere: they move until it is to act."""

    @property
    def NAMES(self) -> Sequence[str]: ...  # noqa: N802

    def first_word(self, seed: int) -> int: ...

    def new_features(self, number: int) -> np.ndarray: ...

    @property
    def go_on(self) -> Kernel: ...

    @property
    def choose_slots(self) -> Kernel:
        """What one of them would do in every slot of a batch, whoever is to act there."""


class ExplicitChance(Protocol):
    """A game whose chance is asked for, one result at a time, not drawn from a seed (lab/adapters/explicit.py)."""

    seats: int
    options: dict[str, Any]
    results: int  # how many results of chance have a number
    longest: int  # no game has more decisions,
    most_chances: int  # nor more results of chance,
    most_tokens: int  # nor is more of it seen
    tokens: tuple[str, ...]  # what can be seen: actions, cards …
    most_worth: float  # what a game can be worth to a seat; nothing is worth less than 0

    def begin(self, chosen: list[int]) -> tuple[np.ndarray | None, Odds]: ...

    def after(
        self, before: np.ndarray, code: int, chosen: list[int]
    ) -> tuple[np.ndarray | None, Odds]: ...

    def seen(
        self, before: np.ndarray | None, code: int, after: np.ndarray, eye: int
    ) -> list[int]: ...

    def hand(self, states: np.ndarray, seat: int) -> list[int]: ...

    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str: ...

    def at(self, states: np.ndarray) -> StateGame: ...

    def play_out(self, states: np.ndarray, rng: np.random.Generator) -> list[float]:
        """Decide at random what chance has not decided, then play at random to the end; what each seat wins."""

    def legal(self, states: np.ndarray) -> list[int]: ...

    def is_legal(self, states: np.ndarray, code: int) -> bool: ...

    def returns(self, states: np.ndarray | None) -> list[float]: ...
