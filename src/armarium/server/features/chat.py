"""Chat between the seats of a table: a line of plain text, a phrase or a reaction.

Spectators neither receive nor send chat. Phrases and reactions are sent as codes, and each client shows them in its
own language. Chat lines are log entries and survive rounds and restarts.
"""

from __future__ import annotations

from typing import Any

from armarium.server.errors import BadTalk
from armarium.server.tables.erasure import is_erased
from armarium.server.tables.log import ChatSent
from armarium.server.tables.messages import ChatLine, SendChat
from armarium.server.tables.plain_text import clean_text
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table, applies

__all__ = ["MAX_CHAT_CHARACTERS", "MAX_CHAT_LINES", "send_chat"]

MAX_CHAT_CHARACTERS = 240  # per line
MAX_CHAT_LINES = 3000  # per table
RECENT_CHAT_LINES = 100  # sent to a client that connects


def send_chat(session: Session, seat: int, message: SendChat) -> Change:
    if done := session.find_earlier_result(seat, message.id, ["say"]):
        return done
    change = Change(session.table, has_new_chat_line=True)
    change.add(_check_line(session.table, seat, message, session.now))
    return change.acknowledge(message.id, session.table.v)


def _check_line(table: Table, seat: int, message: SendChat, now: float) -> ChatSent:
    """Return the log entry for a message, or raise BadTalk."""
    if table.chairs[seat].is_muted:
        raise BadTalk(reason="talk-muted")
    if table.chat_line_count >= MAX_CHAT_LINES:
        raise BadTalk(reason="talk-full", allowed=MAX_CHAT_LINES)
    asked = [message.text, message.phrase, message.reaction]
    if sum(what is not None for what in asked) != 1:
        raise BadTalk(reason="talk-one")
    text = None if message.text is None else clean_text(message.text)
    if text == "":
        raise BadTalk(reason="talk-empty")
    if text is not None and len(text) > MAX_CHAT_CHARACTERS:
        raise BadTalk(reason="talk-too-long", asked=len(text), allowed=MAX_CHAT_CHARACTERS)
    return ChatSent(seat, int(now), message.id, text, message.phrase, message.reaction)


@applies(ChatSent)
def _add_line(table: Table, entry: ChatSent) -> dict[str, Any]:
    if is_erased(entry):
        return {"chat_line_count": table.chat_line_count + 1}
    name = table.chairs[entry.seat].name
    content = entry.text, entry.phrase, entry.reaction
    line = ChatLine(table.chat_line_count, entry.seat, name, entry.at, *content)
    return {
        "talk": (*table.talk[1 - RECENT_CHAT_LINES :], line),
        "chat_line_count": table.chat_line_count + 1,
    }
