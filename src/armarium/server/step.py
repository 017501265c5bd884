"""What one message has done to a session: what to save, what to answer, what to tell everyone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from armarium.server.log import Entry
from armarium.server.wire import Ack, ServerMessage

__all__ = ["Step"]


@dataclass
class Step:
    entries: list[Entry] = field(default_factory=list)
    replies: list[ServerMessage] = field(default_factory=list)
    since: int | None = None  # the version before, when the game moved on
    took_back: bool = False
    has_begun: bool = False
    table_changed: bool = False

    def acknowledged(self, name: str | None, v: int) -> Self:
        """Bots have no ids and wait for no answer."""
        if name is not None:
            self.replies.append(Ack(name, v))
        return self
