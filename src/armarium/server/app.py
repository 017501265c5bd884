"""The web application: create its parts and combine their routes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from armarium.core.errors import ArmariumError
from armarium.server.api import Api
from armarium.server.bots.driver import BotBackend, BotSettings, SearchCount, human_pause
from armarium.server.bots.offered import OfferedBots
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.error_responses import ErrorResponses
from armarium.server.errors import NotSaved
from armarium.server.features.admin.bans import Bans
from armarium.server.features.admin.deletion import Deletion
from armarium.server.features.admin.routes import PAGE, Admin, check_admin_token
from armarium.server.features.analysis.queue import AnalysisQueue
from armarium.server.features.analysis.routes import Analyses, analysis_folder
from armarium.server.features.hints import Hints
from armarium.server.features.lesson import Lessons
from armarium.server.features.odds import Odds
from armarium.server.features.practice import Practices
from armarium.server.features.replay.routes import Replays
from armarium.server.forwarded import OwnTables
from armarium.server.forwarding import Forwarding
from armarium.server.limits import ClientLimits, Limits
from armarium.server.live_tables import LiveTables
from armarium.server.middleware import Hosts, Origins, SafeHeaders
from armarium.server.ops.metrics import Metrics
from armarium.server.page import Page, page_folder
from armarium.server.peer_links import PeerLinks, check_peer_host
from armarium.server.readiness import Readiness
from armarium.server.requests import Admission
from armarium.server.sandbox import SandboxPool, SandboxRefusal
from armarium.server.shared_limits import SharedLimits
from armarium.server.store import AdminStore, Retention, Store
from armarium.server.tables.session import TableTimeouts

__all__ = ["make_app"]


def make_app(
    db: str,
    *,
    origins: list[str] | None = None,
    addresses: list[str] | None = None,
    page: Path | None = None,
    limits: Limits | None = None,
    extra_bots: Sequence[str] = (),
    bot_backend: BotBackend | None = None,
    pause: Callable[[str], float] = human_pause,
    clock: Callable[[], float] = time.time,
    names: Sequence[str] = (),
    metrics_token: str | None = None,
    admin_token: str | None = None,
    keep: Retention | None = None,
    timeouts: TableTimeouts | None = None,
    readiness: Readiness | None = None,
    peer_host: str = "127.0.0.1",
) -> Starlette:
    """Create the application.

    `origins`: the origins that its page is served from. `addresses`: the URLs that other machines can open. `names`:
    further host names to accept. `extra_bots`: players besides the built-in levels. `clock`: returns the current Unix
    time. `timeouts`: how long tables wait for absent players. `readiness`: whether the rules are compiled, by default
    they are. `peer_host`: the private address at which other processes on the same database reach this one. The caller
    closes a `bot_backend` that it passes.
    """
    check_peer_host(peer_host)
    own = origins or ["http://127.0.0.1:8000", "http://localhost:8000"]
    metrics = Metrics()
    readiness = readiness or Readiness()
    offered = OfferedBots(extra_bots, readiness)
    pool = BotWorkerPool()  # starts no process before a bot thinks
    bot_settings = BotSettings(
        bot_backend or pool,
        pause,
        searches=SearchCount(metrics.searches_cut.inc),
        readiness=readiness,
    )
    if isinstance(bot_settings.bot_backend, BotWorkerPool):
        workers = bot_settings.bot_backend
        metrics.bot_queue = lambda: workers.waiting
    store = Store(db, clock)
    live_tables = LiveTables(
        store,
        bot_settings,
        offered,
        metrics,
        clock=clock,
        keep=keep,
        timeouts=timeouts,
        readiness=readiness,
    )
    client_limits = ClientLimits(limits or Limits())
    errors = ErrorResponses(metrics)
    middleware = [Middleware(SafeHeaders), Middleware(Hosts, [*own, *(addresses or [])], names)]
    links, forwarding = None, None
    if (ownership := live_tables.ownership) is not None:
        links = PeerLinks(peer_host, lambda: ownership.lease)
        own_tables = OwnTables(ownership, live_tables, errors.refuse)
        forwarding = Forwarding(
            own_tables, ownership, links, client_limits, Origins(own), errors.refuse
        )
        middleware.append(Middleware(forwarding.wrap))
    admission = Admission(Origins(own), client_limits, readiness)
    deletion = Deletion(store, live_tables.find)
    live_tables.before_prune = deletion.finish_all
    bans = Bans(
        AdminStore(store),
        clock,
        lambda: live_tables.tables.values(),
        store.sharing,
        live_tables.broadcasts,
    )
    client_limits.check_ban = bans.check
    if store.sharing is not None:
        SharedLimits(client_limits, store.sharing, live_tables.broadcasts)
    admin = Admin(
        admission,
        live_tables,
        store,
        deletion,
        bans,
        check_admin_token(admin_token),
        _find_nobody if forwarding is None else forwarding.find_seated,
    )
    sandbox = SandboxPool()
    api = Api(
        admission,
        live_tables,
        deletion,
        sandbox,
        metrics,
        client_limits,
        addresses or [],
        metrics_token,
    )
    replays = Replays(admission, live_tables)
    queue = AnalysisQueue(analysis_folder(db))
    metrics.analyses = lambda: queue.number
    hints = Hints(admission, live_tables)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        live_tables.start()
        if links is not None and live_tables.ownership is not None:
            await live_tables.ownership.start(await links.start())
        with contextlib.suppress(NotSaved):  # an unreachable database is read when it is back
            await bans.read()
        watching = asyncio.create_task(metrics.watch_loop())
        yield
        watching.cancel()
        await queue.close()
        await hints.close()
        await deletion.close()
        await live_tables.close()
        if links is not None:
            await links.close()
        await asyncio.to_thread(pool.close)

    hidden = frozenset() if admin_token else frozenset({PAGE})
    built = Page(page or page_folder(), next(iter(addresses or []), None), hidden)
    app = Starlette(
        routes=[
            *api.routes(),
            *replays.routes(),
            *Analyses(admission, replays, queue).routes(),
            *hints.routes(),
            *Lessons(admission, live_tables).routes(),
            *Practices(admission, live_tables).routes(),
            *Odds(admission, live_tables).routes(),
            *admin.routes(),
            Route("/{path:path}", built.show, methods=["GET"]),
        ],
        middleware=middleware,
        exception_handlers={
            ArmariumError: errors.refuse,
            SandboxRefusal: errors.refuse,
            500: errors.fail,
        },
        lifespan=lifespan,
    )
    app.middleware_stack = app.build_middleware_stack()  # another process may be the first to ask
    app.state.live_tables = live_tables
    app.state.client_limits = client_limits
    app.state.sandbox = sandbox
    app.state.deletion = deletion
    app.state.hints = hints
    return app


async def _find_nobody() -> Sequence[Mapping[str, Mapping[int, list[str]]]]:
    return []
