"""A table without sockets: what a session accepts, refuses, sends and remembers."""

from __future__ import annotations

import gc
import itertools
import random
import tracemalloc
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from armarium.core.errors import IllegalAction, InvalidAction, NotYourTurn
from armarium.games import biblios
from armarium.server import commands, views
from armarium.server.connections import encode
from armarium.server.errors import (
    BadToken,
    IdUsed,
    NotStarted,
    RecordSealed,
    Stale,
    TableFull,
    TableOver,
    TableStopped,
)
from armarium.server.features.seats import links
from armarium.server.records import check_record, read_record
from armarium.server.tables.log import Acted, Entry, Sealed
from armarium.server.tables.messages import Ack, Act, Hello, RequestRematch, SetPace
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.session import Change, Session


class Seeds:
    """Seeds that differ from each other and repeat in every run."""

    def __init__(self, start: int = 1) -> None:
        self._numbers = itertools.count(start)

    def __call__(self) -> bytes:
        return next(self._numbers).to_bytes(32, "little")


class Log:
    """A session with a table's log, without a live table or a store."""

    def __init__(self, seats: int = 3, seed: int = 1, **more: Any) -> None:
        people = [SeatPlan(name="Ada"), *(SeatPlan(open=True) for _ in range(seats - 1))]
        plan = NewTable(game="biblios", seats=people, options=more.pop("options", {}))
        self.session, change, self.seat = commands.create("t", plan, Seeds(seed), "token-0", **more)
        self.entries: list[Entry] = list(change.entries)
        for seat in range(1, seats):
            self.apply_change(links.join(self.session, "", f"token-{seat}"))

    def apply_change(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        return change

    def act(self, *texts: str, v: int | None = None, id: str | None = None) -> Change:
        table = self.session.table
        assert table.game is not None
        seat = table.game.to_act
        assert seat is not None
        return self.apply_change(
            commands.act(self.session, seat, list(texts), table.v if v is None else v, id)
        )

    def play(self, chance: random.Random, actions: int = 10_000) -> None:
        for _ in range(actions):
            game = self.session.table.game
            assert game is not None
            if game.to_act is None:
                return
            self.act(chance.choice(game.legal()))

    def reload(self) -> Session:
        return commands.load("t", self.entries, Seeds(99), n=1000)


def make_greeting(session: Session, viewer: int | None, hello: Hello) -> list[dict[str, Any]]:
    return [msgspec.json.decode(encode(m)) for m in views.greet(session, viewer, hello)]


def list_frames(session: Session, viewer: int | None) -> list[bytes]:
    return [msgspec.json.encode(m) for m in views.greet(session, viewer, Hello())[1:]]


# ── starting ─────────────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_when_all_seats_are_taken():
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(open=True)])
    session, _, seat = commands.create("t", plan, Seeds(), "secret")
    assert seat == 0
    assert session.table.game is None
    with pytest.raises(NotStarted):
        commands.receive(session, 0, Act(id="a", v=0, action="keep"))
    change = links.join(session, "Bo", "other")
    assert (change.seated, change.has_begun) == ((1, "other"), True)
    assert session.table.game is None, "not before it is saved"
    session.adopt(change)
    with pytest.raises(TableFull):
        links.join(session, "Cy", "third")


def test_a_named_seat_is_reserved_for_that_name():
    seats = [SeatPlan(name="Ada"), SeatPlan(name="Bo"), SeatPlan(open=True)]
    session, _, _ = commands.create("t", NewTable(game="biblios", seats=seats), Seeds(), "secret")
    change = links.join(session, "Cy", "x")
    assert change.seated == (2, "x")
    session.adopt(change)
    assert links.join(session, "Bo", "y").seated == (1, "y")


def test_the_commitment_is_published_before_each_deal():
    log = Log()
    before = views.table_info(log.session, None)
    assert before.commitment is not None
    assert before.next_commitment is None
    log.play(random.Random(1))
    after = views.table_info(log.session, None)
    assert after.commitment == before.commitment
    assert after.next_commitment is not None


