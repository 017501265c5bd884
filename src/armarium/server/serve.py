"""`armarium serve`: find a port, listen, load the rules, and print the addresses."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import socket
import sys
import time
import webbrowser
from collections.abc import Sequence
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from armarium.core import registry
from armarium.core.compiled import are_games_compiled
from armarium.core.warm import play_through
from armarium.places import database_file
from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.cold_start import Compilation, Start, start_again
from armarium.server.errors import BadAddress
from armarium.server.limits import Limits
from armarium.server.middleware import check_public_url
from armarium.server.ops.logs import is_noteworthy, log_to_stderr
from armarium.server.peer_links import check_peer_host
from armarium.server.sockets import MAX_BYTES, socket_protocol
from armarium.server.store import BadDatabase, Retention
from armarium.server.store.database import Access, DatabaseAway
from armarium.server.store.opening import open_database, parse_database_url
from armarium.server.tables.session import TableTimeouts
from armarium.server.timeouts import timeout_http_protocol

__all__ = ["default_db", "make_config", "serve", "warm"]

PORT = 8000
PORTS_TO_TRY = 100
ANSWER_SECONDS = 0.2  # for connections that were accepted just before a switch
DATABASE_SECONDS = 60.0  # wait this long for a database that is starting

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_logger = logging.getLogger("armarium.server")

_LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::", "")


def default_db() -> str:
    return f"sqlite:///{database_file()}"


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    lan: bool = False,
    public_url: str | None = None,
    db: str | None = None,
    browser: bool = True,
    player: Sequence[str] = (),
    limits: Limits | None = None,
    trusted_proxy: Sequence[str] = (),
    metrics_token: str | None = None,
    admin_token: str | None = None,
    keep_days: float | None = None,
    log: str = "text",
    timeouts: TableTimeouts | None = None,
    start: Start | None = None,
    peer_host: str = "127.0.0.1",
) -> None:
    """Serve until stopped. Raise BadDatabase, UnknownPlayer, BadAddress, or OSError if no port is free.

    Without a port, the first free one from 8000 on is used. `player`: registered players that tables may have besides
    the built-in levels. `limits` and `timeouts` replace the defaults, for measurements and tests. `trusted_proxy`:
    addresses or networks whose forwarding headers are trusted. `start`: whether the rules are interpreted at first;
    without it they are compiled before the server opens. `peer_host`: the private address at which other processes on
    the same database reach this one.
    """
    log_to_stderr(log)
    check_peer_host(peer_host)
    lan = lan or host in _EVERYWHERE
    proxies = _parse_proxies(trusted_proxy)
    if public_url:
        public_url = check_public_url(public_url)
    db = db or default_db()
    _wait_for_database(db)
    start = start or Start()
    pool = BotWorkerPool(warm=not start.readiness.is_interpreted)
    with contextlib.closing(pool):
        if start.readiness.rules == "loading" and not are_games_compiled():
            print("Compiling the rules …", flush=True)
            warm()
            pool.start()
        else:
            pool.start(wait=False)
        here = "0.0.0.0" if lan and ":" not in host else host
        listener = start.listener or (_bind(here, PORT) if port is None else _bind(here, port, 1))
        port = listener.getsockname()[1]
        local_url = f"http://{_format_host(host)}:{port}"
        other_urls = _lan_addresses(port) if lan else [] if host in _LOCAL_HOSTS else [local_url]
        if public_url:
            other_urls.insert(0, public_url)
        origins = [
            local_url,
            f"http://127.0.0.1:{port}",
            f"http://localhost:{port}",
            f"http://[::1]:{port}",
        ]
        app = make_app(
            db,
            origins=[*origins, *other_urls],
            addresses=other_urls,
            extra_bots=player,
            bot_backend=pool,
            limits=limits,
            names=_local_names() if lan else (),
            metrics_token=metrics_token,
            admin_token=admin_token,
            keep=None if keep_days is None else Retention.at_most(keep_days),
            timeouts=timeouts,
            readiness=start.readiness,
            peer_host=peer_host,
        )
        _raise_open_files()
        # Limits how long the writer thread waits for the GIL, and with it every action that it saves.
        sys.setswitchinterval(0.0005)
        spare = listener.dup()  # the server closes its own before a switch
        server = _Server(make_config(app, proxies), start, local_url, other_urls, browser)
        server.run(sockets=[listener])
    if server.is_switching:
        start_again(start, spare)
    spare.close()


def _wait_for_database(db: str) -> None:
    """Wait for a database server that is not there yet, as after a restart of the machine."""
    until = time.monotonic() + DATABASE_SECONDS
    is_waiting = False
    while time.monotonic() < until and parse_database_url(db).get_backend_name() != "sqlite":
        try:
            open_database(db, time.time(), Access.READ).close()
        except DatabaseAway as error:
            if not is_waiting:
                _logger.warning("waiting for the database: %s", error)
            is_waiting = True
            time.sleep(1)
        except BadDatabase as error:
            if error.facts["reason"] == "database-none":
                return  # its tables are created later
            raise
        else:
            return


def make_config(app: Starlette, proxies: Sequence[Network] = ()) -> uvicorn.Config:
    """Return uvicorn's configuration: how connections are handled before they reach the application."""
    client_limits = app.state.client_limits
    logging.getLogger("uvicorn.error").addFilter(is_noteworthy)
    return uvicorn.Config(
        app,
        http=timeout_http_protocol(client_limits, lambda host: _is_in(host, proxies)),
        # An untrusted client may write anything into these headers.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(proxy) for proxy in proxies],
        ws=socket_protocol(client_limits),
        ws_max_size=MAX_BYTES,
        # A dead connection is detected after at most twenty seconds.
        ws_ping_interval=10.0,
        ws_ping_timeout=10.0,
        # Compressed lengths would depend on secrets, and compression costs time.
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,  # we configure logging ourselves
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
    )


