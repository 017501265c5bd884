"""What is said between the server and a process that judges: one JSON line a thing."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

__all__ = ["Job", "Said"]


class Job(Struct, omit_defaults=True):
    """A record that is to be explained, or a view whose seat wants a hint."""

    record: str | None = None
    view: dict[str, Any] | None = None


class Said(Struct, omit_defaults=True):
    """How far it is (in thousandths), or what came of it: the result, or an error as data."""

    progress: int = 0
    result: Raw = Raw()
    failed: dict[str, Any] | None = None
