"""The promise of games/table, kept by every book of the shelf in every edition, with every number of seats.

Whoever installs a package with a book has it tried too: `pytest tests/contract -k NAME`.
"""

import json
import random

import pytest

from armarium.games.shelf import names, open_book
from armarium.games.table.errors import (
    BadOption,
    BadRecord,
    BadSeats,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    UnknownEdition,
)

from .walks import WAYS, all_cases, begin, case_id, eyes, play_out, walk

CASES = list(all_cases())
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=case_id)
SOME_CASES = pytest.mark.parametrize("case", CASES[1::3], ids=case_id)
EVERY_WAY = pytest.mark.parametrize("way", WAYS)
EVERY_BOOK = pytest.mark.parametrize("name", names())


# ---------------------------------------------------------------- what a table can agree on


@EVERY_BOOK
def test_a_book_says_what_cannot_be_played(name):
    book = open_book(name)
    for seats in (0, book.seats[-1] + 1, True, "2"):
        with pytest.raises(BadSeats):
            book.game.new(seats)
    with pytest.raises(UnknownEdition):
        book.edition("frog")
    with pytest.raises(BadOption):
        book.game.new(frog=1)
    with pytest.raises(BadOption):
        book.options_to_store({"frog": 1})
    for seed in ("7", -1, b"short", True):
        with pytest.raises(BadOption):
            book.game.new(seed=seed)
    for option in book.options:
        if option.kind != "set":
            with pytest.raises(BadOption):
                book.game.new(**{option.name: "frog"})


@EVERY_CASE
def test_a_game_has_the_options_that_were_asked_for(case):
    name, arguments = case
    book, game = open_book(name), begin(case)
    asked = {key: value for key, value in arguments.items() if key not in ("seed", "seats")}
    edition = asked.pop("edition", None)
    agreed = book.checked(game.seats, book.edition(edition), asked)
    told = dict(game.options)
    assert told.pop("edition", None) == book.edition(edition)
    assert told == agreed and game.view(None)["options"] == game.options
    assert game.seats == arguments["seats"]


@EVERY_BOOK
def test_the_deal_follows_from_the_seed_and_what_the_seats_add_to_it(name):
    new = open_book(name).game.new
    game = new(seed=5)
    assert new(seed=5).digest() == game.digest() != new(seed=6).digest()
    assert new(seed=(5).to_bytes(32, "little")).digest() == game.digest()
    assert new().truth() != new().truth()
    assert game.commitment == new(seed=5).commitment != new(seed=6).commitment
    given = [bytes([seat + 1]) * 32 for seat in range(game.seats)]
    other = new(seed=5, contributions=given)
    assert other.commitment == game.commitment and other.truth() != game.truth()
    assert type(game).replay(other.record()).digest() == other.digest()


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
            others = sorted(set(order) - set(legal))
            for action in rng.sample(others, min(len(others), 6)):
                with pytest.raises(IllegalAction):
                    game.play(action)
            assert game.digest() == before and game.actions == actions
    assert game.legal() == []


@SOME_CASES
def test_a_mistake_changes_nothing(case):
    game = begin(case)
    for step, action in walk(game):
        if step % 19:
            continue
        before, actions, told = game.digest(), game.actions, game.seen(None)
        for nonsense in ("frog", "", f"{action} ", action.upper(), None, 7):
            with pytest.raises(InvalidAction):
                game.play(nonsense)
        for seat in range(-1, game.seats + 1):
            if seat != game.to_act:
                with pytest.raises(NotYourTurn):
                    game.play(action, seat)
        for eye in (-1, game.seats, True, 0.0, "0"):
            with pytest.raises(BadSeats):
                game.view(eye)
            with pytest.raises(BadSeats):
                game.seen(eye)
        assert game.digest() == before and game.actions == actions and game.seen(None) == told
    with pytest.raises(NotYourTurn):
        game.play("frog")