def test_a_token_opens_its_own_seat_and_nothing_else():
    log = Log()
    assert links.find_viewer(log.session, Hello(token="token-2")) == 2
    assert links.find_viewer(log.session, Hello(token=None)) is None
    for wrong in ("token-9", "", "é\udce9"):
        with pytest.raises(BadToken):
            links.find_viewer(log.session, Hello(token=wrong))


def test_no_token_is_in_the_log_or_in_messages():
    log = Log()
    text = b"".join(msgspec.json.encode(entry) for entry in log.entries).decode()
    assert "token-" not in text


# ── acting ───────────────────────────────────────────────────────────────────────────────────────


def test_the_same_id_is_applied_at_most_once():
    log = Log()
    first = log.act("public", id="c1")
    seat = log.entries[-1].seat
    again = commands.act(log.session, seat, ["public"], 0, "c1")
    assert first.replies == again.replies == [Ack("c1", 1)]
    assert again.entries == []
    assert log.session.table.v == 1


def test_an_id_is_remembered_over_a_restart():
    log = Log()
    log.act("public", id="c1")
    seat = log.entries[-1].seat
    session = log.reload()
    assert commands.act(session, seat, ["public"], 0, "c1").replies == [Ack("c1", 1)]
    assert session.table.v == 1


def test_an_id_that_was_used_for_something_else_is_refused():
    log = Log()
    log.act("public", id="c1")
    seat = log.entries[-1].seat
    with pytest.raises(IdUsed):
        commands.act(log.session, seat, ["auction"], 1, "c1")


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
        commands.act(log.session, other, ["keep"], 0, "x")
    assert "allowed" not in refused.value.facts, "what another may do tells of its cards"
    with pytest.raises(BadToken):
        commands.receive(log.session, None, Act(id="x", v=0, action="keep"))


def test_an_invalid_or_illegal_action_is_refused_with_the_legal_ones():
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
    told_ = views.report(log.session, None, step)
    assert [m.v for m in told_] == [1, 2]
    assert (
        commands.act(log.session, step.entries[0].seat, ["auction", "public"], 0, "c1").entries
        == []
    )


def test_several_actions_are_all_applied_or_none():
    log = Log()
    before = log.session.table.game.digest()
    for bad in (["auction", "auction"], ["public", "nonsense"], ["public"] * 5):
        with pytest.raises(IllegalAction):
            log.act(*bad)
    assert log.session.table.v == 0
    assert log.session.table.game.digest() == before


def test_a_list_of_actions_cannot_reveal_the_next_card():
    """`keep` of an unseen card may be a church card. Whether a die can be turned then would reveal it, and a refused
    list costs nothing.
    """
    answers = set()
    for seed in range(1, 40):
        log = Log(seed=seed)
        with pytest.raises(IllegalAction) as refused:
            log.act("auction", "keep", "raise monks")
        answers.add(msgspec.json.encode(refused.value.facts))
    assert len(answers) == 1


# ── catching up ──────────────────────────────────────────────────────────────────────────────────


def test_a_new_client_gets_the_table_the_view_and_the_history():
    log = Log()
    log.play(random.Random(2), 20)
    messages = make_greeting(log.session, 1, Hello())
    assert [m["t"] for m in messages] == ["table", "view", "history"]
    assert [line["v"] for line in messages[2]["lines"]] == list(range(1, 21))


def test_a_client_that_missed_little_gets_every_step():
    log = Log()
    log.play(random.Random(2), 20)
    messages = make_greeting(log.session, 1, Hello(v=17))
    assert [(m["t"], m.get("v")) for m in messages[1:]] == [("events", v) for v in (18, 19, 20)]
    assert messages[-1]["view"] == log.session.table.game.view(1)


def test_a_client_that_missed_nothing_gets_only_the_view():
    log = Log()
    log.play(random.Random(2), 20)
    assert [m["t"] for m in make_greeting(log.session, 1, Hello(v=20))] == ["table", "view"]


