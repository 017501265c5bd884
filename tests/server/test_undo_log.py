"""Undo in the log: the log keeps action and undo, the record neither, and a restart changes nothing."""

from __future__ import annotations

import random

import pytest

from armarium.games import bibliogamo, biblios
from armarium.server.errors import TableStopped
from armarium.server.features import undo
from armarium.server.features.undo import seat_allowed_to_undo
from armarium.server.records import read_record
from armarium.server.tables.log import Acted, ActionUndone
from tests.server.bibliogamo.log import City, list_frames
from tests.server.test_session import Log


@pytest.mark.parametrize("actions", [1, 15, 16, 17, 60, 400])
def test_a_reloaded_table_is_the_same(actions: int):
    city = City(seed=actions)
    chance = random.Random(actions)
    for _ in range(actions):
        if city.table.is_over:
            break
        if seat_allowed_to_undo(city.table) == 0 and chance.random() < 0.4:
            city.undo()
        else:
            city.act(chance.choice(city.table.game.legal()))
        again = city.reload() if chance.random() < 0.05 else None
        if again is not None:
            assert list_frames(again, 0) == list_frames(city.session, 0)
    again = city.reload()
    for viewer in (0, None):
        assert list_frames(again, viewer) == list_frames(city.session, viewer)
    assert again.table.game.digest() == city.table.game.digest()
    assert seat_allowed_to_undo(again.table) == seat_allowed_to_undo(city.table)
    moves = [e for e in city.entries if isinstance(e, Acted | ActionUndone)]
    assert [n for n, e in enumerate(moves, 1) if e.digest] == list(range(16, len(moves) + 1, 16))


def test_the_digest_of_an_undo_is_checked():
    city = City()
    city.act("forward")
    while city.table.v < 16:
        city.undo() if seat_allowed_to_undo(city.table) == 0 else city.act("forward")
    last = city.entries[-1]
    assert isinstance(last, ActionUndone) and last.digest
    last.digest = "other"
    with pytest.raises(TableStopped):
        city.reload()


def test_a_log_that_undoes_a_revealed_card_stops_the_table():
    city = City()
    city.entries.append(ActionUndone(0))
    with pytest.raises(TableStopped):
        city.reload()


def test_the_log_keeps_action_and_undo_and_the_record_neither():
    city = City()
    city.act("forward")
    city.undo()
    city.act("back")
    kinds = [type(entry).__name__ for entry in city.entries[-3:]]
    assert kinds == ["Acted", "ActionUndone", "Acted"]
    while not city.table.is_over:
        city.act("done")
    game = bibliogamo.Game.replay(read_record("t", city.entries, 1))
    assert game.actions[0] == (0, "back")
    assert len(game.actions) == city.table.v - 2


def test_a_game_with_undo_has_the_same_record_as_one_without():
    log, plain = Log(seats=2, seed=5), Log(seats=2, seed=5)
    chance = random.Random(5)
    while not log.session.table.is_over:
        table = log.session.table
        text = chance.choice(table.game.legal())
        seat = table.game.to_act
        log.act(text)
        table = log.session.table
        if seat_allowed_to_undo(table) == seat:
            log.apply_change(undo.undo_action(log.session, seat, table.v))
            log.act(text)
        plain.act(text)
    assert read_record("t", log.entries, 1) == read_record("t", plain.entries, 1)
    assert biblios.Game.replay(read_record("t", log.entries, 1)).outcome()
