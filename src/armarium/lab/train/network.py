"""The networks as plain functions of their weights: a policy that also predicts win probabilities, and a critic.

The policy takes an observation row: what its seat knows. It returns the logits of every action and each seat's win
probability, its own seat first. The critic takes a full-state row, rotated so that the acting seat comes first, and
predicts the same win probabilities. It serves as the value function in training, and as the referee's curve in
analysis.

Weights with one more leading dimension are several networks at once: the opponent pool uses this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from armarium.players.network.columns import MEANINGS, Columns

__all__ = [
    "FeatureEncoder",
    "NetworkShape",
    "Weights",
    "add_blocks",
    "cast",
    "critic_shapes",
    "forward",
    "get_shapes",
    "init_weights",
    "log_win_probabilities",
    "policy_shapes",
    "rotate_to_actor",
    "split_outputs",
]  # fmt: skip

Weights = dict[str, Any]  # name: tensor
_IMPOSSIBLE = -1e9  # the logit of an impossible outcome


@dataclass(frozen=True)
class NetworkShape:
    """The dimensions of the networks."""

    inputs: int
    whole_inputs: int
    actions: int
    max_seats: int  # seats at the largest table
    width: int
    blocks: int
    critic_blocks: int


def _layer_shapes(inputs: int, width: int, blocks: int, outputs: int) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {"in.w": (inputs, width), "in.b": (width,)}
    for n in range(blocks):
        for part in ("up", "down"):
            found |= {f"{n}.{part}.w": (width, width), f"{n}.{part}.b": (width,)}
    outputs = -(-outputs // 8) * 8  # GPUs multiply such matrices faster
    return found | {"out.w": (width, outputs), "out.b": (outputs,)}


def policy_shapes(form: NetworkShape) -> dict[str, tuple[int, ...]]:
    return _layer_shapes(form.inputs, form.width, form.blocks, form.actions + form.max_seats)


def critic_shapes(form: NetworkShape) -> dict[str, tuple[int, ...]]:
    return _layer_shapes(form.whole_inputs, form.width, form.critic_blocks, form.max_seats)


def init_weights(shapes: dict[str, tuple[int, ...]], generator: Any) -> Weights:
    """Initialise weights. The outputs start at 0: a uniform policy with equal win probabilities."""
    blocks = sum(name.endswith("down.w") for name in shapes)
    found: Weights = {}
    for name, shape in shapes.items():
        tensor = torch.zeros(shape)
        if len(shape) == 2 and name != "out.w":
            variance = 2.0 / shape[0] / (2 * blocks if name.endswith("down.w") else 1)
            tensor.normal_(0.0, variance**0.5, generator=generator)
        found[name] = tensor
    return found


def add_blocks(weights: Weights, shapes: dict[str, tuple[int, ...]], generator: Any) -> Weights:
    """Add the blocks that `shapes` has and the weights lack. New blocks contribute nothing until they are trained."""
    like = next(iter(weights.values()))
    blocks = {name: shapes[name] for name in shapes if name[0].isdigit() and name not in weights}
    added = {name: tensor.to(like) for name, tensor in init_weights(blocks, generator).items()}
    for name in blocks:
        if name.endswith("down.w"):
            added[name].zero_()
    return weights | added


def get_shapes(weights: Weights) -> dict[str, tuple[int, ...]]:
    return {name: tuple(tensor.shape) for name, tensor in weights.items()}


def cast(weights: Weights, dtype: Any) -> Weights:
    return {name: tensor.to(dtype) for name, tensor in weights.items()}


class FeatureEncoder:
    """Encodes rows of bytes as network inputs, on the networks' device and in their precision."""

    def __init__(self, columns: Columns, device: Any) -> None:
        self._index = torch.as_tensor(columns.where, device=device)
        bytes_ = MEANINGS.shape[1]
        self._offset = torch.as_tensor(bytes_ * columns.meaning, device=device, dtype=torch.int32)
        self._meanings = {
            dtype: torch.as_tensor(MEANINGS.ravel(), device=device).to(dtype)
            for dtype in (torch.float32, torch.bfloat16)
        }

    def __call__(self, rows: Any, dtype: Any) -> Any:
        return self._meanings[dtype][rows[..., self._index] + self._offset]


def forward(weights: Weights, inputs: Any) -> Any:
    """Run the layers. The outputs are in full precision."""
    affine: Callable[..., Any] = torch.addmm if inputs.dim() == 2 else torch.baddbmm
    norm = torch.nn.functional.layer_norm

    def layer(name: str, x: Any) -> Any:
        bias = weights[f"{name}.b"]
        return affine(bias if x.dim() == 2 else bias.unsqueeze(-2), x, weights[f"{name}.w"])

    x = layer("in", inputs)
    width = (x.shape[-1],)
    n = 0
    while f"{n}.up.w" in weights:
        x = x + layer(f"{n}.down", torch.relu(layer(f"{n}.up", norm(x, width))))
        n += 1
    return layer("out", torch.relu(norm(x, width))).float()


def split_outputs(outputs: Any, masks: Any, seats: Any, max_seats: int) -> tuple[Any, Any]:
    """Split the policy's outputs into log-probabilities of the legal actions and of each seat's win."""
    actions = masks.shape[-1]
    log_probs = outputs[..., :actions].masked_fill(masks == 0, _IMPOSSIBLE).log_softmax(-1)
    return log_probs, log_win_probabilities(outputs[..., actions : actions + max_seats], seats)


def log_win_probabilities(outputs: Any, seats: Any) -> Any:
    """Return log-probabilities of winning, over the seats in play."""
    is_empty = torch.arange(outputs.shape[-1], device=outputs.device) >= seats.unsqueeze(-1)
    return outputs.masked_fill(is_empty, _IMPOSSIBLE).log_softmax(-1)


def rotate_to_actor(whole: Any, turns: Any, which: Any) -> Any:
    """Rotate full-state rows so that the acting seat comes first; `which` selects a row of `turns` for each."""
    return whole.gather(1, turns[which])
