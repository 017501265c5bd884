"""Helpers to create and play solo tables of Bibliogamo."""

from __future__ import annotations

import random
from typing import Any

from tests.server.in_memory import Server
from tests.server.people import Person

SPACES = 7
TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")


async def open_solo_table(server: Server, seed: int = 7, **more: Any) -> tuple[str, str, Person]:
    """Return a table, its token, and a connected player; the cards are the same in every run."""
    server.app.state.live_tables._draw_seed = lambda: bytes([seed]) * 32
    table, token = await server.open_table({"name": "Ada"}, game="bibliogamo", **more)
    return table, token, await sit_down(server, table, token)


async def sit_down(server: Server, table: str, token: str | None) -> Person:
    person = Person(server.connect(table, token))
    await person.receive_until("history")
    return person


async def move(person: Person, *actions: str) -> int:
    answer = await person.act(*actions)
    assert answer["t"] == "ack", answer
    await person.receive_version(answer["v"])
    v: int = answer["v"]
    return v


async def play_to(person: Person, chance: random.Random, step: str) -> None:
    """Play until a step of the turn is reached."""
    while person.view["step"] not in (step, "over"):
        await move(person, choose_as_builder(person.view, chance))
    assert person.view["step"] == step


async def play_out(person: Person, chance: random.Random) -> None:
    while person.view["legal"]:
        await move(person, choose_as_builder(person.view, chance))


async def take_back(person: Person, **more: Any) -> dict[str, Any]:
    """Ask for an undo and read on to the answer."""
    id_ = more.pop("id", None) or f"back-{person.v}"
    person.pipe.send({"t": "take-back", "id": id_, "v": person.v, **more})
    while True:
        message = await person.receive()
        if message["t"] in ("ack", "refused") and message["id"] == id_:
            return message


def choose_as_builder(view: dict[str, Any], chance: random.Random) -> str:
    """Hire where most fits, walk to finished towers and sell; choose at random otherwise."""
    legal: list[str] = view["legal"]
    if view["step"] == "move" and (way := _find_paid_step(view)) in legal:
        return str(way)
    for wish in ("sell", "accept"):
        if wish in legal:
            return wish
    hires = [action for action in legal if action.startswith("hire ")]
    if view["step"] == "hire" and hires:
        best = max(hires, key=lambda action: _count_placed(view, action))
        return best if _count_placed(view, best) else "done"
    return "done" if "done" in legal else chance.choice(legal)


def _find_paid_step(view: dict[str, Any]) -> str | None:
    """Return the next paid step to the nearest finished tower."""
    finished = [TOWERS.index(tower) + 1 for tower in view["previews"]["finished"]]
    ahead = [(space - view["librarian"]) % SPACES for space in finished]
    ways = [(min(n, SPACES - n), n <= SPACES // 2) for n in ahead if n]
    if not ways or 0 in ahead or min(ways)[0] > view["florins"]:
        return None
    return "forward" if min(ways)[1] else "back"


def _count_placed(view: dict[str, Any], action: str) -> int:
    _, card, tower = action.split()
    would = view["previews"]["hires"][card][tower]
    begun = tower in view["previews"]["lacks"]
    placed = sum(would["places"].values()) * 4 + 8 * would["finishes"]
    return placed if begun or not view["previews"]["lacks"] else 0
