"""Check that blunders are found and reported: one is planted in each game, and must be in its player's paragraph:

python -m research.biblios.judgement.blunders --games 100

The network plays all seats, at tables without overbidding, because its overbids would be blunders of its own. At a
dozen decisions every action is tried in worlds that look the same to the seat, and monks play to the end; they know
nothing of the network or of the analysis. At the decision with the largest loss the worst action is tried again, with
the open cards of the game and with imagined ones. If both show a loss of at least 20 percentage points, it replaces the
network's action and the game continues. The second condition excludes blunders that no player at the table could see.

The reverse is checked in the same games. A decision where the rollouts prefer the chosen action to every other one by
10 percentage points or more must not appear as a mistake.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.core.state_game import RecordFields
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.imagined_worlds import write_rewards
from armarium.games.biblios.players.kernels.whole_games import COMPILED, play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.games.biblios.state import ALLOCATE, AUCTION, GIFT, new_states
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.games.biblios.view import size_of
from armarium.lab.arena.deals import derive_number
from research.biblios.judgement.tables import SEED, finish_game, start_game
from research.telling import find_told

__all__ = [
    "PlantedBlunder",
    "copy_with_new_order",
    "evaluate_actions",
    "imagine_worlds",
    "plant_blunder",
]

MIN_LOSS = 0.2
MIN_LEAD = 0.1  # of the chosen action over every other one, for a clearly best action
MAX_EXAMINED = 16  # decisions examined per game
FEW_ROLLOUTS, MANY_ROLLOUTS = 24, 160  # rollouts per action, and for the final comparison
MAX_ACTIONS = 8  # actions tried, sampled from the legal ones
TABLE = {"beyond_means": False}


@dataclass(frozen=True)
class PlantedBlunder:
    record: str
    v: int
    seat: int
    cost: float  # loss in worlds that look the same to the seat
    open: float  # loss with the cards of the game
    best_actions: tuple[int, ...] = ()  # versions before clearly best actions that were chosen


def plant_blunder(deal: int) -> PlantedBlunder | None:
    """Plant a blunder, or return None if no examined decision allows one."""
    rng = np.random.default_rng(derive_number("planting", SEED, deal) % 2**63)
    other = np.random.default_rng(derive_number("best actions", SEED, deal) % 2**63)
    players = ["prior:warmth=0"] * (2 + deal % 3)
    clean = finish_game(*start_game(players, deal, **TABLE))
    examined = sorted(rng.choice(len(clean.actions), min(MAX_EXAMINED, len(clean.actions)), False))
    game, players_of_seats = start_game(players, deal, **TABLE)
    worst: tuple[float, int, str] = (0.0, 0, "")
    best_actions: list[int] = []
    for v, (seat, action) in enumerate(clean.actions):
        if v in examined and len(game.legal()) > 1:
            legal, found = _try_actions(game, seat, rng)
            cost = float(found.max() - found.min())
            worst = max(worst, (cost, v, legal[int(found.argmin())]))
            if _compute_lead(legal, found, action) >= MIN_LEAD:
                worlds = imagine_worlds(game, seat, MANY_ROLLOUTS, other)
                again = evaluate_actions(worlds, legal, seat, other)
                best_actions += [v] if _compute_lead(legal, again, action) >= MIN_LEAD else []
        game.play(action)
    _, at, worse = worst
    game, players_of_seats = start_game(players, deal, **TABLE)
    for _, action in clean.actions[:at]:
        game.play(action)
    if not worse:
        return None
    seat, best = clean.actions[at]
    # Use new worlds to exclude differences that were only luck.
    seen, true = (
        _compute_cost(evaluate_actions(worlds, [best, worse], seat, rng))
        for worlds in (
            imagine_worlds(game, seat, MANY_ROLLOUTS, rng),
            copy_with_new_order(game, MANY_ROLLOUTS, rng),
        )
    )
    if min(seen, true) < MIN_LOSS:
        return None
    game.play(worse)
    record = finish_game(game, players_of_seats).record()
    return PlantedBlunder(record, at, seat, seen, true, tuple(v for v in best_actions if v < at))


def _try_actions(game: Game, seat: int, rng: np.random.Generator) -> tuple[list[str], np.ndarray]:
    """Return the actions that were tried and their mean rewards."""
    legal = game.legal()
    if len(legal) > MAX_ACTIONS:
        legal = [legal[n] for n in sorted(rng.choice(len(legal), MAX_ACTIONS, False))]
    return legal, evaluate_actions(imagine_worlds(game, seat, FEW_ROLLOUTS, rng), legal, seat, rng)


def _compute_lead(legal: list[str], found: np.ndarray, action: str) -> float:
    """Return how much better an action is than every other one; below 0 if it was not tried or is not the best."""
    if action not in legal:
        return -1.0
    chosen = legal.index(action)
    return float(found[chosen] - np.delete(found, chosen).max())


def _compute_cost(found: np.ndarray) -> float:
    return float(found[0] - found[1])


def imagine_worlds(game: Game, seat: int, number: int, rng: np.random.Generator) -> np.ndarray:
    """Return worlds that look the same to the seat."""
    keys = rng.integers(0, 1 << 32, (number, 8), np.uint32)
    return BibliosStateFromView(game.view(seat)).imagine_all(keys)


def copy_with_new_order(game: Game, number: int, rng: np.random.Generator) -> np.ndarray:
    """Return copies of the game with the same hands and piles, but a new order of the cards to come."""
    worlds = np.repeat(game._states, number)
    deck, pile = find_unseen_cards(game)
    for i in range(number):
        worlds["deck"][i, deck] = rng.permutation(worlds["deck"][i, deck])
        worlds["pile"][i, pile] = rng.permutation(worlds["pile"][i, pile])
        engine.set_key_at(worlds, i, rng.integers(0, 1 << 32, 8, np.uint32))
    return worlds


def find_unseen_cards(game: Game) -> tuple[slice, slice]:
    """Return the unseen parts of the deck and of the auction pile. A card being looked at is not among them."""
    s, fields = game._states[0], RecordFields(game._states)
    top = int(s["deck_next"]) + (int(s["step"]) == ALLOCATE)
    lots = int(s["lots"])
    turned = (
        slice(lots, lots + size_of(fields, AUCTION)) if int(s["phase"]) != GIFT else slice(0, 0)
    )
    return slice(top, max(top, int(s["deck_end"]))), turned


def evaluate_actions(
    worlds: np.ndarray, actions: list[str], seat: int, rng: np.random.Generator
) -> np.ndarray:
    """Return the mean reward of each action for the seat, with monks playing each world to the end."""
    seats, found = int(worlds["seats"][0]), np.zeros(len(actions))
    features, weights = new_features(1), np.zeros((4, len(NAMES)))
    who = np.full(seats, COMPILED.index("monk"), np.int64)
    for world in worlds:
        words = np.array([first_word(int(rng.integers(2**31))) for _ in range(seats)], np.int64)
        for n, action in enumerate(actions):
            states = new_states(1)
            states[0] = world
            engine.apply_at(states, 0, CODES[action])
            play_game_at(states, 0, features, who, weights, words.copy(), False)
            worth = np.zeros(1)
            write_rewards(states, seat, worth)
            found[n] += worth[0]
    return found / len(worlds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Count how many planted blunders the analysis finds."
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    lines: list[dict[str, Any]] = []
    deal = arguments.first
    while len(lines) < arguments.games:
        one = plant_blunder(deal)
        deal += 1
        if one is None:
            continue
        analysis = analyse(one.record)
        decisions = analysis["decisions"]
        costliest = max(decisions, key=lambda decision: decision["cost"])
        own = next(decision for decision in decisions if decision["v"] == one.v)
        reported = find_told(one.record, analysis)
        lines.append({
            "deal": deal - 1, "v": one.v, "planted": one.cost, "open": one.open, "own": own["cost"],
            "action": own["action"], "best": own["best"], "costliest": costliest["v"], "most": costliest["cost"],
            "found": costliest["v"] == one.v, "told": one.v in reported.in_paragraph,
            "best_actions": len(one.best_actions),
            "called_mistakes": [v for v in one.best_actions if v in reported.mistakes],
        })  # fmt: skip
        print(json.dumps(lines[-1]), flush=True)
    print(
        f"{sum(line['told'] for line in lines)} of {len(lines)} reported, "
        f"{sum(line['found'] for line in lines)} found as the costliest decision; "
        f"{sum(len(line['called_mistakes']) for line in lines)} of "
        f"{sum(line['best_actions'] for line in lines)} best actions called a mistake"
    )


if __name__ == "__main__":
    main()