def test_a_client_that_missed_much_gets_the_whole_history():
    log = Log()
    log.play(random.Random(2), 100)
    for hello in (Hello(v=3), Hello(v=99, round=2), Hello(v=101)):
        messages = make_greeting(log.session, 1, hello)
        assert [m["t"] for m in messages] == ["table", "view", "history"], hello


def test_steps_and_history_contain_the_same_events():
    log = Log()
    log.play(random.Random(4), 30)
    late = make_greeting(log.session, 0, Hello(v=10))
    lines = make_greeting(log.session, 0, Hello())[2]["lines"]
    assert [m["events"] for m in late[1:]] == [line["events"] for line in lines[10:]]


# ── the log ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("actions", [0, 1, 40, 10_000])
def test_a_reloaded_table_is_the_same(actions):
    log = Log()
    log.play(random.Random(5), actions)
    again = log.reload()
    for viewer in (0, 1, 2, None):
        assert list_frames(again, viewer) == list_frames(log.session, viewer)
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
        log.reload()
    assert stopped.value.facts["record"]


def test_a_table_in_play_is_compared_with_its_log():
    log = Log()
    log.play(random.Random(6), 40)  # compared twice
    other = Log(seed=2)
    other.play(random.Random(6), 40)
    log.session.table = replace(log.session.table, game=other.session.table.game)
    with pytest.raises(TableStopped) as stopped:
        log.play(random.Random(7), 20)
    assert stopped.value.facts["v"] == 48
    received = biblios.Game.replay(stopped.value.facts["record"])
    acted = [(e.seat, e.action) for e in log.entries if isinstance(e, Acted)]
    assert received.actions[:40] == acted[:40], "its record is that of the log"


# ── the end, and rematches ───────────────────────────────────────────────────────────────────────


def test_after_the_end_nobody_acts():
    log = Log()
    log.play(random.Random(7))
    table = log.session.table
    assert table.is_over
    with pytest.raises(TableOver):
        commands.receive(log.session, 0, Act(id="x", v=table.v, action="pass"))
    assert read_record("t", log.entries, 1) == table.game.record()


def test_a_rematch_starts_when_all_want_it_with_the_next_first_player():
    log = Log(options={"first": 2})
    session = log.session
    with pytest.raises(IllegalAction):
        commands.receive(session, 0, RequestRematch())
    log.play(random.Random(7))
    commitment = views.table_info(session, None).next_commitment
    assert not log.apply_change(commands.receive(session, 0, RequestRematch())).has_begun
    assert not log.apply_change(commands.receive(session, 0, RequestRematch())).has_begun
    assert not log.apply_change(commands.receive(session, 1, RequestRematch())).has_begun
    step = log.apply_change(commands.receive(session, 2, RequestRematch()))
    assert step.has_begun
    info = views.table_info(session, 0)
    assert (info.round, info.v, info.over, info.commitment) == (2, 0, False, commitment)
    assert session.table.game.view(None)["first"] == 0
    assert [type(m).__name__ for m in views.report(session, 0, step)] == [
        "TableMessage",
        "ViewMessage",
    ]
    again = log.reload()
    assert list_frames(again, 1) == list_frames(session, 1)
    assert again.table.recorded == (1,)


def test_the_record_of_an_earlier_round_is_in_the_log():
    log, records = Log(seats=2), []
    for _ in range(3):
        log.play(random.Random(len(records)))
        records.append(log.session.table.game.record())
        for seat in range(2):
            log.apply_change(commands.receive(log.session, seat, RequestRematch()))
    assert [read_record("t", log.entries, n) for n in (1, 2, 3)] == records
    assert check_record(log.session.table, 2, "9999-12-31") == 2
    with pytest.raises(RecordSealed) as caught:
        check_record(log.session.table, 4, "9999-12-31")
    assert caught.value.facts["allowed"] == [1, 2, 3]


