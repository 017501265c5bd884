"""Measure a player that searches, alone against players that do not, in many games at once:

python -m research.biblios.thinkers --seats 3 --deals 100
python -m research.biblios.thinkers --seats 2 --deals 1000 --checkpoint training --processes 8

`armarium arena abbot:worlds=64 prior` plays the same games one by one. Here the worlds of all positions go through the
network together, optionally with a checkpoint on a GPU that several processes share. With `--likeliest` the opponents
play greedily (`prior:warmth=0`), so that only the search makes a difference. `--turns` sets the search depth. `--bids`,
`--critic` and `--trust` change what is searched and how worlds are evaluated. `--open` shows the searcher all hands,
which gives an upper bound.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click
import numpy as np

from armarium.core.command_line import executor_options, open_executor
from armarium.games.biblios import state
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.observation import observe_exactly_at
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.options import EDITIONS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels.imagined_worlds import (
    apply_actions,
    branch,
    write_own_rewards,
)
from armarium.games.biblios.players.learnt.abbot import BATCH, LEAST, LOOKAHEAD, MOST, WORLDS
from armarium.games.biblios.players.learnt.ahead import PolicyAndCritic, evaluate_worlds, play_ahead
from armarium.games.biblios.players.learnt.thinking import (
    UNIT,
    Lookahead,
    PositionSearch,
    SearchResult,
    likely_actions,
)
from armarium.games.biblios.players.specs import SAMPLING
from armarium.lab.arena.deals import Setting, derive_deal_seed, derive_number
from armarium.lab.train.evaluation import EvaluationResult
from armarium.players.network.network import GREEDY, network_of, sample_action

__all__ = ["SearchSettings", "play_alone", "thinkers"]

SEED = 20261120
BATCH_DEALS = 48  # deals played in parallel


@dataclass(frozen=True)
class SearchSettings:
    """Settings of the search: depth, worlds per decision, whether it sees all hands, searches only bids, or uses only
    the critic."""

    lookahead: Lookahead
    worlds: int = WORLDS
    sees_all: bool = False
    bids_alone: bool = False
    critic_alone: bool = False


@dataclass
class _SearchTable:
    game: Game
    searcher: int  # the seat that searches
    words: list[int]  # the random state of each seat

    @property
    def actor(self) -> int:
        return int(self.game._states["actor"][0])

    def next_word(self) -> int:
        """Return the next random word of the seat to act."""
        self.words[self.actor] = next_word(self.words[self.actor])
        return self.words[self.actor]

    @property
    def is_bidding(self) -> bool:
        return int(self.game._states["step"][0]) == state.BID


def play_alone(
    network: PolicyAndCritic,
    search_settings: SearchSettings,
    setting: Setting,
    deals: Sequence[int],
    others: tuple[float, float] = SAMPLING["prior"],
) -> np.ndarray:
    """Return the win share of the searching player by deal, averaged over all rotations. `others` is how the opponents
    sample."""
    tables = [
        _make_table(setting, deal, searcher) for searcher in range(setting.seats) for deal in deals
    ]
    while live := [table for table in tables if table.actor >= 0]:
        rows, masks = _observe(live)
        logits = network.logits(rows, masks)
        words = [table.next_word() for table in live]
        codes = np.array(
            [sample_action(line, *others, word) for line, word in zip(logits, words, strict=True)]
        )
        searcher = [n for n, table in enumerate(live) if table.actor == table.searcher]
        if searcher:
            codes[searcher] = _search(
                network, search_settings, [live[n] for n in searcher], logits[searcher]
            )
        for table, code in zip(live, codes, strict=True):
            apply_actions(table.game._states, np.zeros(1, np.int64), np.array([code]))
    shares = np.zeros(len(tables))
    seats = np.array([table.searcher for table in tables])
    write_own_rewards(np.concatenate([table.game._states for table in tables]), seats, shares)
    found: np.ndarray = shares.reshape(setting.seats, len(deals)).mean(0)
    return found


def _make_table(setting: Setting, deal: int, searcher: int) -> _SearchTable:
    """Seat the players as in the arena: the first of the line-up searches."""
    n = setting.seats
    game = Game.new(n, derive_deal_seed(setting, deal), setting.edition)
    order = [(seat - searcher) % n for seat in range(n)]
    words = [first_word(derive_number("player", setting.seed, deal, p) % 2**32) for p in order]
    return _SearchTable(game, searcher, words)


def _observe(tables: Sequence[_SearchTable]) -> tuple[np.ndarray, np.ndarray]:
    """Return the observation and the mask of the seat to act at each table."""
    rows = np.empty((len(tables), SIZE // 8), np.int64)
    masks = np.empty((len(tables), MASK_SIZE // 8), np.int64)
    for n, table in enumerate(tables):
        here = slice(n, n + 1)
        observe_exactly_at(table.game._states, 0, table.actor, rows[here], masks[here])
    return rows.view(np.int8), masks.view(np.int8)


def _search(
    network: PolicyAndCritic,
    search_settings: SearchSettings,
    tables: Sequence[_SearchTable],
    logits: np.ndarray,
) -> list[int]:
    """Search like the abbot, with the worlds of all tables in one batch."""
    if not (search_settings.worlds or search_settings.sees_all):
        return [int(code) for code in logits.argmax(1)]
    every = [
        likely_actions(
            line, LEAST, 1 if search_settings.bids_alone and not table.is_bidding else MOST
        )
        for table, line in zip(tables, logits, strict=True)
    ]
    branches = [
        _branch_worlds(network, search_settings, table, codes, line)
        for table, codes, line in zip(tables, every, logits, strict=True)
    ]
    searcher = np.repeat([table.searcher for table in tables], [len(part) for part in branches])
    states = np.concatenate(branches)
    play_ahead(network, states, searcher, search_settings.lookahead.turns)
    critic, row = evaluate_worlds(network, states, searcher, tables[0].game.seats)
    chances = critic if search_settings.critic_alone else (critic + row) / 2
    values = np.rint(chances * UNIT).astype(np.int64)
    found, at = [], 0
    for codes, line, part in zip(every, logits, branches, strict=True):
        own = values[at : at + len(part)].reshape(-1, len(codes))
        found.append(SearchResult(codes, line[codes], own, search_settings.lookahead.trust).best)
        at += len(part)
    return found


def _branch_worlds(
    network: PolicyAndCritic,
    search_settings: SearchSettings,
    table: _SearchTable,
    codes: np.ndarray,
    logits: np.ndarray,
) -> np.ndarray:
    """Return every likely action in every world; nothing for a forced decision."""
    view = table.game.view(table.searcher)
    if len(codes) < 2:
        return state.new_states(0)
    if search_settings.sees_all:
        worlds = table.game._states
    else:
        search = PositionSearch(network, view, table.words[table.searcher], logits)
        parts = range(0, search_settings.worlds, BATCH)
        worlds = np.concatenate(
            [
                search.sample_worlds(min(BATCH, search_settings.worlds - first), first)
                for first in parts
            ]
        )
    states = state.new_states(len(worlds) * len(codes))
    branch(worlds, codes.astype(np.int64), states)
    return states


@dataclass(frozen=True)
class _DealBatch:
    """A part of the deals of a measurement, with everything needed to play them."""

    checkpoint: Path | None
    search_settings: SearchSettings
    setting: Setting
    deals: range
    draws: bool  # whether the opponents sample


def _play_batch(part: _DealBatch) -> np.ndarray:
    others = SAMPLING["prior"] if part.draws else (GREEDY, 0.0)
    return play_alone(
        _load_network(part.checkpoint), part.search_settings, part.setting, part.deals, others
    )


@cache
def _load_network(checkpoint: Path | None) -> PolicyAndCritic:
    if checkpoint is None:
        return network_of("biblios")
    from armarium.lab.train.on_device import NetworkOnDevice

    return NetworkOnDevice(checkpoint, "biblios")


@click.command()
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--edition", type=click.Choice(EDITIONS), default="iello", show_default=True)
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first deal.")
@click.option("--worlds", type=click.IntRange(0), default=WORLDS, show_default=True)
@click.option(
    "--turns", type=click.IntRange(0),
    help="Own decisions before a world is evaluated. Default: the abbot's for this number of seats.",
)  # fmt: skip
@click.option("--bids", is_flag=True, help="Search only bids.")
@click.option("--critic", is_flag=True, help="Evaluate worlds with the critic alone.")
@click.option(
    "--trust", type=click.IntRange(0), help="Hundredths of a win per logit. Default: the abbot's."
)
@click.option("--likeliest", is_flag=True, help="The opponents play greedily.")
@click.option("--open", "sees_all", is_flag=True, help="The searcher sees all hands.")
@click.option(
    "--checkpoint", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a training run, to run on a GPU.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@executor_options
def thinkers(
    seats: int, edition: str, deals: int, first: int, worlds: int, turns: int | None,
    bids: bool, critic: bool, trust: int | None, likeliest: bool, sees_all: bool, checkpoint: Path | None,
    as_json: bool, processes: int | None, cluster: str | None,
) -> None:  # fmt: skip
    """Measure a player that searches, alone against players that do not; print the win share after every batch."""
    own = LOOKAHEAD[seats]
    lookahead = Lookahead(
        own.turns if turns is None else turns, own.trust if trust is None else trust
    )
    search_settings = SearchSettings(lookahead, worlds, sees_all, bids, critic)
    setting = Setting("biblios", seats, edition, (), SEED)
    numbers = range(first, first + deals)
    parts = (
        _DealBatch(
            checkpoint, search_settings, setting, numbers[at : at + BATCH_DEALS], not likeliest
        )
        for at in range(0, deals, BATCH_DEALS)
    )
    others = "prior:warmth=0" if likeliest else "prior"
    found: list[float] = []
    with open_executor(cluster, processes) as executor:
        for shares in executor.map(_play_batch, parts):
            found += shares.tolist()
            result = EvaluationResult(setting, others, np.array(found))
            click.echo(json.dumps(result.to_dict()) if as_json else str(result))


if __name__ == "__main__":
    thinkers()
