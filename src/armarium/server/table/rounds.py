"""How a round begins and ends, and what it takes to play another."""

from __future__ import annotations

from collections.abc import Callable

from armarium.server.errors import NotNow
from armarium.server.table.change import Change
from armarium.server.table.log import Begun, Contributed, RematchWished, Scored, Sealed
from armarium.server.table.table import Table

__all__ = ["begin_if_full", "contribute", "end_round", "wish_rematch"]


def begin_if_full(change: Change) -> None:
    table = change.after
    is_ready = not table.vacant_seats and not table.awaits_contribution
    if table.begun is None and not table.closed and is_ready:
        change.do(Begun(1))
        change.has_begun = True


def contribute(table: Table, seat: int, round_: int, contribution: str) -> Change:
    """To the round that begins next. Its seed is sealed already, so nobody can choose either to suit the other."""
    following = 1 if table.game is None else table.round + 1
    if round_ != following or (table.game is not None and not table.is_over):
        raise NotNow(asked="contribute", reason="contribution-late", allowed=[])
    change = Change(table)
    given = table.contributions.get(round_, {})
    if given.get(seat, contribution) != contribution:
        raise NotNow(asked="contribute", reason="contribution-given", allowed=[])
    if seat not in given:
        change.do(Contributed(seat, round_, contribution))
        change.table_changed = True
        begin_if_full(change)
    return change


def end_round(change: Change, draw_seed: Callable[[], bytes]) -> None:
    table = change.after
    assert table.game is not None
    today = table.created.daily
    if today is not None and table.round == 1:
        outcome = table.game.outcome() or {}
        change.do(Scored(today.date, today.browser, outcome["score"], table.created.game))
    # The next round's seed is committed to as soon as there can be one.
    change.do(Sealed(table.round + 1, draw_seed().hex()))
    change.table_changed = True


def wish_rematch(table: Table, seat: int, after: int | None = None) -> Change:
    after = table.round if after is None else after
    if after < table.round:
        return Change(table)
    if table.game is None or not table.is_over or after > table.round:
        raise NotNow(asked="rematch", reason="not-over", allowed=[])
    change = Change(table)
    if not table.chairs[seat].wishes_rematch:
        change.do(RematchWished(seat))
        change.table_changed = True
    # Whoever's seat a bot holds is not waited for.
    asked = [chair for chair in change.after.chairs if chair.is_person and chair.held is None]
    if all(chair.wishes_rematch for chair in asked):
        change.do(Begun(table.round + 1, _next_first(table)))
        change.has_begun = True
    return change


def _next_first(table: Table) -> int | None:
    """The first player goes round, at games that have one to choose."""
    kinds = {option.name: option.kind for option in table.book.options}
    if table.game is None or kinds.get("first") != "seat":
        return None
    first: int = table.game.view(None)["first"]
    return (first + 1) % len(table.chairs)
