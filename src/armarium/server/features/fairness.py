"""Deal rounds so that nobody can choose the cards: sealed seeds, hashes and contributions (docs/chance.md).

This module also starts a round, ends it, and handles rematches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from armarium.core.seeding import commitment, contribution_hash
from armarium.server.errors import NotNow
from armarium.server.tables.chair import Chair
from armarium.server.tables.dealing import deal_game
from armarium.server.tables.log import (
    Committed,
    Contributed,
    HandedBack,
    HashesFixed,
    RematchRequested,
    RoundBegun,
    Sealed,
)
from armarium.server.tables.messages import PeopleLine, ShuffleInfo
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Shuffle, Table, applies

__all__ = [
    "awaits_contribution",
    "awaits_creator",
    "begin_if_full",
    "commit",
    "contribute",
    "contribution_deadline",
    "deal_when_ready",
    "find_commitment",
    "request_rematch",
    "seal_next_round",
    "shuffle_info",
    "stop_waiting",
]


def begin_if_full(session: Session, change: Change) -> None:
    if change.after.begun is None:
        deal_when_ready(session, change)


def deal_when_ready(session: Session, change: Change) -> None:
    """Deal the next round once everybody has agreed and all contributions are revealed.

    If seats sent hashes, these are fixed and shown to everyone before the first contribution is revealed.
    """
    table = change.after
    round_ = table.next_round
    shuffle = table.shuffle_of(round_)
    if not _is_agreed(table):
        return
    if shuffle.missing_hashes and session.now < _deadline_after(session, shuffle.sealed_again_at):
        return
    if shuffle.unopened:
        if shuffle.fixed_at is None:
            change.add(HashesFixed(round_, round(session.now, 3)))
            change.table_changed = True
        return
    change.add(RoundBegun(round_, None if round_ == 1 else _next_first(table)))
    change.has_begun = True
    for seat, chair in enumerate(table.chairs):
        is_held = change.after.chairs[seat].held is not None
        if chair.plays_next_round and is_held and session.is_connected(seat):
            change.add(HandedBack(seat, seat))


def _is_agreed(table: Table) -> bool:
    """Return whether the round can start apart from contributions: all seats are taken, or everyone wants a rematch."""
    if table.closed:
        return False
    if table.game is None:
        return not table.vacant_seats and not awaits_creator(table)
    # Seats where a bot stands in are not asked.
    asked = [chair for chair in table.chairs if chair.is_person and chair.held is None]
    is_requested = any(chair.wants_rematch for chair in table.chairs)
    return table.is_over and is_requested and all(chair.wants_rematch for chair in asked)


def commit(session: Session, seat: int, round_: int, hash_: str) -> Change:
    """Record the hash of a seat's contribution to the next round. It cannot be changed later."""
    table = session.table
    shuffle = _open_shuffle(table, round_, "commit")
    change = Change(table)
    if shuffle.hashes.get(seat) == hash_:
        return change
    if seat in shuffle.hashes or seat in shuffle.contributions:
        raise NotNow(asked="commit", reason="contribution-given", allowed=[])
    _check_hash(shuffle, seat, "commit")
    change.add(Committed(seat, round_, hash_))
    change.table_changed = True
    deal_when_ready(session, change)
    return change


def contribute(session: Session, seat: int, round_: int, contribution: str) -> Change:
    """Record a seat's contribution to the next round.

    The round's seed is already sealed, so neither can be chosen to fit the other. The contribution must match the
    seat's hash, if it sent one. Without a hash it is accepted until the hashes are fixed.
    """
    table = session.table
    shuffle = _open_shuffle(table, round_, "contribute")
    change = Change(table)
    if seat in shuffle.contributions:
        if shuffle.contributions[seat] != contribution:
            raise NotNow(asked="contribute", reason="contribution-given", allowed=[])
        return change
    if seat not in shuffle.hashes:
        _check_hash(shuffle, seat, "contribute")
    elif shuffle.fixed_at is None:
        raise NotNow(asked="contribute", reason="contribution-early", allowed=[])
    elif contribution_hash(bytes.fromhex(contribution)) != shuffle.hashes[seat]:
        raise NotNow(asked="contribute", reason="contribution-other", allowed=[])
    change.add(Contributed(seat, round_, contribution))
    change.table_changed = True
    deal_when_ready(session, change)
    return change


