"""Functions that are expensive for the sandbox, in a module that another process can import."""

from __future__ import annotations

import os
import time

from armarium.server.extension import RouteAnswer


def sleep_on(_: bytes) -> RouteAnswer:
    time.sleep(600)
    return RouteAnswer()


def eat_memory(_: bytes) -> RouteAnswer:
    return RouteAnswer({"size": len(bytes(4 << 30))})


def compute(_: bytes) -> RouteAnswer:
    while True:
        pass


def end_at_once(_: bytes) -> RouteAnswer:
    raise SystemExit(3)


def get_niceness(_: bytes) -> RouteAnswer:
    return RouteAnswer({"nice": os.nice(0)})
