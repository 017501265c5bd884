"""Evaluate a seat's actions from its own view, by search in worlds that look the same.

It uses the worlds of the abbot and the estimates of the advice. It evaluates fewer actions (the likely ones and the
chosen one) and looks further ahead, until the lot or turn is settled.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armarium.analysis.extension import ActionValue
from armarium.core.errors import Reason
from armarium.core.game import View
from armarium.games.biblios.actions import CODES, TEXTS
from armarium.games.biblios.analysis.course import estimate_chances
from armarium.games.biblios.game import Game
from armarium.games.biblios.players.learnt.advice import Line, chances_and_errors, compare_lines
from armarium.games.biblios.players.learnt.ahead import branch_worlds, play_until_settled
from armarium.games.biblios.players.learnt.thinking import UNIT, PositionSearch, SearchResult
from armarium.players.network.network import Network
from armarium.players.observing import observe_state

__all__ = ["evaluate_lines", "guess_losses", "reason_for", "weigh"]

WORLDS = 12  # for an effort of 1
LEAST, MOST = 0.002, 4  # consider actions with at least this relative probability, at most so many
UNLIKELY, FURTHEST = (
    0.02,
    8,
)  # guessed loss per logit below the most likely action, and the most logits
WORD = 1  # fixed, so that the same position gives the same reason


def weigh(
    network: Network, view: View, chosen: str | None, effort: float, seed: int
) -> list[ActionValue]:
    search = PositionSearch(network, view, seed)
    codes = search.likely_actions(LEAST, MOST)
    if chosen is not None and CODES[chosen] not in codes:
        codes = np.append(codes, CODES[chosen])
    search_result = evaluate_lines(
        search, [[int(code)] for code in codes], max(1, round(WORLDS * effort))
    )
    chances, errors = chances_and_errors(search_result)
    order = np.argsort(-chances, kind="stable")
    return [ActionValue(TEXTS[int(codes[n])], float(chances[n]), float(errors[n])) for n in order]


def evaluate_lines(search: PositionSearch, lines: Sequence[Line], number: int) -> SearchResult:
    """Evaluate each line of actions in some worlds, after the lot or turn is settled.

    The policy rates single actions only. Longer lines count as most likely.
    """
    worlds = search.sample_distinct_worlds(number)
    states = branch_worlds(worlds, lines)
    play_until_settled(search.network, states, worlds)
    worth = estimate_chances(search.network, states, search.seats)[:, search.seat]
    values = np.rint(worth * UNIT).astype(np.int64).reshape(number, len(lines))
    likeliest = int(search.logits.max())
    logits = [search.logits[line[0]] if len(line) == 1 else likeliest for line in lines]
    return SearchResult(np.array([line[0] for line in lines]), np.array(logits), values)


def guess_losses(network: Network, games: Sequence[Game], versions: Sequence[int]) -> list[float]:
    """Return a guess from the network's policy: an action that it finds unlikely probably lost something."""
    if not versions:
        return []
    actions = games[-1].actions
    seen = [observe_state("biblios", games[v]._states, actions[v][0]) for v in versions]
    logits = network.logits(
        np.array([row for row, _ in seen]), np.array([mask for _, mask in seen])
    )
    chosen = logits[np.arange(len(seen)), [CODES[actions[v][1]] for v in versions]]
    below = np.minimum((logits.max(1) - chosen) / 4096, FURTHEST)
    return [float(loss) for loss in UNLIKELY * below]


def reason_for(network: Network, view: View, better: Line, chosen: Line) -> Reason | None:
    return compare_lines(PositionSearch(network, view, WORD), better, chosen)
