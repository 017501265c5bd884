"""Advice: every legal action with its win chance, the standard error, and a reason for or against it.

The win chance of an action is the critic's mean estimate in imagined worlds, minus a small amount for actions that the
policy finds unlikely; their error is larger too. The reason is the largest difference from the other actions, computed
from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armarium.core.errors import Reason
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import CATEGORIES
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.prospects import PROSPECTS, foresee
from armarium.games.biblios.players.learnt.ahead import branch_worlds, play_until_settled
from armarium.games.biblios.players.learnt.thinking import PositionSearch, SearchResult
from armarium.players.network.network import NEVER, network_of, normalise, powers
from armarium.players.position import Position
from armarium.players.spec import Advice

__all__ = ["advise", "chances_and_errors", "compare_lines"]

WORLDS, FEW = 48, 12  # worlds for chances and for reasons, if there are few actions
MOST = 800  # actions × worlds; many bids are evaluated in fewer worlds
# The win chance subtracted per logit below the most likely action, and the logit difference at which it stops growing:
# far below, the policy only reflects that the action was never tried. Fitted to games played to the end in the same
# worlds (docs/analysis.md).
DOUBT, FURTHEST = 0.002, 8 * 4096
WORD = 1  # fixed, so that the same position gives the same advice
GOLD_POINT = 0.3  # value of one gold, in points on a die
LITTLE = 0.05  # smaller differences in points give no reason

Line = Sequence[int]  # a sequence of action codes


def advise(position: Position) -> list[Advice]:
    """Return advice for each legal action, best first; nothing if another seat is to act."""
    if not position.legal:
        return []
    network = network_of("biblios")
    search = PositionSearch(network, position.view, WORD)
    allowed = np.flatnonzero(search.logits != NEVER)
    codes = allowed[np.argsort(-search.logits[allowed], kind="stable")]
    search_result = search.evaluate(codes, _count_worlds(WORLDS, len(codes)))
    chances, errors = chances_and_errors(search_result)
    reasons = _find_reasons(search, codes, chances)
    order = np.argsort(-chances, kind="stable")
    return [
        Advice(TEXTS[int(codes[n])], float(chances[n]), float(errors[n]), reasons[n]) for n in order
    ]


def _count_worlds(wanted: int, ways: int) -> int:
    return min(wanted, max(4, MOST // (ways * WORLDS // wanted)))


def chances_and_errors(search_result: SearchResult) -> tuple[np.ndarray, np.ndarray]:
    """Return the win chances and their standard errors."""
    below = np.minimum(search_result.logits.max() - search_result.logits, FURTHEST) / 4096
    chances = np.clip(search_result.chances - DOUBT * below, 0.0, 1.0)
    return chances, np.hypot(search_result.errors, DOUBT * below)


def _find_reasons(search: PositionSearch, codes: np.ndarray, chances: np.ndarray) -> list[Reason]:
    """Return a reason for each action, compared with the others weighted by the policy."""
    if len(codes) == 1:
        return [Reason("only-one")]
    prospects = _mean_prospects(search, [[int(code)] for code in codes])
    odds = normalise(powers(search.logits[codes]))
    best = int(chances.argmax())
    found = []
    for n in range(len(codes)):
        others = np.delete(odds, n) + 1e-9  # avoids zero weights if one action is nearly certain
        beside = np.average(np.delete(prospects, n, 0), axis=0, weights=others)
        is_in_favour = n == best or chances[n] >= float(np.median(chances))
        found.append(_find_reason(prospects[n], beside, is_in_favour))
    return found


def compare_lines(search: PositionSearch, better: Line, chosen: Line) -> Reason | None:
    """Return the strongest reason for one line over another, or None if there is no clear one."""
    here, beside = _mean_prospects(search, [better, chosen])
    found = _find_reason(here, beside, is_in_favour=True)
    return None if found.code == "little-changes" else found


def _find_reason(here: np.ndarray, beside: np.ndarray, is_in_favour: bool) -> Reason:
    """Return the largest difference in points, for or against."""
    change = here - beside
    dice = here[10:15]
    gold = change[15]
    spent = Reason("gold-kept" if gold > 0 else "gold-spent", {"count": _at_least_one(gold)})
    ways = [(GOLD_POINT * gold, spent)]
    for c, category in enumerate(CATEGORIES):
        mine, theirs, die = change[c], change[5 + c], change[10 + c]
        turned = Reason("die-up" if die > 0 else "die-down", {"category": category})
        ways += [
            (dice[c] * mine, _chance_reason("die-nearer" if mine > 0 else "die-further", category, mine)),
            (-dice[c] * theirs, _chance_reason("rival-helped" if theirs > 0 else "rival-stopped", category, theirs)),
            (die * (here[c] - here[5 + c]), turned),
        ]  # fmt: skip
    size, reason = max(ways, key=lambda way: way[0] if is_in_favour else -way[0])
    return reason if (size if is_in_favour else -size) > LITTLE else Reason("little-changes")


def _chance_reason(code: str, category: str, change: float) -> Reason:
    """Make a reason with the change of a chance in percentage points."""
    return Reason(code, {"category": category, "count": _at_least_one(100 * change)})


def _at_least_one(change: float) -> int:
    return max(1, round(abs(change)))


def _mean_prospects(search: PositionSearch, lines: Sequence[Line]) -> np.ndarray:
    """Return (lines, prospects): means over worlds, played until the lot or turn is settled."""
    number = _count_worlds(FEW, len(lines))
    worlds = search.sample_worlds(number)
    states = branch_worlds(worlds, lines)
    play_until_settled(search.network, states, worlds)
    found = np.empty((len(states), PROSPECTS))
    foresee(states, search.seat, new_features(1), found)
    means: np.ndarray = found.reshape(number, len(lines), PROSPECTS).mean(0)
    return means
