"""Tables at a chosen moment of a game, written to the log of a server or a browser before anybody joins.

The game is really played up to the moment: the server or the browser reads the table from its log, as after a restart.
On a server, the deal and the actions also go through the session that serves people.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from armarium.core.registry import find_game
from armarium.server import commands
from armarium.server.features.seats import links
from armarium.server.store import Store
from armarium.server.tables.log import Entry
from armarium.server.tables.plan import NewTable, SeatPlan

__all__ = ["NAMES", "Scene", "Seats", "store_scene", "store_scene_in_browser"]

NAMES = ["Ada", "Hildegard", "Bede", "Marguerite"]

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Scene:
    """A game from its deal to some moment."""

    game: str
    seats: int
    seed: bytes
    actions: tuple[tuple[int, str], ...] = ()
    edition: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    deal: dict[str, Any] | None = None


@dataclass(frozen=True)
class Seats:
    """A table and the tokens of its seats."""

    table: str
    tokens: list[str]
    base: str = ""

    def link(self, seat: int | None) -> str:
        return f"{self.base}/t/{self.table}" + ("" if seat is None else f"#{self.tokens[seat]}")


# ── tables on a server ─────────────────────────────────────────────────────────────────────────


def store_scene(
    db: Path,
    scene: Scene,
    names: list[str] | None = None,
    pace: str = "fast",
    bots: bool = False,
    memory: str = "seen",
) -> Seats:
    """Store the scene as a new table in this database, with bots at the other seats."""
    called = (names or NAMES)[: scene.seats]
    number = next(_numbers)
    table = f"scene{number:05d}"
    tokens = [f"token-{number}-{seat}" for seat in range(scene.seats)]
    plans = [SeatPlan(name=called[0]), *[SeatPlan(open=True) for _ in called[1:]]]
    if bots:
        plans[1:] = [SeatPlan(bot="novice", name=name) for name in called[1:]]
    plan = NewTable(scene.game, plans, scene.edition, dict(scene.options), pace, memory)  # type: ignore[arg-type]
    session, change, _ = commands.create(table, plan, lambda: scene.seed, tokens[0], scene.deal)
    entries: list[Entry] = list(change.entries)
    for name, token in zip(called[1:], tokens[1:], strict=True) if not bots else ():
        change = links.join(session, name, token)
        session.adopt(change)
        entries += change.entries
    for seat, text in scene.actions:
        change = commands.act(session, seat, [text], session.table.v)
        session.adopt(change)
        entries += change.entries
    _save(db, table, entries)
    return Seats(table, tokens)


def _save(db: Path, table: str, entries: list[Entry]) -> None:
    """Save in a separate thread, because the browser driver runs an event loop in this one."""

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


# ── tables in a browser ────────────────────────────────────────────────────────────────────────

_PLANT = """([table, entries]) => new Promise((resolve, reject) => {
  const request = indexedDB.open("armarium", 1);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => ["log", "records"].forEach((name) => request.result.createObjectStore(name));
  request.onsuccess = () => {
    const transaction = request.result.transaction("log", "readwrite");
    entries.forEach((entry, n) => transaction.objectStore("log").add(entry, [table, n]));
    transaction.oncomplete = () => (request.result.close(), resolve());
    transaction.onabort = () => reject(transaction.error);
  };
})"""


def store_scene_in_browser(page: Page, site: str, scene: Scene, bots: bool = False) -> Seats:
    """Store the scene as a new table in this browser, with bots or people at this device in the other seats."""
    assert scene.deal is None, "tables in the browser are dealt from a seed"
    page.goto(f"{site}offline.html")
    number = next(_numbers)
    table = f"local-scene{number}"
    tokens = [f"token-{number}-{seat}" for seat in range(scene.seats)]
    editions = find_game(scene.game).editions
    rules = importlib.import_module(f"armarium.games.{scene.game}.kernels.rules")
    seats = [
        {
            "name": name,
            "bot": "novice" if bots and seat else None,
            "token": None if bots and seat else tokens[seat],
        }
        for seat, name in enumerate(NAMES[: scene.seats])
    ]
    created = {
        "kind": "created",
        "at": 0,
        "game": scene.game,
        "rules": rules.RULES_VERSION,
        "edition": scene.edition or (editions[0] if editions else ""),
        "options": scene.options,
        "seats": seats,
        "pace": "fast",
        "memory": "seen",
        "contributes": False,
    }
    entries: list[dict[str, Any]] = [
        created,
        {"kind": "sealed", "round": 1, "seed": scene.seed.hex()},
        {"kind": "begun", "round": 1, "first": None},
    ]
    for seat, action in scene.actions:
        entries.append({"kind": "acted", "seat": seat, "action": action, "id": None})
    page.evaluate(_PLANT, [table, entries])
    return Seats(table, tokens, f"{site}#")
