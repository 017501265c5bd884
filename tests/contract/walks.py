"""Whole games to look at: every game of the shelf with its editions, seats and options, and two ways to play them."""

import random

from armarium.games.shelf import BOOKS, open_book

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


CASES = {"biblios": list(_biblios())}


def all_cases():
    """(game, arguments), each with a seed of its own."""
    for book in BOOKS:
        for number, arguments in enumerate(CASES[book]):
            yield book, {"seed": 100 + number, **arguments}


def label(case):
    return "-".join(str(value) for value in case.values()) if isinstance(case, dict) else case


def begin(case, **more):
    book, arguments = case
    return open_book(book).Game.new(**arguments, **more)


def by_chance(legal, rng):
    """Any legal action: bids far beyond all means, penalties, strange hands."""
    return rng.choice(legal)


def modest(legal, rng):
    """Small bids and many passes; refuses now and then."""
    if legal[-1] == "pass":
        return "pass" if rng.random() < 0.6 else legal[min(rng.randrange(3), len(legal) - 1)]
    if legal[-1] == "refuse" and len(legal) > 1:
        return "refuse" if rng.random() < 0.05 else rng.choice(legal[:-1])
    return rng.choice(legal)


WAYS = {"by-chance": by_chance, "modest": modest}


def walk(game, way="by-chance", seed=0):
    """Play to the end; before each action give (step, action)."""
    rng, choose = random.Random(f"{way} {seed}"), WAYS[way]
    step = 0
    while game.to_act is not None:
        action = choose(game.legal(), rng)
        yield step, action
        game.play(action)
        step += 1


def play_out(game, way="by-chance", seed=0):
    for _ in walk(game, way, seed):
        pass
    return game
