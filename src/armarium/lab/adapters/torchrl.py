"""TorchRL: `Games(game, count, seats, device)` is an environment over VectorGame, on a CPU or a GPU.

A step is one decision in each of `count` games. `observation` and `action_mask` belong to the seat to act, `seat` is
its number, and `reward` has one column per seat. Where a game has ended, the observation is empty.
"""

from __future__ import annotations

from typing import Any, Self

import torch
from tensordict import TensorDict
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from armarium.core.registry import DEFAULT_GAME
from armarium.lab.vector import VectorGame

__all__ = ["Games", "LegalActions"]


class LegalActions(Categorical):  # type: ignore[misc]
    """Actions with one mask that all copies share: a policy or collector samples from a copy."""

    def clone(self) -> Self:
        return type(self)(self.space.n, self.shape, self.device, self.dtype, mask=self.mask)


class Games(EnvBase):  # type: ignore[misc]
    """Many games at once; options as in `Game.new`. Random actions of its `action_spec` are legal.

    On a CPU an illegal action raises `IllegalInSlot` and no slot changes. On a GPU its slot stays unchanged.
    """

    def __init__(
        self,
        game: str = DEFAULT_GAME,
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
        masks = self._legal_masks().clone()
        self.action_spec = LegalActions(actions, (count,), device, torch.int64, mask=masks)
        self.reward_spec = Unbounded(shape=(count, self.games.seats), device=device)
        self.full_done_spec = Composite(
            done=Binary(1, shape=(count, 1), dtype=torch.bool, device=device),
            terminated=Binary(1, shape=(count, 1), dtype=torch.bool, device=device),
            shape=(count,),
            device=device,
        )

    def _tensor(self, array: Any) -> torch.Tensor:
        """Return a tensor that shares memory with the games."""
        return torch.as_tensor(array, device=self.device)

    def _legal_masks(self) -> torch.Tensor:
        return self._tensor(self.games.masks()).bool()

    def _update_mask(self, masks: torch.Tensor) -> None:
        self.full_action_spec[self.action_key].mask.copy_(masks)

    def _observe(self, over: torch.Tensor | None = None) -> dict[str, torch.Tensor]:
        rows, masks = self._tensor(self.games.observe()).clone(), self._legal_masks()
        seats = self._tensor(self.games.actors).to(torch.int64)[:, None]
        self._update_mask(masks)
        if over is not None:
            rows, masks = rows.masked_fill(over, 0), masks.masked_fill(over, False)
        return {"observation": rows, "action_mask": masks, "seat": seats}

    def _reset(self, tensordict: TensorDict | None = None, **_: Any) -> TensorDict:
        """Reset all games or, by "_reset", some. Games that ended have already been restarted."""
        reset_mask = None if tensordict is None else tensordict.get("_reset", None)
        if reset_mask is None:
            self.games.reset()
            self._over = torch.zeros(self.batch_size[0], dtype=torch.bool, device=self.device)
        else:
            is_reset = reset_mask.reshape(self.batch_size[0])
            abandoned = (is_reset & ~self._over).nonzero().flatten()
            if len(abandoned):
                self.games.start_next(abandoned.cpu().numpy())
            self._over &= ~is_reset
        return self._make_tensordict(self._observe(self._over[:, None]))

    def _step(self, tensordict: TensorDict) -> TensorDict:
        actions = tensordict["action"].to(torch.int64)
        chosen = actions.detach() if self.device.type == "cuda" else actions.numpy()
        rewards, dones = self.games.step(chosen)
        over = self._tensor(dones).clone()[:, None]
        self._over = over[:, 0].clone()
        won = self._tensor(rewards).clone()
        return self._make_tensordict(
            {**self._observe(over), "reward": won, "done": over, "terminated": over.clone()}
        )

    def _make_tensordict(self, parts: dict[str, torch.Tensor]) -> TensorDict:
        return TensorDict(parts, batch_size=self.batch_size, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.games.reset(int(seed))
