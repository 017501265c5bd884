"""`armarium serve`: find a port, get the rules ready, listen, and say where."""

from __future__ import annotations

import asyncio
import errno
import random
import socket
import sys
import webbrowser
from collections.abc import Sequence

import uvicorn

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.game import Game
from armarium.places import database_file
from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from armarium.server.net.wire import MAX_BYTES

__all__ = ["default_db", "serve", "warm"]

PORTS_TO_TRY = 100

_HERE = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::", "")


def default_db() -> str:
    return f"sqlite:///{database_file()}"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    lan: bool = False,
    public_url: str | None = None,
    db: str | None = None,
    browser: bool = True,
    player: Sequence[str] = (),
    limits: Limits | None = None,
) -> None:
    """Serve until stopped. Raises BadDatabase, UnknownPlayer, or OSError when no port can be had.

    `player`: names of registered players that tables may have beside the house's levels; `limits`: other than the
    usual ones, for measuring.
    """
    lan = lan or host in _EVERYWHERE
    listener = _bind("0.0.0.0" if lan and ":" not in host else host, port)
    port = listener.getsockname()[1]
    mine = f"http://{_shown(host)}:{port}"
    others = _lan_addresses(port) if lan else [] if host in _HERE else [mine]
    if public_url:
        others.insert(0, public_url.rstrip("/"))
    origins = [mine, f"http://127.0.0.1:{port}", f"http://localhost:{port}", f"http://[::1]:{port}"]
    pool = Pool(warm=True)
    app = make_app(
        db or default_db(),
        origins=[*origins, *others],
        addresses=others,
        guests=player,
        thinker=pool,
        limits=limits,
    )
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MAX_BYTES,
        # Compressed lengths would depend on secrets, and cost time.
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    try:
        print("Getting the rules ready …", flush=True)
        warm()
        pool.start()
        _Server(config, mine, others, browser).run(sockets=[listener])
    finally:
        pool.close()


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


def warm() -> None:
    """Play through the rules once: compiling later would hold up every table for seconds.

    The players are not for this process: they warm up where they think.
    """
    for book in map(open_book, shelf.names()):
        # The most seats in the first edition, the fewest in the last.
        editions: list[str | None] = [*book.editions[:1], *book.editions[1:][-1:]] or [None]
        for seats, edition in zip((book.seats[-1], book.seats[0]), editions, strict=False):
            _play_through(book.deal(seats, seats, edition))


def _play_through(game: Game) -> None:
    chance = random.Random(1)
    while (seat := game.to_act) is not None:
        game.play(chance.choice(game.legal()), seat=seat)
        for eye in (seat, None):
            game.view(eye)
            game.seen(eye)
    game.copy().fingerprint()
    game.record()


def _bind(host: str, port: int) -> socket.socket:
    """The asked port, or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + PORTS_TO_TRY):
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
                raise
        else:
            return listener
    raise OSError(errno.EADDRINUSE, f"no free port from {port} to {port + PORTS_TO_TRY - 1}")


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
