"""Measure the gaps between neighbouring levels of a game, many games at once:

python -m armarium.lab.level_gaps --seats 2 --deals 300

Each level plays alone against the next lower one, on the arena's duplicate deals, in every rotation. `armarium arena`
measures the same for any two players, game by game. Use it for pairs of built-in players without the network, and for
players that search. After a change of the network, choose the temperatures of its levels again.
"""

from __future__ import annotations

import json
from itertools import pairwise

import click
import numpy as np

from armarium.core.definition import resolve_edition
from armarium.core.errors import BadOption
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.arena.deals import Setting, derive_deal_seed
from armarium.lab.train.evaluation import (
    Chooser,
    EvaluationResult,
    find_opponents,
    play_against,
    play_networks,
)
from armarium.players.network.network import GREEDY, network_of, sample_action
from armarium.players.registry import specs
from armarium.players.spec import PlayerSpec, Sampling

__all__ = ["evaluate_levels", "level_gaps", "make_chooser"]

SEED = 20261118


def make_chooser(game: str, sampling: Sampling, seed: int) -> Chooser:
    """Return a function that chooses actions as a level of the network does, for many games at once."""
    network, rng = network_of(game), np.random.default_rng(seed)

    def choose(rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        logits = network.logits(rows, masks)
        if sampling.temperature == GREEDY:
            greedy: np.ndarray = logits.argmax(1)
            return greedy
        words = rng.integers(1, 2**62, len(rows))
        pairs = zip(logits, words, strict=True)
        return np.array([sample_action(line, *sampling, int(word)) for line, word in pairs])

    return choose


def evaluate_levels(
    one: PlayerSpec, other: PlayerSpec, setting: Setting, deals: int
) -> EvaluationResult | None:
    """Measure the win share of `one` alone against `other`. Return None if this pair cannot be played in batches."""
    n, game = setting.seats, setting.game
    seeds = [derive_deal_seed(setting, deal) for deal in range(deals)]
    if one.sampling and other.sampling:
        choosers = make_chooser(game, one.sampling, 1), make_chooser(game, other.sampling, 2)
        shares = play_networks(*choosers, setting, seeds)
    elif one.sampling and other.name in find_opponents(game).NAMES:
        shares, _ = play_against(setting, seeds, other.name, make_chooser(game, one.sampling, 1))
    elif n == 2 and other.sampling and one.name in find_opponents(game).NAMES:
        shares, _ = play_against(setting, seeds, one.name, make_chooser(game, other.sampling, 1))
        shares = 1 - shares
    else:
        return None
    return EvaluationResult(setting, other.name, shares.reshape(n, deals).mean(0))


@click.command()
@click.option("--game", default=DEFAULT_GAME, show_default=True)
@click.option("--seats", type=int, default=2, show_default=True)
@click.option("--edition", help="Default: the game's first.")
@click.option("--deals", type=click.IntRange(1), default=300, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def level_gaps(game: str, seats: int, edition: str | None, deals: int, as_json: bool) -> None:
    """Measure the gaps between the network's levels and their neighbours."""
    definition = find_game(game)
    if seats not in definition.seats:
        raise click.BadParameter(
            str(BadOption(option="seats", asked=seats, allowed=list(definition.seats)))
        )
    setting = Setting(game, seats, resolve_edition(definition, edition) or "", (), SEED)
    levels = [spec for spec in specs(game, third_party=False) if spec.level is not None]
    for lower, upper in pairwise(levels):
        found = evaluate_levels(upper, lower, setting, deals)
        if found is not None:
            facts = {"level": upper.name, **found.to_dict()}
            click.echo(json.dumps(facts) if as_json else f"{upper.name}, {found}")


if __name__ == "__main__":
    level_gaps()
