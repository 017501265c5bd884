"""Helpers to fetch the replay of a finished game."""

from __future__ import annotations

from typing import Any

from tests.server.in_memory import Server
from tests.server.patch_client import apply_patch

__all__ = ["collect_views", "get_replay"]


async def get_replay(
    server: Server, name: str, viewer: str = "all", more: str = ""
) -> dict[str, Any]:
    answer = await server.get(f"/api/replays/{name}?eye={viewer}{more}")
    assert answer.status == 200, answer.text
    received: dict[str, Any] = answer.json
    return received


async def collect_views(
    server: Server, name: str, viewer: str, more: str = ""
) -> list[dict[str, Any]]:
    """Return all views of a viewer, assembled from their parts."""
    received = await get_replay(server, name, viewer, more)
    views: list[dict[str, Any]] = []
    while len(views) <= received["last"]:
        address = f"/api/replays/{name}/frames?eye={viewer}&v={len(views)}{more}"
        part = (await server.get(address)).json
        assert part["first"] == len(views)
        views.append(part["view"])
        for patch in part["patches"]:
            views.append(apply_patch(views[-1], patch))
    assert len(views) == received["last"] + 1
    return views