@SOME_CASES
def test_only_the_seat_to_act_is_offered_actions(case):
    game = begin(case)
    for step, _ in walk(game, "modest"):
        if step % 17 == 0:
            for eye in eyes(game):
                assert game.view(eye)["legal"] == (game.legal() if eye == game.to_act else [])


@EVERY_BOOK
def test_one_action_can_always_be_sent(name):
    book = open_book(name)
    assert all(book.is_foreseeable([text]) for text in book.game.codes)


# ---------------------------------------------------------------- views, events and the end


@EVERY_CASE
def test_views_are_plain_data_with_what_every_view_has(case):
    game = begin(case)
    fields = set(game.view(None))
    for step, _ in walk(game):
        if step % 23 == 0:
            for eye in eyes(game):
                view = game.view(eye)
                assert set(view) == fields
                assert json.loads(json.dumps(view)) == view
                assert (view["game"], view["rules"], view["you"]) == (
                    game.name,
                    type(game).rules_version,
                    eye,
                )
                assert view["to_act"] == game.to_act and view["outcome"] is None
    for eye in eyes(game):
        assert json.loads(json.dumps(game.view(eye))) == game.view(eye)
        assert game.view(eye)["outcome"] == game.outcome()
    assert json.loads(json.dumps(game.truth())) == game.truth()


@SOME_CASES
def test_what_is_handed_out_leads_to_no_state(case):
    game = begin(case)
    for step, _ in walk(game):
        if step % 31 == 0:
            before = game.digest()
            for thing in (game.truth(), game.view(game.to_act), game.options, game.seen(None)):
                _spoil(thing)
            game.legal().clear()
            assert game.digest() == before and game.legal()


def _spoil(thing):
    parts = list(thing.values()) if isinstance(thing, dict) else list(thing)
    for part in parts:
        if isinstance(part, dict | list):
            _spoil(part)
    thing.clear()


@SOME_CASES
def test_no_eye_is_told_more_than_the_referee(case):
    game = begin(case)
    for _, action in walk(game):
        twin = game.copy()
        referee = twin.play(action)
        for eye in eyes(game):
            told = twin.seen(eye)
            assert [event["event"] for event in told] == [event["event"] for event in referee]
            for mine, true in zip(told, referee):
                assert mine.items() <= true.items()


@EVERY_CASE
def test_a_game_ends_with_winners(case):
    game = play_out(begin(case))
    outcome = game.outcome()
    assert json.loads(json.dumps(outcome)) == outcome
    assert outcome["winners"] and set(outcome["winners"]) <= set(range(game.seats))
    if game.seats > 1:
        assert len(outcome["points"]) == game.seats
    else:
        assert isinstance(outcome["score"], int)


# ---------------------------------------------------------------- records and copies


@EVERY_CASE
@EVERY_WAY
def test_a_record_replays_byte_for_byte(case, way):
    game = begin(case)
    book = open_book(case[0])
    for step, _ in walk(game, way):
        if step in (0, 5, 60):
            assert book.game.replay(game.record()).digest() == game.digest()
    again = book.game.replay(game.record())
    assert again.digest() == game.digest() and again.record() == game.record()
    assert again.truth() == game.truth() and again.outcome() == game.outcome()
    assert again.actions == game.actions and again.fingerprint() == game.fingerprint()


@EVERY_BOOK
def test_a_record_of_anything_else_is_refused(name):
    book = open_book(name)
    record = play_out(book.game.new(seed=1)).record()
    rules = f"rules: {book.game.rules_version}"
    for spoiled in (
        record.replace(f"game: {name}", "game: frog"),
        record.replace(rules, "rules: 0"),
        record.replace(rules, f"{rules}0"),
        record[:-20],
        record.replace("seed: 0", "seed: 1", 1),
        "",
    ):
        with pytest.raises(BadRecord):
            book.game.replay(spoiled)


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
