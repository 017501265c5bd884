"""What a session tells one eye: the table, the view, the events, and what a client has missed."""

from __future__ import annotations

from typing import Any, cast

from armarium.server.offers import Eye
from armarium.server.session import Session, Step
from armarium.server.wire import (
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

__all__ = ["greeting", "table_info", "tell", "view_message"]


def tell(session: Session, eye: Eye, step: Step) -> list[ServerMessage]:
    """What a step means to one eye. A round begins after its table, and ends before it."""
    told: list[ServerMessage] = []
    if step.since is not None:
        told += _events_since(session, eye, step.since)
    if step.took_back:
        # A version without events: whoever keeps a log strikes its last line.
        told.append(view_message(session, eye))
    if step.table_changed or step.has_begun:
        told.append(TableMessage(session.n, table_info(session, eye)))
    if step.has_begun:
        told.append(view_message(session, eye))
        if session.table.lines(eye):  # the first day of a city
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
                connected=chair.sockets > 0,
                rematch=chair.wishes_rematch,
            )
            for chair in table.chairs
        ],
        you=eye,
        pace=table.pace,
        commitment=table.commitment(table.round),
        next_commitment=table.commitment(table.round + 1),
        daily=table.daily,
    )
