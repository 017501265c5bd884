"""`armarium serve`: find a port, get the rules ready, listen, and say where."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import random
import socket
import sys
import webbrowser
from collections.abc import Sequence

import uvicorn
from starlette.applications import Starlette

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.compiling import watched
from armarium.games.table.game import Game
from armarium.games.table.kernels.patch import patch_text
from armarium.games.table.record import Record
from armarium.places import database_file
from armarium.server.bots.pool import Pool
from armarium.server.errors import BadAddress
from armarium.server.logs import log_to_stderr, only_news
from armarium.server.net.app import make_app
from armarium.server.net.guards import check_public_url
from armarium.server.net.limits import Limits
from armarium.server.net.line import SocketLine
from armarium.server.net.patience import patient
from armarium.server.net.wire import MAX_BYTES
from armarium.server.store import Keep
from armarium.server.table.attendance import Waits

__all__ = ["config_of", "default_db", "serve", "warm"]

PORT = 8000
PORTS_TO_TRY = 100
LOOK_EVERY = (
    16  # actions of a game that is played through: what looks at it is compiled after the first
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_HERE = ("127.0.0.1", "localhost", "::1")
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
    keeper_token: str | None = None,
    keep_days: float | None = None,
    log: str = "text",
    waits: Waits | None = None,
) -> None:
    """Serve until stopped. Raises BadDatabase, UnknownPlayer, BadAddress, or OSError when no port can be had.

    Without a port, the first free one from 8000 on. `player`: names of registered players that tables may have beside
    the house's levels; `limits` and `waits`: other than the usual ones, for measuring and trying; `trusted_proxy`:
    addresses or networks whose word is taken for who calls.
    """
    log_to_stderr(log)
    lan = lan or host in _EVERYWHERE
    proxies = _proxies(trusted_proxy)
    if public_url:
        public_url = check_public_url(public_url)
    here = "0.0.0.0" if lan and ":" not in host else host
    listener = _bind(here, PORT) if port is None else _bind(here, port, 1)
    port = listener.getsockname()[1]
    mine = f"http://{_shown(host)}:{port}"
    others = _lan_addresses(port) if lan else [] if host in _HERE else [mine]
    if public_url:
        others.insert(0, public_url)
    origins = [mine, f"http://127.0.0.1:{port}", f"http://localhost:{port}", f"http://[::1]:{port}"]
    pool = Pool(warm=True)
    app = make_app(
        db or default_db(),
        origins=[*origins, *others],
        addresses=others,
        guests=player,
        thinker=pool,
        limits=limits,
        names=_names() if lan else (),
        metrics_token=metrics_token,
        keeper_token=keeper_token,
        keep=None if keep_days is None else Keep.at_most(keep_days),
        waits=waits,
    )
    config = config_of(app, proxies)
    _raise_open_files()
    # The thread that writes waits at most so long for its turn, and with it everybody whose action it saves.
    sys.setswitchinterval(0.0005)
    try:
        print("Getting the rules ready …", flush=True)
        was_compiled = warm()
        # Rules and compiler stay for ever: looking through them for what is free would hold up every table.
        gc.collect()
        gc.freeze()
        # Where all was kept from an earlier start the bots are there in seconds: nobody waits at the door for them.
        pool.start(wait=was_compiled)
        _Server(config, mine, others, browser).run(sockets=[listener])
    finally:
        pool.close()


def config_of(app: Starlette, proxies: Sequence[Network] = ()) -> uvicorn.Config:
    """How connections are dealt with, before anything of them reaches the application."""
    callers = app.state.house.callers
    logging.getLogger("uvicorn.error").addFilter(only_news)
    return uvicorn.Config(
        app,
        http=patient(callers, lambda host: _is_in(host, proxies)),
        # Whoever is not named may write what they like into such headers.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(proxy) for proxy in proxies],
        ws=SocketLine,
        ws_max_size=MAX_BYTES,
        # Whoever's line is dead, without a word, is seen to be away after twenty seconds at most.
        ws_ping_interval=10.0,
        ws_ping_timeout=10.0,
        # Compressed lengths would depend on secrets, and cost time.
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,  # in our form, as everything
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
    )


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, address: str, others: list[str], browser: bool
    ) -> None:
        super().__init__(config)
        self._address, self._others, self._browser = address, others, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Armarium is open at {self._address}/ (Ctrl+C closes it)", flush=True)
        for other in self._others:
            print(f"Others reach it at {other}/", flush=True)
        if self._browser:
            await asyncio.to_thread(webbrowser.open, self._address + "/")


def warm() -> bool:
    """Play through the rules once: compiling later would hold up every table for seconds. Whether it had to compile.

    The players are not for this process: they warm up where they think.
    """
    with watched() as had_to_compile:
        for book in map(open_book, shelf.names()):
            # The most seats in the first edition, the fewest in the last.
            editions: list[str | None] = [*book.editions[:1], *book.editions[1:][-1:]] or [None]
            for seats, edition in zip((book.seats[-1], book.seats[0]), editions, strict=False):
                _play_through(book.deal(seats, seats, edition))
    return had_to_compile()


def _play_through(game: Game) -> None:
    chance = random.Random(1)
    while (seat := game.to_act) is not None:
        is_seen = len(game.actions) % LOOK_EVERY == 0
        before = game.view_text(seat) if is_seen else b""
        game.play(chance.choice(game.legal()), seat=seat)
        if is_seen:
            patch_text(before, game.view_text(seat))
            for eye in (seat, None):
                game.view(eye)
                game.seen(eye)
    game.copy().fingerprint()
    # Comparing with the log, and reading it again.
    game.begun(Record.parse(game.record())).follow(game.actions)


def _proxies(asked: Sequence[str]) -> list[Network]:
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


def _names() -> list[str]:
    """What this machine is called by others of its network."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def _raise_open_files() -> None:
    """As many sockets as the system lets us have; it often begins with few."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _bind(host: str, port: int, many: int = PORTS_TO_TRY) -> socket.socket:
    """The asked port, or one of so many that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + many):
        listener = socket.socket(family, socket.SOCK_STREAM)
        # Windows means by it that two may listen at one port; there it is not needed either.
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            # At once: until somebody listens, a second server could bind the same port. Who
            # comes before the rules are ready waits in the queue.
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


def _shown(host: str) -> str:
    if host in _EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _lan_addresses(port: int) -> list[str]:
    """Where other machines of this network find us; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses the outgoing address.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if address.startswith("127.") else [f"http://{address}:{port}"]
