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
    if step.table_changed or step.has_begun:
        told.append(TableMessage(session.n, table_info(session, eye)))
    if step.has_begun:
        told.append(view_message(session, eye))
    return told


def greeting(session: Session, eye: Eye, hello: Hello) -> list[ServerMessage]:
    """The table; then step by step what was missed, or the view and the whole log."""
    table = session.table
    told: list[ServerMessage] = [TableMessage(session.n, table_info(session, eye))]
    if table.game is None:
        return told
    knows = 0 < hello.v <= table.v and hello.round == table.round
    if knows and hello.v < table.v and table.at(hello.v + 1) is not None:
        return told + _events_since(session, eye, hello.v)
    told.append(view_message(session, eye))
    if not (knows and hello.v == table.v):
        lines = [Line(v, cast(Any, table.line(v, eye))) for v in range(1, table.v + 1)]
        told.append(HistoryMessage(table.v, lines))
    return told


def view_message(session: Session, eye: Eye) -> ViewMessage:
    game = session.table.game
    assert game is not None, "no view before the deal"
    return ViewMessage(session.table.v, cast(Any, game.view(eye)))


def _events_since(session: Session, eye: Eye, since: int) -> list[ServerMessage]:
    table = session.table
    told: list[ServerMessage] = []
    for v in range(since + 1, table.v + 1):
        game = table.at(v)
        assert game is not None, "too long ago to be told step by step"
        told.append(EventsMessage(v, cast(Any, table.line(v, eye)), cast(Any, game.view(eye))))
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
    )
