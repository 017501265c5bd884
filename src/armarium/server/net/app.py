"""The web application: its parts put together, and which address is answered by whom."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.server.analysis.desk import Desk
from armarium.server.bots.driver import Manners, Thinker, human_pause
from armarium.server.bots.offered import Offered
from armarium.server.bots.pool import Pool
from armarium.server.errors import NotSaved
from armarium.server.net.analyses import Analyses, folder_of
from armarium.server.net.apart import RefusedApart
from armarium.server.net.bans import Bans
from armarium.server.net.callers import Callers
from armarium.server.net.guards import Hosts, Origins, SafeHeaders
from armarium.server.net.hints import Hints
from armarium.server.net.keeper.routes import PAGE, Keeper, check_keeper_token
from armarium.server.net.lessons import Lessons
from armarium.server.net.limits import Limits
from armarium.server.net.lobby import Lobby
from armarium.server.net.metrics import Metrics
from armarium.server.net.odds import Odds
from armarium.server.net.page import Page, page_folder
from armarium.server.net.practices import Practices
from armarium.server.net.replays import Replays
from armarium.server.net.requests import House
from armarium.server.net.shared_limits import SharedLimits
from armarium.server.store import Keep, Keeping, Store
from armarium.server.table.attendance import Waits

__all__ = ["make_app"]


def make_app(
    db: str,
    *,
    origins: list[str] | None = None,
    addresses: list[str] | None = None,
    page: Path | None = None,
    limits: Limits | None = None,
    guests: Sequence[str] = (),
    thinker: Thinker | None = None,
    pause: Callable[[str], float] = human_pause,
    clock: Callable[[], float] = time.time,
    names: Sequence[str] = (),
    metrics_token: str | None = None,
    keeper_token: str | None = None,
    keep: Keep | None = None,
    waits: Waits | None = None,
) -> Starlette:
    """The application. `origins`: the addresses its page is served from; `addresses`: those that
    other machines can open; `names`: what else it may be called; `guests`: players beside the
    house's levels; `clock`: what time it is; `waits`: how long those who are away
    are waited for. A `thinker` that is given stays its giver's to close."""
    own = origins or ["http://127.0.0.1:8000", "http://localhost:8000"]
    metrics = Metrics()
    offered = Offered(guests)
    pool = Pool()  # no process of it starts before a bot thinks
    manners = Manners(thinker or pool, pause)
    store = Store(db, clock)
    house = House(
        Lobby(store, manners, offered, metrics, clock=clock, keep=keep, waits=waits),
        metrics,
        Origins(own),
        Callers(limits or Limits()),
        addresses or [],
        metrics_token,
    )
    lobby, callers, sharing = house.lobby, house.callers, store.sharing
    bans = Bans(Keeping(store), clock, lambda: lobby.rooms.values(), sharing, lobby.others)
    callers.check_ban = bans.check
    if sharing is not None:
        SharedLimits(callers, sharing, lobby.others)
    keeper = Keeper(house, store, bans, check_keeper_token(keeper_token))
    replays = Replays(house)
    analyses = Analyses(house, replays, Desk(folder_of(db)))
    hints = Hints(house)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        house.lobby.begin()
        with contextlib.suppress(NotSaved):  # a database that is away is read when it is back
            await bans.read()
        watching = asyncio.create_task(metrics.watch_loop())
        yield
        watching.cancel()
        await analyses.desk.close()
        await hints.close()
        await house.lobby.close()
        await asyncio.to_thread(pool.close)

    hidden = frozenset() if keeper_token else frozenset({PAGE})
    built = Page(page or page_folder(), next(iter(addresses or []), None), hidden)
    app = Starlette(
        routes=[
            Route("/api/info", house.info),
            *(
                Route(address.path, house.own(address), methods=[address.method])
                for name in shelf.names()
                for address in open_book(name).addresses()
            ),
            Route("/api/games/{game}/words/{language}", house.words),
            Route("/api/daily", house.daily),
            Route("/api/tables", house.create, methods=["POST"]),
            Route("/api/tables/{table}", house.table),
            Route("/api/tables/{table}/seats", house.join, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat:int}", house.forget, methods=["DELETE"]),
            Route(
                "/api/tables/{table}/seats/{seat:int}/link", house.replace_link, methods=["POST"]
            ),
            Route("/api/tables/{table}/record", house.record),
            *replays.routes(),
            *analyses.routes(),
            *hints.routes(),
            *Lessons(house).routes(),
            *Practices(house).routes(),
            *keeper.routes(),
            *Odds(house).routes(),
            WebSocketRoute("/api/tables/{table}/socket", house.socket),
            Route("/healthz", house.health),
            Route("/metrics", house.figures),
            Route("/{path:path}", built.show, methods=["GET"]),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(Hosts, [*own, *(addresses or [])], names)],
        exception_handlers={
            ArmariumError: house.refused,
            RefusedApart: house.refused_apart,
            500: house.broken,
        },
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.hints = hints
    return app