def _open_shuffle(table: Table, round_: int, asked: str) -> Shuffle:
    """Return the shuffle of the next round. Raise while a round is in progress."""
    is_played = table.game is not None and not table.is_over
    if round_ != table.next_round or is_played:
        raise NotNow(asked=asked, reason="contribution-late", allowed=[])
    return table.shuffle_of(round_)


def _check_hash(shuffle: Shuffle, seat: int, asked: str) -> None:
    """Raise unless a seat without a contribution may still send one."""
    if shuffle.fixed_at is not None:
        raise NotNow(asked=asked, reason="hashes-fixed", allowed=[])
    if seat in shuffle.left_out:
        raise NotNow(asked=asked, reason="contribution-missed", allowed=[])


def contribution_deadline(session: Session) -> float | None:
    """Return when the table stops waiting for contributions or hashes; None if it is not waiting."""
    table = session.table
    shuffle = table.shuffle_of(table.next_round)
    if table.closed:
        return None
    if shuffle.fixed_at is not None:
        return _deadline_after(session, shuffle.fixed_at) if shuffle.unopened else None
    is_asked = shuffle.missing_hashes and _is_agreed(table)
    return _deadline_after(session, shuffle.sealed_again_at) if is_asked else None


def stop_waiting(session: Session, change: Change) -> None:
    """Seal the round again without the seats that did not reveal their contributions in time.

    Counting such a seat as zero would let it choose between two deals. This way it can only exchange a deal for an
    unknown one, once, and everybody sees it.
    """
    due = contribution_deadline(session)
    if due is None or session.now < due:
        return
    table = change.after
    shuffle = table.shuffle_of(table.next_round)
    if shuffle.fixed_at is not None:
        old = table.sealed[table.next_round]
        left_out = sorted(shuffle.unopened)
        at = round(session.now, 3)
        change.add(Sealed(old.round, session.draw_seed().hex(), old.deal, old.moment, at, left_out))
        change.table_changed = True
    deal_when_ready(session, change)


def _deadline_after(session: Session, since: float | None) -> float:
    """Return the deadline. The time while the server was down does not count."""
    return max(since or 0.0, session.loaded_at) + session.timeouts.contribution


def seal_next_round(session: Session, change: Change) -> None:
    """Commit to the seed of the next round when a round is over."""
    change.add(Sealed(change.after.round + 1, session.draw_seed().hex()))
    change.table_changed = True


def request_rematch(session: Session, seat: int, after: int | None = None) -> Change:
    table = session.table
    after = table.round if after is None else after
    if after < table.round:
        return Change(table)
    if table.game is None or not table.is_over or after > table.round:
        raise NotNow(asked="rematch", reason="not-over", allowed=[])
    change = Change(table)
    if not table.chairs[seat].wants_rematch:
        change.add(RematchRequested(seat))
        change.table_changed = True
    deal_when_ready(session, change)
    return change


def _next_first(table: Table) -> int | None:
    """Return the next first player, who rotates, at games with a choice of first player."""
    kinds = {option.name: option.kind for option in table.definition.options}
    if table.game is None or kinds.get("first") != "seat":
        return None
    first: int = table.game.view(None)["first"]
    return (first + 1) % len(table.chairs)


# ── queries ──────────────────────────────────────────────────────────────────────────────────────


def awaits_creator(table: Table) -> bool:
    """Return whether the deal waits for the creator's contribution. A creator without a seat cannot contribute."""
    creator, shuffle = table.created.host, table.shuffle_of(1)
    if not table.created.contributes or creator is None or table.game is not None:
        return False
    has_answered = creator in shuffle.hashes or creator in shuffle.contributions
    return not has_answered and shuffle.sealed_again_at is None


