"""VectorGame: many games side by side, on all cores of a CPU or on a GPU, by the same rules.

Every slot plays one game after another. The n-th game of slot i (both from 0) is the game of seed
`seed + n × count + i`: `Game.new(seats, that_seed, edition, …)` deals the same cards, so any game of a batch can be
played again, recorded and looked at by itself.

`step` plays one action in every slot. Where it ends a game, `dones` says so, `rewards` holds what each seat won (a won
game is worth 1, shared among its winners), and the slot's next game has already begun: `actors`, `observe` and `masks`
speak of the new one. All arrays are the same at every call, written over by the next: copy what is to be kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.shelf import DEFAULT, open_book
from armarium.games.table.errors import BadOption
from armarium.games.table.state_game import StateGame
from armarium.lab.batch.single import game_at
from armarium.lab.batch.slots import CpuSlots, IllegalInSlot, NoDevice, Slots, batch_of

__all__ = ["IllegalInSlot", "NoDevice", "VectorGame", "batch_of"]


class VectorGame:
    """`count` games of `seats` seats; see the top of this page."""

    def __init__(
        self,
        game: str = DEFAULT,
        count: int = 1024,
        seats: int | None = None,
        device: str = "cpu",
        seed: int = 0,
        *,
        edition: str | None = None,
        observations: bool = True,
        masks: bool = True,
        eyes: bool = True,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Seats and edition are the book's last and first if none are named.

        Without `eyes` no seat's knowledge is kept: faster, and nothing can be observed.

        What is not asked for, observations or masks, is not written, and is None.
        """
        self._asked = {
            "game": game, "count": count, "seats": seats, "device": device, "seed": seed, "edition": edition,
            "observations": observations, "masks": masks, "eyes": eyes, "threads": threads, **options,
        }  # fmt: skip
        self._batch = batch_of(game)
        if not isinstance(count, int) or count < 1:
            raise BadOption(option="count", asked=count, form="whole-number", low=1)
        if device not in ("cpu", "cuda"):
            raise BadOption(option="device", asked=device, allowed=["cpu", "cuda"])
        if observations and not eyes:
            raise BadOption(option="eyes", asked=eyes, form="eyes-to-observe")
        book = open_book(game)
        seats = book.seats[-1] if seats is None else seats
        self._edition, self._options = book.edition(edition), options
        self.game, self.count, self.seats, self.device = game, count, seats, device
        self.seed = _checked(seed, count)
        template = self._batch.template(seats, book.edition(edition), eyes, options)
        form = (count, seats, template, observations, masks)
        self._slots: Slots
        if device == "cpu":
            self._slots = CpuSlots(self._batch, *form, threads)
        else:
            from armarium.lab.cuda.slots import CudaSlots

            self._slots = CudaSlots(self._batch, *form)
        self._slots.begin(self.seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin the first game of every slot again, with another seed if one is given."""
        self.seed = self.seed if seed is None else _checked(seed, self.count)
        self._slots.begin(self.seed)

    def step(self, actions: Any, stays: Any = None) -> tuple[Any, Any]:
        """Play an action code a slot; returns `rewards` and `dones`.

        Where `stays`, (count,) bool, is true, nothing is played, whatever the code.

        On a CPU a code that is not legal raises IllegalInSlot and nothing changes in any slot. On a GPU nobody waits to
        look: a slot with such a code stays as it is, and `illegal` holds 1 for it until its next legal action.
        """
        self._slots.turn(actions, stays)
        return self._slots.rewards, self._slots.dones

    def begin_next(self, slots: Any) -> None:
        """Give up the games of these slots, by number, and begin their next ones; on a CPU only."""
        self._slots.begin_next(np.asarray(slots, np.int64))

    def __getstate__(self) -> dict[str, Any]:
        """How it was asked for, and the games as they stand; threads and compiled chapters do not travel."""
        return {"asked": self._asked, "seed": self.seed, "slots": self._slots.kept()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept["asked"])  # type: ignore[misc]
        self.seed = kept["seed"]
        self._slots.put_back(self.seed, kept["slots"])

    def single(self, slot: int) -> StateGame:
        """The game of a slot as it stands, a copy: to look at, to play on, to draw. It has no past."""
        if not isinstance(slot, int | np.integer) or not 0 <= slot < self.count:
            high = self.count - 1
            raise BadOption(option="slot", asked=slot, form="number-between", low=0, high=high)
        pattern = open_book(self.game).deal(self.seats, 0, self._edition, **self._options)
        assert isinstance(pattern, StateGame)
        states = self.states
        here = states.copy_to_host() if hasattr(states, "copy_to_host") else states
        return game_at(pattern, here[slot : slot + 1].copy())

    def observe(self, seats: Any = None) -> Any:
        """(count, SIZE) int8: what the seat to act knows in each slot; or a seat, or one seat a slot, of your own."""
        return self._slots.observations if seats is None else self._slots.observe(seats)

    def observe_all(self) -> Any:
        """(count, WHOLE_SIZE) int8: what only the referee knows; for critics."""
        return self._slots.observe_all()

    def masks(self) -> Any:
        """(count, actions) int8: 1 for each action code that is legal now; `lab.sampling` draws from them."""
        return self._slots.masks

    @property
    def actors(self) -> Any:
        """(count,) int8: the seat to act."""
        return self._slots.actors

    @property
    def rewards(self) -> Any:
        """(count, seats) float32, not 0 only where the last step ended a game."""
        return self._slots.rewards

    @property
    def dones(self) -> Any:
        """(count,) bool: did the last step end a game?"""
        return self._slots.dones

    @property
    def illegal(self) -> Any:
        """(count,) int8: on a GPU, 1 where the last action was not legal and nothing was played."""
        return self._slots.illegal

    @property
    def numbers(self) -> Any:
        """(count,) int64: which game each slot is at, from 0."""
        return self._slots.numbers

    @property
    def states(self) -> Any:
        """(count,) records: the games themselves, for who knows what to do with them."""
        return self._slots.states

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the action codes."""
        return tuple(self._batch.TEXTS)

    @property
    def layout(self) -> Any:
        """What the bytes of an observation mean: entries of name, start, length, meaning."""
        return self._batch.LAYOUT


def _checked(seed: int, count: int) -> int:
    """Seeds of all games of a batch stay below 2**63."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**62:
        raise BadOption(option="seed", asked=seed, form="number-between", low=0, high=2**62 - 1)
    return seed
