"""Servers that start at once, forked from a process with compiled rules.

`python -m tests.server.stress.bare_server` starts one process for every line `DB PORT` that it reads, and prints its
pid and address. Bots choose in the server process, because these tests are not about their strength. Timeouts for
absent players are short.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import sys
import time

import uvicorn

from armarium.server.app import make_app
from armarium.server.bots.worker import BotRequest
from armarium.server.limits import Limits
from armarium.server.load_generator.runs import run
from armarium.server.serve import make_config, warm
from armarium.server.tables.session import TableTimeouts

AWAY = 3.0  # seconds
JUMP = signal.SIGUSR1  # sets the clock of a server an hour forward or back

# One program plays all seats of all tables from one address.
LIMITS = Limits(
    messages_per_second=1e9,
    frames_per_second=1e9,
    bytes_per_second=1e12,
    requests_per_second=1e9,
    connections_per_address=1 << 20,
    tables_per_day=1e9,
)


class AtOnce:
    async def think(self, ask: BotRequest, timeout: float) -> str:
        chosen: str = random.choice(ask.view["legal"])
        return chosen

    def forget(self, player_key: str) -> None:
        pass


def jump(*_: object) -> None:
    real, by = time.time, random.choice((-3600.0, 3600.0))
    time.time = lambda: real() + by


async def main(db: str, port: int) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(2048)
        port = listener.getsockname()[1]
        own = [f"http://127.0.0.1:{port}"]
        app = make_app(
            db if "://" in db else f"sqlite:///{db}",
            origins=own,
            limits=LIMITS,
            bot_backend=AtOnce(),
            pause=lambda _: 0.05,
            timeouts=TableTimeouts(away=AWAY),
            clock=lambda: time.time(),
        )
        server = uvicorn.Server(make_config(app))
        print(os.getpid(), own[0], flush=True)
        await server.serve([listener])


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # do not wait for dead children
    warm()
    for line in sys.stdin:
        db, port = line.split()
        if os.fork() == 0:
            sys.stdin.close()
            signal.signal(JUMP, jump)
            with contextlib.suppress(KeyboardInterrupt):
                run(main(db, int(port)))
            os._exit(0)
