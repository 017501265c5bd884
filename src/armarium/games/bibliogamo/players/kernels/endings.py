"""Many games side by side, each after an action of its own, played to their ends by the planner."""

from __future__ import annotations

from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.players.kernels.evaluation import learn
from armarium.games.bibliogamo.players.kernels.planner import finish
from armarium.games.table.compiled import door

__all__ = ["branch", "end_all", "imagine_all"]


@door
def imagine_all(root, keys, worlds):
    """A world for each key that looks like the one game of an array."""
    for w in range(worlds.shape[0]):
        worlds[w] = root[0]
        engine.imagine_at(worlds, w, keys[w])


@door
def branch(worlds, codes, states):
    """Every action in every world: states[world × actions + action]."""
    for w in range(worlds.shape[0]):
        for a in range(codes.shape[0]):
            states[w * codes.shape[0] + a] = worlds[w]
            rules.apply(states[w * codes.shape[0] + a], codes[a])


@door
def end_all(states, weights, breadth, evaluations):
    learn(states[0], evaluations[0], weights)
    for i in range(states.shape[0]):
        evaluations[0].days = -1
        finish(states[i], evaluations[0], breadth)
