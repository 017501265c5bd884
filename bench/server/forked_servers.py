"""Servers as `armarium serve` runs them, forked from a process with loaded rules: `python FILE URL:PORTS …`.

It loads the rules once and starts a server for each port, then waits until its input ends. A prefix of PYTHONPATH
chooses the checkout. Rate limits are lifted, because all clients have one address.
"""

from __future__ import annotations

import os
import signal
import sys

from armarium.server.limits import Limits
from armarium.server.serve import serve, warm

LIMITS = Limits(
    messages_per_second=1e9,
    messages_burst=10**9,
    frames_per_second=1e9,
    frames_burst=10**9,
    bytes_per_second=1e12,
    bytes_burst=10**12,
    requests_per_second=1e9,
    connections_per_address=10**6,
    tables_per_day=10**6,
)


def main(groups: list[str]) -> None:
    warm()
    children = []
    for group in groups:
        url, _, ports = group.rpartition("#")
        for port in ports.split(","):
            child = os.fork()
            if child == 0:
                sys.stdin.close()
                sys.stdout = sys.stderr
                serve(port=int(port), db=url, browser=False, limits=LIMITS)
                os._exit(0)
            children.append(child)
            print(port, child, flush=True)
    sys.stdin.read()
    for child in children:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
