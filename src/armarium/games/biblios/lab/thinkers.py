"""Who thinks ahead, alone among those who do not, in many games at once:

python -m armarium.games.biblios.lab.thinkers --seats 2 --deals 100 --worlds 64
python -m armarium.games.biblios.lab.thinkers --seats 2 --deals 1000 --turns 8 --checkpoint training

`armarium arena abbot:worlds=64 prior` plays the same games one by one; here the worlds of all positions go through the
network together, with a checkpoint on a GPU. With `--likeliest` the others never draw (`prior:warmth=0`), so that
nothing but thinking makes a difference. `--forms` lets it look at every position in all its forms (`forms.py`),
with `--worlds 0` without thinking further; `--hearing` draws worlds that explain what the others say of a lot
(`hearing.py`); `--bids`, `--critic` and `--trust` change what it thinks about and whom it believes; `--open` shows the
thinker all hands: the ceiling that luck sets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.exact_observation import observe_exactly_at
from armarium.games.biblios.lab.forms import InAllForms
from armarium.games.biblios.lab.hearing import Hearing, Listener
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels.imagined_worlds import act, branch, settle_each
from armarium.games.biblios.players.learnt.abbot import LEAST, MOST, PART, WORLDS
from armarium.games.biblios.players.learnt.ahead import Judge, go_on, opinions_of
from armarium.games.biblios.players.learnt.drawing import COLD, draw
from armarium.games.biblios.players.learnt.thinking import TRUST, UNIT, Thinker, Thought, likely
from armarium.games.biblios.players.specs import WARM
from armarium.lab.arena.deals import Setting, drawn, seed_of_deal
from armarium.lab.arena.intervals import estimate
from armarium.players.network.network import network_of

__all__ = ["Way", "alone"]

SEED = 20261120
TOGETHER = 48  # deals whose games are played side by side


@dataclass(frozen=True)
class Way:
    """How it thinks: worlds a decision, its own decisions before one is judged, whether it sees all hands, whether it
    looks at all forms of a position, whether its worlds explain what the others say of a lot; whether it thinks about
    bids alone, whether the critic alone judges, and what a logit of the network's own opinion counts."""

    worlds: int = WORLDS
    turns: int = 0
    sees_all: bool = False
    in_forms: bool = False
    hears: bool = False
    bids_alone: bool = False
    critic_alone: bool = False
    trust: int = TRUST


@dataclass
class _Table:
    game: Game
    mine: int  # the seat that thinks
    words: list[int]  # the chance of each seat
    hearing: Hearing = field(default_factory=Hearing)

    @property
    def actor(self) -> int:
        return int(self.game._states["actor"][0])

    def next_word(self) -> int:
        """Of the seat to act."""
        self.words[self.actor] = next_word(self.words[self.actor])
        return self.words[self.actor]

    @property
    def is_bidding(self) -> bool:
        return int(self.game._states["step"][0]) == state.BID


def alone(
    network: Judge,
    way: Way,
    setting: Setting,
    deals: Sequence[int],
    others: tuple[float, float] = WARM["prior"],
) -> np.ndarray:
    """By deal, the share of the wins of the one who thinks: the mean of all rotations. `others`: how they draw."""
    tables = [_table(setting, deal, mine) for mine in range(setting.seats) for deal in deals]
    own: Judge = InAllForms(network) if way.in_forms else network
    while live := [table for table in tables if table.actor >= 0]:
        rows, masks = _seen(live)
        logits = network.logits(rows, masks)
        words = [table.next_word() for table in live]
        codes = np.array(
            [draw(line, *others, word) for line, word in zip(logits, words, strict=True)]
        )
        mine = [n for n, table in enumerate(live) if table.actor == table.mine]
        if mine:
            opinion = own.logits(rows[mine], masks[mine]) if way.in_forms else logits[mine]
            codes[mine] = _thought(own, way, [live[n] for n in mine], opinion)
            for n in mine:
                live[n].hearing.answer(int(codes[n]))
        for table, code in zip(live, codes, strict=True):
            act(table.game._states, np.zeros(1, np.int64), np.array([code]))
    shares = np.zeros(len(tables))
    seats = np.array([table.mine for table in tables])
    settle_each(np.concatenate([table.game._states for table in tables]), seats, shares)
    found: np.ndarray = shares.reshape(setting.seats, len(deals)).mean(0)
    return found


def _table(setting: Setting, deal: int, mine: int) -> _Table:
    """As the arena seats them: the first of the line-up is the one who thinks."""
    n = setting.seats
    game = Game.new(n, seed_of_deal(setting, deal), setting.edition)
    order = [(seat - mine) % n for seat in range(n)]
    words = [first_word(drawn("player", setting.seed, deal, p) % 2**32) for p in order]
    return _Table(game, mine, words)


