"""A table without sockets: what a session accepts, refuses, tells and remembers."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from armarium.games import biblios
from armarium.games.table.errors import IllegalAction, InvalidAction, NotYourTurn
from armarium.server.errors import (
    BadToken,
    IdUsed,
    NotStarted,
    Stale,
    TableFull,
    TableOver,
    TableStopped,
)
from armarium.server.net.wire import encode
from armarium.server.table import reports
from armarium.server.table.change import Change
from armarium.server.table.log import Acted, Entry, Sealed
from armarium.server.table.messages import Ack, Act, Hello, PaceWish, RematchWish
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.records import record_of
from armarium.server.table.session import Session


class Seeds:
    """Seeds that differ and repeat from run to run."""

    def __init__(self, start: int = 1) -> None:
        self._numbers = itertools.count(start)

    def __call__(self) -> bytes:
        return next(self._numbers).to_bytes(32, "little")


class Log:
    """A session with a table's log, as the room and the store would keep it."""

    def __init__(self, seats: int = 3, seed: int = 1, **more: Any) -> None:
        people = [SeatPlan(name="Ada"), *(SeatPlan(open=True) for _ in range(seats - 1))]
        plan = NewTable(game="biblios", seats=people, options=more.pop("options", {}))
        self.session, change, self.seat = Session.create("t", plan, Seeds(seed), "token-0", **more)
        self.entries: list[Entry] = list(change.entries)
        for seat in range(1, seats):
            self.keep(self.session.join("", f"token-{seat}")[1])

    def keep(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        return change

    def act(self, *texts: str, v: int | None = None, id: str | None = None) -> Change:
        table = self.session.table
        assert table.game is not None
        seat = table.game.to_act
        assert seat is not None
        return self.keep(self.session.act(seat, list(texts), table.v if v is None else v, id))

    def play(self, chance: random.Random, actions: int = 10_000) -> None:
        for _ in range(actions):
            game = self.session.table.game
            assert game is not None
            if game.to_act is None:
                return
            self.act(chance.choice(game.legal()))

    def read_again(self) -> Session:
        return Session.load("t", self.entries, Seeds(99), n=1000)


def told(session: Session, eye: int | None, hello: Hello) -> list[dict[str, Any]]:
    return [msgspec.json.decode(encode(m)) for m in reports.greeting(session, eye, hello)]


def frames(session: Session, eye: int | None) -> list[bytes]:
    return [msgspec.json.encode(m) for m in reports.greeting(session, eye, Hello())[1:]]


# ── beginning ──────────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_when_all_seats_are_taken():
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(open=True)])
    session, _, seat = Session.create("t", plan, Seeds(), "secret")
    assert seat == 0
    assert session.table.game is None
    with pytest.raises(NotStarted):
        session.receive(0, Act(id="a", v=0, action="keep"))
    taken, change = session.join("Bo", "other")
    assert (taken, change.has_begun) == (1, True)
    assert session.table.game is None, "not before it is saved"
    session.adopt(change)
    with pytest.raises(TableFull):
        session.join("Cy", "third")


def test_a_name_written_on_a_seat_keeps_it_for_its_owner():
    seats = [SeatPlan(name="Ada"), SeatPlan(name="Bo"), SeatPlan(open=True)]
    session, _, _ = Session.create("t", NewTable(game="biblios", seats=seats), Seeds(), "secret")
    seat, change = session.join("Cy", "x")
    assert seat == 2
    session.adopt(change)
    assert session.join("Bo", "y")[0] == 1


def test_the_commitment_is_told_before_the_deal_and_again_before_the_next():
    log = Log()
    before = reports.table_info(log.session, None)
    assert before.commitment is not None
    assert before.next_commitment is None
    log.play(random.Random(1))
    after = reports.table_info(log.session, None)
    assert after.commitment == before.commitment
    assert after.next_commitment is not None


def test_a_token_opens_its_own_seat_and_nothing_else():
    log = Log()
    assert log.session.eye_of(Hello(token="token-2")) == 2
    assert log.session.eye_of(Hello(token=None)) is None
    for wrong in ("token-9", "", "é\udce9"):
        with pytest.raises(BadToken):
            log.session.eye_of(Hello(token=wrong))


def test_no_token_is_in_the_log_or_in_what_is_told():
    log = Log()
    text = b"".join(msgspec.json.encode(entry) for entry in log.entries).decode()
    assert "token-" not in text


# ── acting ─────────────────────────────────────────────────────────────────────────────────────


def test_the_same_id_is_applied_at_most_once():
    log = Log()
    first = log.act("public", id="c1")
    seat = log.entries[-1].seat
    again = log.session.act(seat, ["public"], 0, "c1")
    assert first.replies == again.replies == [Ack("c1", 1)]
    assert again.entries == []
    assert log.session.table.v == 1


def test_an_id_is_remembered_over_a_restart():
    log = Log()
    log.act("public", id="c1")
    seat = log.entries[-1].seat
    session = log.read_again()
    assert session.act(seat, ["public"], 0, "c1").replies == [Ack("c1", 1)]
    assert session.table.v == 1


