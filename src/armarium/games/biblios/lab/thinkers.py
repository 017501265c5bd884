"""Who thinks ahead, alone among those who do not, in many games at once:

python -m armarium.games.biblios.lab.thinkers --seats 3 --deals 100
python -m armarium.games.biblios.lab.thinkers --seats 2 --deals 1000 --checkpoint training --processes 8

`armarium arena abbot:worlds=64 prior` plays the same games one by one; here the worlds of all positions go through the
network together, with a checkpoint on a GPU, which several processes share. With `--likeliest` the others never draw
(`prior:warmth=0`), so that nothing but thinking makes a difference. `--turns` says how far it looks. `--forms` lets it
look at every position in all its forms (`forms.py`), with `--worlds 0` without thinking further; `--hearing` draws
worlds that explain what the others say of a lot (`hearing.py`); `--bids`, `--critic` and `--trust` change what it
thinks about and whom it believes; `--open` shows the thinker all hands: the ceiling that luck sets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import click
import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.editions import EDITIONS
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.exact_observation import observe_exactly_at
from armarium.games.biblios.lab.forms import InAllForms
from armarium.games.biblios.lab.hearing import Hearing, Listener
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels.imagined_worlds import act, branch, settle_each
from armarium.games.biblios.players.learnt.abbot import LEAST, MOST, PART, SIGHT, WORLDS
from armarium.games.biblios.players.learnt.ahead import Judge, go_on, opinions_of
from armarium.games.biblios.players.learnt.drawing import COLD, draw
from armarium.games.biblios.players.learnt.thinking import UNIT, Sight, Thinker, Thought, likely
from armarium.games.biblios.players.specs import WARM
from armarium.lab.arena.deals import Setting, drawn, seed_of_deal
from armarium.lab.cluster import crew_asked, crew_options
from armarium.lab.train.ladder import Meeting
from armarium.players.network.network import network_of

__all__ = ["Way", "alone", "thinkers"]

SEED = 20261120
TOGETHER = 48  # deals whose games are played side by side


@dataclass(frozen=True)
class Way:
    """How it thinks: how far it looks, worlds a decision, whether it sees all hands, whether it looks at all forms of a
    position, whether its worlds explain what the others say of a lot; whether it thinks about bids alone, and whether
    the critic alone judges."""

    sight: Sight
    worlds: int = WORLDS
    sees_all: bool = False
    in_forms: bool = False
    hears: bool = False
    bids_alone: bool = False
    critic_alone: bool = False


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
    go_on(network, states, mine, way.sight.turns)
    critic, row = opinions_of(network, states, mine, tables[0].game.seats)
    chances = critic if way.critic_alone else (critic + row) / 2
    values = np.rint(chances * UNIT).astype(np.int64)
    found, at = [], 0
    for codes, line, part in zip(every, logits, branches, strict=True):
        own = values[at : at + len(part)].reshape(-1, len(codes))
        found.append(Thought(codes, line[codes], own, way.sight.trust).best)
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


@dataclass(frozen=True)
class _Part:
    """Some deals of a measurement: all that whoever plays them has to know."""

    checkpoint: Path | None
    way: Way
    setting: Setting
    deals: range
    draws: bool  # whether the others do


def _played(part: _Part) -> np.ndarray:
    others = WARM["prior"] if part.draws else (COLD, 0.0)
    return alone(_network(part.checkpoint), part.way, part.setting, part.deals, others)


@cache
def _network(checkpoint: Path | None) -> Judge:
    if checkpoint is None:
        return network_of("biblios")
    from armarium.lab.train.on_device import NetworkOnDevice

    return NetworkOnDevice(checkpoint, "biblios")


@click.command()
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--edition", type=click.Choice(EDITIONS), default="iello", show_default=True)
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="The number of the first deal.")
@click.option("--worlds", type=click.IntRange(0), default=WORLDS, show_default=True)
@click.option(
    "--turns", type=click.IntRange(0),
    help="Own decisions before a world is judged. Default: the abbot's at so many seats.",
)  # fmt: skip
@click.option("--forms", is_flag=True, help="It looks at all forms of a position.")
@click.option("--hearing", is_flag=True, help="Its worlds explain what is said.")
@click.option("--bids", is_flag=True, help="It thinks about bids alone.")
@click.option("--critic", is_flag=True, help="The critic alone judges.")
@click.option(
    "--trust", type=click.IntRange(0), help="Hundredths of a win for a logit. Default: the abbot's."
)
@click.option("--likeliest", is_flag=True, help="The others never draw.")
@click.option("--open", "sees_all", is_flag=True, help="It sees all hands.")
@click.option(
    "--checkpoint", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A training's folder, on a GPU.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A JSON object a line.")
@crew_options
def thinkers(
    seats: int, edition: str, deals: int, first: int, worlds: int, turns: int | None, forms: bool, hearing: bool,
    bids: bool, critic: bool, trust: int | None, likeliest: bool, sees_all: bool, checkpoint: Path | None,
    as_json: bool, processes: int | None, cluster: str | None,
) -> None:  # fmt: skip
    """Who thinks ahead, alone among those who do not: the share of the wins so far, again and again."""
    own = SIGHT[seats]
    sight = Sight(own.turns if turns is None else turns, own.trust if trust is None else trust)
    way = Way(sight, worlds, sees_all, forms, hearing, bids, critic)
    setting = Setting("biblios", seats, edition, (), SEED)
    numbers = range(first, first + deals)
    parts = (
        _Part(checkpoint, way, setting, numbers[at : at + TOGETHER], not likeliest)
        for at in range(0, deals, TOGETHER)
    )
    others = "prior:warmth=0" if likeliest else "prior"
    found: list[float] = []
    with crew_asked(cluster, processes) as crew:
        for shares in crew.in_order(_played, parts):
            found += shares.tolist()
            meeting = Meeting(setting, others, np.array(found))
            click.echo(json.dumps(meeting.told()) if as_json else str(meeting))


if __name__ == "__main__":
    thinkers()