def _seen(tables: Sequence[_Table]) -> tuple[np.ndarray, np.ndarray]:
    """What the seat to act sees at each table, and what it may do."""
    rows = np.empty((len(tables), SIZE // 8), np.int64)
    masks = np.empty((len(tables), MASK_SIZE // 8), np.int64)
    for n, table in enumerate(tables):
        here = slice(n, n + 1)
        observe_exactly_at(table.game._states, 0, table.actor, rows[here], masks[here])
    return rows.view(np.int8), masks.view(np.int8)


def _thought(network: Judge, way: Way, tables: Sequence[_Table], logits: np.ndarray) -> list[int]:
    """As the abbot thinks; all worlds of all tables are looked ahead in together."""
    if not (way.worlds or way.sees_all):
        return [int(code) for code in logits.argmax(1)]
    every = [
        likely(line, LEAST, 1 if way.bids_alone and not table.is_bidding else MOST)
        for table, line in zip(tables, logits, strict=True)
    ]
    branches = [
        _branched(network, way, table, codes, line)
        for table, codes, line in zip(tables, every, logits, strict=True)
    ]
    mine = np.repeat([table.mine for table in tables], [len(part) for part in branches])
    states = np.concatenate(branches)
    go_on(network, states, mine, way.turns)
    critic, row = opinions_of(network, states, mine, tables[0].game.seats)
    chances = critic if way.critic_alone else (critic + row) / 2
    values = np.rint(chances * UNIT).astype(np.int64)
    found, at = [], 0
    for codes, line, part in zip(every, logits, branches, strict=True):
        own = values[at : at + len(part)].reshape(-1, len(codes))
        found.append(Thought(codes, line[codes], own, way.trust).best)
        at += len(part)
    return found


def _branched(
    network: Judge, way: Way, table: _Table, codes: np.ndarray, logits: np.ndarray
) -> np.ndarray:
    """Every likely action in every world; none where there is nothing to choose."""
    view = table.game.view(table.mine)
    said = table.hearing.listen(view)
    if len(codes) < 2:
        return state.new_states(0)
    if way.sees_all:
        worlds = table.game._states
    else:
        thinker = (
            Listener(network, view, table.words[table.mine], logits, said)
            if way.hears
            else Thinker(network, view, table.words[table.mine], logits)
        )
        parts = range(0, way.worlds, PART)
        worlds = np.concatenate(
            [thinker.worlds(min(PART, way.worlds - first), first) for first in parts]
        )
    states = state.new_states(len(worlds) * len(codes))
    branch(worlds, codes.astype(np.int64), states)
    return states


def main() -> None:
    parser = argparse.ArgumentParser(description="Who thinks ahead, alone among those who do not.")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--edition", default="iello")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--turns", type=int, default=0, help="own decisions before it is judged")
    parser.add_argument("--forms", action="store_true", help="it looks at all forms of a position")
    parser.add_argument("--hearing", action="store_true", help="its worlds explain what is said")
    parser.add_argument("--bids", action="store_true", help="it thinks about bids alone")
    parser.add_argument("--critic", action="store_true", help="the critic alone judges")
    parser.add_argument("--trust", type=int, default=TRUST, help="hundredths of a win for a logit")
    parser.add_argument("--likeliest", action="store_true", help="the others never draw")
    parser.add_argument("--open", action="store_true", help="it sees all hands")
    parser.add_argument("--checkpoint", type=Path, help="a training's folder, on a GPU")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    network: Judge = network_of("biblios")
    if asked.checkpoint is not None:
        from armarium.lab.train.on_device import NetworkOnDevice

        network = NetworkOnDevice(asked.checkpoint, "biblios")
    setting = Setting("biblios", asked.seats, asked.edition, (), SEED)
    way = Way(
        asked.worlds,
        asked.turns,
        asked.open,
        asked.forms,
        asked.hearing,
        asked.bids,
        asked.critic,
        asked.trust,
    )
    others = (COLD, 0.0) if asked.likeliest else WARM["prior"]
    found: list[float] = []
    numbers = range(asked.first, asked.first + asked.deals)
    for at in range(0, asked.deals, TOGETHER):
        found += alone(network, way, setting, numbers[at : at + TOGETHER], others).tolist()
        so_far = estimate(np.array(found))
        told = {
            "deals": so_far.number,
            "share": so_far.mean,
            "low": so_far.low,
            "high": so_far.high,
        }
        sentence = (
            f"{so_far.mean:.1%} ({so_far.low:.1%} to {so_far.high:.1%}), {so_far.number} deals"
        )
        print(json.dumps(told) if asked.json else sentence, flush=True)


if __name__ == "__main__":
    main()
