"""A client that keeps its view and is told what changes in it: JSON Patch (RFC 6902), written out for the tests."""

from __future__ import annotations

import copy
from typing import Any

from tests.server.people import Person

__all__ = ["PatchedPerson", "patched"]


def patched(document: Any, operations: list[dict[str, Any]]) -> Any:
    """A document after a patch; anything that RFC 6902 forbids fails.

    What does not change is shared with the document before it: whole games are read so, view by view.
    """
    holder = {"": document}
    own: dict[int, Any] = {}  # what was copied already
    for operation in operations:
        *way, last = [_unescaped(name) for name in operation["path"].split("/")]
        at: Any = holder
        for name in way:
            place = int(name) if isinstance(at, list) else name
            if id(at[place]) not in own:
                at[place] = copy.copy(at[place])
                own[id(at[place])] = at[place]
            at = at[place]
        _operate(at, last, operation)
    return holder[""]


def _unescaped(name: str) -> str:
    return name.replace("~1", "/").replace("~0", "~")


def _operate(at: Any, last: str, operation: dict[str, Any]) -> None:
    op, place = operation["op"], int(last) if isinstance(at, list) else last
    if op == "add" and isinstance(at, list):
        assert place <= len(at)
        at.insert(place, operation["value"])
    elif op == "add":
        at[place] = operation["value"]
    elif op == "replace":
        assert isinstance(at, list) or place in at
        at[place] = operation["value"]
    else:
        assert op == "remove"
        del at[place]


class PatchedPerson(Person):
    """Says `patches` in its hello; a patch is an `events` to it once its view is made."""

    async def hear(self) -> dict[str, Any]:
        message = await self.pipe.receive()
        if message["t"] != "patch":
            return self.told(message)
        assert message["from"] == self.v == message["v"] - 1, "a version was left out"
        view = patched(self.view, message["patch"])
        return self.told({**message, "t": "events", "view": view})
