"""Taking back: free while no card was shown and nobody else has acted; both games, one door."""

from __future__ import annotations

import random

import msgspec
import pytest

from armarium.server.errors import BadToken, IdUsed, NothingToTakeBack, NotStarted, Stale
from armarium.server.table import reports
from armarium.server.table.log import TakenBack
from armarium.server.table.messages import Ack, Act, TakeBack
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session
from armarium.server.table.table import Table
from tests.server.bibliogamo.log import ADA, City, frames, told
from tests.server.test_session import Log, Seeds

# ── the rule ───────────────────────────────────────────────────────────────────────────────────


def test_several_in_a_row_go_back_to_the_last_card_shown():
    city = City()
    states = [city.table.game.digest()]
    for text in ("forward", "forward", "back", "done"):
        city.act(text)
        states.append(city.table.game.digest())
    for v, digest in zip((5, 6, 7, 8), reversed(states[:-1]), strict=True):
        step = city.back(f"b{v}")
        assert step.replies == [Ack(f"b{v}", v)]
        assert (city.table.v, city.table.game.digest()) == (v, digest)
    with pytest.raises(NothingToTakeBack):
        city.back()
    assert city.table.game.actions == []


def test_nothing_is_taken_back_once_a_card_was_turned():
    city = City()
    city.act("done")
    assert city.table.free == 0
    city.act("done")
    while city.table.game.view(0)["step"] != "move":
        city.act("done")
    assert (city.table.game.view(0)["day"], city.table.free) == (2, None)
    with pytest.raises(NothingToTakeBack):
        city.back()
    city.act("done")
    city.back()
    with pytest.raises(NothingToTakeBack):
        city.back()


def test_a_finished_game_stays_finished():
    """Its last action turns no card, but it opens the record."""
    city = City()
    while not city.table.is_over:
        city.act("done")
    assert city.table.free is None
    with pytest.raises(NothingToTakeBack):
        city.back()


def test_more_can_be_taken_back_than_is_kept_for_catching_up(monkeypatch):
    # The florins below are painted: a table that compares itself with its log would stop.
    monkeypatch.setattr(Table, "compared", lambda self: (None, self))
    city = City()
    chance = random.Random(1)
    while city.table.game.view(0)["florins"] < 1 or city.table.game.view(0)["step"] != "move":
        city.act(chance.choice(city.table.game.legal()))
    city.table.game._states["florins"] = 120
    before = city.table.game.digest()
    for _ in range(100):
        city.act("forward" if "forward" in city.table.game.legal() else city.table.game.legal()[0])
    for _ in range(100):
        city.back()
    assert city.table.game.digest() == before


def test_at_biblios_another_seat_or_a_card_ends_it():
    log = Log(options={"first": 0})
    session = log.session
    with pytest.raises(NothingToTakeBack):
        session.take_back(0, 0)
    log.act("public")  # everybody sees it, and the next card is drawn
    with pytest.raises(NothingToTakeBack):
        session.take_back(0, 1)
    while session.table.game.view(None)["phase"] != "auction":
        log.act(session.table.game.legal()[0])
    first = session.table.game.to_act
    v = log.act("bid 1").entries and session.table.v
    with pytest.raises(NothingToTakeBack):
        session.take_back((first + 1) % 3, v)
    log.keep(session.take_back(first, v))
    assert (session.table.game.to_act, session.table.game.view(None)["bid"]) == (first, 0)
    log.act("bid 2")
    log.act("pass")
    with pytest.raises(NothingToTakeBack):
        session.take_back(first, session.table.v)
    second = (first + 1) % 3
    log.keep(session.take_back(second, session.table.v))
    assert session.table.game.to_act == second
    assert session.table.free is None, "the bid before it was another's"
    for eye in (0, 1, 2, None):
        assert frames(log.read_again(), eye) == frames(session, eye)


def test_a_payment_that_shows_its_cards_is_not_taken_back():
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
                free[event["face"]].add(table.free is not None)
    assert free["up"] == {False}


def bidding(chance: random.Random, **more: object) -> tuple[Log, int]:
    """A table where a pass will end the bidding, and the seat that is to speak."""
    log = Log(seats=2, seed=chance.randrange(1000), **more)
    while True:
        game = log.session.table.game
        assert game is not None and game.to_act is not None, "no such moment in this game"
        view = game.view(game.to_act)
        if view["step"] == "bid" and view["leader"] is not None:
            return log, game.to_act
        bids = [action for action in view["legal"] if action.startswith("bid ")]
        log.act(chance.choice(bids or view["legal"]))


