"""A seat of a table and who sits there; a seat's token is known by its hash alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

__all__ = ["Chair", "hash_of"]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True)
class Chair:
    """`reserved` is the name that the creator wrote on an open seat; `invitation`, a SHA-256, is of the link that alone
    takes it. Seats of older logs have none, and whoever has that name may take them. `instructions` are what the seat
    has said beforehand, `instructed` how often it said so."""

    reserved: str
    bot: str | None = None
    name: str = ""
    token: str | None = None  # SHA-256
    invitation: str | None = None
    wishes_rematch: bool = False
    instructions: tuple[str, ...] = ()
    instructed: int = 0
    muted: bool = False

    @property
    def is_open(self) -> bool:
        return self.bot is None and self.token is None
