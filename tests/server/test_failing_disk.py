"""A disk that fails: nothing is told that is not saved, nothing is lost, and the table goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armarium.server.net.app import make_app
from armarium.server.store import Store
from armarium.server.store.sqlite import Sqlite
from armarium.server.table.log import Acted, TakenBack
from tests.server.people import ADA, BOT, OPEN, Person
from tests.server.pipes import Server

COMMITS = 12  # of an evening that nothing disturbs: the table, a seat, ten actions


class Disk:
    """Fails at some commits: before it has written, after, or after and for a moment it cannot be read either."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, fails: set[int], way: str = "before"
    ) -> None:
        self.commits = 0
        self._is_blind = False
        insert, read = Sqlite.insert, Store.read

        def failing(*given: Any) -> None:
            self.commits += 1
            if self.commits not in fails:
                return insert(*given)
            if way != "before":
                insert(*given)
            self._is_blind = way == "blind"
            raise OSError("no space left on device")

        def reading(*given: Any) -> Any:
            if self._is_blind:
                self._is_blind = False
                raise OSError("cannot be read")
            return read(*given)

        monkeypatch.setattr(Sqlite, "insert", failing)
        monkeypatch.setattr(Store, "read", reading)


class Careful(Person):
    """Believes nothing that is not in the log when it is told."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        super().__init__(server.sit(table, token))
        self._memory: Store = server.app.state.house.lobby._store
        self._table, self.token = table, token
        self.refusals: list[str] = []

    async def hear(self) -> dict[str, Any]:
        message = await super().hear()
        if message["t"] in ("ack", "events", "view", "history"):
            saved = [e for e in self._memory.read(self._table) if isinstance(e, Acted | TakenBack)]
            assert message["v"] <= len(saved), "told before it was saved"
        if message["t"] == "refused":
            self.refusals.append(message["code"])
        return message

    async def insist(self, message: dict[str, Any]) -> int:
        """Send until it is acknowledged, as a page does; the version it made."""
        while True:
            self.pipe.send(message)
            while True:
                answer = await self.hear()
                if answer["t"] in ("ack", "refused") and answer["id"] == message["id"]:
                    break
            if answer["t"] == "ack":
                return int(answer["v"])
            assert answer["code"] == "not-saved", answer


async def asked_until(work: Callable[[], Any], status: int = 201) -> Any:
    answer = await work()
    while answer.status == 503:
        assert answer.json["code"] == "not-saved"
        answer = await work()
    assert answer.status == status
    return answer.json


async def evening(server: Server) -> tuple[str, list[Careful]]:
    """Two people and ten actions; whatever is refused is sent again."""
    body = {"game": "biblios", "seats": [ADA, OPEN], "pace": "fast", "options": {"first": 0}}
    opened = await asked_until(lambda: server.post("/api/tables", body))
    table = opened["table"]
    taken = await asked_until(lambda: server.post(f"/api/tables/{table}/seats", {"name": "Bo"}))
    people = [Careful(server, table, told["token"]) for told in (opened, taken)]
    for person in people:
        await person.hear_until("history")
    chance = random.Random(9)
    for number in range(10):
        mover = next(p for p in people if p.view["legal"])
        action = chance.choice(mover.view["legal"])
        act = {"t": "act", "id": f"a{number}", "v": mover.v, "action": action}
        v = await mover.insist(act)
        for person in people:
            await person.hear_version(v)
    return table, people


EACH = [(way, number) for way in ("before", "after") for number in range(1, COMMITS + 1)]
# A seat that nobody knows was taken cannot be taken again, so the first two are not for this one.
EACH += [("blind", number) for number in range(3, COMMITS + 1)]


@pytest.mark.parametrize(("way", "number"), EACH)
async def test_each_commit_in_turn_fails_and_nothing_is_lost(
    tmp_path: Path, monkeypatch, way: str, number: int
):
    disk = Disk(monkeypatch, {number}, way)
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        table, people = await evening(server)
        assert COMMITS <= disk.commits <= COMMITS + 1
        lobby = server.app.state.house.lobby
        acted = [e.id for e in lobby._store.read(table) if isinstance(e, Acted)]
        assert acted == [f"a{n}" for n in range(10)], "each once, in order"
        # Read again from the log, it is the same table, and each has been told all of it.
        lobby._rooms.clear()
        for seat, person in enumerate(people):
            again = Person(server.sit(table, person.token))
            await again.hear_until("history")
            assert again.table["you"] == seat
            assert (again.v, again.view, again.lines) == (10, person.view, person.lines)
        refusals = [code for person in people for code in person.refusals]
        assert refusals == ([] if number <= 2 or way == "after" else ["not-saved"])


async def test_a_refused_action_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch):
    disk = Disk(monkeypatch, set(range(20, 1000)))
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        table, people = await evening(server)
        disk.commits = 100
        session = server.app.state.house.lobby._rooms[table].session
        before = session.table
        mover = next(p for p in people if p.view["legal"])
        for action in mover.view["legal"]:  # another one each time: none of them counts
            answer = await mover.act(action)
            assert (answer["t"], answer["code"]) == ("refused", "not-saved")
            assert session.table is before
        people[0].pipe.send({"t": "pace", "pace": "human"})
        assert (await people[0].hear_until("refused"))["code"] == "not-saved"
        newcomer = server.sit(table, None)  # looks at what is saved
        assert (await newcomer.until("view"))["v"] == 10
        disk.commits = 2000
        assert (await mover.act(mover.view["legal"][0]))["t"] == "ack"


async def test_bots_go_on_when_the_disk_is_back(tmp_path: Path, monkeypatch, pool):
    Disk(monkeypatch, {3, 4, 5, 9, 20})
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", thinker=pool)
    app.state.house.lobby._manners.retry = lambda failures: 0.0
    async with Server(app) as server:
        answer = await server.post(
            "/api/tables", {"game": "biblios", "seats": [BOT, BOT], "pace": "fast"}
        )
        crowd = Person(server.sit(answer.json["table"], None))
        while crowd.view.get("phase") != "over":
            await crowd.hear()
        assert (await server.get("/metrics")).text.count("armarium_bot_failures_total 0") == 1
