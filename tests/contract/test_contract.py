"""The contract of core.Game, for every registered game, edition and number of seats.

It also runs for games of installed packages: `pytest tests/contract -k NAME`.
"""

import json
import random

import pytest

from armarium.core.definition import resolve_edition
from armarium.core.errors import (
    BadOption,
    BadRecord,
    BadSeats,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    UnknownEdition,
)
from armarium.core.registry import find_game, game_names
from armarium.server.extension import server_extension

from .walks import WAYS, begin, case_id, list_cases, list_viewers, play_out, walk

CASES = list(list_cases())
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=case_id)
SOME_CASES = pytest.mark.parametrize("case", CASES[1::3], ids=case_id)
EVERY_WAY = pytest.mark.parametrize("way", WAYS)
EVERY_BOOK = pytest.mark.parametrize("name", game_names())


# ---------------------------------------------------------------- what a table can agree on


@EVERY_BOOK
def test_a_game_definition_refuses_impossible_settings(name):
    definition = find_game(name)
    for seats in (0, definition.seats[-1] + 1, True, "2"):
        with pytest.raises(BadSeats):
            definition.game.new(seats)  # type: ignore[arg-type]
    with pytest.raises(UnknownEdition):
        resolve_edition(definition, "frog")
    with pytest.raises(BadOption):
        definition.game.new(frog=1)
    with pytest.raises(BadOption):
        server_extension(definition.name).options_to_store(definition.name, {"frog": 1})
    for seed in ("7", -1, b"short", True):
        with pytest.raises(BadOption):
            definition.game.new(seed=seed)  # type: ignore[arg-type]
    for option in definition.options:
        if option.kind != "set":
            with pytest.raises(BadOption):
                definition.game.new(**{option.name: "frog"})  # type: ignore[arg-type]


@EVERY_CASE
def test_a_game_has_the_options_that_were_asked_for(case):
    name, arguments = case
    definition, game = find_game(name), begin(case)
    asked = {key: value for key, value in arguments.items() if key not in ("seed", "seats")}
    edition = asked.pop("edition", None)
    agreed = definition.check_table(game.seats, resolve_edition(definition, edition), asked)
    seen = dict(game.options)
    assert seen.pop("edition", None) == resolve_edition(definition, edition)
    silent = {option.name: option.default for option in definition.options if option.is_tacit}
    assert {**silent, **seen} == agreed and game.view(None)["options"] == game.options
    assert game.seats == arguments["seats"]


@EVERY_BOOK
def test_the_deal_follows_from_the_seed_and_what_the_seats_add_to_it(name):
    new = find_game(name).game.new
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
        before, actions, seen = game.digest(), game.actions, game.seen(None)
        for nonsense in ("frog", "", f"{action} ", action.upper(), None, 7):
            with pytest.raises(InvalidAction):
                game.play(nonsense)
        for seat in range(-1, game.seats + 1):
            if seat != game.to_act:
                with pytest.raises(NotYourTurn):
                    game.play(action, seat)
        for viewer in (-1, game.seats, True, 0.0, "0"):
            with pytest.raises(BadSeats):
                game.view(viewer)
            with pytest.raises(BadSeats):
                game.seen(viewer)
        assert game.digest() == before and game.actions == actions and game.seen(None) == seen
    with pytest.raises(NotYourTurn):
        game.play("frog")


@SOME_CASES
def test_only_the_seat_to_act_is_offered_actions(case):
    game = begin(case)
    for step, _ in walk(game, "modest"):
        if step % 17 == 0:
            for viewer in list_viewers(game):
                assert game.view(viewer)["legal"] == (game.legal() if viewer == game.to_act else [])


@EVERY_BOOK
def test_one_action_can_always_be_sent(name):
    definition = find_game(name)
    assert all(
        server_extension(definition.name).is_foreseeable([text]) for text in definition.game.codes
    )


