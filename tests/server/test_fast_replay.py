"""Replaying a log at once gives the same table as replaying it entry by entry."""

from __future__ import annotations

import random

import pytest

from armarium.server import commands
from armarium.server.errors import TableStopped
from armarium.server.features import undo
from armarium.server.features.undo import seat_allowed_to_undo
from armarium.server.tables.dealing import irrevocable_prefix_length
from armarium.server.tables.log import Acted, ActionUndone
from armarium.server.tables.session import Session
from tests.server.test_session import Log, Seeds


def play_with_undo(seed: int, actions: int) -> Log:
    """Play a table at which people undo what they may."""
    log, chance = Log(seats=2 + seed % 3, seed=seed), random.Random(seed)
    for _ in range(actions):
        table = log.session.table
        if table.is_over:
            break
        if seat_allowed_to_undo(table) is not None and chance.random() < 0.3:
            log.apply_change(
                undo.undo_action(log.session, seat_allowed_to_undo(table), table.v, None)
            )
        else:
            assert table.game is not None
            log.act(chance.choice(table.game.legal()), id=f"c{table.v}")
    return log


def read(entries, at_once: bool) -> Session:
    """Load the entries at once, or one by one."""
    session = commands.load("t", entries if at_once else entries[:1], Seeds(99), n=1000)
    if not at_once:
        for entry in entries[1:]:
            commands.absorb(session, [entry])
    return session


def collect_facts(session: Session):
    """Return the state of a table and of its idempotency keys."""
    table, undone = session.table, []
    undo = table.undo
    while undo is not None:
        undone.append((undo.seat, undo.action, undo.game.digest()))
        undo = undo.before
    lines = [] if table.last_action is None else list(table.last_action.iter_back_to(0))
    return (
        table.position, table.v, table.round, table.last_undo_version, table.chairs, seat_allowed_to_undo(table),
        table.game.digest(), table.game.actions, table.game.seen(None), table.recorded,
        [(line.v, line.action) for line in lines], undone, session._keys._done,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_fast_replay_and_step_by_step_replay_agree(seed):
    log = play_with_undo(seed, 400 if seed < 4 else 20 * seed)
    assert any(isinstance(entry, ActionUndone) for entry in log.entries)
    assert collect_facts(read(log.entries, True)) == collect_facts(read(log.entries, False))


def test_most_of_a_log_is_replayed_fast():
    log = Log(seats=2)
    log.play(random.Random(1), 60)
    actions = [entry for entry in log.entries if isinstance(entry, Acted)]
    assert irrevocable_prefix_length(log.session.table, actions) >= 50


def test_fast_replay_reports_the_same_errors():
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
        entries[number] = Acted(**{"seat": was.seat, "action": was.action} | change)  # type: ignore[arg-type]
        received = []
        for at_once in (True, False):
            with pytest.raises(TableStopped) as stopped:
                read(entries, at_once)
            known = {key: fact for key, fact in stopped.value.facts.items() if key != "cause"}
            received.append((stopped.value.code, known))
        assert received[0] == received[1]
