"""VectorGame: many games in parallel, on all cores of a CPU or on a GPU, with the same rules.

Every slot plays one game after another. The n-th game of slot i (both from 0) has the seed `seed + n × count + i`:
`Game.new(seats, that_seed, edition, …)` deals the same cards, so any game of a batch can be replayed and recorded
separately.

`step` plays one action in every slot. Where it ends a game, `dones` is True and `rewards` holds each seat's reward (1
for a win, shared among the winners). The slot's next game has then already started: `actors`, `observe` and `masks`
describe the new game. Every call returns the same arrays and overwrites them: copy what you keep.

Arrays are NumPy arrays on a CPU. With `device="cuda"` they are Numba device arrays of the same shape and type, which
support the CUDA array interface (docs/gpu.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armarium.core.batch import Entry
from armarium.core.definition import resolve_edition
from armarium.core.errors import BadOption
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.core.state_game import StateGame
from armarium.lab.slots import CpuSlots, IllegalInSlot, NoDevice, Slots, find_batch, game_from_state

__all__ = ["IllegalInSlot", "NoDevice", "VectorGame", "find_batch"]


class VectorGame:
    """`count` games with `seats` seats each; see the module's documentation."""

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        count: int = 1024,
        seats: int | None = None,
        device: str = "cpu",
        seed: int = 0,
        *,
        edition: str | None = None,
        observations: bool = True,
        masks: bool = True,
        keep_knowledge: bool = True,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Create the games. By default they have the game's maximum number of seats and its first edition.

        With `keep_knowledge=False` the rules do not track what each seat knows. That is faster, but nothing can be
        observed.

        With `observations=False` or `masks=False` those arrays are not written and are None.
        """
        self._arguments = {
            "game": game, "count": count, "seats": seats, "device": device, "seed": seed, "edition": edition,
            "observations": observations, "masks": masks, "keep_knowledge": keep_knowledge, "threads": threads,
            **options,
        }  # fmt: skip
        self._batch = find_batch(game)
        if not isinstance(count, int) or count < 1:
            raise BadOption(option="count", asked=count, form="whole-number", low=1)
        if device not in ("cpu", "cuda"):
            raise BadOption(option="device", asked=device, allowed=["cpu", "cuda"])
        if observations and not keep_knowledge:
            raise BadOption(option="keep_knowledge", asked=keep_knowledge, form="observed-games")
        definition = find_game(game)
        seats = definition.seats[-1] if seats is None else seats
        self._edition, self._options = resolve_edition(definition, edition), options
        self.game, self.count, self.seats, self.device = game, count, seats, device
        self.seed = _check_seed(seed, count)
        template = self._batch.template(
            seats, resolve_edition(definition, edition), keep_knowledge, options
        )
        arguments = (count, seats, template, observations, masks)
        self._slots: Slots
        if device == "cpu":
            self._slots = CpuSlots(self._batch, *arguments, threads)
        else:
            from armarium.lab.cuda.slots import CudaSlots

            self._slots = CudaSlots(self._batch, *arguments)
        self._slots.reset(self.seed)

    def reset(self, seed: int | None = None) -> None:
        """Restart the first game of every slot, with another seed if one is given."""
        self.seed = self.seed if seed is None else _check_seed(seed, self.count)
        self._slots.reset(self.seed)

    def step(
        self, actions: ArrayLike, stays: ArrayLike | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play one action code per slot; return `rewards` and `dones`.

        Nothing is played in slots where `stays`, (count,) bool, is True.

        On a CPU an illegal code raises IllegalInSlot, and no slot changes. A GPU does not check first, because that
        would force a synchronisation: the slot stays unchanged and `illegal` is 1 until its next legal action.
        """
        self._slots.step(actions, stays)
        return self.rewards, self.dones

    def start_next(self, slots: ArrayLike) -> None:
        """Abandon the games of these slots, given by number, and start their next ones. CPU only."""
        self._slots.start_next(np.asarray(slots, np.int64))

    def adopt_masks(self) -> None:
        """Check the next actions against `masks()`, after a caller has restored all arrays in place."""
        self._slots.adopt_masks()

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments and the games. Threads and compiled functions are not pickled."""
        return {"arguments": self._arguments, "seed": self.seed, "slots": self._slots.get_arrays()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        self.seed = state["seed"]
        self._slots.set_arrays(self.seed, state["slots"])

    def copy_game(self, slot: int) -> StateGame:
        """Return a copy of the game of a slot, to inspect, play on or draw. It has no history."""
        if not isinstance(slot, int | np.integer) or not 0 <= slot < self.count:
            high = self.count - 1
            raise BadOption(option="slot", asked=slot, form="number-between", low=0, high=high)
        pattern = find_game(self.game).deal(self.seats, 0, self._edition, **self._options)
        assert isinstance(pattern, StateGame)
        states = self.states
        host_states = states.copy_to_host() if hasattr(states, "copy_to_host") else states
        return game_from_state(pattern, host_states[slot : slot + 1].copy())

    def observe(self, seats: ArrayLike | None = None) -> NDArray[np.int8]:
        """Return what the seat to act knows in each slot, (count, SIZE) int8.

        `seats` selects another seat: one for all slots, or one per slot.
        """
        rows: NDArray[np.int8] = (
            self._slots.observations if seats is None else self._slots.observe(seats)
        )
        return rows

    def observe_all(self) -> NDArray[np.int8]:
        """Return the full state, (count, WHOLE_SIZE) int8, for critics."""
        rows: NDArray[np.int8] = self._slots.observe_all()
        return rows

    def masks(self) -> NDArray[np.int8]:
        """Return 1 for each legal action code, (count, actions) int8; `lab.sampling` draws from them."""
        masks: NDArray[np.int8] = self._slots.masks
        return masks

    @property
    def actors(self) -> NDArray[np.int8]:
        """The seat to act, (count,) int8."""
        actors: NDArray[np.int8] = self._slots.actors
        return actors

    @property
    def rewards(self) -> NDArray[np.float32]:
        """(count, seats) float32, nonzero only where the last step ended a game."""
        rewards: NDArray[np.float32] = self._slots.rewards
        return rewards

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether the last step ended a game, (count,) bool."""
        dones: NDArray[np.bool_] = self._slots.dones
        return dones

    @property
    def illegal(self) -> NDArray[np.int8]:
        """On a GPU, 1 where the last action was illegal and nothing was played, (count,) int8."""
        illegal: NDArray[np.int8] = self._slots.illegal
        return illegal

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of the current game of each slot, from 0, (count,) int64."""
        numbers: NDArray[np.int64] = self._slots.numbers
        return numbers

    @property
    def states(self) -> np.ndarray:
        """The games as records, (count,), to read. Their layout is internal."""
        states: np.ndarray = self._slots.states
        return states

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the action codes."""
        return tuple(self._batch.TEXTS)

    @property
    def layout(self) -> Sequence[Entry]:
        """The meaning of the bytes of an observation: entries with name, start, length and meaning."""
        return self._batch.LAYOUT


def _check_seed(seed: int, count: int) -> int:
    """Check that the seeds of all games of a batch stay below 2**63."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**62:
        raise BadOption(option="seed", asked=seed, form="number-between", low=0, high=2**62 - 1)
    return seed
