"""Clocks and stand-ins reveal no card: twin deals give the same frames, and pauses do not depend on thoughts.

Timing is tested by its causes: what the pause is drawn from, and that an answer waits for its end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.driver import (
    HUMAN,
    SEARCH_SECONDS,
    BotDriver,
    BotSettings,
    SearchCount,
    Turn,
)
from armarium.server.bots.worker import BotRequest
from armarium.server.tables.plan import LiveClock, NewTable, SeatPlan
from tests.server.in_memory import Server
from tests.server.presence.timed_server import Friend, Time, TimedServer
from tests.server.test_secrets import SEATS, make_twin_deals


class FirstChoiceBot:
    """A bot that keeps the first card, takes the first and never bids, so that no message names a hidden card."""

    async def think(self, ask: BotRequest, timeout: float) -> str:
        assert ask.view is not None
        legal: list[str] = ask.view["legal"]
        return next(text for text in ("keep", "auction", "pass", legal[0]) if text in legal)

    def forget(self, player_key: str) -> None:
        pass


async def collect_frames(app: Starlette, time: Time, deal: dict[str, Any]) -> list[list[str]]:
    """Return all frames of seat 0 and a spectator while seat 1 leaves, is replaced by a bot, and returns."""
    start, time.now = time.now, 1_800_000_000.0
    async with Server(app) as server:
        timed = TimedServer(server, time)
        live_tables = server.app.state.live_tables
        live_tables._draw_seed = lambda: bytes(32)
        seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
        plan = NewTable("biblios", seats, pace="fast", clock=LiveClock(300, 10))
        ticket = await live_tables.create(plan, deal)
        table = ticket.table
        tokens = [ticket.token, *[await server.take_seat(table, name) for name in ("Bo", "Cy")]]
        people = [await timed.connect(table, token) for token in (*tokens, None)]
        await people[1].pipe.leave()
        await people[0].until(lambda: not people[0].seat(1)["connected"])
        await timed.pass_time(table, 61)
        for _ in range(60):
            if people[0].view["lot_number"] > 2:
                break
            await play_one_step(timed, table, people)
        back = await timed.connect(table, tokens[1])
        await people[0].until(lambda: not people[0].seat(1)["held"])
        await back.pipe.leave()
        # Without acknowledgements, whose ids differ.
        received = [
            [f.replace(table, "TABLE") for f in people[viewer].pipe.frames if '"t":"ack"' not in f]
            for viewer in (0, 3)
        ]
    time.now = start
    return received


async def play_one_step(timed: TimedServer, table: str, people: list[Friend]) -> None:
    """Play the next action of any seat, and advance the time by a second."""
    v = people[0].v
    timed.time.now += 1
    who = people[0].view["to_act"]
    if who != 1:
        legal = people[who].view["legal"]
        choice = next(text for text in ("keep", "auction", "pass", legal[0]) if text in legal)
        assert (await people[who].act(choice))["t"] == "ack"
    for person in (people[0], people[2], people[3]):
        await person.receive_version(v + 1)
    # A bot that is next acts before the time advances, in both deals.
    live_table = timed.live_table(table)
    while live_table.is_busy:
        await asyncio.sleep(0.001)


async def test_twin_deals_give_the_same_frames_with_a_clock_and_a_stand_in(
    timed_app: Callable[..., Starlette], time: Time
):
    one, other = [
        await collect_frames(timed_app(bot_backend=FirstChoiceBot()), time, deal)
        for deal in make_twin_deals()
    ]
    assert SEATS == 3
    for seen, seen_too in zip(one, other, strict=True):
        assert any('"held":{"bot":"monk","why":"away"}' in frame for frame in seen)
        assert seen == seen_too


class StandInTable:
    """A table at which a bot stands in for a person, or a search bot plays."""

    id, moment = "t", (1, 0)

    def __init__(self, hand: list[str], bot: str, pace: str) -> None:
        self.view = {"legal": ["keep"], "hand": hand}
        self.acted: list[str] = []
        self.bot, self.pace = bot, pace

    @property
    def has_bot_turn(self) -> bool:
        return not self.acted

    def find_turn(self) -> Turn | None:
        if not self.has_bot_turn:
            return None
        stands_in = self.bot == "monk"
        return Turn("biblios", 1, 0, 0, 2, self.bot, {}, self.view, stands_in=stands_in)

    async def play_for_bot(self, turn: Turn, text: str, hurried: bool = False) -> None:
        self.acted.append(text)

    async def note_failure(self, turn: Turn, reason: str) -> None:
        raise AssertionError(reason)

    def note_stuck(self) -> None:
        raise AssertionError("an error of ours")


class Thoughts:
    """A backend that answers when the test says so. Fast bots may answer before."""

    def __init__(self) -> None:
        self.ready, self.quick = asyncio.Event(), asyncio.Event()
        self.deadlines: list[float | None] = []

    async def think(self, ask: BotRequest, timeout: float) -> str:
        self.deadlines.append(ask.deadline)
        await (self.quick if ask.hurried else self.ready).wait()
        return "auction" if ask.hurried else "keep"

    def forget(self, player_key: str) -> None:
        pass


class Pauses:
    """Pauses that end when the test says so. `asked`: the paces they were drawn for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.lasted: list[float] = []
        self.ends: list[asyncio.Event] = []
        monkeypatch.setattr("armarium.server.bots.driver.asyncio.sleep", self._sleep)

    def __call__(self, pace: str) -> float:
        self.asked.append(pace)
        return 0.75 if pace == "human" else 0.0

    async def _sleep(self, seconds: float) -> None:
        self.lasted.append(seconds)
        self.ends.append(asyncio.Event())
        await self.ends[-1].wait()


