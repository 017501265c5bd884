"""Taking back and the memory: the log keeps both, the record neither, a restart is none."""

from __future__ import annotations

import random

import pytest

from armarium.games import bibliogamo, biblios
from armarium.server.errors import TableStopped
from armarium.server.table.log import Acted, TakenBack
from armarium.server.table.records import record_of
from tests.server.bibliogamo.log import City, frames
from tests.server.test_session import Log


@pytest.mark.parametrize("actions", [1, 15, 16, 17, 60, 400])
def test_a_table_read_again_is_the_same_table(actions: int):
    city = City(seed=actions)
    chance = random.Random(actions)
    for _ in range(actions):
        if city.table.is_over:
            break
        if city.table.free == 0 and chance.random() < 0.4:
            city.back()
        else:
            city.act(chance.choice(city.table.game.legal()))
        again = city.read_again() if chance.random() < 0.05 else None
        if again is not None:
            assert frames(again, 0) == frames(city.session, 0)
    again = city.read_again()
    for eye in (0, None):
        assert frames(again, eye) == frames(city.session, eye)
    assert again.table.game.digest() == city.table.game.digest()
    assert again.table.free == city.table.free
    moves = [e for e in city.entries if isinstance(e, Acted | TakenBack)]
    assert [n for n, e in enumerate(moves, 1) if e.digest] == list(range(16, len(moves) + 1, 16))


def test_a_hash_on_a_taking_back_is_checked_too():
    city = City()
    city.act("forward")
    while city.table.v < 16:
        city.back() if city.table.free == 0 else city.act("forward")
    last = city.entries[-1]
    assert isinstance(last, TakenBack) and last.digest
    last.digest = "other"
    with pytest.raises(TableStopped):
        city.read_again()


def test_a_log_that_takes_back_what_was_shown_stops_the_table():
    city = City()
    city.entries.append(TakenBack(0))
    with pytest.raises(TableStopped):
        city.read_again()


def test_the_log_keeps_both_and_the_record_neither():
    city = City()
    city.act("forward")
    city.back()
    city.act("back")
    kinds = [type(entry).__name__ for entry in city.entries[-3:]]
    assert kinds == ["Acted", "TakenBack", "Acted"]
    while not city.table.is_over:
        city.act("done")
    game = bibliogamo.Game.replay(record_of(city.table, 1, "9999-12-31"))
    assert game.actions[0] == (0, "back")
    assert len(game.actions) == city.table.v - 2


def test_a_game_with_takings_back_has_the_record_of_one_without():
    log, plain = Log(seats=2, seed=5), Log(seats=2, seed=5)
    chance = random.Random(5)
    while not log.session.table.is_over:
        table = log.session.table
        text = chance.choice(table.game.legal())
        seat = table.game.to_act
        log.act(text)
        table = log.session.table
        if table.free == seat:
            log.keep(log.session.take_back(seat, table.v))
            log.act(text)
        plain.act(text)
    assert log.session.table.records == plain.session.table.records
    assert biblios.Game.replay(record_of(log.session.table, 1, "9999-12-31")).outcome()