@pytest.mark.thorough
def test_a_table_hardly_grows_with_every_rematch():
    """Of a finished round only eight bytes per action remain, so that no key is applied again."""
    log, chance = Log(seats=2), random.Random(5)

    def play_rounds(number: int) -> int:
        actions = 0
        for _ in range(number):
            while (game := log.session.table.game).to_act is not None:
                log.act(chance.choice(game.legal()), id=f"{chance.getrandbits(64):x}")
                actions += 1
            for seat in range(2):
                log.apply_change(commands.receive(log.session, seat, RequestRematch()))
            log.entries.clear()
        gc.collect()
        return actions

    play_rounds(3)
    tracemalloc.start()
    try:
        play_rounds(2)
        before, _ = tracemalloc.get_traced_memory()
        actions = play_rounds(20)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 15 * actions


def test_a_repeated_rematch_request_changes_nothing():
    log = Log()
    session = log.session
    log.play(random.Random(7))
    with pytest.raises(IllegalAction):
        commands.receive(session, 0, RequestRematch(round=2))
    for seat in range(3):
        log.apply_change(commands.receive(session, seat, RequestRematch(round=1)))
    assert session.table.round == 2
    change = commands.receive(session, 0, RequestRematch(round=1))
    assert not change.entries and change.after is session.table
    for early in (RequestRematch(round=2), RequestRematch(round=3), RequestRematch()):
        with pytest.raises(IllegalAction):
            commands.receive(session, 0, early)


def test_a_key_is_never_applied_twice_even_rounds_later():
    """What a key did is known for one more round; after that, only that it was used."""
    log = Log(seats=2)
    session, first = log.session, list[tuple[int, Act]]()  # of each round
    for number in range(1, 5):
        game = session.table.game
        first.append((game.to_act, Act(id=f"r{number}", v=0, action=game.legal()[0])))
        log.apply_change(commands.receive(session, *first[-1]))
        log.play(random.Random(number))
        for seat in (0, 1):
            log.apply_change(commands.receive(session, seat, RequestRematch(round=number)))
        assert not session._keys._done, "a new round begins with none"
    for one in (session, log.reload()):
        before = one.table
        *earlier, last = first
        assert not commands.receive(one, *last).entries
        for seat, act in earlier:
            with pytest.raises(IdUsed) as refused:
                commands.receive(one, seat, act)
            assert refused.value.facts["reason"] == "id-long-ago"
        assert one.table is before and before.v == 0


def test_bots_need_not_be_asked_for_a_rematch():
    seats = [SeatPlan(name="Ada"), SeatPlan(bot="random")]
    session, _, _ = commands.create("t", NewTable(game="biblios", seats=seats), Seeds(), "secret")
    chance = random.Random(1)
    while (seat := session.table.game.to_act) is not None:
        text = chance.choice(session.table.game.legal())
        session.adopt(commands.act(session, seat, [text], session.table.v))
    assert commands.receive(session, 0, RequestRematch()).has_begun


def test_the_number_of_spectators_is_shown_up_to_a_limit():
    session = Log().session
    assert views.table_info(session, 0).watching == 0
    assert session.count_connection(None).table_changed
    assert views.table_info(session, 0).watching == views.table_info(session, None).watching == 1
    assert session.count_connection(None, -1).table_changed
    assert views.table_info(session, 0).watching == 0
    changed = [session.count_connection(None).table_changed for _ in range(25)]
    assert changed == [True] * 20 + [False] * 5
    assert views.table_info(session, 0).watching == 20
    changed = [session.count_connection(None, -1).table_changed for _ in range(25)]
    assert changed == [False] * 5 + [True] * 20


def test_every_change_of_the_table_has_a_higher_number():
    log = Log()
    seen = [log.session.n]
    log.apply_change(commands.receive(log.session, 0, SetPace(pace="fast")))
    seen.append(log.session.n)
    log.session.count_connection(1)
    seen.append(log.session.n)
    log.session.count_connection(1)  # a second device of the same seat changes nothing
    assert log.session.n == seen[-1]
    log.session.count_connection(1, -1)
    log.session.count_connection(1, -1)
    seen.append(log.session.n)
    log.session.count_connection(None)  # a spectator
    seen.append(log.session.n)
    log.play(random.Random(1))
    seen.append(log.session.n)
    assert seen == sorted(set(seen))
