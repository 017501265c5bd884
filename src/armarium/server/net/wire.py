"""Reading what strangers send over a socket, and writing what a table tells them."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import Struct

from armarium.games.table.errors import ArmariumError
from armarium.server.errors import TooBig, UnknownType, UnreadableAct
from armarium.server.table.messages import Act, ClientMessage

__all__ = ["LATER", "MAX_BYTES", "encode", "read_message"]

MAX_BYTES = 16 * 1024


class _Glance(Struct):
    """What can still be told of a message that cannot be read."""

    t: Any = None
    id: Any = None


_types = [kind.__struct_config__.tag for kind in get_args(ClientMessage)]
LATER = [name for name in _types if name != "hello"]  # what may follow it
_reader = msgspec.json.Decoder(ClientMessage)
_glance = msgspec.json.Decoder(_Glance)
_encoder = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


def read_message(raw: str | bytes) -> ClientMessage:
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode())
    if size > MAX_BYTES:
        raise TooBig(asked=size, allowed=MAX_BYTES)
    try:
        message: ClientMessage = _reader.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise _unreadable(raw, error) from None
    if isinstance(message, Act) and (message.action is None) == (message.actions is None):
        raise _bad_act("act", message.id, "act-one-or-list")
    return message


def _unreadable(raw: str | bytes, error: Exception) -> ArmariumError:
    try:
        seen = _glance.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return UnknownType(asked="", allowed=_types, reason="no-message")
    asked = seen.t[:40] if isinstance(seen.t, str) else ""
    if asked in _EXAMPLES:
        return _bad_act(asked, seen.id, "act-fields", detail=str(error)[:200])
    if asked not in _types:
        return UnknownType(asked=asked, allowed=_types)
    detail = str(error)[:200]
    return UnknownType(asked=asked, allowed=_types, reason="message-fields", detail=detail)


_EXAMPLES = {
    "act": '{"t":"act","id":"c1","v":17,"action":"bid 5"}',
    "take-back": '{"t":"take-back","id":"c2","v":18}',
    "say": '{"t":"say","id":"c4","text":"…"}',
    "instruct": '{"t":"instruct","id":"c3","instructions":["pass always"]}',
}


def _bad_act(kind: str, name: object, reason: str, **facts: str) -> UnreadableAct:
    known = name[:64] if isinstance(name, str) else None
    allowed = [_EXAMPLES[kind]]
    return UnreadableAct(asked=kind, allowed=allowed, reason=reason, id=known, **facts)
