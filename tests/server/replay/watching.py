"""A game that is over, asked for frame by frame."""

from __future__ import annotations

from typing import Any

from tests.server.patched import patched
from tests.server.pipes import Server

__all__ = ["replay_of", "views_of"]


async def replay_of(server: Server, name: str, eye: str = "all", more: str = "") -> dict[str, Any]:
    answer = await server.get(f"/api/replays/{name}?eye={eye}{more}")
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


async def views_of(server: Server, name: str, eye: str, more: str = "") -> list[dict[str, Any]]:
    """All of an eye's views, put together from their parts."""
    told = await replay_of(server, name, eye, more)
    views: list[dict[str, Any]] = []
    while len(views) <= told["last"]:
        address = f"/api/replays/{name}/frames?eye={eye}&v={len(views)}{more}"
        part = (await server.get(address)).json
        assert part["first"] == len(views)
        views.append(part["view"])
        for patch in part["patches"]:
            views.append(patched(views[-1], patch))
    assert len(views) == told["last"] + 1
    return views