def test_a_pass_that_ends_the_bidding_is_no_oracle():
    """Whether the leader can pay is told by what follows, so the pass stays, paid for or not."""
    chance, can_pay = random.Random(5), set()
    for _ in range(20):
        log, seat = bidding(chance)
        log.act("pass")
        table = log.session.table
        assert table.free is None
        with pytest.raises(NothingToTakeBack):
            log.session.take_back(seat, table.v)
        can_pay.add(table.game.view(None)["step"] == "pay")
    assert can_pay == {True, False}


def test_a_log_that_took_such_a_pass_back_still_plays_on():
    """Once it could be; what is written stands."""
    chance = random.Random(2)
    while True:
        log, seat = bidding(chance)
        before = log.session.table.game.digest()
        log.act("pass")
        if log.session.table.game.view(None)["step"] == "pay":
            break
    log.entries.append(TakenBack(seat))
    assert log.read_again().table.game.digest() == before


# ── who is told ────────────────────────────────────────────────────────────────────────────────


def test_only_the_seat_itself_is_told_that_it_may():
    log = Log(options={"first": 0})
    while log.session.table.game.view(None)["phase"] != "auction":
        log.act(log.session.table.game.legal()[0])
    actor = log.session.table.game.to_act
    step = log.act("bid 1")
    for eye in (0, 1, 2, None):
        (message,) = reports.report(log.session, eye, step)
        assert message.may_take_back is (eye == actor)
        assert told(log.session, eye, 0)[0]["may_take_back"] is (eye == actor)
    with pytest.raises(BadToken):
        log.session.receive(None, TakeBack(id="x", v=log.session.table.v))


def test_everybody_gets_the_view_with_a_higher_version():
    city = City()
    before = city.table.game.view(None)
    city.act("forward")
    step = city.back("b1")
    for eye in (0, None):
        (message,) = reports.report(city.session, eye, step)
        assert (message.v, message.may_take_back) == (2, False)
        view = msgspec.json.decode(message.view)
        assert view == {**before, "you": eye, "legal": view["legal"]}


def test_who_missed_it_gets_the_view_and_the_log_that_stands():
    city = City()
    city.act("forward", "forward")
    city.back()
    city.act("back")
    assert [m["t"] for m in told(city.session, 0, 4)] == ["view"]
    assert [(m["t"], m["v"]) for m in told(city.session, 0, 3)] == [("events", 4)]
    for v in (1, 2):
        view, history = told(city.session, 0, v)
        assert (view["t"], view["v"], history["t"]) == ("view", 4, "history")
        assert [line["v"] for line in history["lines"]] == [0, 1, 4]
    city.back()
    assert [m["t"] for m in told(city.session, 0, 4)] == ["view", "history"]


# ── once, and on the right version ─────────────────────────────────────────────────────────────


def test_the_same_id_takes_back_at_most_once():
    city = City()
    city.act("forward", id="c1")
    city.act("forward", id="c2")
    first = city.back("c3")
    again = city.session.take_back(0, 2, "c3")
    assert first.replies == again.replies == [Ack("c3", 3)]
    assert again.entries == []
    # What was taken back is not done again, and ids mean one thing only.
    assert city.session.act(0, ["forward"], 1, "c2").entries == []
    with pytest.raises(IdUsed):
        city.session.take_back(0, 3, "c1")
    with pytest.raises(IdUsed):
        city.session.act(0, ["take-back"], 3, "c3")
    assert city.table.v == 3
    session = city.read_again()
    assert session.take_back(0, 2, "c3").replies == [Ack("c3", 3)]
    assert session.table.v == 3


def test_an_older_version_is_stale():
    city = City()
    city.act("forward")
    for v in (0, 2):
        with pytest.raises(Stale) as refused:
            city.session.receive(0, TakeBack(id="x", v=v))
        assert refused.value.facts["v"] == 1
    city.back()
    with pytest.raises(Stale):
        city.session.receive(0, Act(id="y", v=1, action="forward"))


def test_before_the_deal_there_is_nothing():
    plan = NewTable(game="biblios", seats=[ADA, SeatPlan(open=True)])
    session, _, _ = Session.create("t", plan, Seeds(), "token-0")
    with pytest.raises(NotStarted):
        session.receive(0, TakeBack(id="x", v=0))
