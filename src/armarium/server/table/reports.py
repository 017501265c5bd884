"""What one eye is told of a table: the table itself, the view, the events, and what it has missed."""

from __future__ import annotations

from typing import Any, cast

from armarium.server.table.change import Change
from armarium.server.table.eyes import Eye
from armarium.server.table.messages import (
    EventsMessage,
    Hello,
    HistoryMessage,
    Line,
    ServerMessage,
    TableInfo,
    TableMessage,
    TableSeat,
    ViewMessage,
)
from armarium.server.table.session import Session
from armarium.server.table.table import Table

__all__ = ["caught_up", "greeting", "report", "table_info", "view_message"]


def report(session: Session, eye: Eye, change: Change) -> list[ServerMessage]:
    """What a change that is saved means to one eye. A round begins after its table, and ends before it."""
    told: list[ServerMessage] = []
    if change.since is not None:
        told += _events_since(session, eye, change.since)
    if change.took_back:
        # A version without events: whoever keeps a log strikes its last line.
        told.append(view_message(session, eye))
    if change.table_changed or change.has_begun:
        told.append(TableMessage(session.n, table_info(session, eye)))
    if change.has_begun:
        told.append(view_message(session, eye))
        if session.table.lines(eye):  # something happened before anybody acted
            told.append(_history(session, eye))
    return told


def greeting(session: Session, eye: Eye, hello: Hello) -> list[ServerMessage]:
    """The table; then step by step what was missed, or the view and the whole log."""
    table = session.table
    told: list[ServerMessage] = [TableMessage(session.n, table_info(session, eye))]
    if table.game is None:
        return told
    knows = 0 < hello.v <= table.v and hello.round == table.round
    if knows and hello.v < table.v and table.leads_from(hello.v):
        return told + _events_since(session, eye, hello.v)
    told.append(view_message(session, eye))
    if not (knows and hello.v == table.v):
        told.append(_history(session, eye))
    return told


def caught_up(session: Session, eye: Eye, before: Table) -> list[ServerMessage]:
    """The table has moved on by itself: from what everybody knows to what its log says."""
    table = session.table
    told: list[ServerMessage] = [TableMessage(session.n, table_info(session, eye))]
    if before.game is not None and before.round == table.round and table.leads_from(before.v):
        return told + _events_since(session, eye, before.v)
    if table.game is not None:
        told += [view_message(session, eye), _history(session, eye)]
    return told


def _history(session: Session, eye: Eye) -> HistoryMessage:
    table = session.table
    lines = [Line(v, cast(Any, events)) for v, events, _ in table.lines(eye)]
    return HistoryMessage(table.v, lines)


def view_message(session: Session, eye: Eye) -> ViewMessage:
    table = session.table
    assert table.game is not None, "no view before the deal"
    view = cast(Any, table.game.view(eye))
    return ViewMessage(table.v, view, eye is not None and eye == table.free)


def _events_since(session: Session, eye: Eye, since: int) -> list[ServerMessage]:
    table = session.table
    told: list[ServerMessage] = []
    for v, events, is_free in table.lines(eye, since):
        game = table.at(v)
        assert game is not None, "too long ago to be told step by step"
        told.append(EventsMessage(v, cast(Any, events), cast(Any, game.view(eye)), is_free))
    return told


def table_info(session: Session, eye: Eye) -> TableInfo:
    table = session.table
    return TableInfo(
        id=table.id,
        game=table.created.game,
        edition=table.created.edition,
        options=table.created.options,
        round=table.round,
        started=table.game is not None,
        over=table.is_over,
        v=table.v,
        seats=[
            TableSeat(
                name=chair.reserved if chair.is_open else chair.name,
                bot=chair.bot,
                open=chair.is_open,
                connected=session.sockets[seat] > 0,
                rematch=chair.wishes_rematch,
            )
            for seat, chair in enumerate(table.chairs)
        ],
        you=eye,
        pace=table.pace,
        commitment=table.commitment(table.round),
        next_commitment=table.commitment(table.round + 1),
        daily=table.daily,
    )
