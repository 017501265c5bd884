"""What each viewer receives of a table: the table itself, the view, the events, and what it has missed."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from armarium.core.game import NO_EVENTS, BaseGame, encode_json
from armarium.core.kernels.patch import patch_text
from armarium.server.features.auto_actions import find_active_auto_actions
from armarium.server.features.clock import clock_info
from armarium.server.features.fairness import awaits_contribution, find_commitment, shuffle_info
from armarium.server.features.undo import could_undo, may_undo
from armarium.server.tables.chair import Viewer
from armarium.server.tables.dealing import replay_steps
from armarium.server.tables.log import GameSnapshot
from armarium.server.tables.messages import (
    AutoActionsMessage,
    ChatLineMessage,
    ChatMessage,
    EventsMessage,
    Hello,
    HistoryLine,
    HistoryMessage,
    NudgedMessage,
    PatchMessage,
    PeopleMessage,
    ServerMessage,
    TableInfo,
    TableMessage,
    TableSeat,
    ViewMessage,
)
from armarium.server.tables.session import Change, GameStep, Session
from armarium.server.tables.state import Table

__all__ = ["greet", "report", "report_catch_up", "table_info", "view_message"]


def report(
    session: Session, viewer: Viewer, change: Change, patches: bool = False
) -> list[ServerMessage]:
    """Return the messages of a saved change for one viewer.

    The table message comes before the start of a round, and after its end.
    """
    messages: list[ServerMessage] = [_step(viewer, step, patches) for step in change.steps]
    if change.has_undone:
        # A version without events is an undo: the client removes the last line of its log.
        messages.append(view_message(session, viewer))
    if change.table_changed or change.has_begun:
        messages.append(TableMessage(session.n, table_info(session, viewer)))
    if change.has_begun:
        messages.append(view_message(session, viewer))
        history = _history(session, viewer)
        if history.lines:  # events before the first action
            messages.append(history)
    if change.people_changed:
        messages.append(PeopleMessage(list(session.table.people_lines)))
    if change.nudged is not None and change.nudged[0] == viewer:
        messages.append(NudgedMessage(change.nudged[1]))
    if change.has_new_chat_line and viewer is not None:
        messages.append(ChatLineMessage(session.n, change.after.talk[-1]))
    if change.has_erased_chat and viewer is not None:
        messages.append(ChatMessage(session.n, list(change.after.talk)))
    return messages + _auto_actions(viewer, change.after, change.before)


def _auto_actions(viewer: Viewer, table: Table, before: Table | None = None) -> list[ServerMessage]:
    """Return a viewer's own auto-actions, if they changed. A client that has just connected knows of none."""
    standing = find_active_auto_actions(table, viewer)
    if standing == find_active_auto_actions(before, viewer):
        return []
    return [AutoActionsMessage(list(standing.texts), standing.is_about_to_act)]


def greet(session: Session, viewer: Viewer, hello: Hello) -> list[ServerMessage]:
    """Return the messages for a new connection: the table, then the missed steps or the view and the history, then
    auto-actions.
    """
    return (
        _greeting(session, viewer, hello)
        + _talk(session, viewer)
        + _auto_actions(viewer, session.table)
    )


def _talk(session: Session, viewer: Viewer) -> list[ServerMessage]:
    """Return the chat, for seats only."""
    talk = session.table.talk
    return [ChatMessage(session.n, list(talk))] if talk and viewer is not None else []


def _greeting(session: Session, viewer: Viewer, hello: Hello) -> list[ServerMessage]:
    table = session.table
    messages: list[ServerMessage] = [TableMessage(session.n, table_info(session, viewer))]
    messages += _people(session, viewer)
    if table.game is None:
        return messages
    knows = 0 < hello.v <= table.v and hello.round == table.round
    if knows and table.can_step_from(hello.v):
        return messages + _catch_up(session, viewer, hello.v, hello.patches)
    messages.append(view_message(session, viewer))
    if not (knows and hello.v == table.v):
        messages.append(_history(session, viewer))
    return messages


def report_catch_up(
    session: Session, viewer: Viewer, before: Table, patches: bool = False
) -> list[ServerMessage]:
    """Return the messages that lead from what the viewer knows to the current state, after entries from elsewhere."""
    table = session.table
    messages: list[ServerMessage] = [TableMessage(session.n, table_info(session, viewer))]
    messages += _people(session, viewer)
    if before.game is not None and before.round == table.round and table.can_step_from(before.v):
        messages += _catch_up(session, viewer, before.v, patches)
    elif table.game is not None:
        messages += [view_message(session, viewer), _history(session, viewer)]
    if table.talk != before.talk and viewer is not None:
        messages.append(ChatMessage(session.n, list(table.talk)))
    return messages + _auto_actions(viewer, table, before)


