"""Rebuild games from a table's log: deal them from the sealed seed, and replay their actions."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from armarium.core.definition import GameDefinition
from armarium.core.errors import ArmariumError
from armarium.core.game import BaseGame
from armarium.server.tables.log import Acted, GameSnapshot, Sealed
from armarium.server.tables.state import NO_SHUFFLE, PastAction, Table

__all__ = [
    "compare_with_log",
    "deal_game",
    "game_from_snapshot",
    "irrevocable_prefix_length",
    "replay_fast",
    "replay_steps",
]


def deal_game(table: Table, sealed: Sealed, first: int | None) -> BaseGame:
    created = table.created
    if sealed.moment is not None:
        return game_from_snapshot(table.definition, sealed.moment, bytes.fromhex(sealed.seed))
    options: dict[str, Any] = dict(created.options)
    if created.edition:
        options["edition"] = created.edition
    if first is not None:
        options["first"] = first
    if sealed.deal is not None:
        options["deal"] = sealed.deal
    given = table.shuffles.get(sealed.round, NO_SHUFFLE).contributions
    if any(given.values()):
        texts = (given.get(seat) for seat in range(len(created.seats)))
        options["contributions"] = [None if text is None else bytes.fromhex(text) for text in texts]
    return table.definition.game.new(
        seats=len(created.seats), seed=bytes.fromhex(sealed.seed), **options
    )


def game_from_snapshot(definition: GameDefinition, moment: GameSnapshot, seed: bytes) -> BaseGame:
    """Return a game that starts from a snapshot. It is the same for the same seed, whenever the log is read."""
    if moment.record:
        return definition.game.replay(moment.record)
    return definition.make_world_sampler(msgspec.json.decode(moment.view))(
        np.frombuffer(seed, "<u4")
    )


def replay_steps(
    table: Table, since: int = 0
) -> Iterator[tuple[int, BaseGame, tuple[int, str] | None]]:
    """Replay all actions from a version on. Yield the version, the game there, and the action that made it.

    The game object is the same in every step. Version 0 is the deal.
    """
    game = _deal_round(table)
    lines = [] if table.last_action is None else list(table.last_action.iter_back_to(0))
    past = []
    while lines and lines[-1].v <= since:
        past.append(lines.pop().action)
    game.follow(past)
    yield since, game, None
    for line in reversed(lines):
        game.follow([line.action])
        yield line.v, game, line.action


def compare_with_log(table: Table) -> tuple[str, Table]:
    """Return the hash of the round replayed from its log, and the table with that game as verified.

    Raise TableStopped if the table's own game differs; the record is then that of the log.
    """
    replayed = _replay_round(table)
    digest = replayed.fingerprint()
    assert table.game is not None, "a version has been made"
    # Equal bytes have equal fingerprints, and comparing bytes is faster.
    if replayed.digest() != table.game.digest() and digest != table.game.fingerprint():
        raise table.copy_with(game=replayed).make_stopped_error("stopped-cards")
    return digest, table.copy_with(last_verified=(table.last_action, replayed))


def _replay_round(table: Table) -> BaseGame:
    """Replay from the last verified state, or from the deal if that state was undone."""
    known, game = table.last_verified
    line, latest = table.last_action, []
    while line is not None and line is not known:
        latest.append(line.action)
        line = line.before
    game = game.copy() if line is known and game is not None else _deal_round(table)
    with contextlib.suppress(ArmariumError):  # different cards: replay as far as possible
        game.follow(latest[::-1])
    return game


def _deal_round(table: Table) -> BaseGame:
    """Return the round before its first action."""
    assert table.begun is not None, "no state before the deal"
    return deal_game(table, table.sealed[table.round], table.begun.first)


# When a log is loaded, actions that can never be undone are replayed in one call. After a restart, thousands of
# tables may be loaded at once; step by step, their actions would take three times as long.


def irrevocable_prefix_length(table: Table, actions: Sequence[Acted]) -> int:
    """Return how many of these consecutive actions no later entry can undo: all before the last change of seats.

    It is 0 while a seat has auto-actions, because they must be checked at every step.
    """
    if any(chair.auto_actions for chair in table.chairs):
        return 0
    latest = range(len(actions) - 1, 0, -1)
    return next((n for n in latest if actions[n].seat != actions[n - 1].seat), 0)


def replay_fast(table: Table, actions: Sequence[Acted]) -> Table | None:
    """Return the table after these actions.

    Return None on any error; replaying them one by one then finds the cause.
    """
    if table.game is None:
        return None
    game, line = table.game.copy(), table.last_action
    latest: list[tuple[int, str]] = []
    try:
        for v, entry in enumerate(actions, table.v + 1):
            latest.append((entry.seat, sys.intern(entry.action)))
            line = PastAction(v, latest[-1], line)
            if entry.digest is not None:
                game.follow(latest)
                latest = []
                if game.fingerprint() != entry.digest:
                    return None
        game.follow(latest)
    except ArmariumError:
        return None
    count = len(actions)
    position, v = table.position + count, table.v + count
    return table.copy_with(position=position, v=v, game=game, undo=None, last_action=line)
