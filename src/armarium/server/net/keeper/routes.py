"""Requests of whoever keeps the house. Without the token there is nothing here, not even a refusal."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from armarium.server.errors import BadAddress, NoTable, TableStopped
from armarium.server.net.answers import json_answer, token_of
from armarium.server.net.bans import Bans, banned_address
from armarium.server.net.bodies import read_body
from armarium.server.net.callers import Callers
from armarium.server.net.guards import read_limited
from armarium.server.net.keeper.bodies import (
    BanInfo,
    BanWish,
    KeeperWish,
    KeptPerson,
    KeptTable,
    KeptTableInfo,
    KeptTables,
)
from armarium.server.net.keeper.telling import exported, merged, stopped_table, told_table
from armarium.server.net.replays import number_in
from armarium.server.net.requests import House
from armarium.server.store import Ban, Keeping, Store
from armarium.server.store.keeping import AT_ONCE, Opened
from armarium.server.table import keeping
from armarium.server.table.session import Session

__all__ = ["PAGE", "Keeper", "check_keeper_token"]

PAGE = "keeper"  # the path of the page that asks here
SHORTEST = 16  # letters of a token
MOST_PEOPLE = 200

Handler = Callable[[Request], Awaitable[Response]]


def check_keeper_token(token: str | None) -> str | None:
    """An empty one is none; one that could be guessed is refused."""
    if token and len(token) < SHORTEST:
        raise BadAddress(asked="--keeper-token", reason="keeper-token", allowed=SHORTEST)
    return token or None


class Keeper:
    def __init__(self, house: House, store: Store, bans: Bans, token: str | None) -> None:
        self._house, self._store, self._bans, self._token = house, store, bans, token
        self._lobby = house.lobby
        self._keeping = Keeping(store)

    def routes(self) -> list[Route]:
        def route(path: str, handler: Handler, method: str = "GET") -> Route:
            return Route(f"/api/keeper{path}", self._locked(handler), methods=[method])

        return [
            route("/tables", self.tables),
            route("/tables/{table}", self.table),
            route("/tables/{table}", self.keep_order, "POST"),
            route("/tables/{table}/export", self.export),
            route("/people", self.people),
            route("/bans", self.bans),
            route("/bans", self.ban, "POST"),
        ]

    def _locked(self, handler: Handler) -> Handler:
        """The same answer as to an address that is none, whatever is missing."""

        async def answer(request: Request) -> Response:
            self._house.origins.check(request.headers)
            self._house.callers.check_knock(Callers.of(request))
            told = token_of(request)
            expected = self._token
            if expected is None or not hmac.compare_digest(told.encode(), expected.encode()):
                return PlainTextResponse("not found\n", HTTPStatus.NOT_FOUND)
            return await handler(request)

        return answer

    # ── tables ─────────────────────────────────────────────────────────────────────────────────

    async def tables(self, request: Request) -> Response:
        """The newest, or those that were opened before a moment (in seconds since 1970)."""
        before = number_in(request, "before", digits=12)
        moment = None if before is None else float(before)
        found = await asyncio.to_thread(self._keeping.newest, moment)
        told = [await self._told(opened) for opened in found]
        more = found[-1].at if len(found) == AT_ONCE else None
        return json_answer(KeptTables([table for table in told if table is not None], more))

    async def table(self, request: Request) -> Response:
        opened, session = await self._asked(request)
        told = self._of(opened, session)
        return json_answer(KeptTableInfo(told, list(session.table.talk)))

    async def keep_order(self, request: Request) -> Response:
        table = request.path_params["table"]
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        wish = read_body(body, KeeperWish)
        if wish.do == "delete":
            await self._lobby.deleting.delete(table)
            return json_answer({"deleted": table})
        do = wish.do
        room = await self._lobby.room(table)
        await room.do(lambda: keeping.keep_order(room.session, do, wish.seat))
        return await self.table(request)

    async def export(self, request: Request) -> Response:
        opened, session = await self._asked(request)
        today = self._lobby.calendar.today()

        def told() -> Any:
            return exported(opened, session, self._store.read(opened.table), today)

        name = f"armarium-{opened.table}.json"
        return json_answer(
            await asyncio.to_thread(told),
            more={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def _asked(self, request: Request) -> tuple[Opened, Session]:
        table = request.path_params["table"]
        session = await self._lobby.session_of(table)
        opened = await asyncio.to_thread(self._keeping.opened, table)
        if opened is None:
            raise NoTable(asked=table)
        return opened, session

    async def _told(self, opened: Opened) -> KeptTable | None:
        try:
            return self._of(opened, await self._lobby.session_of(opened.table))
        except NoTable:
            return None
        except TableStopped:
            return stopped_table(opened)

    def _of(self, opened: Opened, session: Session) -> KeptTable:
        room = self._lobby.rooms.get(opened.table)
        watching = 0 if room is None else sum(visitor.eye is None for visitor in room.visitors)
        return told_table(opened, session.table, self._sitting(opened.table), watching)

    def _sitting(self, table: str) -> dict[int, list[str]]:
        """Here and at other processes."""
        room = self._lobby.rooms.get(table)
        here = [] if room is None else [room.sitting]
        return merged([*here, *self._lobby.others.sitting.get(table, {}).values()])

    # ── people and addresses ───────────────────────────────────────────────────────────────────

    async def people(self, _: Request) -> Response:
        """Those who are at a table now, wherever they are served."""
        found: list[KeptPerson] = []
        for name in [*self._lobby.rooms, *(self._lobby.others.sitting.keys() - self._lobby.rooms)]:
            sitting = self._sitting(name)
            if not sitting or len(found) >= MOST_PEOPLE:
                continue
            try:
                table = (await self._lobby.session_of(name)).table
            except (NoTable, TableStopped):
                continue
            for seat, there in sitting.items():
                chair = table.chairs[seat]
                game = table.created.game
                found.append(KeptPerson(chair.name, name, game, seat, chair.muted, there))
        return json_answer(found)

    async def bans(self, _: Request) -> Response:
        return json_answer(_told_bans(await self._bans.read()))

    async def ban(self, request: Request) -> Response:
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        wish = read_body(body, BanWish)
        return json_answer(
            _told_bans(await self._bans.ban(banned_address(wish.address), wish.days))
        )


def _told_bans(bans: list[Ban]) -> list[BanInfo]:
    return [BanInfo(ban.address, ban.at, ban.until) for ban in bans]
