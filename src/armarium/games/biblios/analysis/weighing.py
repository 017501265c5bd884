"""What a seat's actions were worth as it could judge them: the network thinks ahead in worlds that look like its view.

The abbot's worlds and advice's opinions, over fewer actions (those that the network finds likely, and the one that was
chosen) and further ahead: everybody goes on until the lot, or the turn, is settled.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armarium.games.biblios.actions import CODES, TEXTS
from armarium.games.biblios.analysis.course import worth_of
from armarium.games.biblios.players.learnt.advice import Line, opinions, pairwise_reason
from armarium.games.biblios.players.learnt.ahead import branched, settle_matter
from armarium.games.biblios.players.learnt.thinking import UNIT, Thinker, Thought
from armarium.games.table.analyst import Choice
from armarium.games.table.game import View
from armarium.games.table.reason import Reason
from armarium.players.network.network import Network

__all__ = ["considered", "reason_for", "weigh"]

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
    thought = considered(thinker, [[int(code)] for code in codes], max(1, round(WORLDS * effort)))
    chances, errors = opinions(thought)
    order = np.argsort(-chances, kind="stable")
    return [Choice(TEXTS[int(codes[n])], float(chances[n]), float(errors[n])) for n in order]


def considered(thinker: Thinker, lines: Sequence[Line], number: int) -> Thought:
    """What each line of actions is worth in so many worlds, once the matter is settled.

    The network has an opinion of single actions only: of longer lines it has no doubt.
    """
    worlds = thinker.worlds_apart(number)
    states = branched(worlds, lines)
    settle_matter(thinker.network, states, worlds)
    worth = worth_of(thinker.network, states, thinker.seats)[:, thinker.seat]
    values = np.rint(worth * UNIT).astype(np.int64).reshape(number, len(lines))
    likeliest = int(thinker.logits.max())
    logits = [thinker.logits[line[0]] if len(line) == 1 else likeliest for line in lines]
    return Thought(np.array([line[0] for line in lines]), np.array(logits), values)


def reason_for(network: Network, view: View, better: Line, chosen: Line) -> Reason | None:
    return pairwise_reason(Thinker(network, view, WORD), better, chosen)
