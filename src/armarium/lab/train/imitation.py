"""Train imitations of built-in players as members of the opponent pool.

A network that only ever met itself knows only its own way of playing. Built-in players run on a CPU, but an imitation
can sit at a hundred thousand tables on a GPU. It starts as a copy of the network and learns the choices of the built-in
player in games against that network, on training deals.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from armarium.lab.arena.deals import Setting
from armarium.lab.train.evaluation import RecordedDecisions, play_against
from armarium.lab.train.learner import Learner
from armarium.lab.train.network import FeatureEncoder, Weights, cast, forward
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import training_seed

__all__ = ["GREEDY_SHARPNESS", "imitate", "record_decisions", "sharpen"]

MAX_RECORDED = 24  # decisions of the built-in player recorded between two decisions of the network
HOLDOUT = 16  # one sample in this many is held out for validation
EPOCHS, MINIBATCH, RATE = 6, 2048, 1e-3
# The pool samples actions. To imitate players that do not, multiply their logits by these factors.
SHARPNESS, GREEDY_SHARPNESS = 4, 256


def sharpen(guest: Weights, factor: int = SHARPNESS) -> Weights:
    """Sharpen a policy so that it nearly always takes its most likely action."""
    return {k: t * factor if k.startswith("out.") else t for k, t in guest.items()}


def record_decisions(
    settings: Settings, name: str, learner: Learner, encoder: FeatureEncoder
) -> RecordedDecisions:
    """Record what the built-in player chooses at every table, with the newest network sampling in one of the seats."""
    policy, _ = learner.acting_weights()
    device = learner.tables.device
    generator = torch.Generator(device).manual_seed(settings.seed)

    def choose(rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            outputs = _outputs(policy, encoder, learner.dtype, rows, masks, device)
            noise = torch.empty_like(outputs).exponential_(generator=generator)
            found: np.ndarray = (outputs.softmax(1) / noise).argmax(1).cpu().numpy()
        return found

    recorded = []
    for n, table in enumerate(settings.tables):
        options = tuple(sorted(table.options.items()))
        setting = Setting(settings.game, table.seats, table.edition or "", options, settings.seed)
        first = training_seed(settings.seed, 0, 1000 + n)  # runs start at 1
        seeds = list(range(first, first + settings.guest_deals))
        recorded.append(play_against(setting, seeds, name, choose, MAX_RECORDED)[1])
    rows, masks, codes = (np.concatenate(part) for part in zip(*recorded))
    return rows, masks[:, : learner.tables.actions], codes


def imitate(
    settings: Settings, name: str, learner: Learner, encoder: FeatureEncoder
) -> tuple[Weights, float]:
    """Return the imitation's weights in half precision, and its accuracy on held-out decisions."""
    rows, masks, codes = record_decisions(settings, name, learner, encoder)
    device, dtype = learner.tables.device, learner.dtype
    rng = np.random.default_rng(settings.seed)
    order = rng.permutation(len(codes))
    holdout, order = order[: len(order) // HOLDOUT], order[len(order) // HOLDOUT :]
    weights = {k: t.detach().clone().requires_grad_() for k, t in learner.policy.items()}
    optimiser = torch.optim.Adam(weights.values(), RATE)
    size = min(MINIBATCH, len(order))
    total = EPOCHS * (len(order) // size)
    done = 0
    for _ in range(EPOCHS):
        order = rng.permutation(order)
        for at in range(0, len(order) - size + 1, size):
            part = order[at : at + size]
            outputs = _outputs(
                cast(weights, dtype), encoder, dtype, rows[part], masks[part], device
            )
            targets = torch.from_numpy(codes[part]).to(device)
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(outputs, targets).backward()
            optimiser.param_groups[0]["lr"] = RATE * (1 - done / total)
            optimiser.step()
            done += 1
    half = {k: t.detach().half() for k, t in weights.items()}
    acting, correct = cast(half, dtype), 0
    with torch.no_grad():
        for part in np.array_split(holdout, -(-len(holdout) // MINIBATCH) or 1):
            outputs = _outputs(acting, encoder, dtype, rows[part], masks[part], device)
            correct += int((outputs.argmax(1).cpu().numpy() == codes[part]).sum())
    return half, correct / max(1, len(holdout))


def _outputs(
    weights: Weights,
    encoder: FeatureEncoder,
    dtype: Any,
    rows: np.ndarray,
    masks: np.ndarray,
    device: str,
) -> Any:
    seen = torch.from_numpy(np.ascontiguousarray(rows)).to(device)
    legal = torch.from_numpy(np.ascontiguousarray(masks)).to(device)
    outputs = forward(weights, encoder(seen, dtype))[:, : legal.shape[1]]
    return outputs.masked_fill(legal == 0, -1e9)
