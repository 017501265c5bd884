"""What a table keeps: who sits where, what each id has done, what each eye was told."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec

__all__ = ["Applied", "Chair", "Told", "hash_of"]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass
class Chair:
    """A seat and who sits there; `reserved` is the name that the creator wrote on an open one."""

    reserved: str
    bot: str | None = None
    name: str = ""
    token: str | None = None  # SHA-256
    sockets: int = 0
    wishes_rematch: bool = False

    @property
    def is_open(self) -> bool:
        return self.bot is None and self.token is None


@dataclass(frozen=True)
class Applied:
    """What an id has done: kept so that it does nothing twice. No action: it took one back."""

    actions: tuple[str, ...]
    v: int


@dataclass(frozen=True)
class Told:
    """What every eye saw of the action that made a version, and who may take that action back."""

    v: int
    events: tuple[msgspec.Raw, ...]
    free: int | None
