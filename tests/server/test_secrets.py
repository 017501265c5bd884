"""No frame reveals hidden information: two deals that look the same give the same frames."""

from __future__ import annotations

import random
from typing import Any

import pytest

from armarium.games import biblios
from armarium.server.tables.plan import NewTable, SeatPlan
from tests.server.bibliogamo.tables import take_back
from tests.server.in_memory import Server
from tests.server.patch_client import PatchedPerson
from tests.server.people import Person

SEATS = 3


def make_twin_deals() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two deals in which cards that seat 1 will keep and cards of the box are exchanged."""
    truth = biblios.Game.new(seats=SEATS, seed=11, first=0).truth()
    draw, box = truth["draw"], list(truth["box"])
    for gold in ("gold-1", "gold-2", "gold-3"):
        box.remove(gold)  # removed by name, not dealt
    one = {"draw": list(draw), "box": list(box), "first": 0}
    other = {"draw": list(draw), "box": list(box), "first": 0}
    # Turn t belongs to seat t mod 3 and draws four cards, the first of which will be kept.
    kept = [4 * turn for turn in range(18) if turn % SEATS == 1 and is_plain(draw[4 * turn])]
    plain_box = [place for place, card in enumerate(box) if is_plain(card)]
    swaps = list(zip(kept, plain_box, strict=False))
    assert len(swaps) >= 3
    for there, here in swaps:
        other["draw"][there], other["box"][here] = box[here], draw[there]  # type: ignore[index]
    return one, other


def is_plain(card: str) -> bool:
    """Return whether keeping the card needs no further decision: neither gold nor church."""
    return not card.startswith(("gold", "church"))


def choose(view: dict[str, Any], chance: random.Random) -> str:
    """Keep the first card of a turn, take at random, never buy, so that no message names a hidden card."""
    legal: list[str] = view["legal"]
    if view["step"] == "allocate" and "keep" in legal:
        return "keep"
    if view["step"] == "bid":
        return "pass"
    return chance.choice(legal)


async def collect_frames(
    server: Server, deal: dict[str, Any], kind: type[Person] = Person
) -> list[list[str]]:
    """Return all frames of seat 0, a spectator and seat 1 until just before the end."""
    wish = {"patches": True} if kind is PatchedPerson else {}
    step = "patch" if wish else "events"
    server.app.state.live_tables._draw_seed = lambda: bytes(32)
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
    plan = NewTable(game="biblios", seats=seats, pace="fast")
    ticket = await server.app.state.live_tables.create(plan, deal)
    table = ticket.table
    tokens = [ticket.token, *[await server.take_seat(table, name) for name in ("Bo", "Cy")]]
    people = []
    for token in (*tokens, None):
        person = kind(server.connect(table, token, **wish))
        await person.receive_until("history")
        people.append(person)
    await play(people, random.Random(3))
    # Clients that reconnect, at once or later, learn no more.
    for token in (tokens[0], None):
        for v in (0, people[0].v - 5):
            back = server.connect(table, token, v=v, **wish)
            await (back.until("history") if v == 0 else back.until(step, v=people[0].v))
            people.append(kind(back))
    order = (people[0], people[3], *people[4:], people[1])
    return [[frame.replace(table, "TABLE") for frame in person.pipe.frames] for person in order]


async def play(people: list[Person], chance: random.Random) -> None:
    for number in range(1000):
        view = people[0].view
        last = view["lot_number"] == view["lots"] and len(view["passed"]) == SEATS - 1
        if last:
            return  # the next action reveals every hand
        mover = people[view["to_act"]]
        if number % 7 == 0:  # refusals are frames too
            await people[0].act("take monks-4i" if number % 2 else "nonsense", id=f"r{number}")
            await people[0].act("auction", "keep", "raise monks", id=f"l{number}")
        answer = await mover.act(choose(mover.view, chance), id=f"a{number}")
        assert answer["t"] == "ack", answer
        for person in people:
            await person.receive_version(answer["v"])
        # Undo and whether it is allowed are sent too. Not at the end, so that clients that reconnect then get every
        # step.
        if number % 5 == 0 and view["lots"] - view["lot_number"] > 3:
            answer = await take_back(mover, id=f"b{number}")
            for person in people:
                await person.receive_version(answer.get("v", 0))


@pytest.mark.parametrize("kind", [Person, PatchedPerson])
async def test_two_deals_that_look_the_same_give_the_same_frames(either_server: Server, kind):
    one, other = make_twin_deals()
    first = await collect_frames(either_server, one, kind)
    second = await collect_frames(either_server, other, kind)
    assert first[-1] != second[-1], "seat 1 keeps other cards and sees them"
    for seen, seen_too in zip(first[:-1], second[:-1], strict=True):
        assert len(seen) >= 3
        assert seen == seen_too


async def test_no_token_is_sent_to_another_client(server: Server):
    table, ada = await server.open_table({"name": "Ada"}, {"open": True})
    bo = await server.take_seat(table, "Bo")
    person = Person(server.connect(table, ada))
    await person.receive_until("history")
    about = await server.get(f"/api/tables/{table}")
    received = "".join(person.pipe.frames) + about.text
    assert ada not in received
    assert bo not in received
