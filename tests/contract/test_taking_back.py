"""Undo reveals nothing: it depends on the view alone and is the same in all worlds that fit the view."""

import json
from collections import Counter

import numpy as np
import pytest

from armarium.core.registry import find_game, game_names
from armarium.players import levels
from armarium.server.tables.state import LazyView
from tests.rulebook.bibliogamo.scenes import set_up_city

from .walks import begin, list_cases, walk

WORLDS = 5  # imagined worlds for every action of a position
EVERY = 5  # try every n-th position, and those with a new kind of action
SELDOM = {"give-back", "place"}  # tested separately


class RevealingUndo(AssertionError):
    pass


def may_undo(definition, view, action, game):
    """Return `may_take_back` of the definition, which has the view alone. The game and the server's lazy view agree."""
    is_free = definition.may_take_back(view, action)
    assert game.may_take_back(action) == is_free
    assert definition.may_take_back(LazyView(game.view_text(game.to_act)), action) == is_free
    return is_free


def examine(game, may_undo=may_undo):
    """Try every action of the seat to act in worlds that look the same to it. Return the actions tried."""
    seat, definition, tried = game.to_act, find_game(game.name), Counter()
    view = json.loads(json.dumps(game.view(seat)))
    keys = np.random.default_rng(1).integers(0, 2**32, (WORLDS, 8), np.uint32)
    worlds = [definition.make_world_sampler(view)(key) for key in keys]
    for action in sample_each_kind(view["legal"]):
        is_free = may_undo(definition, view, action, game)
        tried[action.split()[0], is_free] += 1
        if is_free:
            show_after(game, seat, action)
            looks = {show_after(world, seat, action) for world in worlds}
            if len(looks) > 1:
                raise RevealingUndo(action, "reveals the cards of others", view)
    return tried


def sample_each_kind(legal):
    """Return the two lowest and the two highest actions of each kind, instead of 66 bids."""
    kinds = {}
    for action in legal:
        kinds.setdefault(action.split()[0], []).append(action)
    for actions in kinds.values():
        yield from dict.fromkeys([*actions[:2], *actions[-2:]])


def show_after(world, seat, action):
    after = world.copy()
    after.play(action)
    if after.to_act is None or has_revealed_card(after):
        raise RevealingUndo(action, "shows a card, or ends the game", world.view(seat))
    return json.dumps([after.view(seat), after.seen(seat)], sort_keys=True)


def has_revealed_card(game):
    reveals = game.describe_reveals()
    return bool(reveals["cards"] or reveals["hands"] or reveals["chance"])


def examine_walks(cases):
    tried, ways = Counter(), ("modest", "by-chance", levels(cases[0][0])[:2][-1])
    for number, case in enumerate(cases):
        game = begin(case)
        for step, action in walk(game, ways[number % 3], number):
            if step % EVERY == 0 or action.split()[0] not in {verb for verb, _ in tried}:
                tried += examine(game)
    return tried


@pytest.mark.parametrize("games", [3, pytest.param(12, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", game_names())
def test_an_undoable_action_reveals_nothing_to_its_seat(name, games):
    cases = list(list_cases(name))
    tried = examine_walks(cases[:: max(1, len(cases) // games)])
    verbs = {action.split()[0] for action in find_game(name).game.codes}
    assert {verb for verb, _ in tried} >= verbs - SELDOM, "not every kind of action was tried"


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_in_every_edition_and_with_every_option(name):
    examine_walks(list(list_cases(name)))


def test_rare_situations():
    game = set_up_city(hand=[47, 5, 7, 8, 10], supply=2)
    for action in ("lift 5", "done", "hire 47 history"):
        game.play(action)
    assert examine(game) == {("place", True): 3}
    game = set_up_city(florins=45, supply=1, towers={"history": {"researcher": 2}})
    game.play("forward")
    assert examine(game) == {("give-back", True): 1}


@pytest.mark.thorough
def test_an_undo_that_would_reveal_something_is_found():
    """A rule that only checks for revealed cards is not enough: the last pass shows whether the leader can pay."""

    def has_revealed_nothing(definition, view, action, game):
        after = game.copy()
        after.play(action)
        return after.to_act is not None and not has_revealed_card(after)

    def examine_all():
        for case in list_cases("biblios"):
            game = begin(case)
            for _ in walk(game, "by-chance"):
                examine(game, has_revealed_nothing)

    with pytest.raises(RevealingUndo, match="pass"):
        examine_all()


def test_bibliogamo_can_undo_actions_that_reveal_no_card():
    """Only the order of the pile is hidden there."""
    for case in list_cases("bibliogamo"):
        game, definition = begin(case), find_game("bibliogamo")
        for _, action in walk(game, "modest"):
            after = game.copy()
            after.play(action)
            is_open = after.to_act is not None and not has_revealed_card(after)
            assert definition.may_take_back(game.view(0), action) == is_open, action
