"""Links to seats: which token opens which seat, and how people join, return or get a new link.

Only the hash of a token is stored. Every lookup compares all chairs, in constant time.
"""

from __future__ import annotations

import hmac
from typing import Any

from armarium.core.errors import BadSeats
from armarium.server.errors import BadToken, TableFull
from armarium.server.features.fairness import begin_if_full
from armarium.server.features.seats.people import add_line, shuffles_without_hash
from armarium.server.tables.chair import Viewer, hash_token
from armarium.server.tables.log import (
    Committed,
    Contributed,
    LinkClaimed,
    LinkReplaced,
    SeatReserved,
    SeatTaken,
    StoodIn,
)
from armarium.server.tables.messages import Hello, PeopleLine
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table, applies

__all__ = ["claim_link", "find_seat_of_token", "find_viewer", "is_unused", "join", "replace_link"]


def find_viewer(session: Session, hello: Hello) -> Viewer:
    """Return whose view the sender of a hello gets. Raise BadToken."""
    if hello.token is None:
        return None
    seat = find_seat_of_token(session.table, hello.token)
    if seat is None:
        raise _make_link_error(session.table, hello.token)
    return seat


def find_seat_of_token(table: Table, token: str) -> int | None:
    """Return the seat that this token opens. A new link opens none before its first use."""
    return _find_seat_opened_by(table, token, is_claimed=True)


def is_unused(table: Table, link: str) -> bool:
    """Return whether the host made this link and nobody has used it yet."""
    return (
        _find_reserved_seat(table, link) is not None
        or _find_unclaimed_seat(table, link) is not None
    )


def _find_unclaimed_seat(table: Table, link: str) -> int | None:
    """Return the person's seat whose new link this is, as long as the link is unused."""
    return _find_seat_opened_by(table, link, is_claimed=False)


def _find_seat_opened_by(table: Table, token: str, is_claimed: bool) -> int | None:
    asked = hash_token(token)
    found = None
    for seat, chair in enumerate(table.chairs):
        is_same = hmac.compare_digest(asked, chair.token or "")
        if is_same and chair.is_claimed == is_claimed:
            found = seat
    return found


def _find_reserved_seat(table: Table, token: str) -> int | None:
    """Return the open seat that this link takes."""
    asked = hash_token(token)
    found = None
    for seat, chair in enumerate(table.chairs):
        if chair.is_open and hmac.compare_digest(asked, chair.invitation or ""):
            found = seat
    return found


def _is_used(table: Table, link: str) -> bool:
    """Return whether somebody has already taken a reserved seat with this link."""
    asked = hash_token(link)
    return any(
        hmac.compare_digest(asked, chair.invitation or "")
        for chair in table.chairs
        if not chair.is_open
    )


def _make_link_error(table: Table, link: str) -> BadToken:
    return BadToken(reason="link-used") if _is_used(table, link) else BadToken()


def join(
    session: Session,
    name: str,
    token: str,
    hash_: str | None = None,
    contribution: str | None = None,
    link: str | None = None,
) -> Change:
    """Take the seat reserved for this link, or an open seat that is not reserved.

    It has no effect if the token already has a seat, because the answer was lost or another process was faster.
    """
    table = session.table
    session.check_open()
    if (own := find_seat_of_token(table, token)) is not None:
        return Change(table, seated=(own, token))
    seat = _find_reserved_seat(table, link or token)
    if seat is None:
        free = [seat for seat in table.open_seats if table.chairs[seat].invitation is None]
        if not free:
            reason = {"reason": "seats-kept"} if table.open_seats else {}
            raise TableFull(allowed=len(table.chairs), **reason)
        seat = min(free, key=lambda seat: _preference(table.chairs[seat].reserved, name))
    change = Change(table, table_changed=True, seated=(seat, token))
    change.add(SeatTaken(seat, name or table.chairs[seat].reserved, hash_token(token)))
    _wait_for_next_round(session, change, seat)
    if table.game is None and table.shuffle_of(1).fixed_at is None:
        if hash_ is not None:
            change.add(Committed(seat, 1, hash_))
        elif contribution is not None:
            change.add(Contributed(seat, 1, contribution))
    begin_if_full(session, change)
    return change


