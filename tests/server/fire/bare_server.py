"""Servers that are ready at once: `python -m tests.server.fire.bare_server` makes one for every line `DB PORT` that it
reads, each a process of its own, forked when the rules are ready, and says its number and address.

Its bots choose in the process itself, at once: what is tried here is who moves them, not how well. Who is away is not
waited for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys

import uvicorn

from armarium.server.bots.thought import Ask
from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from armarium.server.serve import config_of, warm
from armarium.server.table.attendance import Waits

AWAY = 3.0  # seconds

# One program plays all sides of all tables from one address.
LIMITS = Limits(
    messages_a_second=1e9,
    requests_a_second=1e9,
    connections_an_address=1 << 20,
    tables_a_day=1e9,
)


class AtOnce:
    async def think(self, ask: Ask, longest: float) -> str:
        chosen: str = random.choice(ask.view["legal"])
        return chosen

    def forget(self, mind: str) -> None:
        pass


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
            thinker=AtOnce(),
            pause=lambda _: 0.05,
            waits=Waits(away=AWAY),
        )
        server = uvicorn.Server(config_of(app))
        print(os.getpid(), own[0], flush=True)
        await server.serve([listener])


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who die
    warm()
    for line in sys.stdin:
        db, port = line.split()
        if os.fork() == 0:
            sys.stdin.close()
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(main(db, int(port)))
            os._exit(0)
