"""Advice: every legal action with its chance to win, how sure that is, and what speaks for or against it.

The chance of an action is the critic's opinion in imagined worlds, and a little less the less likely the network finds
it; there the error is larger too. The reason is what differs most from the other actions, told from what the seat
knows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import CATEGORIES
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.prospects import PROSPECTS, foresee
from armarium.games.biblios.players.learnt.ahead import branched, settle_matter
from armarium.games.biblios.players.learnt.thinking import Thinker, Thought
from armarium.games.table.reason import Reason
from armarium.players.network.network import NEVER, network_of, powers, shares
from armarium.players.position import Position
from armarium.players.spec import Advice

__all__ = ["advise", "opinions", "pairwise_reason"]

WORLDS, FEW = 48, 12  # for chances and for reasons, where actions are few
MOST = 800  # actions × worlds; many bids are weighed in fewer worlds
# What a whole logit below the likeliest takes from an action's chance, and from where on no more: further down the
# network's opinion is only that it never tried. From games played to their end in the same worlds (docs/analysis.md).
DOUBT, FURTHEST = 0.002, 8 * 4096
WORD = 1  # advice has no chance of its own: the same position, the same advice
GOLD_POINT = 0.3  # what a piece of gold counts beside a point on a die
LITTLE = 0.05  # points that are not worth a reason

Line = Sequence[int]  # action codes, one after the other


def advise(position: Position) -> list[Advice]:
    """Best first; nothing where another is to act."""
    if not position.legal:
        return []
    network = network_of("biblios")
    thinker = Thinker(network, position.view, WORD)
    allowed = np.flatnonzero(thinker.logits != NEVER)
    codes = allowed[np.argsort(-thinker.logits[allowed], kind="stable")]
    thought = thinker.weigh(codes, _worlds(WORLDS, len(codes)))
    chances, errors = opinions(thought)
    reasons = _reasons(thinker, codes, chances)
    order = np.argsort(-chances, kind="stable")
    return [
        Advice(TEXTS[int(codes[n])], float(chances[n]), float(errors[n]), reasons[n]) for n in order
    ]


def _worlds(wanted: int, ways: int) -> int:
    return min(wanted, max(4, MOST // (ways * WORLDS // wanted)))


def opinions(thought: Thought) -> tuple[np.ndarray, np.ndarray]:
    """Chances and their errors."""
    below = np.minimum(thought.logits.max() - thought.logits, FURTHEST) / 4096
    chances = np.clip(thought.chances - DOUBT * below, 0.0, 1.0)
    return chances, np.hypot(thought.errors, DOUBT * below)


def _reasons(thinker: Thinker, codes: np.ndarray, chances: np.ndarray) -> list[Reason]:
    """Each action beside all others, as likely as the network thinks them."""
    if len(codes) == 1:
        return [Reason("only-one")]
    prospects = _prospects(thinker, [[int(code)] for code in codes])
    odds = shares(powers(thinker.logits[codes]))
    best = int(chances.argmax())
    found = []
    for n in range(len(codes)):
        others = (
            np.delete(odds, n) + 1e-9
        )  # one that is all but certain still has some others beside it
        beside = np.average(np.delete(prospects, n, 0), axis=0, weights=others)
        speaks_for = n == best or chances[n] >= float(np.median(chances))
        found.append(_reason(prospects[n], beside, speaks_for))
    return found


def pairwise_reason(thinker: Thinker, better: Line, chosen: Line) -> Reason | None:
    """What speaks most for one way beside one other; None where nothing surely does."""
    here, beside = _prospects(thinker, [better, chosen])
    found = _reason(here, beside, speaks_for=True)
    return None if found.code == "little-changes" else found


def _reason(here: np.ndarray, beside: np.ndarray, speaks_for: bool) -> Reason:
    """The largest difference on the side that is asked for, in points."""
    change = here - beside
    dice = here[10:15]
    gold = change[15]
    spent = Reason("gold-kept" if gold > 0 else "gold-spent", {"count": _at_least_one(gold)})
    ways = [(GOLD_POINT * gold, spent)]
    for c, category in enumerate(CATEGORIES):
        mine, theirs, die = change[c], change[5 + c], change[10 + c]
        turned = Reason("die-up" if die > 0 else "die-down", {"category": category})
        ways += [
            (dice[c] * mine, _by("die-nearer" if mine > 0 else "die-further", category, mine)),
            (-dice[c] * theirs, _by("rival-helped" if theirs > 0 else "rival-stopped", category, theirs)),
            (die * (here[c] - here[5 + c]), turned),
        ]  # fmt: skip
    size, reason = max(ways, key=lambda way: way[0] if speaks_for else -way[0])
    return reason if (size if speaks_for else -size) > LITTLE else Reason("little-changes")


def _by(code: str, category: str, change: float) -> Reason:
    """By how many in a hundred a chance changes."""
    return Reason(code, {"category": category, "count": _at_least_one(100 * change)})


def _at_least_one(change: float) -> int:
    return max(1, round(abs(change)))


def _prospects(thinker: Thinker, lines: Sequence[Line]) -> np.ndarray:
    """(lines, prospects): means over worlds, everybody going on as the network does until the matter is settled."""
    number = _worlds(FEW, len(lines))
    worlds = thinker.worlds(number)
    states = branched(worlds, lines)
    settle_matter(thinker.network, states, worlds)
    found = np.empty((len(states), PROSPECTS))
    foresee(states, thinker.seat, new_features(1), found)
    means: np.ndarray = found.reshape(number, len(lines), PROSPECTS).mean(0)
    return means
