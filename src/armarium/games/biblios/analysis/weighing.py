"""What a seat's actions were worth as it could judge them: the network thinks ahead in worlds that look like its view.

The abbot's worlds and advice's opinions, over fewer actions (those that the network finds likely, and the one that was
chosen) and further ahead: everybody goes on until the lot, or the turn, is settled.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.actions import CODES, TEXTS
from armarium.games.biblios.analysis.course import worth_of
from armarium.games.biblios.analysis.settling import settle_matter
from armarium.games.biblios.players.kernels.imagined_worlds import branch
from armarium.games.biblios.players.learnt.advice import opinions, pairwise_reason
from armarium.games.biblios.players.learnt.thinking import UNIT, Thinker, Thought
from armarium.games.biblios.state import new_states
from armarium.games.table.analyst import Choice
from armarium.games.table.game import View
from armarium.games.table.reason import Reason
from armarium.players.network.network import Network

__all__ = ["reason_for", "weigh"]

WORLDS = 12  # at a first look
LEAST, MOST = 0.002, 4  # which actions are worth a thought, beside the likeliest
WORD = 1  # reasons have no chance of their own


def weigh(
    network: Network, view: View, chosen: str | None, effort: float, seed: int
) -> list[Choice]:
    thinker = Thinker(network, view, seed)
    codes = thinker.likely(LEAST, MOST)
    if chosen is not None and CODES[chosen] not in codes:
        codes = np.append(codes, CODES[chosen])
    thought = _thought(network, thinker, codes, max(1, round(WORLDS * effort)))
    chances, errors = opinions(thought)
    order = np.argsort(-chances, kind="stable")
    return [Choice(TEXTS[int(codes[n])], float(chances[n]), float(errors[n])) for n in order]


def _thought(network: Network, thinker: Thinker, codes: np.ndarray, number: int) -> Thought:
    worlds = thinker.worlds(number)
    states = new_states(number * len(codes))
    branch(worlds, codes.astype(np.int64), states)
    settle_matter(network, states, worlds)
    worth = worth_of(network, states, thinker.seats)[:, thinker.seat]
    values = np.rint(worth * UNIT).astype(np.int64).reshape(number, len(codes))
    return Thought(codes, thinker.logits[codes], values)


def reason_for(network: Network, view: View, better: str, chosen: str) -> Reason | None:
    thinker = Thinker(network, view, WORD)
    return pairwise_reason(thinker, CODES[better], CODES[chosen])