def awaits_contribution(table: Table) -> bool:
    """Return whether the deal waits for a hash or a contribution."""
    if table.game is not None:
        return False
    shuffle = table.shuffle_of(1)
    is_opening = shuffle.fixed_at is not None and bool(shuffle.unopened)
    return awaits_creator(table) or is_opening or bool(shuffle.missing_hashes)


def find_commitment(table: Table, round_: int) -> str | None:
    """Return the commitment to a round's seed; None before it is sealed, and for a round from a snapshot."""
    sealed = table.sealed.get(round_)
    if sealed is None or sealed.moment is not None:
        return None
    return commitment(bytes.fromhex(sealed.seed))


def shuffle_info(table: Table, round_: int) -> ShuffleInfo:
    shuffle = table.shuffle_of(round_)
    is_opening = shuffle.fixed_at is not None and table.next_round == round_
    missing = shuffle.unopened if is_opening else shuffle.missing_hashes
    return ShuffleInfo(
        hashes=[shuffle.hash_of(seat) for seat in range(len(table.chairs))],
        opening=is_opening,
        waits_for=sorted(missing) if table.next_round == round_ else [],
        left_out=list(shuffle.left_out),
    )


# ── what the log entries change ──────────────────────────────────────────────────────────────────


@applies(Sealed)
def _seal(table: Table, entry: Sealed) -> dict[str, Any]:
    current = {n: old for n, old in table.sealed.items() if n >= table.round}
    sealed = {**current, entry.round: entry}
    if entry.round not in current:
        return {"sealed": sealed}
    return {"sealed": sealed, **_shuffle(table, entry)}


@applies(Committed, HashesFixed, Contributed)
def _shuffle(table: Table, entry: Committed | HashesFixed | Contributed | Sealed) -> dict[str, Any]:
    current = {n: old for n, old in table.shuffles.items() if n >= table.round}
    current[entry.round] = _shuffle_after(table.shuffle_of(entry.round), entry)
    return {"shuffles": current}


def _shuffle_after(
    shuffle: Shuffle, entry: Committed | Contributed | HashesFixed | Sealed
) -> Shuffle:
    match entry:
        case Committed():
            return replace(shuffle, hashes={**shuffle.hashes, entry.seat: entry.hash})
        case Contributed():
            contributions = {**shuffle.contributions, entry.seat: entry.contribution}
            return replace(shuffle, contributions=contributions)
        case HashesFixed():
            return replace(shuffle, fixed_at=entry.at)
        case Sealed():
            # What was revealed is known by now, so none of it is reused.
            return Shuffle(
                left_out=(*shuffle.left_out, *entry.left_out),
                sealed_again_at=entry.at,
                asked_again=frozenset(shuffle.hashes) - {*shuffle.left_out, *entry.left_out},
            )


@applies(RoundBegun)
def _begin(table: Table, entry: RoundBegun) -> dict[str, Any]:
    chairs = tuple(chair.for_next_round() for chair in table.chairs)
    return {
        "round": entry.round,
        "begun": entry,
        "game": deal_game(table, table.sealed[entry.round], entry.first),
        "v": 0,
        "hints": 0,
        "last_undo_version": 0,
        "last_action": None,
        "undo": None,
        "last_verified": (None, None),
        "people_lines": _lines_at_deal(table, chairs),
        "chairs": chairs,
    }


def _lines_at_deal(table: Table, chairs: tuple[Chair, ...]) -> tuple[PeopleLine, ...]:
    """Return the lines that the next round starts with: who holds a seat that somebody else held before.

    Before the first round, only bots that still play are worth a line. Later, people get back seats that bots held.
    """
    if table.game is None:
        latest = {line.seat: line for line in table.people_lines if line.bot is not None}
        return tuple(
            line for seat, line in latest.items() if seat is not None and chairs[seat].held
        )
    return tuple(
        PeopleLine(0, "handed-back", seat, seat)
        for seat, (before, after) in enumerate(zip(table.chairs, chairs, strict=True))
        if before.held is not None and after.held is None
    )


@applies(RematchRequested)
def _note_rematch(table: Table, entry: RematchRequested) -> dict[str, Any]:
    return {"chairs": table.replace_chair(entry.seat, wants_rematch=True)}
