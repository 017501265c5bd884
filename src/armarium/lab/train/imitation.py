"""Guests of the pool: networks that choose as a player of the house does, as far as they can.

A network that only ever met itself knows only its own ways to play. Players of the house run on a CPU; an imitation
of one can sit at a hundred thousand tables of a GPU. It begins as the network itself and learns what the house chose in
games against that network, on deals of training.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from armarium.lab.arena.deals import Setting
from armarium.lab.train.ladder import Notes, play
from armarium.lab.train.learner import Learner
from armarium.lab.train.network import Reader, Weights, cast, run
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import training_seed

__all__ = ["LIKELIEST", "imitate", "surely", "watched"]

ROOM = 24  # decisions of the house between two of the network's that are noted
HELD_BACK = 16  # one in so many is not learnt from, and tells how well it went
EPOCHS, MINIBATCH, RATE = 6, 2048, 1e-3
# The pool draws by the odds, others do not: their odds are raised to these powers.
SURENESS, LIKELIEST = 4, 256


def surely(guest: Weights, power: int = SURENESS) -> Weights:
    """The guest, which takes its likeliest action nearly always."""
    return {k: t * power if k.startswith("out.") else t for k, t in guest.items()}


def watched(settings: Settings, name: str, learner: Learner, reader: Reader) -> Notes:
    """What the house chose at every table, with the newest network in one of the seats, drawing by its odds."""
    policy, _ = learner.acting()
    device = learner.tables.device
    chance = torch.Generator(device).manual_seed(settings.seed)

    def choose(rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            outputs = _outputs(policy, reader, learner.kind, rows, masks, device)
            noise = torch.empty_like(outputs).exponential_(generator=chance)
            found: np.ndarray = (outputs.softmax(1) / noise).argmax(1).cpu().numpy()
        return found

    notes = []
    for n, table in enumerate(settings.tables):
        options = tuple(sorted(table.options.items()))
        setting = Setting(settings.game, table.seats, table.edition or "", options, settings.seed)
        first = training_seed(settings.seed, 0, 1000 + n)  # calls begin at 1
        seeds = list(range(first, first + settings.guest_deals))
        notes.append(play(setting, seeds, name, choose, ROOM)[1])
    rows, masks, codes = (np.concatenate(part) for part in zip(*notes))
    return rows, masks[:, : learner.tables.actions], codes


def imitate(
    settings: Settings, name: str, learner: Learner, reader: Reader
) -> tuple[Weights, float]:
    """The imitation's weights in half precision, and how often it chose as the house in decisions it had not seen."""
    rows, masks, codes = watched(settings, name, learner, reader)
    device, kind = learner.tables.device, learner.kind
    rng = np.random.default_rng(settings.seed)
    order = rng.permutation(len(codes))
    aside, order = order[: len(order) // HELD_BACK], order[len(order) // HELD_BACK :]
    weights = {k: t.detach().clone().requires_grad_() for k, t in learner.policy.items()}
    optimiser = torch.optim.Adam(weights.values(), RATE)
    size = min(MINIBATCH, len(order))
    total = EPOCHS * (len(order) // size)
    done = 0
    for _ in range(EPOCHS):
        order = rng.permutation(order)
        for at in range(0, len(order) - size + 1, size):
            part = order[at : at + size]
            outputs = _outputs(cast(weights, kind), reader, kind, rows[part], masks[part], device)
            wanted = torch.from_numpy(codes[part]).to(device)
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(outputs, wanted).backward()
            optimiser.param_groups[0]["lr"] = RATE * (1 - done / total)
            optimiser.step()
            done += 1
    half = {k: t.detach().half() for k, t in weights.items()}
    acting, agreed = cast(half, kind), 0
    with torch.no_grad():
        for part in np.array_split(aside, -(-len(aside) // MINIBATCH) or 1):
            outputs = _outputs(acting, reader, kind, rows[part], masks[part], device)
            agreed += int((outputs.argmax(1).cpu().numpy() == codes[part]).sum())
    return half, agreed / max(1, len(aside))


def _outputs(
    weights: Weights, reader: Reader, kind: Any, rows: np.ndarray, masks: np.ndarray, device: str
) -> Any:
    seen = torch.from_numpy(np.ascontiguousarray(rows)).to(device)
    legal = torch.from_numpy(np.ascontiguousarray(masks)).to(device)
    outputs = run(weights, reader(seen, kind))[:, : legal.shape[1]]
    return outputs.masked_fill(legal == 0, -1e9)
