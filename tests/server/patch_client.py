"""A client that keeps its view and applies JSON Patches (RFC 6902), written in plain Python for the tests."""

from __future__ import annotations

import copy
from typing import Any

from tests.server.people import Person

__all__ = ["PatchedPerson", "apply_patch"]


def apply_patch(document: Any, operations: list[dict[str, Any]]) -> Any:
    """Return a document after a patch; anything that RFC 6902 forbids fails.

    Unchanged parts are shared with the document before, so that whole games can be read view by view.
    """
    holder = {"": document}
    own: dict[int, Any] = {}  # already copied
    for operation in operations:
        *way, last = [_unescape(name) for name in operation["path"].split("/")]
        at: Any = holder
        for name in way:
            place = int(name) if isinstance(at, list) else name
            if id(at[place]) not in own:
                at[place] = copy.copy(at[place])
                own[id(at[place])] = at[place]
            at = at[place]
        _operate(at, last, operation)
    return holder[""]


def _unescape(name: str) -> str:
    return name.replace("~1", "/").replace("~0", "~")


def _operate(at: Any, last: str, operation: dict[str, Any]) -> None:
    op, place = operation["op"], int(last) if isinstance(at, list) else last
    if op == "add" and isinstance(at, list):
        assert place <= len(at)  # type: ignore[operator]
        at.insert(place, operation["value"])  # type: ignore[arg-type]
    elif op == "add":
        at[place] = operation["value"]
    elif op == "replace":
        assert isinstance(at, list) or place in at
        at[place] = operation["value"]  # type: ignore[index]
    else:
        assert op == "remove"
        del at[place]


class PatchedPerson(Person):
    """Ask for patches in its hello, and handle a patch as events with the patched view."""

    async def receive(self) -> dict[str, Any]:
        message = await self.pipe.receive()
        if message["t"] != "patch":
            return self.handle(message)
        assert message["from"] == self.v == message["v"] - 1, "a version was left out"
        view = apply_patch(self.view, message["patch"])
        return self.handle({**message, "t": "events", "view": view})
