"""Routes of the admin API. Without the right token, every path here returns 404."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from armarium.server.errors import BadAddress, NoTable, TableStopped
from armarium.server.features import moderation
from armarium.server.features.admin.bans import Bans, parse_address
from armarium.server.features.admin.bodies import (
    AdminPerson,
    AdminRequest,
    AdminTable,
    AdminTableDetail,
    AdminTables,
    BanInfo,
    BanRequest,
    describe_stopped_table,
    describe_table,
    export_table,
)
from armarium.server.features.admin.deletion import Deletion
from armarium.server.live_tables import LiveTables
from armarium.server.requests import Admission, json_response, parse_number, read_token
from armarium.server.store import AdminStore, Ban, Store
from armarium.server.store.admin import PAGE_SIZE, TableSummary
from armarium.server.tables.session import Session

__all__ = ["PAGE", "Admin", "check_admin_token"]

PAGE = "admin"  # path of the admin page
MIN_TOKEN_LENGTH = 16  # characters
MOST_PEOPLE = 200

_PAST_TENSE = {"close": "closed", "mute": "muted", "unmute": "unmuted"}  # for the server log

_logger = logging.getLogger("armarium.server")

Handler = Callable[[Request], Awaitable[Response]]
SeatAddresses = Mapping[str, Mapping[int, list[str]]]  # by table and seat


def check_admin_token(token: str | None) -> str | None:
    """Return the token, or None if it is empty. Raise BadAddress if it is too short to be safe."""
    if token and len(token) < MIN_TOKEN_LENGTH:
        raise BadAddress(asked="--admin-token", reason="admin-token", allowed=MIN_TOKEN_LENGTH)
    return token or None


class Admin:
    """`find_seated`: returns who is connected at the other processes."""

    def __init__(
        self,
        admission: Admission,
        live_tables: LiveTables,
        store: Store,
        deletion: Deletion,
        bans: Bans,
        token: str | None,
        find_seated: Callable[[], Awaitable[Sequence[SeatAddresses]]],
    ) -> None:
        self._admission, self._live_tables, self._store = admission, live_tables, store
        self._deletion, self._bans, self._token = deletion, bans, token
        self._admin_store = AdminStore(store)
        self._find_seated_elsewhere = find_seated

    def routes(self) -> list[Route]:
        def route(path: str, handler: Handler, method: str = "GET") -> Route:
            return Route(f"/api/admin{path}", self._require_token(handler), methods=[method])

        return [
            route("/tables", self.list_tables),
            route("/tables/{table}", self.get_table),
            route("/tables/{table}", self.change_table, "POST"),
            route("/tables/{table}/export", self.export),
            route("/people", self.list_people),
            route("/bans", self.list_bans),
            route("/bans", self.set_ban, "POST"),
        ]

    def _require_token(self, handler: Handler) -> Handler:
        """Wrap a handler so that a request without the right token gets the same 404 as an unknown path."""

        async def answer(request: Request) -> Response:
            self._admission.check_login(request)
            token = read_token(request)
            expected = self._token
            if expected is None or not hmac.compare_digest(token.encode(), expected.encode()):
                if expected is not None and token:
                    _logger.warning("admin login failed from %s", _host(request))
                return PlainTextResponse("not found\n", HTTPStatus.NOT_FOUND)
            return await handler(request)

        return answer

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def list_tables(self, request: Request) -> Response:
        """List the newest tables, or those opened before a Unix time."""
        before = parse_number(request, "before", digits=12)
        moment = None if before is None else float(before)
        found = await asyncio.to_thread(self._admin_store.list_newest, moment)
        seated = await self._find_seated()
        described = [await self._describe(opened, seated) for opened in found]
        headers = found[-1].at if len(found) == PAGE_SIZE else None
        return json_response(
            AdminTables([table for table in described if table is not None], headers)
        )

    async def get_table(self, request: Request) -> Response:
        opened, session = await self._find_table(request)
        described = self._describe_session(opened, session, self._live_tables.find_seated())
        return json_response(AdminTableDetail(described, list(session.table.talk)))

    async def change_table(self, request: Request) -> Response:
        table = request.path_params["table"]
        body = await self._admission.read(request, AdminRequest)
        if body.do == "delete":
            await self._deletion.delete(table)
            _log(request, f"deleted table {table}")
            return json_response({"deleted": table})
        do = body.do
        live = await self._live_tables.find(table)
        await live.run(moderation.moderate, do, body.seat)
        _log(
            request,
            f"{_PAST_TENSE[do]} {'' if body.seat is None else f'seat {body.seat} of '}table {table}",
        )
        return await self.get_table(request)

    async def export(self, request: Request) -> Response:
        opened, session = await self._find_table(request)
        oldest = self._live_tables.calendar.oldest_counting_day()

        def make_export() -> Any:
            return export_table(opened, session, self._store.read(opened.table), oldest)

        name = f"armarium-{opened.table}.json"
        body = await asyncio.to_thread(make_export)
        _log(request, f"exported table {opened.table}")
        return json_response(
            body,
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def _find_table(self, request: Request) -> tuple[TableSummary, Session]:
        table = request.path_params["table"]
        session = await self._live_tables.read_session(table)
        opened = await asyncio.to_thread(self._admin_store.read_table, table)
        if opened is None:
            raise NoTable(asked=table)
        return opened, session

    async def _describe(self, opened: TableSummary, seated: SeatAddresses) -> AdminTable | None:
        try:
            session = await self._live_tables.read_session(opened.table)
            return self._describe_session(opened, session, seated)
        except NoTable:
            return None
        except TableStopped:
            return describe_stopped_table(opened)

    def _describe_session(
        self, opened: TableSummary, session: Session, seated: SeatAddresses
    ) -> AdminTable:
        live = self._live_tables.tables.get(opened.table)
        watching = 0 if live is None else sum(c.viewer is None for c in live.connections)
        addresses = seated.get(opened.table, {})
        return describe_table(opened, session.table, addresses, watching)

    async def _find_seated(self) -> SeatAddresses:
        """Return the client addresses per table and seat, at all processes."""
        found: dict[str, Mapping[int, list[str]]] = {}
        for seated in (*await self._find_seated_elsewhere(), self._live_tables.find_seated()):
            found.update(seated)
        return found

    # ── people and addresses ─────────────────────────────────────────────────────────────────────

    async def list_people(self, _: Request) -> Response:
        """List the players who are connected to a table now, at any process."""
        found: list[AdminPerson] = []
        for name, seated in (await self._find_seated()).items():
            if len(found) >= MOST_PEOPLE:
                break
            try:
                table = (await self._live_tables.read_session(name)).table
            except (NoTable, TableStopped):
                continue
            for seat, addresses in seated.items():
                chair = table.chairs[seat]
                game = table.created.game
                found.append(AdminPerson(chair.name, name, game, seat, chair.is_muted, addresses))
        return json_response(found)

    async def list_bans(self, _: Request) -> Response:
        return json_response(_describe_bans(await self._bans.read()))

    async def set_ban(self, request: Request) -> Response:
        body = await self._admission.read(request, BanRequest)
        address = parse_address(body.address)
        bans = await self._bans.ban(address, body.days)
        _log(
            request,
            f"banned {address} for {body.days:g} days" if body.days else f"unbanned {address}",
        )
        return json_response(_describe_bans(bans))


def _host(request: Request) -> str:
    """Return the full client address, as tools like fail2ban expect. The limits use only a part of an IPv6 address."""
    return request.client.host if request.client else "unknown"


def _log(request: Request, text: str) -> None:
    _logger.info("admin at %s: %s", _host(request), text)


def _describe_bans(bans: list[Ban]) -> list[BanInfo]:
    return [BanInfo(ban.address, ban.at, ban.until) for ban in bans]
