"""A seat of a table and its player. Only the hash of a seat's token is stored."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from msgspec import Struct

__all__ = ["Chair", "FormerPlayer", "StandIn", "Viewer", "Why", "hash_token"]

Viewer = int | None  # a seat, or None for the public

# Why a bot plays in a person's seat. away: the player is disconnected. asked: another player asked for it. flag: the
# time ran out. left, resigned: the player left or resigned. host, removed, opened: the host replaced or removed the
# player, or opened a bot's seat. next-round: somebody took the seat or got a new link during a round, and must not
# see its cards.
Why = Literal[
    "away", "asked", "flag", "left", "resigned", "host", "removed", "opened", "next-round"
]


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class StandIn(Struct, frozen=True):
    """The bot that plays in a seat until its player is back, and why."""

    bot: str
    why: Why


class FormerPlayer(NamedTuple):
    """A person who was removed from a seat: the SHA-256 of their token, and the range of chat lines that may be
    theirs.
    """

    token: str | None
    name: str
    first_chat_line: int
    end_chat_line: int


@dataclass(frozen=True)
class Chair:
    """One seat.

    `reserved`: the name that the creator gave to an open seat. `invitation`: the SHA-256 of the only link that takes
    it. Seats of older logs have no invitation; anyone with that name may take them.

    `is_claimed` is False from the moment a person's seat gets a new link until the link is first used, because the
    host knows it too.

    `auto_action_changes`: how often the seat changed its auto-actions. `first_chat_line`: the first chat line that
    may be this player's. `former`: the people who sat here before.
    """

    reserved: str
    bot: str | None = None
    name: str = ""
    token: str | None = None  # SHA-256
    invitation: str | None = None
    is_claimed: bool = True
    wants_rematch: bool = False
    auto_actions: tuple[str, ...] = ()
    auto_action_changes: int = 0
    held: StandIn | None = None
    is_muted: bool = False
    first_chat_line: int = 0
    former: tuple[FormerPlayer, ...] = ()

    @property
    def is_open(self) -> bool:
        """Return whether a person may take this seat. A bot may play there meanwhile."""
        return self.bot is None and self.token is None

    @property
    def is_person(self) -> bool:
        """Return whether a person has taken this seat, connected or not."""
        return self.bot is None and self.token is not None

    @property
    def plays_next_round(self) -> bool:
        """Return whether the person took the seat after the deal, and so plays from the next round."""
        return self.held is not None and self.held.why == "next-round"

    @property
    def player(self) -> str | None:
        """Return the bot that plays here now, if any."""
        return self.bot if self.held is None else self.held.bot

    @property
    def display_name(self) -> str:
        return self.reserved or self.name if self.is_open else self.name

    def for_next_round(self) -> Chair:
        """Return the chair for the next round.

        Players who asked for a rematch play it. For the others a bot plays on until they return.
        """
        held = self.held
        if held is not None and self.wants_rematch:
            held = None
        elif held is not None and held.why in ("resigned", "next-round"):
            held = StandIn(held.bot, "left")
        return replace(self, wants_rematch=False, held=held, auto_actions=())
