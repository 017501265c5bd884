"""During a round, only the person who held a seat at the deal can get its view.

Every ordered pair of commands that a host, a player or an unknown client can send is tried at several moments of a
game. After each command, every token ever issued sends a hello again.
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from armarium.core.errors import ArmariumError
from armarium.server import commands, views
from armarium.server.connections import encode
from armarium.server.errors import SeatHeld
from armarium.server.features import moderation
from armarium.server.features.clock import time_out
from armarium.server.features.seats import links, stand_ins
from armarium.server.tables.chair import hash_token
from armarium.server.tables.log import Entry, LinkReplaced, RoundBegun
from armarium.server.tables.messages import (
    Act,
    Hello,
    HostRequest,
    LeaveSeat,
    Nudge,
    RequestRematch,
    RequestStandIn,
    RequestUndo,
    Resign,
    ReturnToSeat,
    SetAutoActions,
)
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table
from tests.server.test_session import Seeds

ADA, BO = "token-ada", "token-bo"
SEATS = range(3)
SECRETS = ("hand", "drawn", "placed", "paid_hidden", "legal")
_ids = itertools.count(1)


class Command(NamedTuple):
    """A command, and the token of its sender."""

    what: str
    token: str | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class Leak(AssertionError):
    """A token was shown a seat that it did not hold at the deal."""


class World:
    """A session, every token ever issued for it, and which seat of which round each of them may see."""

    def __init__(
        self, table: Table, entries: list[Entry], tokens: list[str], rights: set[Any]
    ) -> None:
        self.session = Session(table, Seeds(50), n=1, now=1000.0)
        self.session.stand_in = "monk"
        self.entries, self.tokens, self.rights = list(entries), list(tokens), set(rights)
        self.sockets: list[tuple[str, int]] = []

    def copy(self) -> World:
        table = self.session.table
        other = World(table, self.entries, self.tokens, self.rights)
        for token, seat in self.sockets:
            other.enter(token, seat)
        return other

    def enter(self, token: str, seat: int) -> None:
        self.sockets.append((token, seat))
        self.session.count_connection(seat)

    def apply_change(self, change: Change) -> None:
        """Save a change, send it to every socket, and close those whose link stopped working."""
        self.session.adopt(change)
        self.entries += change.entries
        table = self.session.table
        if any(isinstance(entry, RoundBegun) for entry in change.entries):
            for seat, chair in enumerate(table.chairs):
                owners = [token for token in self.tokens if hash_token(token) == chair.token]
                self.rights |= {(table.round, seat, token) for token in owners}
        for token, seat in list(self.sockets):
            self.check_messages(token, views.report(self.session, seat, change))
            if links.find_seat_of_token(table, token) != seat:
                self.sockets.remove((token, seat))
                self.session.count_connection(seat, -1)

    # ── what a token can see ─────────────────────────────────────────────────────────────────────

    def check_every_token(self) -> None:
        """Send a hello with every token: check the view and, for tokens without access, also the history and the
        missed steps.
        """
        table = self.session.table
        for token in self.tokens:
            seat = links.find_seat_of_token(table, token)
            if seat is None or table.game is None:
                continue
            self.check_messages(token, [views.view_message(self.session, seat)])
            self.check_requests(token, seat)
            if not self.may_see(token, seat):
                for v in (0, max(1, table.v - 3)):
                    hello = Hello(token=token, v=v, round=table.round)
                    self.check_messages(token, views.greet(self.session, seat, hello))

    def check_requests(self, token: str, seat: int) -> None:
        """Hints, odds and the lesson are computed from the view of the seat."""
        may_see = self.may_see(token, seat)
        try:
            self.session.check_view(seat, "odds")
        except SeatHeld as held:
            is_refused = held.facts["reason"] == "held-next-round"
        else:
            is_refused = False
        if not may_see and not is_refused:
            raise Leak(f"{token} may ask about the cards of seat {seat}")
        assert not (may_see and is_refused), f"{token} may not ask about its own cards"

    def may_see(self, token: str, seat: int) -> bool:
        table = self.session.table
        is_secret = table.game is not None and not table.is_over
        return not is_secret or (table.round, seat, token) in self.rights

    def check_messages(self, token: str, messages: list[Any]) -> None:
        """Without access, the messages must equal the public ones; with access, those of the seat."""
        game, seat = self.session.table.game, links.find_seat_of_token(self.session.table, token)
        for message in (msgspec.json.decode(encode(one)) for one in messages):
            view = message.get("view")
            if view is None or game is None or game.to_act is None or seat is None:
                continue
            if not self.may_see(token, seat):
                secrets = [name for name in SECRETS if view.get(name)]
                if view["you"] is not None or secrets or message["may_take_back"]:
                    raise Leak(f"{token} sees {secrets} of seat {view['you']}")
                if message["v"] == self.session.table.v and view != normalize_view(game.view(None)):
                    raise Leak(f"{token} sees more than everybody")
            else:
                assert view["you"] == seat, f"{token} does not see its own seat {seat}"

    # ── commands ─────────────────────────────────────────────────────────────────────────────────

    def commands(self) -> Iterator[Command]:
        """Yield every possible command, allowed or not."""
        for token in self.tokens:
            for do in ("bot", "person", "remove", "mute", "unmute"):
                yield from (Command(f"host {do}", token, seat) for seat in SEATS)
            yield from (Command(f"host {do}", token) for do in ("begin", "close"))
            for what in ("link", "stand-in", "nudge", "forget"):
                yield from (Command(what, token, seat) for seat in SEATS)
            for what in ("leave", "return", "resign", "rematch", "take-back", "act", "instruct"):
                yield Command(what, token)
            yield Command("hello", token)
            yield Command("goodbye", token)
            yield Command("join", token)
        for what in ("join", "bot acts", "time passes", "restart", "admin mute", "admin close"):
            yield Command(what, seat=1 if what == "admin mute" else None)

    def run_command(self, command: Command) -> None:
        """Run a command. Refusals change nothing; those of an act are checked for cards of others."""
        with contextlib.suppress(ArmariumError):
            self._run_command(command)
        self.check_every_token()

    def _run_command(self, command: Command) -> None:
        session, name = self.session, f"i{next(_ids)}"
        what, token, number = command
        session.now += 1.0
        if what == "bot acts":
            self._act_for_bot()
        elif what == "time passes":
            session.now += 100.0
            self.apply_change(time_out(session))
        elif what == "restart":
            loaded = World(
                commands.load("t", self.entries, Seeds(70), n=9).table,
                self.entries,
                self.tokens,
                self.rights,
            )
            self.session, self.sockets = loaded.session, []
        elif what.startswith("admin"):
            do: Any = what.removeprefix("admin ")
            self.apply_change(moderation.moderate(session, do, number))
        elif what == "join" and token is None:
            new = self._make_token("joined")
            self.apply_change(links.join(session, "Di", new))
        elif what == "join":
            self._join(token or "")
        elif what == "link":
            assert token is not None and number is not None
            new = self._make_token("link")
            change = links.replace_link(session, token, number, new)
            self._inherit_access(token, number, new)
            self.apply_change(change)
        elif what == "forget":
            assert token is not None and number is not None
            self.apply_change(moderation.forget(session, number, token))
        else:
            self._run_seat_command(what, token or "", number, name)

    def _run_seat_command(self, what: str, token: str, number: int | None, name: str) -> None:
        session = self.session
        if what == "hello":
            self._join(token)
        seat = links.find_viewer(session, Hello(token=token))
        assert seat is not None
        at = number or 0
        if what == "hello":
            self.enter(token, seat)
            self.apply_change(stand_ins.come_back(session, seat))
        elif what == "goodbye":
            for socket in [one for one in self.sockets if one[0] == token]:
                self.sockets.remove(socket)
                session.count_connection(seat, -1)
        elif what == "act":
            self._act(token, seat, name)
        else:
            wish: Any = {
                "leave": lambda: LeaveSeat(name),
                "return": lambda: ReturnToSeat(name),
                "resign": lambda: Resign(name),
                "rematch": lambda: RequestRematch(),
                "take-back": lambda: RequestUndo(name, session.table.v),
                "instruct": lambda: SetAutoActions(name, ["pass always"]),
                "stand-in": lambda: RequestStandIn(name, at),
                "nudge": lambda: Nudge(name, at),
            }.get(what, lambda: HostRequest(name, what.removeprefix("host "), number))()  # type: ignore[arg-type]
            self.apply_change(commands.receive(session, seat, wish))

    def _join(self, token: str) -> None:
        """Take the seat of a link that the host made, as a hello does."""
        if links.is_unused(self.session.table, token):
            self.apply_change(links.claim_link(self.session, token, token))

    def _act(self, token: str, seat: int, name: str) -> None:
        """Try an invalid action, then the first legal one."""
        session, table = self.session, self.session.table
        if table.game is None or table.game.to_act != seat:
            return
        for text in ("bid 99", table.game.legal()[0]):
            try:
                self.apply_change(commands.receive(session, seat, Act(name, table.v, text)))
            except SeatHeld:
                raise
            except ArmariumError as refusal:
                if not self.may_see(token, seat):
                    raise Leak(
                        f"{token} is told what seat {seat} may do: {refusal.facts}"
                    ) from None

    def _act_for_bot(self) -> None:
        seat, table = self.session.bot_to_act, self.session.table
        if seat is None or table.game is None:
            return
        self.apply_change(
            commands.act(self.session, seat, [table.game.legal()[0]], table.v, bot=True)
        )

    def _make_token(self, kind: str) -> str:
        token = f"{kind}-{len(self.tokens)}"
        self.tokens.append(token)
        return token

    def _inherit_access(self, token: str, seat: int, new: str) -> None:
        """A player who replaces the link of their own seat keeps access."""
        if links.find_seat_of_token(self.session.table, token) == seat:
            round_ = self.session.table.round
            if (round_, seat, token) in self.rights:
                self.rights.add((round_, seat, new))


def normalize_view(view: dict[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


# ── moments of a game with two people and a bot ──────────────────────────────────────────────────


def make_first_world() -> World:
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(bot="random")]
    plan = NewTable(game="biblios", seats=seats, memory="odds")
    session, change, _ = commands.create("t", plan, Seeds(), ADA, now=1000.0)
    world = World(session.table, change.entries, [ADA, BO], set())
    world.apply_change(links.join(world.session, "Bo", BO))
    world.enter(ADA, 0)
    world.enter(BO, 1)
    return world


@cache
def make_moment(name: str) -> World:
    """`dealt`; `drawn`: Bo decides about a card; `bidding`; `paying`: Bo pays; `over`: Ada wants a rematch."""
    world, chance = make_first_world(), random.Random(4)
    for number in range(2000):
        table = world.session.table
        assert table.game is not None
        seat = table.game.to_act
        if name == "over" and seat is None:
            world.run_command(Command("rematch", ADA))
            return world
        assert seat is not None, "there is such a moment"
        view = table.game.view(seat)
        found = {
            "dealt": number == 0,
            "drawn": seat == 1 and view["step"] == "allocate" and number > 20,
            "bidding": view["step"] == "bid" and view["lot_number"] > 4,
            "paying": seat == 1 and view["step"] == "pay",
        }
        if found.get(name):
            return world
        text = chance.choice(table.game.legal())
        bot = table.chairs[seat].player is not None
        world.apply_change(commands.act(world.session, seat, [text], table.v, bot=bot))
    raise AssertionError(name)


MOMENTS = ("dealt", "drawn", "bidding", "paying", "over")


def try_pairs(name: str, every: int = 1, only: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    """Return how many ordered pairs were tried (one in `every`), and the pairs that leaked a hand."""
    tried, found = 0, []
    numbers = itertools.count()
    for first in make_moment(name).commands():
        if only and first.what not in only:
            continue
        begun = make_moment(name).copy()
        try:
            begun.run_command(first)
            begun.copy().run_command(Command("hello", begun.tokens[-1]))
        except Leak as leak:
            found.append(f"{first}: {leak}")
            continue
        for second in begun.commands():
            if next(numbers) % every or (only and second.what not in only):
                continue
            tried += 1
            world = begun.copy()
            try:
                world.run_command(second)
                world.run_command(Command("hello", world.tokens[-1]))
                world.run_command(Command("bot acts"))
            except Leak as leak:
                found.append(f"{first}; {second}: {leak}")
    return tried, found


@pytest.mark.parametrize("name", MOMENTS)
def test_a_sample_of_two_commands_shows_nobody_a_hand(name: str):
    tried, found = try_pairs(name, every=29)
    assert tried > 100
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", MOMENTS)
def test_no_two_commands_show_anybody_a_hand(name: str):
    tried, found = try_pairs(name)
    assert tried > 3000
    assert found == []


@pytest.mark.parametrize("seed", range(12))
def test_long_walks_through_all_commands_show_nobody_a_hand(seed: int):
    walk(seed)


@pytest.mark.thorough
def test_many_long_walks_show_nobody_a_hand():
    for seed in range(100, 250):
        walk(seed)


def walk(seed: int, steps: int = 40) -> None:
    chance = random.Random(seed)
    world, done = make_moment(MOMENTS[seed % len(MOMENTS)]).copy(), []
    for _ in range(steps):
        commands = [one for one in world.commands() if "close" not in one.what]
        command = chance.choice(commands)
        done.append(str(command))
        try:
            world.run_command(command)
            world.run_command(Command("bot acts"))
        except Leak as leak:
            raise AssertionError("; ".join(done)) from leak


# ── logs of earlier versions ─────────────────────────────────────────────────────────────────────


def test_a_player_with_a_replaced_link_in_an_older_log_plays_on():
    """In those logs a new link worked at once, without another entry. Its player keeps the seat in that round."""
    world = make_moment("drawn").copy()
    entries = [*world.entries, LinkReplaced(1, hash_token("older"))]
    session = commands.load("t", entries, Seeds(70), n=9)
    seat = links.find_viewer(session, Hello(token="older"))
    assert seat == 1
    view = msgspec.json.decode(encode(views.view_message(session, seat)))["view"]
    assert view["you"] == 1 and view["legal"]
    session.adopt(commands.receive(session, 1, Act("a1", session.table.v, view["legal"][0])))


# ── planted faults are found ─────────────────────────────────────────────────────────────────────


def test_the_test_detects_the_old_link_leak(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: a person who takes a seat during a round plays, and sees its cards, at once."""
    monkeypatch.setattr(links, "_wait_for_next_round", lambda *_: None)
    _, found = try_pairs("drawn", only=("host remove", "host person", "link", "join"))
    pairs = [leak.partition(":")[0] for leak in found]
    assert f"link {ADA} 1" in pairs
    assert f"host remove {ADA} 1; link {ADA} 1" in pairs
    assert f"host person {ADA} 2; join" in pairs


def test_the_test_detects_a_missing_viewer_check(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: a bot plays until the next round, but the person gets the seat's view."""
    monkeypatch.setattr(Table, "viewer_of", lambda self, seat, game=None: seat)
    _, found = try_pairs("drawn", every=29)
    assert any(leak.startswith(f"link {ADA} 1:") for leak in found)