class _Server(uvicorn.Server):
    """Answers at once, and loads or compiles the rules meanwhile. `is_switching`: it ends to start again, compiled."""

    def __init__(
        self,
        config: uvicorn.Config,
        start: Start,
        address: str,
        other_urls: list[str],
        browser: bool,
    ) -> None:
        super().__init__(config)
        self._readiness, self._is_restart = start.readiness, start.listener is not None
        self._address, self._other_urls, self._browser = address, other_urls, browser
        self._compilation = Compilation(start)
        self._getting_ready: asyncio.Task[None] | None = None
        self.is_switching = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._getting_ready = asyncio.create_task(self._get_ready())
            self._getting_ready.add_done_callback(self._exit_if_failed)

    async def _get_ready(self) -> None:
        if self._readiness.rules == "loading":
            await asyncio.to_thread(_load_rules)
            self._readiness.rules = "compiled"
        if self._is_restart:
            print("The rules are compiled: every level can be chosen now.", flush=True)
        else:
            await self._announce()
        if self._readiness.rules == "compiling" and await self._compilation.run():
            self.is_switching = not self.should_exit
            self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End for good, also in the middle of a switch: uvicorn's own loop drops Ctrl+C while it shuts down."""
        self.is_switching = False
        super().handle_exit(sig, frame)

    async def _announce(self) -> None:
        print(f"Armarium is open at {self._address}/ (Ctrl+C closes it)", flush=True)
        for url in self._other_urls:
            print(f"Other machines can open {url}/", flush=True)
        if self._browser:
            await asyncio.to_thread(webbrowser.open, self._address + "/")

    def _exit_if_failed(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.is_switching:
            # New connections wait for the next start; those already accepted get their answer.
            for server in self.servers:
                server.close()
            await asyncio.sleep(ANSWER_SECONDS)
        self._compilation.close()
        await super().shutdown(sockets)
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._getting_ready  # raises why it failed


def _load_rules() -> None:
    """Load everything that tables need.

    Rules and compiler are never freed. Scanning them in every garbage collection would block all tables.
    """
    warm()
    gc.collect()
    gc.freeze()


def warm() -> None:
    """Play some games of each kind, so that nothing compiles or loads later and blocks every table.

    Players warm up in their own processes.
    """
    for name in registry.game_names():
        play_through(name)


def _parse_proxies(asked: Sequence[str]) -> list[Network]:
    found = []
    for text in asked:
        try:
            found.append(ipaddress.ip_network(text))
        except ValueError:
            raise BadAddress(asked=text, reason="address-proxy") from None
    return found


def _is_in(host: str, networks: Sequence[Network]) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)


def _local_names() -> list[str]:
    """Return the names of this machine in its local network."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def _raise_open_files() -> None:
    """Raise the limit of open files, and so of sockets, as far as the system allows."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _bind(host: str, port: int, many: int = PORTS_TO_TRY) -> socket.socket:
    """Listen on the first free port of `many`, starting with this one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + many):
        listener = socket.socket(family, socket.SOCK_STREAM)
        # On Windows this option would let two servers share a port, and it is not needed there.
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            # Listen at once, so that a second server cannot bind the same port. Early clients wait in the backlog
            # for a moment, until the server runs.
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise OSError(error.errno, f"{host}: {error.strerror}") from None
        else:
            return listener
    if many == 1:
        raise OSError(errno.EADDRINUSE, f"port {port} is busy")
    raise OSError(errno.EADDRINUSE, f"no free port from {port} to {port + many - 1}")


def _format_host(host: str) -> str:
    if host in _EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _lan_addresses(port: int) -> list[str]:
    """Return the URLs for other machines of the local network; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only selects the outgoing address.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if address.startswith("127.") else [f"http://{address}:{port}"]
