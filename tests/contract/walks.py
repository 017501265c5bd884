"""Whole games to look at: every game of the shelf with its editions, seats and options, and two ways to play them."""

import random

from armarium.games.shelf import names, open_book
from armarium.players import load, position_of

EDITIONS = ("iello", "scripts-and-scribes", "manual")


def _biblios():
    for edition in EDITIONS:
        for seats in (2, 3, 4):
            for penalty in ("standard", "medieval-bluff"):
                yield {"seats": seats, "edition": edition, "penalty": penalty}
    for seats in (2, 3, 4):
        yield {"seats": seats, "open_collections": True}
        yield {
            "seats": seats,
            "open_collections": True,
            "penalty": "medieval-bluff",
            "may_refuse": True,
        }
    yield {
        "seats": 3,
        "edition": "manual",
        "open_collections": True,
        "beyond_means": True,
        "first": 2,
    }
    yield {"seats": 4, "may_refuse": True, "game_tie": "gold-cards", "first": 3}
    yield {"seats": 2, "beyond_means": False}


def _bibliogamo():
    yield {"seats": 1}
    yield {"redraw_chains": True, "landing": "every-stop"}
    yield {"block_scope": "any", "count_when": "finished"}
    yield {"transfer_keeps_type": False, "landing": "every-stop"}
    yield {"components": "standard", "transfer_keeps_type": False, "redraw_chains": True}
    yield {"transfer_count": "exact", "landing": "every-stop"}


CASES = {"biblios": list(_biblios()), "bibliogamo": list(_bibliogamo())}


def all_cases(*books):
    """(game, arguments), each with a seed of its own; of these games, or of all."""
    for book in books or names():
        for number, arguments in enumerate(CASES[book]):
            yield book, {"seed": 100 + number, **arguments}


def label(case):
    return "-".join(str(value) for value in case.values()) if isinstance(case, dict) else case


def begin(case, **more):
    book, arguments = case
    return open_book(book).game.new(**arguments, **more)


def by_chance(legal, rng):
    """Any legal action: bids far beyond all means, penalties, strange hands."""
    return rng.choice(legal)


def modest(legal, rng):
    """Goes on rather than away: small bids and many passes; a step is seldom ended before something was done in it."""
    if legal[-1] == "pass":
        return "pass" if rng.random() < 0.6 else legal[min(rng.randrange(3), len(legal) - 1)]
    if legal[-1] in ("refuse", "done") and len(legal) > 1:
        return legal[-1] if rng.random() < 0.05 else rng.choice(legal[:-1])
    return rng.choice(legal)


WAYS = {"by-chance": by_chance, "modest": modest}


def walk(game, way="by-chance", seed=0):
    """Play to the end, in one of the ways or as a player of that name; before each action give (step, action)."""
    rng, player = random.Random(f"{way} {seed}"), None if way in WAYS else load(way, seed=seed)
    step = 0
    while game.to_act is not None:
        if player is None:
            action = WAYS[way](game.legal(), rng)
        else:
            action = player.choose(position_of(game, game.to_act))
        yield step, action
        game.play(action)
        step += 1


def play_out(game, way="by-chance", seed=0):
    for _ in walk(game, way, seed):
        pass
    return game
