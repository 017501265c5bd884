"""A round: some decisions in every slot, by the newest network and the pool, kept as bytes for the lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from armarium.lab.train.clock import Clock
from armarium.lab.train.network import Reader, Weights, cast, chances_of, run, split, turn_round
from armarium.lab.train.pool import Pool, league_slots
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import Tables

__all__ = ["Round", "Stage"]


class Round:
    """The arrays of a round, written over by the next one; the last line of `actors` is whoever acts afterwards."""

    def __init__(self, tables: Tables, steps: int) -> None:
        shape = (steps, tables.slots)

        def new(kind: Any, *more: int, steps: int = steps) -> Any:
            return torch.zeros((steps, tables.slots, *more), dtype=kind, device=tables.device)

        self.steps = steps
        self.decisions = shape[0] * shape[1]
        self.rows = new(torch.int8, tables.size)
        self.whole = new(torch.int8, tables.whole_size)
        self.masks = new(torch.int8, tables.actions)
        self.actors = new(torch.int8, steps=steps + 1)
        self.actions = new(torch.int64)
        self.odds = new(torch.float32)
        self.chances = new(torch.float32, tables.most)
        self.rewards = new(torch.float32, tables.most)
        self.dones = new(torch.bool)
        self.is_ours = new(torch.bool)
        self.last = torch.zeros((tables.slots, tables.most), device=tables.device)


class Stage:
    """Where rounds are played: the tables, who sits where, and the readers of rows."""

    def __init__(
        self, settings: Settings, tables: Tables, readers: tuple[Reader, Reader], fuse: Callable[..., Any]
    ) -> None:  # fmt: skip
        self.tables = tables
        self.kind = getattr(torch, settings.precision)
        self._row, self._whole_row = readers
        self._act = fuse(self._choose)
        self._judge_alone = fuse(self._judge)
        self._act_of_pool = fuse(self._choose_of_pool)
        self._noise = torch.zeros((tables.slots, tables.actions), device=tables.device)
        self._league: Any = None
        if settings.places:
            seats = [table.seats for table in settings.tables]
            slots, theirs = league_slots(
                tables.counts, seats, settings.pool_share, settings.places, settings.pool_alone
            )
            if slots.size:
                self._league = torch.as_tensor(slots, device=tables.device)
                self._theirs = torch.as_tensor(theirs, device=tables.device)

    def _judge(self, critic: Weights, whole: Any, actors: Any) -> tuple[Any, Any]:
        """All seats' chances by the critic, and the referee's rows as it saw them."""
        tables = self.tables
        rows = turn_round(whole, tables.turns, tables.first_turn + actors)
        outputs = run(critic, self._whole_row(rows, self.kind))
        return chances_of(outputs[:, : tables.most], tables.seats).exp(), rows

    def _choose(
        self, policy: Weights, critic: Weights, rows: Any, masks: Any, whole: Any, actors: Any, noise: Any
    ) -> tuple[Any, ...]:  # fmt: skip
        outputs = run(policy, self._row(rows, self.kind))
        odds, _ = split(outputs, masks, self.tables.seats, self.tables.most)
        actions = (odds - noise.log()).argmax(-1)  # by the odds: noise is exponential
        chosen = odds.gather(1, actions.unsqueeze(1)).squeeze(1)
        return actions, chosen, *self._judge(critic, whole, actors)

    def _choose_of_pool(self, policies: Weights, rows: Any, masks: Any, noise: Any) -> Any:
        outputs = run(policies, self._row(rows, self.kind))
        odds = outputs[..., : masks.shape[-1]].masked_fill(masks == 0, -1e9)
        return (odds.log_softmax(-1) - noise.log()).argmax(-1)

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def rehearse(self, policy: Weights, critic: Weights, round_: Round, has_pool: bool) -> None:
        """Go through the fused functions once, with nothing in the rows."""
        whole, actors = round_.whole[0].clone(), round_.actors[0]
        self._act(policy, critic, round_.rows[0], round_.masks[0], whole, actors, self._noise)
        self._judge_alone(critic, whole, actors)
        if has_pool and self._league is not None:
            members = len(self._league)
            selves = {name: torch.stack([tensor] * members) for name, tensor in policy.items()}
            where = self._league
            self._act_of_pool(
                selves, round_.rows[0][where], round_.masks[0][where], self._noise[where]
            )

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def play(
        self, policy: Weights, critic: Weights, pool: Pool, round_: Round, generator: Any, clock: Clock
    ) -> None:  # fmt: skip
        """Fill a round. The weights are in the stage's precision already."""
        selves = cast(pool.seated(), self.kind)
        for t in range(round_.steps):
            with clock("rules"):
                self.tables.look(round_.rows[t], round_.masks[t], round_.actors[t])
                whole = self.tables.referee()
            with clock("acting"):
                rows, masks, actors = round_.rows[t], round_.masks[t], round_.actors[t]
                self._noise.exponential_(generator=generator)
                actions, odds, chances, turned = self._act(
                    policy, critic, rows, masks, whole, actors, self._noise
                )
                round_.actions[t], round_.odds[t], round_.chances[t] = actions, odds, chances
                round_.whole[t] = turned
                round_.is_ours[t] = True
            if selves and self._league is not None:
                with clock("pool"):
                    self._let_pool_act(selves, round_, t)
            with clock("rules"):
                self.tables.step(round_.actions[t], round_.rewards[t], round_.dones[t])
        with clock("rules"):
            self.tables.look_who_acts(round_.actors[round_.steps])
            whole = self.tables.referee()
        with clock("acting"):
            round_.last[...] = self._judge_alone(critic, whole, round_.actors[round_.steps])[0]

    def _let_pool_act(self, selves: Weights, round_: Round, t: int) -> None:
        where = self._league
        chosen = self._act_of_pool(
            selves, round_.rows[t][where], round_.masks[t][where], self._noise[where]
        )
        is_theirs = (self._theirs >> round_.actors[t][where].long()) & 1 == 1
        mine = round_.actions[t][where]
        round_.actions[t][where] = torch.where(is_theirs, chosen, mine)
        round_.is_ours[t][where] = ~is_theirs
