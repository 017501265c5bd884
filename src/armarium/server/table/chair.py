"""A seat of a table and who sits there; a seat's token is known by its hash alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec import Struct

__all__ = ["Chair", "Former", "Held", "Why", "hash_of"]

# Why a bot plays in a seat that is no bot's: its player is gone, another asked for it, the time was up, its player left
# or resigned, the host gave it to a bot, took it away, or opened a bot's seat to whoever comes.
Why = Literal["away", "asked", "flag", "left", "resigned", "host", "removed", "opened"]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Held(Struct, frozen=True):
    """A seat that a bot holds until its player is back."""

    bot: str
    why: Why


class Former(NamedTuple):
    """Who was removed from a seat: the SHA-256 of what was their token, and the lines of talk that can be theirs."""

    token: str | None
    name: str
    heard_from: int
    heard_until: int


@dataclass(frozen=True)
class Chair:
    """`reserved` is the name that the creator wrote on an open seat; `invitation`, a SHA-256, is of the link that alone
    takes it. Seats of older logs have none, and whoever has that name may take them. `instructions` are what the seat
    has said beforehand, `instructed` how often it said so; `heard_from`: the first line of talk that can be its
    player's; `former`: those who sat there before."""

    reserved: str
    bot: str | None = None
    name: str = ""
    token: str | None = None  # SHA-256
    invitation: str | None = None
    wishes_rematch: bool = False
    instructions: tuple[str, ...] = ()
    instructed: int = 0
    held: Held | None = None
    muted: bool = False
    heard_from: int = 0
    former: tuple[Former, ...] = ()

    @property
    def is_open(self) -> bool:
        """Somebody may sit down there, also where a bot plays until then."""
        return self.bot is None and self.token is None

    @property
    def is_person(self) -> bool:
        """Somebody has sat down there; whether they are at home is not asked."""
        return self.bot is None and self.token is not None

    @property
    def player(self) -> str | None:
        """The bot that plays there now, if one does."""
        return self.bot if self.held is None else self.held.bot

    @property
    def shown_name(self) -> str:
        return self.reserved or self.name if self.is_open else self.name
