"""Whole games for tests: any game with its editions, seats and options, and two ways to play."""

import random

from armarium.core.registry import find_game, game_names
from armarium.players import load, position_of

MIXES = 2  # tables of every edition and number of seats with random options


def list_arguments(definition):
    """Return arguments of Game.new: every edition and number of seats, every single option, and mixtures."""
    places = [
        (edition, seats) for edition in definition.editions or (None,) for seats in definition.seats
    ]
    for edition, seats in places:
        yield _make_arguments(edition, seats, {})
    options = [option for option in definition.options if option.kind != "set"]
    others = [
        (option, value)
        for option in options
        for value in option.allowed(definition.seats[0])
        if value != option.default
    ]
    for number, (option, value) in enumerate(others):
        yield _make_arguments(*places[number % len(places)], {option.name: value})
    rng = random.Random(definition.name)
    for edition, seats in places * MIXES:
        mixed = {option.name: rng.choice(option.allowed(seats)) for option in options}
        yield _make_arguments(edition, seats, mixed)


def _make_arguments(edition, seats, options):
    return {"seats": seats, **({"edition": edition} if edition else {}), **options}


def list_cases(*definitions):
    """Return (game, arguments), each with its own seed, for these games or for all."""
    for definition in definitions or game_names():
        for number, arguments in enumerate(list_arguments(find_game(definition))):
            yield definition, {"seed": 100 + number, **arguments}


def format_case(case):
    return "-".join(str(value) for value in case.values()) if isinstance(case, dict) else case


def case_id(case):
    return f"{case[0]}-{format_case(case[1])}"


def begin(case, **more):
    definition, arguments = case
    return find_game(definition).game.new(**arguments, **more)


def list_viewers(game):
    return (*range(game.seats), None)


def choose_any(legal, rng):
    """Choose any legal action, which leads to wild bids, penalties and unusual hands."""
    return rng.choice(legal)


def choose_modestly(legal, rng):
    """Play moderately: small bids and many passes; seldom end a step without doing anything in it."""
    if legal[-1] == "pass":
        return "pass" if rng.random() < 0.6 else legal[min(rng.randrange(3), len(legal) - 1)]
    if legal[-1] in ("refuse", "done") and len(legal) > 1:
        return legal[-1] if rng.random() < 0.05 else rng.choice(legal[:-1])
    return rng.choice(legal)


WAYS = {"by-chance": choose_any, "modest": choose_modestly}


def walk(game, way="by-chance", seed=0):
    """Play to the end, in one of the ways or with a named player. Yield (step, action) before each action."""
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


def sample_positions(game, number=6, way="by-chance"):
    """Return the game at some moments, including the first and the last."""
    length = sum(1 for _ in walk(game.copy(), way))
    wanted = {round(n * length / (number - 1)) for n in range(number)}
    for step, _ in walk(game, way):
        if step in wanted:
            yield game
    yield game