def test_an_id_that_was_used_for_something_else_is_refused():
    log = Log()
    log.act("public", id="c1")
    seat = log.entries[-1].seat
    with pytest.raises(IdUsed):
        log.session.act(seat, ["auction"], 1, "c1")


def test_an_act_on_another_version_is_stale():
    log = Log()
    log.act("public")
    for v in (0, 2):
        with pytest.raises(Stale) as refused:
            log.act("public", v=v)
        assert refused.value.facts == {"asked": v, "allowed": 1, "v": 1}, "the view comes by itself"
    assert log.session.table.v == 1


def test_only_the_seat_to_act_may_act():
    log = Log()
    game = log.session.table.game
    assert game is not None and game.to_act is not None
    other = (game.to_act + 1) % 3
    with pytest.raises(NotYourTurn) as refused:
        log.session.act(other, ["keep"], 0, "x")
    assert "allowed" not in refused.value.facts, "what another may do tells of its cards"
    with pytest.raises(BadToken):
        log.session.receive(None, Act(id="x", v=0, action="keep"))


def test_what_cannot_be_read_or_is_not_allowed_is_refused_with_what_is_allowed():
    log = Log()
    with pytest.raises(IllegalAction) as refused:
        log.act("pass")
    assert refused.value.facts["asked"] == "pass"
    assert "keep" in refused.value.facts["allowed"]
    with pytest.raises(InvalidAction):
        log.act("fly to the moon")
    assert log.session.table.v == 0


def test_several_actions_are_applied_in_order():
    log = Log()
    step = log.act("auction", "public", id="c1")
    assert step.replies == [Ack("c1", 2)]
    assert [entry.action for entry in step.entries] == ["auction", "public"]
    told_ = reports.report(log.session, None, step)
    assert [m.v for m in told_] == [1, 2]
    assert log.session.act(step.entries[0].seat, ["auction", "public"], 0, "c1").entries == []


def test_several_actions_are_all_applied_or_none():
    log = Log()
    before = log.session.table.game.digest()
    for bad in (["auction", "auction"], ["public", "nonsense"], ["public"] * 5):
        with pytest.raises(IllegalAction):
            log.act(*bad)
    assert log.session.table.v == 0
    assert log.session.table.game.digest() == before


def test_a_list_cannot_ask_what_the_next_card_is():
    """`keep` of a card not yet seen may be a church card: whether a die can be turned then would
    tell, and a refused list costs nothing."""
    answers = set()
    for seed in range(1, 40):
        log = Log(seed=seed)
        with pytest.raises(IllegalAction) as refused:
            log.act("auction", "keep", "raise monks")
        answers.add(msgspec.json.encode(refused.value.facts))
    assert len(answers) == 1


# ── catching up ────────────────────────────────────────────────────────────────────────────────


def test_who_knows_nothing_gets_the_table_the_view_and_the_log():
    log = Log()
    log.play(random.Random(2), 20)
    messages = told(log.session, 1, Hello())
    assert [m["t"] for m in messages] == ["table", "view", "history"]
    assert [line["v"] for line in messages[2]["lines"]] == list(range(1, 21))


def test_who_missed_little_is_told_step_by_step():
    log = Log()
    log.play(random.Random(2), 20)
    messages = told(log.session, 1, Hello(v=17))
    assert [(m["t"], m.get("v")) for m in messages[1:]] == [("events", v) for v in (18, 19, 20)]
    assert messages[-1]["view"] == log.session.table.game.view(1)


def test_who_missed_nothing_gets_the_view_and_no_log():
    log = Log()
    log.play(random.Random(2), 20)
    assert [m["t"] for m in told(log.session, 1, Hello(v=20))] == ["table", "view"]


def test_who_missed_much_or_comes_from_another_round_gets_all():
    log = Log()
    log.play(random.Random(2), 100)
    for hello in (Hello(v=3), Hello(v=99, round=2), Hello(v=101)):
        messages = told(log.session, 1, hello)
        assert [m["t"] for m in messages] == ["table", "view", "history"], hello


def test_step_by_step_and_at_once_tell_the_same():
    log = Log()
    log.play(random.Random(4), 30)
    late = told(log.session, 0, Hello(v=10))
    lines = told(log.session, 0, Hello())[2]["lines"]
    assert [m["events"] for m in late[1:]] == [line["events"] for line in lines[10:]]


# ── the log ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("actions", [0, 1, 40, 10_000])
def test_a_table_read_again_is_the_same_table(actions):
    log = Log()
    log.play(random.Random(5), actions)
    again = log.read_again()
    for eye in (0, 1, 2, None):
        assert frames(again, eye) == frames(log.session, eye)
    assert again.table.game.digest() == log.session.table.game.digest()
    assert again.table.position == len(log.entries)
    assert again.n > log.session.n


def test_every_sixteenth_action_carries_a_hash():
    log = Log()
    log.play(random.Random(6), 50)
    acted = [entry for entry in log.entries if isinstance(entry, Acted)]
    assert [n for n, entry in enumerate(acted, 1) if entry.digest] == [16, 32, 48]


