"""The networks, as plain functions of their weights: a policy that also tells all seats' chances, and a critic.

The policy sees what its seat knows: a row in, the odds of every action out, and beside them the chance of each seat to
win, counted from its own. The critic sees the referee's row, counted from the seat that acts, and tells the same
chances: it is the measure of every decision while learning, and the referee's curve afterwards.

A matrix with one more dimension in front is several networks at once: the pool of earlier selves plays so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from armarium.players.network.columns import MEANINGS, Columns

__all__ = [
    "Form", "Reader", "Weights", "cast", "chances_of", "critic_shapes", "deepened", "new_weights",
    "policy_shapes", "run", "shapes_of", "split", "turn_round",
]  # fmt: skip

Weights = dict[str, Any]  # name: tensor
_NEVER = -1e9  # the logit of what cannot be


@dataclass(frozen=True)
class Form:
    """What the networks of a game and a setting look like."""

    inputs: int
    whole_inputs: int
    actions: int
    most: int  # seats, at the largest table
    width: int
    blocks: int
    critic_blocks: int


def _shapes(inputs: int, width: int, blocks: int, outputs: int) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {"in.w": (inputs, width), "in.b": (width,)}
    for n in range(blocks):
        for part in ("up", "down"):
            found |= {f"{n}.{part}.w": (width, width), f"{n}.{part}.b": (width,)}
    outputs = -(-outputs // 8) * 8  # matrices are fast with such rows
    return found | {"out.w": (width, outputs), "out.b": (outputs,)}


def policy_shapes(form: Form) -> dict[str, tuple[int, ...]]:
    return _shapes(form.inputs, form.width, form.blocks, form.actions + form.most)


def critic_shapes(form: Form) -> dict[str, tuple[int, ...]]:
    return _shapes(form.whole_inputs, form.width, form.critic_blocks, form.most)


def new_weights(shapes: dict[str, tuple[int, ...]], generator: Any) -> Weights:
    """Nothing is preferred at first: the outputs begin at 0, a uniform player who thinks all chances equal."""
    blocks = sum(name.endswith("down.w") for name in shapes)
    found: Weights = {}
    for name, shape in shapes.items():
        tensor = torch.zeros(shape)
        if len(shape) == 2 and name != "out.w":
            gain = 2.0 / shape[0] / (2 * blocks if name.endswith("down.w") else 1)
            tensor.normal_(0.0, gain**0.5, generator=generator)
        found[name] = tensor
    return found


def deepened(weights: Weights, shapes: dict[str, tuple[int, ...]], generator: Any) -> Weights:
    """The same function with all the blocks of `shapes`: those it had not add nothing until they learn."""
    kind = next(iter(weights.values()))
    blocks = {name: shapes[name] for name in shapes if name[0].isdigit() and name not in weights}
    fresh = {name: tensor.to(kind) for name, tensor in new_weights(blocks, generator).items()}
    for name in blocks:
        if name.endswith("down.w"):
            fresh[name].zero_()
    return weights | fresh


def shapes_of(weights: Weights) -> dict[str, tuple[int, ...]]:
    return {name: tuple(tensor.shape) for name, tensor in weights.items()}


def cast(weights: Weights, kind: Any) -> Weights:
    return {name: tensor.to(kind) for name, tensor in weights.items()}


class Reader:
    """Rows of bytes become the networks' inputs, on the device and in the precision of the networks."""

    def __init__(self, columns: Columns, device: Any) -> None:
        self._where = torch.as_tensor(columns.where, device=device)
        bytes_ = MEANINGS.shape[1]
        self._line = torch.as_tensor(bytes_ * columns.meaning, device=device, dtype=torch.int32)
        self._meanings = {
            kind: torch.as_tensor(MEANINGS.ravel(), device=device).to(kind)
            for kind in (torch.float32, torch.bfloat16)
        }

    def __call__(self, rows: Any, kind: Any) -> Any:
        return self._meanings[kind][rows[..., self._where] + self._line]


def run(weights: Weights, inputs: Any) -> Any:
    """Through the layers; the outputs in full precision."""
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


def split(outputs: Any, masks: Any, seats: Any, most: int) -> tuple[Any, Any]:
    """The policy's outputs as logarithms: of the odds of the legal actions, and of the chances of the seats."""
    actions = masks.shape[-1]
    odds = outputs[..., :actions].masked_fill(masks == 0, _NEVER).log_softmax(-1)
    return odds, chances_of(outputs[..., actions : actions + most], seats)


def chances_of(outputs: Any, seats: Any) -> Any:
    """Logarithms of the chances of the seats that somebody holds."""
    nobody = torch.arange(outputs.shape[-1], device=outputs.device) >= seats.unsqueeze(-1)
    return outputs.masked_fill(nobody, _NEVER).log_softmax(-1)


def turn_round(whole: Any, turns: Any, which: Any) -> Any:
    """The referee's rows counted from the seat that acts: `which` line of `turns` serves each of them."""
    return whole.gather(1, turns[which])
