"""A log that is read in one go leads to the same table as one that is read entry by entry."""

from __future__ import annotations

import random

import pytest

from armarium.server.errors import TableStopped
from armarium.server.table.following import settled
from armarium.server.table.log import Acted, TakenBack
from armarium.server.table.session import Session
from tests.server.test_session import Log, Seeds


def played(seed: int, actions: int) -> Log:
    """A table at which people take back what they may."""
    log, chance = Log(seats=2 + seed % 3, seed=seed), random.Random(seed)
    for _ in range(actions):
        table = log.session.table
        if table.is_over:
            break
        if table.free is not None and chance.random() < 0.3:
            log.keep(log.session.take_back(table.free, table.v, None))
        else:
            assert table.game is not None
            log.act(chance.choice(table.game.legal()), id=f"c{table.v}")
    return log


def read(entries, at_once: bool) -> Session:
    """At once, or so that there is never more than one to be read."""
    session = Session.load("t", entries if at_once else entries[:1], Seeds(99), n=1000)
    if not at_once:
        for entry in entries[1:]:
            session.absorb([entry])
    return session


def facts(session: Session):
    """All that a table is, and what its ids have done."""
    table, undone = session.table, []
    undo = table.undo
    while undo is not None:
        undone.append((undo.seat, undo.action, undo.game.digest()))
        undo = undo.before
    lines = [] if table.last_line is None else list(table.last_line.back_to(0))
    return (
        table.position, table.v, table.round, table.turned_back, table.chairs, table.free,
        table.game.digest(), table.game.actions, table.game.seen(None), table.records,
        [(line.v, line.action) for line in lines], undone, session._ids._done,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_at_once_and_one_by_one_are_the_same(seed):
    log = played(seed, 400 if seed < 4 else 20 * seed)
    assert any(isinstance(entry, TakenBack) for entry in log.entries)
    assert facts(read(log.entries, True)) == facts(read(log.entries, False))


def test_most_of_a_log_is_read_at_once():
    log = Log(seats=2)
    log.play(random.Random(1), 60)
    actions = [entry for entry in log.entries if isinstance(entry, Acted)]
    assert settled(log.session.table, actions) >= 50


def test_what_is_wrong_is_found_where_it_stands():
    log = Log(seats=2)
    log.play(random.Random(1), 60)
    first = next(n for n, entry in enumerate(log.entries) if isinstance(entry, Acted))
    for number, change in (
        (first + 20, {"action": "sing"}),
        (first + 20, {"action": "raise monks"}),
        (first + 20, {"seat": 5}),
        (first + 31, {"digest": "0" * 64}),
    ):
        entries = list(log.entries)
        was = entries[number]
        assert isinstance(was, Acted)
        entries[number] = Acted(**{"seat": was.seat, "action": was.action} | change)
        told = []
        for at_once in (True, False):
            with pytest.raises(TableStopped) as stopped:
                read(entries, at_once)
            known = {key: fact for key, fact in stopped.value.facts.items() if key != "cause"}
            told.append((stopped.value.code, known))
        assert told[0] == told[1]
