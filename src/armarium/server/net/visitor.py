"""One socket at a table: whence it comes, through which eye it looks, and in which language it is answered."""

from __future__ import annotations

from typing import Any

from armarium.server.net.outbox import Outbox
from armarium.server.net.wire import encode
from armarium.server.table.eyes import Eye

__all__ = ["Visitor", "language_of"]


class Visitor:
    def __init__(self, outbox: Outbox, address: str = "") -> None:
        self.outbox = outbox
        self.address = address
        self.eye: Eye = None
        self.language = "en"
        self.patches = False  # it keeps its view, and is told what changes in it

    def tell(self, *messages: Any) -> None:
        self.outbox.put(*map(encode, messages))


def language_of(asked: str) -> str:
    tongue = asked[:2].lower()
    return tongue if tongue in ("fr", "xx") else "en"
