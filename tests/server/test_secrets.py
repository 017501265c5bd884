"""No frame tells a seat what it cannot know: two deals that look the same give the same frames."""

from __future__ import annotations

import random
from typing import Any

import pytest

from armarium.games import biblios
from armarium.server.table.plan import NewTable, SeatPlan
from tests.server.bibliogamo.tables import take_back
from tests.server.patched import PatchedPerson
from tests.server.people import Person
from tests.server.pipes import Server

SEATS = 3


def twin_deals() -> tuple[dict[str, Any], dict[str, Any]]:
    """Two deals in which cards that seat 1 will keep and cards of the box have changed places."""
    truth = biblios.Game.new(seats=SEATS, seed=11, first=0).truth()
    draw, box = truth["draw"], list(truth["box"])
    for gold in ("gold-1", "gold-2", "gold-3"):
        box.remove(gold)  # taken out by name, not dealt
    one = {"draw": list(draw), "box": list(box), "first": 0}
    other = {"draw": list(draw), "box": list(box), "first": 0}
    # Turn t belongs to seat t mod 3 and draws four cards, the first of which will be kept.
    kept = [4 * turn for turn in range(18) if turn % SEATS == 1 and is_plain(draw[4 * turn])]
    plain_box = [place for place, card in enumerate(box) if is_plain(card)]
    swaps = list(zip(kept, plain_box, strict=False))
    assert len(swaps) >= 3
    for there, here in swaps:
        other["draw"][there], other["box"][here] = box[here], draw[there]
    return one, other


def is_plain(card: str) -> bool:
    """Neither gold nor church: to keep it asks for no further decision."""
    return not card.startswith(("gold", "church"))


def chosen(view: dict[str, Any], chance: random.Random) -> str:
    """Keep the first card of a turn, take at random, never buy: no text names a hidden card."""
    legal: list[str] = view["legal"]
    if view["step"] == "allocate" and "keep" in legal:
        return "keep"
    if view["step"] == "bid":
        return "pass"
    return chance.choice(legal)


async def frames_of(
    server: Server, deal: dict[str, Any], kind: type[Person] = Person
) -> list[list[str]]:
    """Everything that seat 0, a spectator and seat 1 are sent until just before the end."""
    wish = {"patches": True} if kind is PatchedPerson else {}
    step = "patch" if wish else "events"
    server.app.state.house.lobby._draw_seed = lambda: bytes(32)
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
    plan = NewTable(game="biblios", seats=seats, pace="fast")
    ticket = await server.app.state.house.lobby.create(plan, deal)
    table = ticket.table
    tokens = [ticket.token, *[await server.take_seat(table, name) for name in ("Bo", "Cy")]]
    people = []
    for token in (*tokens, None):
        person = kind(server.sit(table, token, **wish))
        await person.hear_until("history")
        people.append(person)
    await play(people, random.Random(3))
    # Those who come back, at once or after a while, are told no more.
    for token in (tokens[0], None):
        for v in (0, people[0].v - 5):
            back = server.sit(table, token, v=v, **wish)
            await (back.until("history") if v == 0 else back.until(step, v=people[0].v))
            people.append(kind(back))
    order = (people[0], people[3], *people[4:], people[1])
    return [[frame.replace(table, "TABLE") for frame in person.pipe.frames] for person in order]


async def play(people: list[Person], chance: random.Random) -> None:
    for number in range(1000):
        view = people[0].view
        last = view["lot_number"] == view["lots"] and len(view["passed"]) == SEATS - 1
        if last:
            return  # the next action opens every hand
        mover = people[view["to_act"]]
        if number % 7 == 0:  # refusals are frames too
            await people[0].act("take monks-4i" if number % 2 else "nonsense", id=f"r{number}")
            await people[0].act("auction", "keep", "raise monks", id=f"l{number}")
        answer = await mover.act(chosen(mover.view, chance), id=f"a{number}")
        assert answer["t"] == "ack", answer
        for person in people:
            await person.hear_version(answer["v"])
        # What may be taken back, and that it was, is told as well; not at the end, so that those
        # who come back then are told step by step.
        if number % 5 == 0 and view["lots"] - view["lot_number"] > 3:
            answer = await take_back(mover, id=f"b{number}")
            for person in people:
                await person.hear_version(answer.get("v", 0))


@pytest.mark.parametrize("kind", [Person, PatchedPerson])
async def test_two_deals_that_look_the_same_give_the_same_frames(either_server: Server, kind):
    one, other = twin_deals()
    first = await frames_of(either_server, one, kind)
    second = await frames_of(either_server, other, kind)
    assert first[-1] != second[-1], "seat 1 keeps other cards and sees them"
    for seen, seen_too in zip(first[:-1], second[:-1], strict=True):
        assert len(seen) >= 3
        assert seen == seen_too


async def test_no_token_is_ever_sent_to_another(server: Server):
    table, ada = await server.open_table({"name": "Ada"}, {"open": True})
    bo = await server.take_seat(table, "Bo")
    person = Person(server.sit(table, ada))
    await person.hear_until("history")
    about = await server.get(f"/api/tables/{table}")
    told = "".join(person.pipe.frames) + about.text
    assert ada not in told
    assert bo not in told