def test_a_log_with_other_cards_stops_the_table():
    log = Log()
    log.play(random.Random(6), 20)
    log.entries[1] = Sealed(1, seed=bytes(32).hex())
    with pytest.raises(TableStopped) as stopped:
        log.read_again()
    assert stopped.value.facts["record"]


def test_a_table_in_play_is_compared_with_its_log():
    log = Log()
    log.play(random.Random(6), 40)  # twice compared, and found the same
    other = Log(seed=2)
    other.play(random.Random(6), 40)
    log.session.table = replace(log.session.table, game=other.session.table.game)
    with pytest.raises(TableStopped) as stopped:
        log.play(random.Random(7), 20)
    assert stopped.value.facts["v"] == 48
    told = biblios.Game.replay(stopped.value.facts["record"])
    acted = [(e.seat, e.action) for e in log.entries if isinstance(e, Acted)]
    assert told.actions[:40] == acted[:40], "its record is that of the log"


# ── the end, and again ─────────────────────────────────────────────────────────────────────────


def test_after_the_end_nobody_acts():
    log = Log()
    log.play(random.Random(7))
    table = log.session.table
    assert table.is_over
    with pytest.raises(TableOver):
        log.session.receive(0, Act(id="x", v=table.v, action="pass"))
    assert record_of(table, 1, "9999-12-31") == table.game.record()


def test_a_rematch_rotates_the_first_player_when_all_wish_it():
    log = Log(options={"first": 2})
    session = log.session
    with pytest.raises(IllegalAction):
        session.receive(0, RematchWish())
    log.play(random.Random(7))
    commitment = reports.table_info(session, None).next_commitment
    assert not log.keep(session.receive(0, RematchWish())).has_begun
    assert not log.keep(session.receive(0, RematchWish())).has_begun
    assert not log.keep(session.receive(1, RematchWish())).has_begun
    step = log.keep(session.receive(2, RematchWish()))
    assert step.has_begun
    info = reports.table_info(session, 0)
    assert (info.round, info.v, info.over, info.commitment) == (2, 0, False, commitment)
    assert session.table.game.view(None)["first"] == 0
    assert [type(m).__name__ for m in reports.report(session, 0, step)] == [
        "TableMessage",
        "ViewMessage",
    ]
    again = log.read_again()
    assert frames(again, 1) == frames(session, 1)
    assert again.table.records.keys() == {1}


def test_a_rematch_wished_again_once_it_has_begun_changes_nothing():
    log = Log()
    session = log.session
    log.play(random.Random(7))
    with pytest.raises(IllegalAction):
        session.receive(0, RematchWish(round=2))
    for seat in range(3):
        log.keep(session.receive(seat, RematchWish(round=1)))
    assert session.table.round == 2
    change = session.receive(0, RematchWish(round=1))
    assert not change.entries and change.after is session.table
    for early in (RematchWish(round=2), RematchWish(round=3), RematchWish()):
        with pytest.raises(IllegalAction):
            session.receive(0, early)


def test_an_id_does_nothing_twice_however_many_rounds_later():
    """What it did is known for a round more, and then only that it did something."""
    log = Log(seats=2)
    session, first = log.session, list[tuple[int, Act]]()  # of each round
    for number in range(1, 5):
        game = session.table.game
        first.append((game.to_act, Act(id=f"r{number}", v=0, action=game.legal()[0])))
        log.keep(session.receive(*first[-1]))
        log.play(random.Random(number))
        for seat in (0, 1):
            log.keep(session.receive(seat, RematchWish(round=number)))
        assert not session._ids._done, "a new round begins with none"
    for one in (session, log.read_again()):
        before = one.table
        *earlier, last = first
        assert not one.receive(*last).entries
        for seat, act in earlier:
            with pytest.raises(IdUsed) as refused:
                one.receive(seat, act)
            assert refused.value.facts["reason"] == "id-long-ago"
        assert one.table is before and before.v == 0


def test_bots_need_not_be_asked_for_a_rematch():
    seats = [SeatPlan(name="Ada"), SeatPlan(bot="random")]
    session, _, _ = Session.create("t", NewTable(game="biblios", seats=seats), Seeds(), "secret")
    chance = random.Random(1)
    while (seat := session.table.game.to_act) is not None:
        text = chance.choice(session.table.game.legal())
        session.adopt(session.act(seat, [text], session.table.v))
    assert session.receive(0, RematchWish()).has_begun


def test_every_change_of_the_table_has_a_higher_number():
    log = Log()
    seen = [log.session.n]
    log.keep(log.session.receive(0, PaceWish(pace="fast")))
    seen.append(log.session.n)
    log.session.arrive(1)
    seen.append(log.session.n)
    log.session.arrive(1)  # a second device of the same seat changes nothing
    assert log.session.n == seen[-1]
    log.session.arrive(1, -1)
    log.session.arrive(1, -1)
    seen.append(log.session.n)
    log.play(random.Random(1))
    seen.append(log.session.n)
    assert seen == sorted(set(seen))
