"""The promise of games/table, kept by every game of the shelf in every edition, with every number of seats."""

import json
import random
import re
from pathlib import Path

import pytest

from armarium.games.shelf import names, open_book
from armarium.games.table.errors import IllegalAction

from .walks import CASES, WAYS, all_cases, begin, label, play_out, walk

DOCS = Path(__file__).parents[2] / "docs" / "views.md"
EVERY_CASE = pytest.mark.parametrize("case", list(all_cases()), ids=lambda case: label(case[1]))
SOME_CASES = pytest.mark.parametrize(
    "case",
    [case for n, case in enumerate(all_cases()) if n % 3 == 1],
    ids=lambda case: label(case[1]),
)
EVERY_WAY = pytest.mark.parametrize("way", WAYS)


# Who plays well enough to meet what random play never meets.
STRONG = {"biblios": "novice", "bibliogamo": "planner"}
# Events that these games do not reach; the rulebook tests and golden games do.
SELDOM = {"category-unclaimed", "artisan-given-back"}


def eyes(game):
    return (*range(game.seats), None)


def test_every_game_of_the_shelf_is_tried():
    assert set(CASES) == set(names())


# ---------------------------------------------------------------- what is legal


@EVERY_CASE
def test_legal_actions_are_canonical_and_accepted_and_all_others_refused(case):
    game, rng = begin(case), random.Random(5)
    order = {text: code for code, text in enumerate(type(game).codes)}
    assert list(type(game).codes.values()) == list(range(len(order)))
    for step, _ in walk(game, "modest"):
        legal = game.legal()
        codes = [order[action] for action in legal]
        assert codes == sorted(set(codes)) and legal
        if step % 13 == 0:
            for action in (*rng.sample(legal, min(len(legal), 6)), legal[-1]):
                game.copy().play(action, game.to_act)
            before, actions = game.digest(), game.actions
            for action in rng.sample(sorted(set(order) - set(legal)), 6):
                with pytest.raises(IllegalAction):
                    game.play(action)
            assert game.digest() == before and game.actions == actions
    assert game.legal() == []


@SOME_CASES
def test_only_the_seat_to_act_is_offered_actions(case):
    game = begin(case)
    for step, _ in walk(game, "modest"):
        if step % 17 == 0:
            for eye in eyes(game):
                assert game.view(eye)["legal"] == (game.legal() if eye == game.to_act else [])


# ---------------------------------------------------------------- views and events


def documented(heading):
    """The names in the first column of the table under a heading."""
    text = DOCS.read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@EVERY_CASE
def test_views_are_plain_data_and_documented(case):
    game = begin(case)
    keys = documented(f"## The view of {game.name.capitalize()}")
    for step, _ in walk(game):
        if step % 23 == 0:
            for eye in eyes(game):
                view = game.view(eye)
                assert set(view) == keys
                assert json.loads(json.dumps(view)) == view
    for eye in eyes(game):
        assert json.loads(json.dumps(game.view(eye))) == game.view(eye)
    assert json.loads(json.dumps(game.truth())) == game.truth()
    assert json.loads(json.dumps(game.outcome())) == game.outcome()


@pytest.mark.parametrize("book", names())
def test_events_are_documented(book):
    names, known = set(), documented(f"## Events of {book.capitalize()}")
    for case in all_cases(book):
        for way in (*WAYS, STRONG[book]):
            game = begin(case)
            for _ in walk(game, way):
                names |= {event["event"] for event in game.seen(None)}
            names |= {event["event"] for event in game.seen(None)}
    assert names <= known
    assert known - names <= SELDOM


# ---------------------------------------------------------------- records and copies


@EVERY_CASE
@EVERY_WAY
def test_a_record_replays_byte_for_byte(case, way):
    game = begin(case)
    book = open_book(case[0])
    for step, _ in walk(game, way):
        if step == 60:
            assert book.game.replay(game.record()).digest() == game.digest()
    again = book.game.replay(game.record())
    assert again.digest() == game.digest() and again.record() == game.record()
    assert again.truth() == game.truth() and again.outcome() == game.outcome()
    assert again.actions == game.actions


@SOME_CASES
def test_a_copy_goes_its_own_way(case):
    game = begin(case)
    for step, _ in walk(game):
        if step % 29 == 0:
            before, actions, told = game.digest(), game.actions, game.seen(None)
            twin = game.copy()
            assert twin.digest() == before and twin.seen(None) == told
            assert [twin.view(eye) for eye in eyes(game)] == [game.view(eye) for eye in eyes(game)]
            play_out(twin, seed=step)
            assert game.digest() == before and game.actions == actions and game.seen(None) == told


@EVERY_CASE
def test_nothing_but_views_depends_on_keeping_knowledge(case):
    game, blind = begin(case), begin(case, keep_knowledge=False)
    for step, action in walk(game):
        assert blind.legal() == game.legal() and blind.to_act == game.to_act
        if step % 7 == 0:
            assert blind.truth() == game.truth()
        blind.play(action)
    assert blind.truth() == game.truth() and blind.outcome() == game.outcome()