def _people(session: Session, viewer: Viewer) -> list[ServerMessage]:
    """Return the lines about people in this round, and a nudge that is still valid."""
    table, messages = session.table, list[ServerMessage]()
    if table.people_lines:
        messages.append(PeopleMessage(list(table.people_lines)))
    last = None if viewer is None else session.nudges.get(viewer)
    if last is not None and last.moment == (table.round, table.v):
        messages.append(NudgedMessage(last.by))
    return messages


def view_message(session: Session, viewer: Viewer) -> ViewMessage:
    table = session.table
    assert table.game is not None, "no view before the deal"
    view = _raw_json(table.view_texts.view(table.game, table.viewer_of(viewer)))
    return ViewMessage(table.v, view, may_undo(table, viewer))


def _step(seat: Viewer, step: GameStep, patches: bool) -> ServerMessage:
    table, game, v = step.after, step.after.game, step.after.v
    assert game is not None, "somebody acted"
    is_free = may_undo(table, seat)
    viewer, view_texts = table.viewer_of(seat), table.view_texts
    events = _raw_json(game.seen_text(viewer))
    if patches:
        patch = view_texts.patch(step.before, table.viewer_of(seat, step.before), game, viewer)
        return PatchMessage(v, v - 1, events, _raw_json(patch), is_free)
    return EventsMessage(v, events, _raw_json(view_texts.view(game, viewer)), is_free)


def _catch_up(session: Session, seat: Viewer, since: int, patches: bool) -> list[ServerMessage]:
    """Return what happened since a version, step by step, as seen from a seat."""
    table, messages, was = session.table, list[ServerMessage](), b""
    before: BaseGame | None = None
    for v, game, action in replay_steps(table, since):
        viewer = table.viewer_of(seat, game)
        view = game.view_text(viewer)
        if action is not None and before is not None:
            events = _raw_json(game.seen_text(viewer))
            is_free = could_undo(viewer, before, action, game)
            if patches:
                patch = _raw_json(patch_text(was, view))
                messages.append(PatchMessage(v, v - 1, events, patch, is_free))
            else:
                messages.append(EventsMessage(v, events, _raw_json(view), is_free))
        was, before = view, game.copy()
    return messages


def _history(session: Session, seat: Viewer) -> HistoryMessage:
    table = session.table
    moment = table.sealed[table.round].moment
    lines = []
    for v, game, _ in replay_steps(table):
        viewer = table.viewer_of(seat, game)
        first = [] if v else _events_before(moment, viewer)
        events = encode_json(first) if first else game.seen_text(viewer)
        if v or events != NO_EVENTS:
            lines.append(HistoryLine(v, _raw_json(events)))
    return HistoryMessage(table.v, lines)


def _events_before(moment: GameSnapshot | None, viewer: Viewer) -> list[dict[str, Any]]:
    """Return what this viewer saw of the game that the round started from, in order."""
    if moment is None:
        return []
    return moment.seen if viewer is not None and viewer == moment.seat else moment.shown


def _raw_json(text: bytes) -> Any:
    """Mark JSON that is sent as it is."""
    return Raw(text)


def table_info(session: Session, viewer: Viewer) -> TableInfo:
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
                name=chair.display_name,
                bot=chair.bot,
                open=chair.is_open,
                reserved=chair.is_open and chair.invitation is not None,
                connected=session.is_connected(seat),
                rematch=chair.wants_rematch,
                held=chair.held,
                muted=chair.is_muted,
            )
            for seat, chair in enumerate(table.chairs)
        ],
        you=viewer,
        pace=table.pace,
        memory=table.created.memory,
        commitment=find_commitment(table, table.round),
        next_commitment=find_commitment(table, table.round + 1),
        shuffle=shuffle_info(table, table.round),
        next_shuffle=shuffle_info(table, table.round + 1) if table.is_over else None,
        daily=table.daily,
        awaits_contribution=awaits_contribution(table),
        lesson=table.is_lesson,
        recorded=table.game is None or table.game.has_history,
        hurried=session.is_hurried,
        stuck=session.is_stuck,
        host=table.host,
        stand_in=session.stand_in,
        closed=table.closed,
        watching=session.watching,
        clock=clock_info(session),
    )


def _winners(table: Table) -> list[int] | None:
    outcome = table.game.outcome() if table.game is not None and table.is_over else None
    return None if outcome is None or len(table.chairs) == 1 else outcome.get("winners")
