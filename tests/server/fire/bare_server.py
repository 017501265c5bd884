"""A server without bots and warm-up, ready as soon as it can be: `python -m tests.server.fire.bare_server DB PORT`."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys

import uvicorn

from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from armarium.server.serve import config_of

# One program plays all sides of all tables from one address.
LIMITS = Limits(
    messages_a_second=1e9,
    requests_a_second=1e9,
    connections_an_address=1 << 20,
    tables_a_day=1e9,
)


async def main(db: str, port: int) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(2048)
        port = listener.getsockname()[1]
        own = [f"http://127.0.0.1:{port}"]
        server = uvicorn.Server(config_of(make_app(f"sqlite:///{db}", origins=own, limits=LIMITS)))
        print(f"{own[0]}", flush=True)
        await server.serve([listener])


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(sys.argv[1], int(sys.argv[2])))
