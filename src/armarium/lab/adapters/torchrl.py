"""TorchRL: `Games(game, count, seats, device)` is an environment over VectorGame, on a CPU or a GPU.

A step is one decision in each of `count` games. `observation` and `action_mask` are those of the seat to act, `seat`
says which one that is, and `reward` has a column a seat. Where a game ended, the observation is empty: nothing follows.
"""

from __future__ import annotations

from typing import Any

import torch
from tensordict import TensorDict
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from armarium.games.shelf import DEFAULT
from armarium.lab.vector import VectorGame

__all__ = ["Games"]


class Games(EnvBase):  # type: ignore[misc]
    """Options are those of `Game.new`. Random actions of its `action_spec` are legal; an illegal one is refused on a
    CPU (`IllegalInSlot`, and no slot has changed), and leaves its slot as it is on a GPU."""

    def __init__(
        self,
        game: str = DEFAULT,
        count: int = 64,
        seats: int | None = None,
        device: str = "cpu",
        seed: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(device=torch.device(device), batch_size=torch.Size([count]))
        self.games = VectorGame(game, count, seats, device, seed, **options)
        actions, size = len(self.games.actions), self.games.observe().shape[1]
        self.observation_spec = Composite(
            observation=Bounded(-128, 127, shape=(count, size), dtype=torch.int8, device=device),
            action_mask=Binary(actions, shape=(count, actions), dtype=torch.bool, device=device),
            seat=Bounded(
                0, self.games.seats - 1, shape=(count, 1), dtype=torch.int64, device=device
            ),
            shape=(count,),
            device=device,
        )
        self.action_spec = Categorical(actions, shape=(count,), dtype=torch.int64, device=device)
        self.reward_spec = Unbounded(shape=(count, self.games.seats), device=device)
        self.full_done_spec = Composite(
            done=Binary(1, shape=(count, 1), dtype=torch.bool, device=device),
            terminated=Binary(1, shape=(count, 1), dtype=torch.bool, device=device),
            shape=(count,),
            device=device,
        )
        self._look_at(self._legal())

    def _tensor(self, array: Any) -> torch.Tensor:
        """On the very memory that the games write to."""
        return torch.as_tensor(array, device=self.device)

    def _legal(self) -> torch.Tensor:
        return self._tensor(self.games.masks()).bool()

    def _look_at(self, masks: torch.Tensor) -> None:
        self.full_action_spec[self.action_key].update_mask(masks)

    def _seen(self, over: torch.Tensor | None = None) -> dict[str, torch.Tensor]:
        rows, masks = self._tensor(self.games.observe()).clone(), self._legal()
        seats = self._tensor(self.games.actors).to(torch.int64)[:, None]
        self._look_at(masks)
        if over is not None:
            rows, masks = rows.masked_fill(over, 0), masks.masked_fill(over, False)
        return {"observation": rows, "action_mask": masks, "seat": seats}

    def _reset(self, tensordict: TensorDict | None = None, **_: Any) -> TensorDict:
        """All games or, by "_reset", some: those that ended have begun again already."""
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if asked is None:
            self.games.reset()
            self._over = torch.zeros(self.batch_size[0], dtype=torch.bool, device=self.device)
        else:
            wanted = asked.reshape(self.batch_size[0])
            given_up = (wanted & ~self._over).nonzero().flatten()
            if len(given_up):
                self.games.begin_next(given_up.cpu().numpy())
            self._over &= ~wanted
        return self._told(self._seen(self._over[:, None]))

    def _step(self, tensordict: TensorDict) -> TensorDict:
        actions = tensordict["action"].to(torch.int64)
        chosen = actions.detach() if self.device.type == "cuda" else actions.numpy()
        rewards, dones = self.games.step(chosen)
        over = self._tensor(dones).clone()[:, None]
        self._over = over[:, 0].clone()
        won = self._tensor(rewards).clone()
        return self._told(
            {**self._seen(over), "reward": won, "done": over, "terminated": over.clone()}
        )

    def _told(self, parts: dict[str, torch.Tensor]) -> TensorDict:
        return TensorDict(parts, batch_size=self.batch_size, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.games.reset(int(seed))