def _preference(reserved: str, name: str) -> int:
    if reserved and reserved == name:
        return 0
    return 2 if reserved else 1


def claim_link(
    session: Session,
    link: str,
    token: str,
    name: str = "",
    hash_: str | None = None,
    contribution: str | None = None,
) -> Change:
    """Exchange a link that the host made for the person's own token; the link itself then stops working.

    The exchange can be repeated with the same token. A link that the host did not make stays valid.
    """
    table = session.table
    session.check_open()
    if (own := find_seat_of_token(table, token)) is not None:
        return Change(table, seated=(own, token))
    if _find_reserved_seat(table, link) is not None:
        return join(session, name, token, hash_, contribution, link)
    if (unclaimed := _find_unclaimed_seat(table, link)) is not None:
        change = Change(table, table_changed=True, seated=(unclaimed, token))
        change.add(LinkClaimed(unclaimed, hash_token(token)))
        if not table.chairs[unclaimed].plays_next_round:
            _wait_for_next_round(
                session, change, unclaimed
            )  # nobody held the seat by this link before
        return change
    seat = find_seat_of_token(table, link)
    if seat is None or _is_used(table, link):
        raise _make_link_error(table, link)
    return Change(table, seated=(seat, link))


def replace_link(session: Session, host: str, seat: int, token: str) -> Change:
    """Let the host give a person, or an open seat, a new link. The old link stops working.

    The host may have copied the link. During a round it therefore shows no cards, unless it is for the host's own
    seat.
    """
    table = session.table
    if table.host is None or find_seat_of_token(table, host) != table.host:
        raise BadToken(reason="host-only")
    people = [number for number, chair in enumerate(table.chairs) if chair.bot is None]
    if seat not in people:
        raise BadSeats(asked=seat, reason="no-seat", allowed=people)
    session.check_open()
    session.check_settings()
    change = Change(table, table_changed=True)
    is_anothers = seat != table.host and table.chairs[seat].is_person
    change.add(LinkReplaced(seat, hash_token(token), unclaimed=is_anothers))
    if is_anothers:
        _wait_for_next_round(session, change, seat)
    return change


def _wait_for_next_round(session: Session, change: Change, seat: int) -> None:
    """Let a bot play this round in a seat that somebody took during the round."""
    before = change.before
    if not before.is_running:
        return
    held = before.chairs[seat].held
    bot = session.stand_in if held is None else held.bot
    change.add(StoodIn(seat, bot, "next-round"))


# ── what the log entries change ──────────────────────────────────────────────────────────────────


@applies(SeatReserved)
def _keep_seat(table: Table, entry: SeatReserved) -> dict[str, Any]:
    return {"chairs": table.replace_chair(entry.seat, invitation=entry.token)}


@applies(SeatTaken)
def _take_seat(table: Table, entry: SeatTaken) -> dict[str, Any]:
    chairs = table.replace_chair(
        entry.seat,
        name=entry.name,
        token=entry.token,
        held=None,
        first_chat_line=table.chat_line_count,
        is_claimed=True,
    )
    if table.game is None:
        return {"chairs": chairs}
    line = PeopleLine(table.v, "seat-taken", entry.seat, None)
    return {"chairs": chairs, "people_lines": add_line(table, line)}


@applies(LinkReplaced)
def _replace_link(table: Table, entry: LinkReplaced) -> dict[str, Any]:
    kind = "invitation" if table.chairs[entry.seat].is_open else "token"
    changes: dict[str, Any] = {kind: entry.token, "is_claimed": not entry.unclaimed}
    line = PeopleLine(table.v, "link-replaced", entry.seat, table.host)
    return {
        "chairs": table.replace_chair(entry.seat, **changes),
        "settings": table.settings + 1,
        "shuffles": shuffles_without_hash(table, entry.seat),
        "people_lines": add_line(table, line),
    }


@applies(LinkClaimed)
def _claim_link(table: Table, entry: LinkClaimed) -> dict[str, Any]:
    return {"chairs": table.replace_chair(entry.seat, token=entry.token, is_claimed=True)}
