"""Taking back is no oracle: it is decided from the view, and looks the same in all worlds that fit the view."""

import json
from collections import Counter

import numpy as np
import pytest

from armarium.games.shelf import names, open_book
from armarium.players import levels
from tests.rulebook.bibliogamo.scenes import city

from .walks import all_cases, begin, walk

WORLDS = 5  # beside the truth, for every action of a position
EVERY = 5  # a position in so many, and those with a new kind of action
SELDOM = {"give-back", "place"}  # have a test of their own


class Oracle(AssertionError):
    pass


def may(book, view, action, game):
    """By the book: from a view that went through JSON."""
    return book.may_take_back(view, action)


def examine(game, may=may):
    """Every action of the seat to act, in worlds that look the same to it; what was tried."""
    seat, book, tried = game.to_act, open_book(game.name), Counter()
    view = json.loads(json.dumps(game.view(seat)))
    keys = np.random.default_rng(1).integers(0, 2**32, (WORLDS, 8), np.uint32)
    worlds = [book.worlds_of(view)(key) for key in keys]
    for action in few_of_each_kind(view["legal"]):
        is_free = may(book, view, action, game)
        tried[action.split()[0], is_free] += 1
        if is_free:
            look_after(game, seat, action)
            looks = {look_after(world, seat, action) for world in worlds}
            if len(looks) > 1:
                raise Oracle(action, "tells of the cards of others", view)
    return tried


def few_of_each_kind(legal):
    """Of 66 bids the two lowest and the two highest."""
    kinds = {}
    for action in legal:
        kinds.setdefault(action.split()[0], []).append(action)
    for actions in kinds.values():
        yield from dict.fromkeys([*actions[:2], *actions[-2:]])


def look_after(world, seat, action):
    after = world.copy()
    after.play(action)
    if after.to_act is None or has_shown(after):
        raise Oracle(action, "shows a card, or ends the game", world.view(seat))
    return json.dumps([after.view(seat), after.seen(seat)], sort_keys=True)


def has_shown(game):
    showed = game.showed()
    return bool(showed["cards"] or showed["hands"] or showed["chance"])


def examine_walks(cases):
    tried, ways = Counter(), ("modest", "by-chance", levels(cases[0][0])[:2][-1])
    for number, case in enumerate(cases):
        game = begin(case)
        for step, action in walk(game, ways[number % 3], number):
            if step % EVERY == 0 or action.split()[0] not in {verb for verb, _ in tried}:
                tried += examine(game)
    return tried


@pytest.mark.parametrize("games", [3, pytest.param(12, marks=pytest.mark.at_length)])
@pytest.mark.parametrize("name", names())
def test_what_may_be_taken_back_tells_its_seat_nothing(name, games):
    cases = list(all_cases(name))
    tried = examine_walks(cases[:: max(1, len(cases) // games)])
    verbs = {action.split()[0] for action in open_book(name).game.codes}
    assert {verb for verb, _ in tried} >= verbs - SELDOM, "not every kind of action was tried"


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_in_every_edition_and_with_every_option(name):
    examine_walks(list(all_cases(name)))


def test_what_is_seldom():
    game = city(hand=[47, 5, 7, 8, 10], supply=2)
    for action in ("lift 5", "done", "hire 47 history"):
        game.play(action)
    assert examine(game) == {("place", True): 3}
    game = city(florins=45, supply=1, towers={"history": {"researcher": 2}})
    game.play("forward")
    assert examine(game) == {("give-back", True): 1}


@pytest.mark.at_length
def test_an_oracle_is_found():
    """What showed no card was enough once: a pass that ends the bidding then tells whether the leader can pay."""

    def showed_nothing(book, view, action, game):
        after = game.copy()
        after.play(action)
        return after.to_act is not None and not has_shown(after)

    def examine_all():
        for case in all_cases("biblios"):
            game = begin(case)
            for _ in walk(game, "by-chance"):
                examine(game, showed_nothing)

    with pytest.raises(Oracle, match="pass"):
        examine_all()


def test_a_city_takes_back_whatever_turned_no_card():
    """Only the order of the pile is hidden there: nothing else stands in the way."""
    for case in all_cases("bibliogamo"):
        game, book = begin(case), open_book("bibliogamo")
        for _, action in walk(game, "modest"):
            after = game.copy()
            after.play(action)
            is_open = after.to_act is not None and not has_shown(after)
            assert book.may_take_back(game.view(0), action) == is_open, action
