"""What a decision was worth: each seat along its own chances, from the end of a round back.

After every decision the critic knows the chances of all seats. The target of a position is what really came of the
game, mixed with what the critic said on the way there; the advantage of a decision is the target less what the critic
said before, for the seat that decided. λ is told from a seat's decision to its next, so from one decision of the table
to the next it is the root with the number of seats.
"""

from __future__ import annotations

from typing import Any

import torch

__all__ = ["absolute", "relative", "targets_of"]


def absolute(told: Any, actors: Any, seats: Any) -> Any:
    """Chances counted from the actor, by the seats' numbers."""
    numbers = torch.arange(told.shape[-1], device=told.device)
    return _picked(told, numbers - actors.unsqueeze(-1), seats)


def relative(told: Any, actors: Any, seats: Any) -> Any:
    """Chances by the seats' numbers, counted from the actor."""
    numbers = torch.arange(told.shape[-1], device=told.device)
    return _picked(told, numbers + actors.unsqueeze(-1), seats)


def _picked(told: Any, where: Any, seats: Any) -> Any:
    seats = seats.unsqueeze(-1)
    numbers = torch.arange(told.shape[-1], device=told.device)
    return told.gather(-1, where % seats).masked_fill(numbers >= seats, 0.0)


def targets_of(
    chances: Any, last: Any, rewards: Any, dones: Any, actors: Any, seats: Any, trace: float
) -> tuple[Any, Any]:
    """Targets, counted from each actor, and the advantages of the decisions.

    `chances` (steps, slots, most) are the critic's before each decision and `last` those after the round, both counted
    from whoever acts there; `actors` has a line more than there are steps; `rewards` are by the seats' numbers.
    """
    steps = len(dones)
    actors = actors.long()
    keep = (trace ** (1.0 / seats.double())).float().unsqueeze(-1)
    ahead = absolute(last, actors[steps], seats)  # what the critic says of what comes next
    target = ahead
    targets = torch.empty_like(chances)
    for t in reversed(range(steps)):
        mixed = (1 - keep) * ahead + keep * target
        target = torch.where(dones[t].unsqueeze(-1), rewards[t], mixed)
        targets[t] = relative(target, actors[t], seats)
        ahead = absolute(chances[t], actors[t], seats)
    return targets, targets[..., 0] - chances[..., 0]
