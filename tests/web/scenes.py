"""Tables in a chosen moment of the game, put into the server's log before anybody sits down.

The moment is played, not painted: a deal and a list of actions go through the same session that
serves people, and the server reads the table from its log as it does after a restart.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from armarium import players
from armarium.games import biblios
from armarium.server.store import Store
from armarium.server.table.log import Entry
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session

__all__ = ["NAMES", "Scene", "Seats", "fill_hand", "find", "hoard", "put", "sensibly"]

NAMES = ["Ada", "Hildegard", "Bede", "Marguerite"]

Policy = Callable[[Any, int, random.Random], str]
Moment = Callable[[dict[str, Any]], bool]

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Scene:
    """A game from its deal to some moment."""

    seats: int
    seed: bytes
    actions: tuple[tuple[int, str], ...]
    edition: str | None = "iello"
    options: dict[str, Any] = field(default_factory=dict)
    deal: dict[str, Any] | None = None
    game: str = "biblios"


@dataclass(frozen=True)
class Seats:
    """A table and the tokens of its seats."""

    table: str
    tokens: list[str]

    def link(self, seat: int | None) -> str:
        return f"/t/{self.table}" + ("" if seat is None else f"#{self.tokens[seat]}")


# ── how the moment is reached ──────────────────────────────────────────────────────────────────


def sensibly(game: Any, seat: int, chance: random.Random) -> str:
    """Mostly as the house's own player does, for a table that looks like a table."""
    if chance.random() < 0.15:
        dear = game.view(seat)["bid"] + 3
        legal = [a for a in game.legal() if not a.startswith("bid ") or int(a[4:]) < dear]
        return chance.choice(legal)
    novice = players.load("novice", chance.randrange(1 << 30))
    return novice.choose(players.position_of(game, seat))


def fill_hand(game: Any, seat: int, chance: random.Random) -> str:
    """Seat 0 gathers cards; the others bid what they do not have, and lose cards to it."""
    view, legal = game.view(seat), game.legal()
    if view["step"] in ("allocate", "take") and seat == 0:
        kept = "keep" if view["step"] == "allocate" else None
        plain = not str(view["drawn"]).startswith("church")
        if kept in legal and plain:
            return "keep"
        takes = [a for a in legal if a.startswith("take ") and "church" not in a]
        return chance.choice(takes or [a for a in legal if a != "keep"] or legal)
    if view["step"] != "bid":
        return chance.choice(legal)
    if seat == 0:
        rivals = len(view["seats"]) - len(view["passed"]) - len(view["barred"]) - 1
        mine = str(view["lot"]).startswith("gold") and len(view["hand"]) >= 20
        return f"bid {max(view['bid'] + 1, 3)}" if mine and rivals <= 3 else "pass"
    seat_to_fail = 1 + view["lot_number"] % (len(view["seats"]) - 1)
    if len(game.view(0)["hand"]) >= 20 and str(view["lot"]).startswith("gold"):
        return "pass"
    bids = [a for a in legal if a.startswith("bid ")]
    return bids[-1] if seat == seat_to_fail and view["leader"] is None and bids else "pass"


def hoard(game: Any, seat: int, chance: random.Random) -> str:
    """Seat 0 gathers gold, then outbids everybody."""
    view, legal = game.view(seat), game.legal()
    if seat:
        return sensibly(game, seat, chance) if view["step"] != "bid" else "pass"
    if view["step"] == "allocate" and "keep" in legal and str(view["drawn"]).startswith("gold"):
        return "keep"
    wanted = [a for a in legal if a.startswith("take gold")]
    if view["step"] == "allocate":
        wanted = [a for a in legal if a != "keep"]
    if view["step"] == "bid" and not str(view["lot"]).startswith("gold"):
        wanted = [a for a in legal if a.startswith("bid ")][-1:]
    return chance.choice(wanted or legal)


def find(
    moment: Moment,
    *,
    seats: int = 4,
    eye: int | None = 0,
    policy: Policy = sensibly,
    edition: str = "iello",
    options: dict[str, Any] | None = None,
    seeds: range = range(1, 60),
) -> Scene:
    """The first moment that fits, in the eye's view, over some deals."""
    asked = {"first": 0, **(options or {})}
    for number in seeds:
        seed, chance = number.to_bytes(32, "big"), random.Random(number)
        game = biblios.Game.new(seats=seats, seed=seed, edition=edition, **asked)
        actions: list[tuple[int, str]] = []
        while True:
            if moment(game.view(eye)):
                return Scene(seats, seed, tuple(actions), edition, asked)
            seat = game.to_act
            if seat is None:
                break
            text = policy(game, seat, chance)
            game.play(text, seat=seat)
            actions.append((seat, text))
    raise AssertionError("no such moment in these deals")


# ── into the log ───────────────────────────────────────────────────────────────────────────────


def put(
    db: Path,
    scene: Scene,
    names: list[str] | None = None,
    pace: str = "fast",
    bots: bool = False,
) -> Seats:
    """Lay the scene on a new table of the server that uses this file; with bots at the other seats."""
    called = (names or NAMES)[: scene.seats]
    number = next(_numbers)
    table = f"scene{number:05d}"
    tokens = [f"token-{number}-{seat}" for seat in range(scene.seats)]
    plans = [SeatPlan(name=called[0]), *[SeatPlan(open=True) for _ in called[1:]]]
    if bots:
        plans[1:] = [SeatPlan(bot="novice", name=name) for name in called[1:]]
    plan = NewTable(scene.game, plans, scene.edition, dict(scene.options), pace)  # type: ignore[arg-type]
    session, change, _ = Session.create(table, plan, lambda: scene.seed, tokens[0], scene.deal)
    entries: list[Entry] = list(change.entries)
    for name, token in zip(called[1:], tokens[1:], strict=True) if not bots else ():
        _, change = session.join(name, token)
        session.adopt(change)
        entries += change.entries
    for seat, text in scene.actions:
        change = session.act(seat, [text], session.table.v)
        session.adopt(change)
        entries += change.entries
    _save(db, table, entries)
    return Seats(table, tokens)


def _save(db: Path, table: str, entries: list[Entry]) -> None:
    """On a thread of its own: the browser's driver has a loop running in this one."""

    async def save() -> None:
        store = Store(f"sqlite:///{db}")
        try:
            await store.append(table, 0, entries)
        finally:
            await asyncio.to_thread(store.close)

    problems: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(save())
        except BaseException as error:
            problems.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
