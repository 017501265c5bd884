"""Clocks and stand-ins tell no card: twin deals give the same frames, and a pause never asks what was thought.

Timing is looked at by its cause: what the pause is drawn from, and that an answer waits for its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games.biblios.players.learnt.abbot import SECONDS
from armarium.server.bots.driver import HUMAN, BotDriver, Manners, Turn
from armarium.server.bots.thought import Ask
from armarium.server.table.clocks import LiveClock
from armarium.server.table.plan import NewTable, SeatPlan
from tests.server.pipes import Server
from tests.server.presence.house import Friend, House, Time
from tests.server.test_secrets import SEATS, twin_deals


class Keeper:
    """Stands in as a player who keeps the first card, takes the first and never bids: no text names a hidden card."""

    async def think(self, ask: Ask, longest: float) -> str:
        assert ask.view is not None
        legal: list[str] = ask.view["legal"]
        return next(text for text in ("keep", "auction", "pass", legal[0]) if text in legal)

    def forget(self, mind: str) -> None:
        pass


async def frames_of(app: Starlette, time: Time, deal: dict[str, Any]) -> list[list[str]]:
    """All that seat 0 and a spectator are sent, while seat 1 goes away, is stood in for, and comes back."""
    start, time.now = time.now, 1_800_000_000.0
    async with Server(app) as server:
        house = House(server, time)
        lobby = server.app.state.house.lobby
        lobby._draw_seed = lambda: bytes(32)
        seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
        plan = NewTable("biblios", seats, pace="fast", clock=LiveClock(300, 10))
        ticket = await lobby.create(plan, deal)
        table = ticket.table
        tokens = [ticket.token, *[await server.take_seat(table, name) for name in ("Bo", "Cy")]]
        people = [await house.sit(table, token) for token in (*tokens, None)]
        await people[1].pipe.leave()
        await people[0].until(lambda: not people[0].seat(1)["connected"])
        await house.pass_time(table, 61)
        for _ in range(60):
            if people[0].view["lot_number"] > 2:
                break
            await one_step(house, table, people)
        back = await house.sit(table, tokens[1])
        await people[0].until(lambda: not people[0].seat(1)["held"])
        await back.pipe.leave()
        # Without acknowledgements: their ids are the test's own.
        told = [
            [f.replace(table, "TABLE") for f in people[eye].pipe.frames if '"t":"ack"' not in f]
            for eye in (0, 3)
        ]
    time.now = start
    return told


async def one_step(house: House, table: str, people: list[Friend]) -> None:
    """The next action, whoever's it is; the time goes on by a second."""
    v = people[0].v
    house.time.now += 1
    who = people[0].view["to_act"]
    if who != 1:
        legal = people[who].view["legal"]
        choice = next(text for text in ("keep", "auction", "pass", legal[0]) if text in legal)
        assert (await people[who].act(choice))["t"] == "ack"
    for person in (people[0], people[2], people[3]):
        await person.hear_version(v + 1)
    # A bot that is next acts before the time goes on: the same in both deals.
    room = house.room(table)
    while room.is_busy:
        await asyncio.sleep(0.001)


async def test_twin_deals_give_the_same_frames_with_a_clock_and_a_stand_in(
    timed_app: Callable[..., Starlette], time: Time
):
    one, other = [await frames_of(timed_app(thinker=Keeper()), time, deal) for deal in twin_deals()]
    assert SEATS == 3
    for seen, seen_too in zip(one, other, strict=True):
        assert any('"held":{"bot":"monk","why":"away"}' in frame for frame in seen)
        assert seen == seen_too


class Held:
    """A table at which a bot plays for a person, or one that ponders for itself."""

    id, moment = "t", (1, 0)

    def __init__(self, hand: list[str], bot: str, pace: str) -> None:
        self.view = {"legal": ["keep"], "hand": hand}
        self.acted: list[str] = []
        self.bot, self.pace = bot, pace

    @property
    def has_bot_turn(self) -> bool:
        return not self.acted

    def bot_turn(self) -> Turn | None:
        if not self.has_bot_turn:
            return None
        stands_in = self.bot == "monk"
        return Turn("biblios", 1, 0, 0, 2, self.bot, {}, self.view, stands_in=stands_in)

    async def bot_acts(self, turn: Turn, text: str, hurried: bool = False) -> None:
        self.acted.append(text)

    async def bot_failed(self, turn: Turn, reason: str) -> None:
        raise AssertionError(reason)


class Thoughts:
    """Comes to an answer when the test says so."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def think(self, ask: Ask, longest: float) -> str:
        await self.ready.wait()
        return "keep"

    def forget(self, mind: str) -> None:
        pass


@pytest.mark.parametrize(
    ("bot", "pace", "as_if", "lasts"),
    [
        ("monk", "fast", "human", 0.75),
        ("abbot", "human", "human", 0.75),
        ("abbot", "fast", "fast", HUMAN[0]),
    ],
)
@pytest.mark.parametrize(
    ("hand", "hard"), [(["gold-1"], False), (["monks-2a", "gold-3"], True)], ids=["easy", "hard"]
)
async def test_the_pause_is_drawn_without_the_view_and_taken_whole(
    monkeypatch: pytest.MonkeyPatch,
    hand: list[str],
    hard: bool,
    bot: str,
    pace: str,
    as_if: str,
    lasts: float,
):
    """The same pauses are asked for, whatever is in the hand, and the answer waits for the end of one: of whoever plays
    for a person as people pause, though the table is in a hurry; of who ponders the shortest of these at least."""
    asked: list[str] = []
    ends: list[asyncio.Event] = []

    async def sleep(seconds: float) -> None:
        assert seconds == lasts
        ends.append(asyncio.Event())
        await ends[-1].wait()

    def pause(pace: str) -> float:
        asked.append(pace)
        return 0.75 if pace == "human" else 0.0

    table, thoughts = Held(hand, bot, pace), Thoughts()
    driver = BotDriver(table, Manners(thoughts, pause))
    monkeypatch.setattr("armarium.server.bots.driver.asyncio.sleep", sleep)
    driver.consider()
    if not hard:
        thoughts.ready.set()
    await until(lambda: len(ends) == 1)
    assert table.acted == [], "thought of at once, and not told"
    if hard:
        ends[0].set()
        await until(lambda: len(ends) == 2)
        thoughts.ready.set()
        for _ in range(5):
            await turn_of_the_loop(0)
        assert table.acted == [], "in the middle of a pause nothing is told"
    ends[-1].set()
    await until(lambda: table.acted == ["keep"])
    assert set(asked) == {as_if}


turn_of_the_loop = asyncio.sleep


async def until(what: Callable[[], bool]) -> None:
    for _ in range(1000):
        if what():
            return
        await turn_of_the_loop(0)
    raise AssertionError("it never came to that")


def test_the_abbot_is_done_before_the_shortest_pause_is_over():
    """So that a second pause tells of a busy machine, not of what it holds."""
    assert HUMAN[0] > SECONDS
