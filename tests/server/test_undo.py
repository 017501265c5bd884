"""Undo: allowed while no card was revealed and nobody else has acted, in both games."""

from __future__ import annotations

import random

import msgspec
import pytest

from armarium.server import commands, views
from armarium.server.errors import BadToken, IdUsed, NothingToTakeBack, NotStarted, Stale
from armarium.server.features import undo
from armarium.server.features.undo import seat_allowed_to_undo
from armarium.server.tables.log import ActionUndone
from armarium.server.tables.messages import Ack, Act, RequestUndo
from armarium.server.tables.plan import NewTable, SeatPlan
from tests.server.bibliogamo.log import ADA, City, list_frames, make_greeting
from tests.server.test_session import Log, Seeds

# ── the rule ─────────────────────────────────────────────────────────────────────────────────────


def test_several_actions_can_be_undone_up_to_the_last_revealed_card():
    city = City()
    states = [city.table.game.digest()]
    for text in ("forward", "forward", "back", "done"):
        city.act(text)
        states.append(city.table.game.digest())
    for v, digest in zip((5, 6, 7, 8), reversed(states[:-1]), strict=True):
        step = city.undo(f"b{v}")
        assert step.replies == [Ack(f"b{v}", v)]
        assert (city.table.v, city.table.game.digest()) == (v, digest)
    with pytest.raises(NothingToTakeBack):
        city.undo()
    assert city.table.game.actions == []


def test_nothing_can_be_undone_after_a_revealed_card():
    city = City()
    city.act("done")
    assert seat_allowed_to_undo(city.table) == 0
    city.act("done")
    while city.table.game.view(0)["step"] != "move":
        city.act("done")
    assert (city.table.game.view(0)["day"], seat_allowed_to_undo(city.table)) == (2, None)
    with pytest.raises(NothingToTakeBack):
        city.undo()
    city.act("done")
    city.undo()
    with pytest.raises(NothingToTakeBack):
        city.undo()


def test_a_finished_game_stays_finished():
    """Its last action reveals no card, but it opens the record."""
    city = City()
    while not city.table.is_over:
        city.act("done")
    assert seat_allowed_to_undo(city.table) is None
    with pytest.raises(NothingToTakeBack):
        city.undo()


def test_more_can_be_undone_than_the_catch_up_limit(monkeypatch):
    # The florins below are changed in memory; without this, the comparison with the log would stop the table.
    monkeypatch.setattr(
        "armarium.server.tables.session.compare_with_log", lambda table: (None, table)
    )
    city = City()
    chance = random.Random(1)
    while city.table.game.view(0)["florins"] < 1 or city.table.game.view(0)["step"] != "move":
        city.act(chance.choice(city.table.game.legal()))
    city.table.game.states["florins"] = 120
    before = city.table.game.digest()
    for _ in range(100):
        city.act("forward" if "forward" in city.table.game.legal() else city.table.game.legal()[0])
    for _ in range(100):
        city.undo()
    assert city.table.game.digest() == before


def test_in_biblios_another_seats_action_or_a_card_ends_undo():
    log = Log(options={"first": 0})
    session = log.session
    with pytest.raises(NothingToTakeBack):
        undo.undo_action(session, 0, 0)
    log.act("public")  # everybody sees it, and the next card is drawn
    with pytest.raises(NothingToTakeBack):
        undo.undo_action(session, 0, 1)
    while session.table.game.view(None)["phase"] != "auction":
        log.act(session.table.game.legal()[0])
    first = session.table.game.to_act
    v = log.act("bid 1").entries and session.table.v
    with pytest.raises(NothingToTakeBack):
        undo.undo_action(session, (first + 1) % 3, v)  # type: ignore[arg-type]
    log.apply_change(undo.undo_action(session, first, v))  # type: ignore[arg-type]
    assert (session.table.game.to_act, session.table.game.view(None)["bid"]) == (first, 0)
    log.act("bid 2")
    log.act("pass")
    with pytest.raises(NothingToTakeBack):
        undo.undo_action(session, first, session.table.v)
    second = (first + 1) % 3
    log.apply_change(undo.undo_action(session, second, session.table.v))
    assert session.table.game.to_act == second
    assert seat_allowed_to_undo(session.table) is None, "the bid before it was another's"
    for viewer in (0, 1, 2, None):
        assert list_frames(log.reload(), viewer) == list_frames(session, viewer)


def test_a_payment_that_reveals_cards_cannot_be_undone():
    log = Log(seats=2)
    chance = random.Random(3)
    free: dict[str, set[bool]] = {"up": set(), "down": set()}
    for _ in range(4000):
        table = log.session.table
        if table.is_over:
            break
        view = table.game.view(table.game.to_act)
        log.act(chance.choice(view["legal"]))
        table = log.session.table
        for event in table.game.seen(None):
            if event["event"] == "card-paid":
                free[event["face"]].add(seat_allowed_to_undo(table) is not None)
    assert free["up"] == {False}


