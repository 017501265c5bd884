"""What one eye is told of a table: the table itself, the view, the events, and what it has missed."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from armarium.games.table.game import Game
from armarium.games.table.kernels.patch import patch_text
from armarium.server.table.change import Change, Step
from armarium.server.table.dealing import replayed
from armarium.server.table.eyes import Eye, has_shown
from armarium.server.table.instructions import NO_ORDERS, orders_of
from armarium.server.table.messages import (
    ClockInfo,
    EventsMessage,
    Hello,
    HistoryMessage,
    InstructionsMessage,
    Line,
    NudgedMessage,
    PatchMessage,
    PeopleMessage,
    SaidMessage,
    ServerMessage,
    TableInfo,
    TableMessage,
    TableSeat,
    TalkMessage,
    ViewMessage,
)
from armarium.server.table.session import Session
from armarium.server.table.stand_ins import stand_in_times
from armarium.server.table.table import Table
from armarium.server.table.view_texts import Fields

__all__ = ["caught_up", "greeting", "report", "table_info", "view_message"]


def report(
    session: Session, eye: Eye, change: Change, patches: bool = False
) -> list[ServerMessage]:
    """What a change that is saved means to one eye. A round begins after its table, and ends before it."""
    told: list[ServerMessage] = [_step(eye, step, patches) for step in change.steps]
    if change.took_back:
        # A version without events: whoever keeps a log strikes its last line.
        told.append(view_message(session, eye))
    if change.table_changed or change.has_begun:
        told.append(TableMessage(session.n, table_info(session, eye)))
    if change.has_begun:
        told.append(view_message(session, eye))
        history = _history(session, eye)
        if history.lines:  # something happened before anybody acted
            told.append(history)
    if change.people_changed:
        told.append(PeopleMessage(list(session.table.people_lines)))
    if change.nudged is not None and change.nudged[0] == eye:
        told.append(NudgedMessage(change.nudged[1]))
    if change.said and eye is not None:
        told.append(SaidMessage(session.n, change.after.talk[-1]))
    if change.forgot and eye is not None:
        told.append(TalkMessage(session.n, list(change.after.talk)))
    return told + _ordered(eye, change.after, change.before)


def _ordered(eye: Eye, table: Table, before: Table | None = None) -> list[ServerMessage]:
    """What an eye has said beforehand, if that is another than it was; one that comes in knows of nothing."""
    orders = orders_of(table, eye)
    if orders == (NO_ORDERS if before is None else orders_of(before, eye)):
        return []
    return [InstructionsMessage(list(orders.instructions), orders.acts)]


def greeting(session: Session, eye: Eye, hello: Hello) -> list[ServerMessage]:
    """The table; then step by step what was missed, or the view and the whole log; what the seat itself ordered."""
    return _greeting(session, eye, hello) + _talk(session, eye) + _ordered(eye, session.table)


def _talk(session: Session, eye: Eye) -> list[ServerMessage]:
    """To those who sit there."""
    talk = session.table.talk
    return [TalkMessage(session.n, list(talk))] if talk and eye is not None else []


def _greeting(session: Session, eye: Eye, hello: Hello) -> list[ServerMessage]:
    table = session.table
    told: list[ServerMessage] = [TableMessage(session.n, table_info(session, eye))]
    told += _of_people(session, eye)
    if table.game is None:
        return told
    knows = 0 < hello.v <= table.v and hello.round == table.round
    if knows and table.leads_from(hello.v):
        return told + _missed(session, eye, hello.v, hello.patches)
    told.append(view_message(session, eye))
    if not (knows and hello.v == table.v):
        told.append(_history(session, eye))
    return told


def caught_up(
    session: Session, eye: Eye, before: Table, patches: bool = False
) -> list[ServerMessage]:
    """The table has moved on by itself: from what everybody knows to what its log says."""
    table = session.table
    told: list[ServerMessage] = [TableMessage(session.n, table_info(session, eye))]
    told += _of_people(session, eye)
    if before.game is not None and before.round == table.round and table.leads_from(before.v):
        told += _missed(session, eye, before.v, patches)
    elif table.game is not None:
        told += [view_message(session, eye), _history(session, eye)]
    if table.talk != before.talk and eye is not None:
        told.append(TalkMessage(session.n, list(table.talk)))
    return told + _ordered(eye, table, before)


def _of_people(session: Session, eye: Eye) -> list[ServerMessage]:
    """What people did in this round, and a nudge that still holds: whoever comes back is told of it."""
    table, told = session.table, list[ServerMessage]()
    if table.people_lines:
        told.append(PeopleMessage(list(table.people_lines)))
    last = None if eye is None else session.nudges.get(eye)
    if last is not None and last.moment == (table.round, table.v):
        told.append(NudgedMessage(last.by))
    return told


def view_message(session: Session, eye: Eye) -> ViewMessage:
    table = session.table
    assert table.game is not None, "no view before the deal"
    view = _as_is(table.view_texts.view(table.game, eye))
    return ViewMessage(table.v, view, table.is_free_to(eye))


def _step(eye: Eye, step: Step, patches: bool) -> ServerMessage:
    before, (v, game, view_texts) = (
        step.before,
        (step.after.v, step.after.game, step.after.view_texts),
    )
    assert game is not None, "somebody acted"
    is_free = step.after.is_free_to(eye)  # asked first, while the view before is known
    events = game.seen(eye)
    if patches:
        return PatchMessage(v, v - 1, events, _as_is(view_texts.patch(before, game, eye)), is_free)
    return EventsMessage(v, events, _as_is(view_texts.view(game, eye)), is_free)


def _missed(session: Session, eye: Eye, since: int, patches: bool) -> list[ServerMessage]:
    """What happened since a version, step by step, as an eye saw it."""
    told: list[ServerMessage] = []
    was = b""
    for v, game, action in replayed(session.table, since):
        view = game.view_text(eye)
        if action is not None:
            events, is_free = game.seen(eye), _is_free(session, eye, was, action, game)
            if patches:
                patch = _as_is(patch_text(was, view))
                told.append(PatchMessage(v, v - 1, events, patch, is_free))
            else:
                told.append(EventsMessage(v, events, _as_is(view), is_free))
        was = view
    return told


def _is_free(
    session: Session, eye: Eye, before: bytes, action: tuple[int, str], after: Game
) -> bool:
    """Whether the eye's own action could be taken back then."""
    if eye != action[0] or after.to_act is None or has_shown(after):
        return False
    return session.table.book.may_take_back(Fields(before), action[1])