def test_a_payment_and_the_pass_that_ends_it_may_be_sent_together():
    """B-3.14: a player who overpays ends the payment by passing."""
    biblios = server_extension("biblios")
    assert biblios.is_foreseeable(["pay gold-3", "pay gold-3", "pass"])
    assert not biblios.is_foreseeable(["bid 3", "pass"])
    assert not biblios.is_foreseeable(["pass", "pay gold-3"])


# ---------------------------------------------------------------- views, events and the end


@EVERY_CASE
def test_views_are_plain_data_with_the_common_fields(case):
    game = begin(case)
    fields = set(game.view(None))
    for step, _ in walk(game):
        if step % 23 == 0:
            for viewer in list_viewers(game):
                view = game.view(viewer)
                assert set(view) == fields
                assert json.loads(json.dumps(view)) == view
                assert (view["game"], view["rules"], view["you"]) == (
                    game.name,
                    type(game).rules_version,
                    viewer,
                )
                assert view["to_act"] == game.to_act and view["outcome"] is None
    for viewer in list_viewers(game):
        assert json.loads(json.dumps(game.view(viewer))) == game.view(viewer)
        assert game.view(viewer)["outcome"] == game.outcome()
    assert json.loads(json.dumps(game.truth())) == game.truth()


@SOME_CASES
def test_changing_returned_data_does_not_change_the_game(case):
    game = begin(case)
    for step, _ in walk(game):
        if step % 31 == 0:
            before = game.digest()
            for thing in (game.truth(), game.view(game.to_act), game.options, game.seen(None)):
                _clear_all(thing)
            game.legal().clear()
            assert game.digest() == before and game.legal()


def _clear_all(thing):
    parts = list(thing.values()) if isinstance(thing, dict) else list(thing)
    for part in parts:
        if isinstance(part, dict | list):
            _clear_all(part)
    thing.clear()


@SOME_CASES
def test_no_viewer_sees_more_than_the_referee(case):
    game = begin(case)
    for _, action in walk(game):
        twin = game.copy()
        referee = twin.play(action)
        for viewer in list_viewers(game):
            seen = twin.seen(viewer)
            assert [event["event"] for event in seen] == [event["event"] for event in referee]
            for mine, true in zip(seen, referee):
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
    definition = find_game(case[0])
    for step, _ in walk(game, way):
        if step in (0, 5, 60):
            assert definition.game.replay(game.record()).digest() == game.digest()
    again = definition.game.replay(game.record())
    assert again.digest() == game.digest() and again.record() == game.record()
    assert again.truth() == game.truth() and again.outcome() == game.outcome()
    assert again.actions == game.actions and again.fingerprint() == game.fingerprint()


@EVERY_BOOK
def test_a_record_of_anything_else_is_refused(name):
    definition = find_game(name)
    record = play_out(definition.game.new(seed=1)).record()
    rules = f"rules: {definition.game.rules_version}"
    for spoiled in (
        record.replace(f"game: {name}", "game: frog"),
        record.replace(rules, "rules: 0"),
        record.replace(rules, f"{rules}0"),
        record[:-20],
        record.replace("seed: 0", "seed: 1", 1),
        "",
    ):
        with pytest.raises(BadRecord):
            definition.game.replay(spoiled)


@SOME_CASES
def test_a_copy_is_independent(case):
    game = begin(case)
    for step, _ in walk(game):
        if step % 29 == 0:
            before, actions, seen = game.digest(), game.actions, game.seen(None)
            twin = game.copy()
            assert twin.digest() == before and twin.seen(None) == seen
            assert [twin.view(viewer) for viewer in list_viewers(game)] == [
                game.view(viewer) for viewer in list_viewers(game)
            ]
            play_out(twin, seed=step)
            assert game.digest() == before and game.actions == actions and game.seen(None) == seen


@EVERY_CASE
def test_nothing_but_views_depends_on_keeping_knowledge(case):
    game, blind = begin(case), begin(case, keep_knowledge=False)
    for step, action in walk(game):
        assert blind.legal() == game.legal() and blind.to_act == game.to_act
        if step % 7 == 0:
            assert blind.truth() == game.truth()
        blind.play(action)
    assert blind.truth() == game.truth() and blind.outcome() == game.outcome()