def play_to_last_pass(chance: random.Random, **more: object) -> tuple[Log, int]:
    """Return a table where a pass will end the bidding, and the seat to act."""
    log = Log(seats=2, seed=chance.randrange(1000), **more)
    while True:
        game = log.session.table.game
        assert game is not None and game.to_act is not None, "no such moment in this game"
        view = game.view(game.to_act)
        if view["step"] == "bid" and view["leader"] is not None:
            return log, game.to_act
        bids = [action for action in view["legal"] if action.startswith("bid ")]
        log.act(chance.choice(bids or view["legal"]))


def test_a_pass_that_ends_the_bidding_cannot_be_undone():
    """What follows reveals whether the leader can pay, so the pass is final either way."""
    chance, can_pay = random.Random(5), set()
    for _ in range(20):
        log, seat = play_to_last_pass(chance)
        log.act("pass")
        table = log.session.table
        assert seat_allowed_to_undo(table) is None
        with pytest.raises(NothingToTakeBack):
            undo.undo_action(log.session, seat, table.v)
        can_pay.add(table.game.view(None)["step"] == "pay")
    assert can_pay == {True, False}


def test_an_older_log_with_such_an_undo_still_loads():
    """It was once allowed, and existing logs stay valid."""
    chance = random.Random(2)
    while True:
        log, seat = play_to_last_pass(chance)
        before = log.session.table.game.digest()
        log.act("pass")
        if log.session.table.game.view(None)["step"] == "pay":
            break
    log.entries.append(ActionUndone(seat))
    assert log.reload().table.game.digest() == before


# ── who learns of it ─────────────────────────────────────────────────────────────────────────────


def test_only_the_seat_itself_learns_that_it_may_undo():
    log = Log(options={"first": 0})
    while log.session.table.game.view(None)["phase"] != "auction":
        log.act(log.session.table.game.legal()[0])
    actor = log.session.table.game.to_act
    step = log.act("bid 1")
    for viewer in (0, 1, 2, None):
        (message,) = views.report(log.session, viewer, step)
        assert message.may_take_back is (viewer == actor)
        assert make_greeting(log.session, viewer, 0)[0]["may_take_back"] is (viewer == actor)
    with pytest.raises(BadToken):
        commands.receive(log.session, None, RequestUndo(id="x", v=log.session.table.v))


def test_everybody_gets_the_view_with_a_higher_version():
    city = City()
    before = city.table.game.view(None)
    city.act("forward")
    step = city.undo("b1")
    for viewer in (0, None):
        (message,) = views.report(city.session, viewer, step)
        assert (message.v, message.may_take_back) == (2, False)
        view = msgspec.json.decode(message.view)  # type: ignore[arg-type]
        assert view == {**before, "you": viewer, "legal": view["legal"]}


def test_a_client_that_missed_an_undo_gets_the_view_and_the_history():
    city = City()
    city.act("forward", "forward")
    city.undo()
    city.act("back")
    assert [m["t"] for m in make_greeting(city.session, 0, 4)] == ["view"]
    assert [(m["t"], m["v"]) for m in make_greeting(city.session, 0, 3)] == [("events", 4)]
    for v in (1, 2):
        view, history = make_greeting(city.session, 0, v)
        assert (view["t"], view["v"], history["t"]) == ("view", 4, "history")
        assert [line["v"] for line in history["lines"]] == [0, 1, 4]
    city.undo()
    assert [m["t"] for m in make_greeting(city.session, 0, 4)] == ["view", "history"]


# ── once, and on the right version ───────────────────────────────────────────────────────────────


def test_an_undo_with_the_same_key_is_applied_once():
    city = City()
    city.act("forward", id="c1")
    city.act("forward", id="c2")
    first = city.undo("c3")
    again = undo.undo_action(city.session, 0, 2, "c3")
    assert first.replies == again.replies == [Ack("c3", 3)]
    assert again.entries == []
    # An undone action is not applied again, and a key means one thing only.
    assert commands.act(city.session, 0, ["forward"], 1, "c2").entries == []
    with pytest.raises(IdUsed):
        undo.undo_action(city.session, 0, 3, "c1")
    with pytest.raises(IdUsed):
        commands.act(city.session, 0, ["take-back"], 3, "c3")
    assert city.table.v == 3
    session = city.reload()
    assert undo.undo_action(session, 0, 2, "c3").replies == [Ack("c3", 3)]
    assert session.table.v == 3


def test_an_older_version_is_stale():
    city = City()
    city.act("forward")
    for v in (0, 2):
        with pytest.raises(Stale) as refused:
            commands.receive(city.session, 0, RequestUndo(id="x", v=v))
        assert refused.value.facts["v"] == 1
    city.undo()
    with pytest.raises(Stale):
        commands.receive(city.session, 0, Act(id="y", v=1, action="forward"))


def test_there_is_nothing_to_undo_before_the_deal():
    plan = NewTable(game="biblios", seats=[ADA, SeatPlan(open=True)])
    session, _, _ = commands.create("t", plan, Seeds(), "token-0")
    with pytest.raises(NotStarted):
        commands.receive(session, 0, RequestUndo(id="x", v=0))
