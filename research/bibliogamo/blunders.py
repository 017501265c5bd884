"""Check that stories report blunders in Bibliogamo: one is planted in each game, and must be in the paragraph:

python -m research.bibliogamo.blunders --games 100

The planner plays. At a dozen decisions up to eight actions are tried in imagined worlds, and the planner plays to the
end. At the decision with the largest loss the worst action is tried again in other worlds, which the analysis does not
use either. If the loss is at least 3 points, it replaces the planner's action and the game continues.

The reverse is checked in the same games. A decision where the chosen action leads every other one by a point or more
must not appear as a mistake.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.games.bibliogamo.actions import CODES
from armarium.games.bibliogamo.analysis.analyst import imagine_worlds, play_actions
from armarium.games.bibliogamo.game import Game
from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView
from armarium.players.load import load
from armarium.players.position import position_of
from research.telling import find_told

__all__ = ["PlantedCityBlunder", "plant_blunder"]

SEED = 20261119
MIN_LOSS, MIN_LEAD = 3.0, 1.0  # points
MAX_EXAMINED = 12  # decisions examined per game
FEW_WORLDS, MANY_WORLDS = 16, 96  # worlds per action, and for a decision that seems clear
PLANTED_WORLDS = 1000  # worlds for the planted action: the standard error is about 0.1 points
MAX_ACTIONS = 8  # actions tried, sampled from the legal ones
_ANY = np.zeros(8, np.uint32)


@dataclass(frozen=True)
class PlantedCityBlunder:
    record: str
    v: int
    cost: float
    best_actions: tuple[int, ...]  # versions before clearly best actions that were chosen


def plant_blunder(deal: int) -> PlantedCityBlunder | None:
    """Plant a blunder, or return None if no examined decision allows one."""
    rng = np.random.default_rng((SEED, deal))
    clean = _finish_game(Game.new(1, SEED + deal))
    examined = set(rng.choice(len(clean.actions), MAX_EXAMINED, False).tolist())
    game = Game.new(1, SEED + deal)
    worst: tuple[float, int, str] = (0.0, 0, "")
    best: list[int] = []
    for v, (_, action) in enumerate(clean.actions):
        legal = game.legal()
        if v in examined and len(legal) > 1:
            if len(legal) > MAX_ACTIONS:
                legal = [legal[n] for n in sorted(rng.choice(len(legal), MAX_ACTIONS, False))]
            found = _evaluate_actions(game, legal, FEW_WORLDS, rng)
            worst = max(worst, (float(found.max() - found.min()), v, legal[int(found.argmin())]))
            if _compute_lead(legal, found, action) >= MIN_LEAD:
                again = _evaluate_actions(game, legal, MANY_WORLDS, rng)
                best += [v] if _compute_lead(legal, again, action) >= MIN_LEAD else []
        game.play(action)
    _, at, worse = worst
    if not worse:
        return None
    game = Game.new(1, SEED + deal)
    for _, action in clean.actions[:at]:
        game.play(action)
    both = [clean.actions[at][1], worse]
    chosen, planted = _evaluate_actions(game, both, PLANTED_WORLDS, rng)
    if chosen - planted < MIN_LOSS:
        return None
    game.play(worse)
    record = _finish_game(game).record()
    return PlantedCityBlunder(record, at, float(chosen - planted), tuple(v for v in best if v < at))


def _finish_game(game: Game) -> Game:
    player = load("planner", 1, "bibliogamo")
    while game.to_act is not None:
        game.play(player.choose(position_of(game, 0)))
    return game


def _evaluate_actions(
    game: Game, actions: list[str], worlds: int, rng: np.random.Generator
) -> np.ndarray:
    """Return the mean score of each action."""
    root = BibliogamoStateFromView(game.view(0)).imagine(_ANY)
    imagined = imagine_worlds(root, worlds, int(rng.integers(1 << 20, 1 << 31)))
    codes = np.array([CODES[action] for action in actions])
    scores: np.ndarray = play_actions(imagined, codes)["score"].mean(0)
    return scores


def _compute_lead(legal: list[str], found: np.ndarray, action: str) -> float:
    """Return how much better an action is than every other one; below 0 if it was not tried or is not the best."""
    if action not in legal:
        return -1.0
    chosen = legal.index(action)
    return float(found[chosen] - np.delete(found, chosen).max())


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Count how many planted blunders the paragraph reports."
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    arguments = parser.parse_args()
    lines: list[dict[str, Any]] = []
    deal = arguments.first
    while len(lines) < arguments.games:
        one = plant_blunder(deal)
        deal += 1
        if one is None:
            continue
        analysis = analyse(one.record)
        own = next(decision for decision in analysis["decisions"] if decision["v"] == one.v)
        reported = find_told(one.record, analysis)
        lines.append({
            "deal": deal - 1, "v": one.v, "planted": one.cost, "own": own["cost"], "action": own["action"],
            "best": own["best"], "told": one.v in reported.in_paragraph, "best_actions": len(one.best_actions),
            "called_mistakes": [v for v in one.best_actions if v in reported.mistakes],
        })  # fmt: skip
        print(json.dumps(lines[-1]), flush=True)
    print(
        f"{sum(line['told'] for line in lines)} of {len(lines)} reported; "
        f"{sum(len(line['called_mistakes']) for line in lines)} of "
        f"{sum(line['best_actions'] for line in lines)} best actions called a mistake"
    )


if __name__ == "__main__":
    main()
