"""A failing disk: nothing is sent that is not saved, nothing is lost, and the table continues."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armarium.server.app import make_app
from armarium.server.store import Store
from armarium.server.store.sqlite import Sqlite
from armarium.server.tables.log import Acted, ActionUndone
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, Person

COMMITS = 12  # of an undisturbed game: the table, a seat, ten actions


class Disk:
    """Fail at some commits: before writing, after writing, or after writing with a failed read as well."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, fails: set[int], way: str = "before"
    ) -> None:
        self.commits = 0
        self._is_blind = False
        insert, read = Sqlite.insert, Store.read

        def fail(*given: Any) -> None:
            self.commits += 1
            if self.commits not in fails:
                return insert(*given)
            if way != "before":
                insert(*given)
            self._is_blind = way == "blind"
            raise OSError("no space left on device")

        def fail_to_read(*given: Any) -> Any:
            if self._is_blind:
                self._is_blind = False
                raise OSError("cannot be read")
            return read(*given)

        monkeypatch.setattr(Sqlite, "insert", fail)
        monkeypatch.setattr(Store, "read", fail_to_read)


class Careful(Person):
    """A person who checks that everything received is in the log."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        super().__init__(server.connect(table, token))
        self._memory: Store = server.app.state.live_tables._store
        self._table, self.token = table, token
        self.refusals: list[str] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["t"] in ("ack", "events", "view", "history"):
            saved = [
                e for e in self._memory.read(self._table) if isinstance(e, Acted | ActionUndone)
            ]
            assert message["v"] <= len(saved), "sent before it was saved"
        if message["t"] == "refused":
            self.refusals.append(message["code"])
        return message

    async def send_until_acknowledged(self, message: dict[str, Any]) -> int:
        """Send until it is acknowledged, as a page does; return the version."""
        while True:
            self.pipe.send(message)
            while True:
                answer = await self.receive()
                if answer["t"] in ("ack", "refused") and answer["id"] == message["id"]:
                    break
            if answer["t"] == "ack":
                return int(answer["v"])
            assert answer["code"] == "not-saved", answer


async def ask_until(work: Callable[[], Any], status: int = 201) -> Any:
    answer = await work()
    while answer.status == 503:
        assert answer.json["code"] == "not-saved"
        answer = await work()
    assert answer.status == status
    return answer.json


async def play_ten_actions(server: Server) -> tuple[str, list[Careful]]:
    """Play ten actions with two people, and repeat what is refused."""
    body = {"game": "biblios", "seats": [ADA, OPEN], "pace": "fast", "options": {"first": 0}}
    opened = await ask_until(lambda: server.post("/api/tables", body))
    table = opened["table"]
    taken = await ask_until(lambda: server.post(f"/api/tables/{table}/seats", {"name": "Bo"}))
    people = [Careful(server, table, received["token"]) for received in (opened, taken)]
    for person in people:
        await person.receive_until("history")
    chance = random.Random(9)
    for number in range(10):
        mover = next(p for p in people if p.view["legal"])
        action = chance.choice(mover.view["legal"])
        act = {"t": "act", "id": f"a{number}", "v": mover.v, "action": action}
        v = await mover.send_until_acknowledged(act)
        for person in people:
            await person.receive_version(v)
    return table, people


EACH = [(way, number) for way in ("before", "after") for number in range(1, COMMITS + 1)]
# A seat that was taken unnoticed cannot be taken again, so the first two commits are left out.
EACH += [("blind", number) for number in range(3, COMMITS + 1)]


@pytest.mark.parametrize(("way", "number"), EACH)
async def test_each_commit_in_turn_fails_and_nothing_is_lost(
    tmp_path: Path, monkeypatch, way: str, number: int
):
    disk = Disk(monkeypatch, {number}, way)
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        table, people = await play_ten_actions(server)
        assert COMMITS <= disk.commits <= COMMITS + 1
        live_tables = server.app.state.live_tables
        acted = [e.id for e in live_tables._store.read(table) if isinstance(e, Acted)]
        assert acted == [f"a{n}" for n in range(10)], "each once, in order"
        # The table is the same after reloading its log, and each player received all of it.
        live_tables._tables.clear()
        for seat, person in enumerate(people):
            again = Person(server.connect(table, person.token))
            await again.receive_until("history")
            assert again.table["you"] == seat
            assert (again.v, again.view, again.lines) == (10, person.view, person.lines)
        refusals = [code for person in people for code in person.refusals]
        assert refusals == ([] if number <= 2 or way == "after" else ["not-saved"])


async def test_a_refused_action_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch):
    disk = Disk(monkeypatch, set(range(20, 1000)))
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        table, people = await play_ten_actions(server)
        disk.commits = 100
        session = server.app.state.live_tables._tables[table].session
        before = session.table
        mover = next(p for p in people if p.view["legal"])
        for action in mover.view["legal"]:  # another action each time, because none counts
            answer = await mover.act(action)
            assert (answer["t"], answer["code"]) == ("refused", "not-saved")
            assert session.table is before
        people[0].pipe.send({"t": "pace", "pace": "human"})
        assert (await people[0].receive_until("refused"))["code"] == "not-saved"
        newcomer = server.connect(table, None)  # sees only saved changes
        assert (await newcomer.until("view"))["v"] == 10
        disk.commits = 2000
        assert (await mover.act(mover.view["legal"][0]))["t"] == "ack"


async def test_bots_resume_when_the_disk_is_back(tmp_path: Path, monkeypatch, pool):
    Disk(monkeypatch, {3, 4, 5, 9, 20})
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=pool)
    app.state.live_tables._bot_settings.retry = lambda failures: 0.0
    async with Server(app) as server:
        answer = await server.post(
            "/api/tables", {"game": "biblios", "seats": [BOT, BOT], "pace": "fast"}
        )
        crowd = Person(server.connect(answer.json["table"], None))
        while crowd.view.get("phase") != "over":
            await crowd.receive()
        assert (await server.get("/metrics")).text.count("armarium_bot_failures_total 0") == 1
