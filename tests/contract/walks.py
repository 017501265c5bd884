"""Whole games to look at: any book with its editions, seats and options, and two ways to play it."""

import random

from armarium.games.shelf import names, open_book
from armarium.players import load, position_of

MIXES = 2  # tables of every edition and number of seats with options thrown together


def tables_of(book):
    """Arguments of Game.new: every edition and number of seats plainly, every option by itself, and mixtures."""
    places = [(edition, seats) for edition in book.editions or (None,) for seats in book.seats]
    for edition, seats in places:
        yield _table(edition, seats, {})
    options = [option for option in book.options if option.kind != "set"]
    others = [
        (option, value)
        for option in options
        for value in option.allowed(book.seats[0])
        if value != option.default
    ]
    for number, (option, value) in enumerate(others):
        yield _table(*places[number % len(places)], {option.name: value})
    rng = random.Random(book.name)
    for edition, seats in places * MIXES:
        mixed = {option.name: rng.choice(option.allowed(seats)) for option in options}
        yield _table(edition, seats, mixed)


def _table(edition, seats, options):
    return {"seats": seats, **({"edition": edition} if edition else {}), **options}


def all_cases(*books):
    """(game, arguments), each with a seed of its own; of these games, or of all."""
    for book in books or names():
        for number, arguments in enumerate(tables_of(open_book(book))):
            yield book, {"seed": 100 + number, **arguments}


def label(case):
    return "-".join(str(value) for value in case.values()) if isinstance(case, dict) else case


def case_id(case):
    return f"{case[0]}-{label(case[1])}"


def begin(case, **more):
    book, arguments = case
    return open_book(book).game.new(**arguments, **more)


def eyes(game):
    return (*range(game.seats), None)


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


def moments(game, number=6, way="by-chance"):
    """The game at so many moments of its course, the first and the last among them."""
    length = sum(1 for _ in walk(game.copy(), way))
    wanted = {round(n * length / (number - 1)) for n in range(number)}
    for step, _ in walk(game, way):
        if step in wanted:
            yield game
    yield game
