# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""Imagined futures: each plan is played on by the planner to the end, in the same imagined worlds as the others."""

from __future__ import annotations

from armarium.games.bibliogamo import engine, rules
from armarium.games.bibliogamo.state import GIVE_BACK, PLACE
from armarium.games.table.compiled import compiled, door
from armarium.players.bibliogamo.outlook import learn
from armarium.players.bibliogamo.planner import decide, finish

__all__ = ["play_futures"]


@compiled
def follow(s, o, p, plan):
    """Play a plan. Where the supply is short the planner picks who is placed or given back."""
    for i in range(p.codes[plan]):
        while s.step in (PLACE, GIVE_BACK):
            rules.apply(s, decide(s, o, 1))
        rules.apply(s, p.code[plan, i])


@door
def play_futures(
    roots, plans, alive, first, last, key, weights, breadth, sums, squares, rooms, outlooks
):
    """Some more futures for each plan that is alive: how much better they ended than with the first plan.

    A future is a world of its own: all that the player cannot know is drawn anew from the key and its number.
    """
    o, p = outlooks[0], plans[0]
    learn(roots[0], o, weights)
    for future in range(first, last):
        key[0] = future
        rooms[0] = roots[0]
        engine.imagine_at(rooms, 0, key)
        usual = 0
        for plan in range(p.number):
            if alive[plan]:
                rooms[1] = rooms[0]
                o.days = -1
                follow(rooms[1], o, p, plan)
                finish(rooms[1], o, breadth)
                if plan == 0:
                    usual = int(rooms[1].score)
                better = float(rooms[1].score - usual)
                sums[plan] += better
                squares[plan] += better * better