def _history(session: Session, eye: Eye) -> HistoryMessage:
    table = session.table
    lines = [Line(v, game.seen(eye)) for v, game, _ in replayed(table) if v or game.seen(eye)]
    return HistoryMessage(table.v, lines)


def _as_is(text: bytes) -> Any:
    """JSON that is sent as it stands."""
    return Raw(text)


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
        to_act=None if table.game is None else table.game.to_act,
        winners=_winners(table),
        seats=[
            TableSeat(
                name=chair.shown_name,
                bot=chair.bot,
                open=chair.is_open,
                reserved=chair.is_open and chair.invitation is not None,
                connected=session.is_there(seat),
                rematch=chair.wishes_rematch,
                held=chair.held,
                muted=chair.muted,
            )
            for seat, chair in enumerate(table.chairs)
        ],
        you=eye,
        pace=table.pace,
        memory=table.created.memory,
        commitment=table.commitment(table.round),
        next_commitment=table.commitment(table.round + 1),
        daily=table.daily,
        awaits_contribution=table.awaits_contribution,
        lesson=table.is_lesson,
        recorded=table.game is None or table.game.has_past,
        hurried=session.is_hurried,
        host=table.host,
        stand_in=session.stand_in,
        closed=table.closed,
        clock=_clock_info(session),
    )


def _winners(table: Table) -> list[int] | None:
    outcome = table.game.outcome() if table.game is not None and table.is_over else None
    return None if outcome is None or len(table.chairs) == 1 else outcome.get("winners")


def _clock_info(session: Session) -> ClockInfo | None:
    """A table without a clock tells no time at all."""
    plan, times = session.table.created.clock, session.table.times
    if plan is None:
        return None
    left = [float(getattr(plan, "bank", 0))] * len(session.table.chairs)
    return ClockInfo(
        plan=plan,
        now=round(session.now, 3),
        at=session.now if times is None else times.at,
        seat=None if times is None else times.seat,
        due=None if times is None else times.due,
        left=left if times is None else list(times.left),
        stand_in=stand_in_times(session),
    )