SEARCHED = [("human", 0.75), ("fast", HUMAN[0])]  # pace, and length of a pause


@pytest.mark.parametrize(("pace", "lasts"), SEARCHED)
@pytest.mark.parametrize("has_found", [True, False], ids=["easy", "hard"])
async def test_a_search_bot_answers_after_exactly_one_pause(
    monkeypatch: pytest.MonkeyPatch, pace: str, lasts: float, has_found: bool
):
    """It answers with its result or its fallback's move; the search ends before the pause does."""
    pauses, table, thoughts = (
        Pauses(monkeypatch),
        StandInTable(["gold-1"], "abbot", pace),
        Thoughts(),
    )
    cut: list[bool] = []
    bot_settings = BotSettings(thoughts, pauses, searches=SearchCount(lambda: cut.append(True)))
    began = time.monotonic()
    BotDriver(table, bot_settings).update()  # type: ignore[arg-type]
    await wait_until(lambda: len(pauses.ends) == 1)
    thoughts.quick.set()
    if has_found:
        thoughts.ready.set()
    for _ in range(5):
        await turn_of_the_loop(0)
    assert table.acted == [], "thought of at once, and not told"
    pauses.ends[0].set()
    await wait_until(lambda: table.acted == ["keep" if has_found else "auction"])
    assert (pauses.asked, pauses.lasted) == ([pace], [lasts])
    assert cut == ([] if has_found else [True])
    assert None in thoughts.deadlines, "its fallback has no deadline"
    deadline = next(time for time in thoughts.deadlines if time is not None)
    assert deadline - began < lasts and HUMAN[0] > SEARCH_SECONDS


@pytest.mark.parametrize("has_found", [True, False], ids=["easy", "hard"])
async def test_an_easy_position_waits_for_a_late_fallback_as_a_hard_one_does(
    monkeypatch: pytest.MonkeyPatch, has_found: bool
):
    """So the time depends on the machine and not on the position, even under heavy load."""
    pauses, table, thoughts = (
        Pauses(monkeypatch),
        StandInTable(["gold-1"], "abbot", "fast"),
        Thoughts(),
    )
    BotDriver(table, BotSettings(thoughts, pauses)).update()  # type: ignore[arg-type]
    await wait_until(lambda: len(pauses.ends) == 1)
    if has_found:
        thoughts.ready.set()
    pauses.ends[0].set()
    for _ in range(20):
        await turn_of_the_loop(0)
    assert table.acted == []
    thoughts.quick.set()
    await wait_until(lambda: len(table.acted) == 1)
    assert len(pauses.ends) == 1


@pytest.mark.parametrize(
    ("hand", "hard"), [(["gold-1"], False), (["monks-2a", "gold-3"], True)], ids=["easy", "hard"]
)
async def test_the_pause_is_drawn_without_the_view_and_taken_whole(
    monkeypatch: pytest.MonkeyPatch, hand: list[str], hard: bool
):
    """The pauses are the same for every hand.

    The answer of a stand-in waits for the end of a human pause, even at a fast table.
    """
    pauses, table, thoughts = Pauses(monkeypatch), StandInTable(hand, "monk", "fast"), Thoughts()
    ends = pauses.ends
    BotDriver(table, BotSettings(thoughts, pauses)).update()  # type: ignore[arg-type]
    if not hard:
        thoughts.ready.set()
    await wait_until(lambda: len(ends) == 1)
    assert table.acted == [], "thought of at once, and not told"
    if hard:
        ends[0].set()
        await wait_until(lambda: len(ends) == 2)
        thoughts.ready.set()
        for _ in range(5):
            await turn_of_the_loop(0)
        assert table.acted == [], "in the middle of a pause nothing is told"
    ends[-1].set()
    await wait_until(lambda: table.acted == ["keep"])
    assert set(pauses.asked) == {"human"} and set(pauses.lasted) == {0.75}


turn_of_the_loop = asyncio.sleep


async def wait_until(what: Callable[[], bool]) -> None:
    for _ in range(1000):
        if what():
            return
        await turn_of_the_loop(0)
    raise AssertionError("it never came to that")
