"""Auto-actions at a table without sockets: when they act, when they end, and who sees them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from armarium.server import commands, views
from armarium.server.connections import encode
from armarium.server.errors import IdUsed, NothingToTakeBack, TooFast
from armarium.server.extension import BadAutoAction
from armarium.server.features import auto_actions, undo
from armarium.server.features.seats import links
from armarium.server.records import read_record
from armarium.server.tables.log import Acted, AutoActionsSet, Entry
from armarium.server.tables.messages import Hello, RequestRematch, SetAutoActions
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.session import Change

SEATS = 3


class Sale:
    """A table of three at its first auction, its log, and what each viewer received; the last viewer is the public."""

    def __init__(self, seed: int = 5, **options: Any) -> None:
        seats = [SeatPlan(name="Ada"), *[SeatPlan(open=True)] * (SEATS - 1)]
        plan = NewTable(game="biblios", seats=seats, options=options)
        seeds = iter(range(seed, seed + 99))
        made = commands.create("t", plan, lambda: next(seeds).to_bytes(32, "little"), "token-0")
        self.session, change, _ = made
        self.entries: list[Entry] = list(change.entries)
        self.received: dict[int | None, list[dict[str, Any]]] = {
            n: [] for n in (*range(SEATS), None)
        }
        for seat in range(1, SEATS):
            self.apply_change(links.join(self.session, "", f"token-{seat}"))
        chance = random.Random(seed)
        while (view := self.view(self.to_act))["phase"] == "gift":
            self.act(chance.choice(view["legal"]))

    def apply_change(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        for viewer, received in self.received.items():
            messages = views.report(self.session, viewer, change)
            received += [msgspec.json.decode(encode(message)) for message in messages]
        return change

    def view(self, seat: int) -> dict[str, Any]:
        assert self.session.table.game is not None
        return self.session.table.game.view(seat)

    @property
    def to_act(self) -> int:
        assert self.session.table.game is not None
        seat = self.session.table.game.to_act
        assert seat is not None
        return seat

    @property
    def lot(self) -> str:
        return str(self.view(0)["lot_number"])

    def act(self, text: str) -> Change:
        return self.apply_change(
            commands.act(self.session, self.to_act, [text], self.session.table.v)
        )

    def set_auto_actions(self, seat: int, *texts: str, id_: str = "") -> Change:
        message = SetAutoActions(id_ or f"i{len(self.entries)}", list(texts))
        return self.apply_change(commands.receive(self.session, seat, message))

    def list_auto_actions(self, seat: int) -> list[str]:
        return list(self.session.table.chairs[seat].auto_actions)

    def pass_lots_until(self, wanted: str | None = None) -> None:
        """Pass by hand until a card of this category is up for auction."""
        was = self.lot
        while self.lot == was or (wanted and not self.view(0)["lot"].startswith(wanted)):
            self.act("pass")

    def find_rich_seat(self) -> int:
        """Return a seat that is to act and could pay 4 for the card."""
        while True:
            view = self.view(self.to_act)
            if not view["lot"].startswith(("gold", "church")) and count_gold(view) >= 4:
                return self.to_act
            self.act("pass")


def count_gold(view: dict[str, Any]) -> int:
    return sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))


def filter_kind(received: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [message for message in received if message["t"] == kind]


def test_a_limit_bids_the_smallest_raise_and_passes_when_it_is_reached():
    sale = Sale()
    seat = sale.find_rich_seat()
    sale.set_auto_actions(seat, f"up-to 3 on {sale.lot}")
    change = sale.apply_change(commands.act_automatically(sale.session))
    acted = change.entries[0]
    assert isinstance(acted, Acted) and (acted.action, acted.instructed) == ("bid 1", True)
    sale.act("pass")
    sale.act("bid 2")
    assert sale.apply_change(commands.act_automatically(sale.session)).entries[0].action == "bid 3"  # type: ignore[union-attr]
    sale.act("bid 4")
    assert sale.apply_change(commands.act_automatically(sale.session)).entries[0].action == "pass"  # type: ignore[union-attr]
    assert sale.list_auto_actions(seat) == []


def test_a_limit_ends_with_its_card():
    sale = Sale()
    seat, lot = sale.find_rich_seat(), sale.lot
    sale.set_auto_actions(seat, f"up-to 3 on {lot}", "pass tomes")
    while sale.lot == lot and sale.view(0)["step"] == "bid":
        sale.act("pass") if sale.to_act != seat else sale.apply_change(
            commands.act_automatically(sale.session)
        )
    assert sale.list_auto_actions(seat) == ["pass tomes"]
    with pytest.raises(BadAutoAction) as refused:
        sale.set_auto_actions(seat, f"up-to 3 on {lot}")
    assert refused.value.facts["reason"] == "instruction-past"


@pytest.mark.parametrize(
    "family", ["monks", "pigments", "holy-books", "manuscripts", "tomes", "gold", "church"]
)
def test_an_auto_pass_passes_on_its_category_until_cancelled(family: str):
    sale, passed, asked = Sale(), 0, 0
    sale.set_auto_actions(1, f"pass {family}")
    while int(sale.lot) < sale.view(0)["lots"]:
        now = auto_actions.next_auto_action(sale.session.table)
        if sale.to_act != 1:
            assert now is None
        elif sale.view(1)["lot"].startswith(family):
            assert now == (1, "pass")
            passed += 1
        else:
            assert now is None
            asked += 1
        sale.act("pass")
    assert passed and asked
    assert sale.list_auto_actions(1) == [f"pass {family}"]
    sale.set_auto_actions(1)
    assert sale.list_auto_actions(1) == []


def test_pass_until_gold_ends_when_gold_is_offered():
    sale = Sale()
    while sale.view(0)["lot"].startswith("gold"):
        sale.pass_lots_until()
    sale.set_auto_actions(1, "pass until gold")
    while not sale.view(0)["lot"].startswith("gold"):
        assert sale.list_auto_actions(1) == ["pass until gold"]
        if sale.to_act == 1:
            assert auto_actions.next_auto_action(sale.session.table) == (1, "pass")
        sale.act("pass")
    assert sale.list_auto_actions(1) == []
    while sale.to_act != 1:
        sale.act("pass")
    assert auto_actions.next_auto_action(sale.session.table) is None


def test_a_limit_on_one_card_takes_precedence_over_pass_always():
    sale = Sale()
    seat = sale.find_rich_seat()
    sale.set_auto_actions(seat, "pass always", f"up-to 2 on {sale.lot}")
    assert sale.list_auto_actions(seat) == [f"up-to 2 on {sale.lot}", "pass always"]
    assert auto_actions.next_auto_action(sale.session.table) == (seat, "bid 1")
    sale.set_auto_actions(seat, "pass always")
    assert auto_actions.next_auto_action(sale.session.table) == (seat, "pass")


def test_a_limit_never_bids_more_than_the_seat_can_pay():
    sale = Sale()
    seat = sale.find_rich_seat()
    most = count_gold(sale.view(seat))
    with pytest.raises(BadAutoAction) as refused:
        sale.set_auto_actions(seat, f"up-to {most + 1} on {sale.lot}")
    assert refused.value.facts == {
        "asked": f"up-to {most + 1} on {sale.lot}",
        "reason": "instruction-means",
        "allowed": most,
    }
    sale.set_auto_actions(seat, f"up-to {most} on {sale.lot}")
    assert sale.list_auto_actions(seat) == [f"up-to {most} on {sale.lot}"]


def test_a_limit_ends_when_its_card_is_auctioned_again():
    sale = Sale()
    while sale.view(0)["lot"].startswith("gold"):
        sale.pass_lots_until()
    lot, bluffs = sale.lot, sale.to_act
    other = (bluffs + 1) % SEATS
    sale.act("bid 60")  # more than anybody has
    sale.set_auto_actions(other, f"pass on {lot}", "pass monks")
    sale.apply_change(commands.act_automatically(sale.session))
    sale.act("pass")
    assert (sale.lot, sale.view(0)["barred"]) == (lot, [bluffs])
    assert sale.list_auto_actions(other) == ["pass monks"]
    with pytest.raises(BadAutoAction):
        sale.set_auto_actions(other, f"pass on {lot}")
    sale.set_auto_actions(other, f"pass on {lot}.1")
    assert sale.list_auto_actions(other) == [f"pass on {lot}.1"]


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["bid 5"], "instruction-form"),
        (["up-to 0 on 1"], "instruction-form"),
        (["up-to 3 on 01"], "instruction-form"),
        (["pass on monday"], "instruction-form"),
        (["pass until always"], "instruction-form"),
        (["pass\n"], "instruction-form"),
        (["pass on 20"], "instruction-past"),
        (["pass until gold", "pass until church"], "instruction-clash"),
    ],
)
def test_an_invalid_auto_action_is_refused_and_changes_nothing(texts: list[str], reason: str):
    sale = Sale()
    while sale.view(0)["lot"].startswith(("gold", "church")):
        sale.pass_lots_until()
    sale.set_auto_actions(0, "pass tomes")
    with pytest.raises(BadAutoAction) as refused:
        sale.set_auto_actions(0, *texts)
    assert refused.value.facts["reason"] == reason
    assert sale.list_auto_actions(0) == ["pass tomes"]


def test_auto_actions_need_a_seat_and_a_running_game():
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(open=True)])
    session, _, _ = commands.create("t", plan, lambda: bytes(32), "token")
    with pytest.raises(BadAutoAction) as refused:
        commands.receive(session, 0, SetAutoActions("a", ["pass always"]))
    assert refused.value.facts["reason"] == "instruction-early"


def test_a_game_without_auto_actions_refuses_them():
    plan = NewTable(game="bibliogamo", seats=[SeatPlan(name="Ada")])
    session, _, _ = commands.create("t", plan, lambda: bytes(32), "token")
    with pytest.raises(BadAutoAction) as refused:
        commands.receive(session, 0, SetAutoActions("a", ["pass always"]))
    assert refused.value.facts["reason"] == "instruction-none"
    assert commands.receive(session, 0, SetAutoActions("b", [])).entries == []


def test_auto_actions_are_sent_only_to_their_seat():
    sale = Sale()
    n, v, seat = sale.session.n, sale.session.table.v, sale.find_rich_seat()
    n, v = sale.session.n, sale.session.table.v
    before = {viewer: len(received) for viewer, received in sale.received.items()}
    sale.set_auto_actions(seat, f"up-to 3 on {sale.lot}")
    assert (sale.session.n, sale.session.table.v) == (n, v)
    new = {viewer: received[before[viewer] :] for viewer, received in sale.received.items()}
    assert new.pop(seat) == [
        {"t": "instructions", "instructions": [f"up-to 3 on {sale.lot}"], "acts": True}
    ]
    assert set(map(len, new.values())) == {0}


def test_others_cannot_tell_auto_actions_from_manual_ones():
    """Twin games: the same bids, once by hand and once by different limits."""
    received = []
    for limit in (None, 2, 3, 4):
        sale = Sale()
        seat = sale.find_rich_seat()
        before = {viewer: len(heard) for viewer, heard in sale.received.items()}
        if limit is None:
            sale.act("bid 1")
        else:
            sale.set_auto_actions(seat, f"up-to {limit} on {sale.lot}")
            sale.apply_change(commands.act_automatically(sale.session))
        others = {
            viewer: heard[before[viewer] :]
            for viewer, heard in sale.received.items()
            if viewer != seat
        }
        assert all(others.values())
        received.append((others, sale.session.n, sale.session.table.v))
        greetings = [
            [encode(message) for message in views.greet(sale.session, viewer, Hello())]
            for viewer in others
        ]
        received[-1] += (greetings,)  # type: ignore[assignment]
    assert all(one == received[0] for one in received[1:])


def test_auto_actions_cannot_be_undone():
    sale = Sale()
    seat = sale.find_rich_seat()
    sale.set_auto_actions(seat, f"up-to 3 on {sale.lot}")
    sale.apply_change(commands.act_automatically(sale.session))
    with pytest.raises(NothingToTakeBack):
        undo.undo_action(sale.session, seat, sale.session.table.v)


def test_an_auto_action_cancelled_at_the_last_moment_does_nothing():
    sale = Sale()
    seat = sale.find_rich_seat()
    sale.set_auto_actions(seat, f"up-to 3 on {sale.lot}")
    assert auto_actions.next_auto_action(sale.session.table) is not None
    sale.set_auto_actions(seat)
    v = sale.session.table.v
    assert sale.apply_change(commands.act_automatically(sale.session)).entries == []
    assert sale.session.table.v == v


def test_auto_actions_with_the_same_key_are_set_once():
    sale = Sale()
    sale.set_auto_actions(0, "pass tomes", id_="one")
    sale.set_auto_actions(0, "pass gold", id_="two")
    again = sale.set_auto_actions(0, "pass tomes", id_="one")
    assert (len(again.replies), sale.list_auto_actions(0)) == (1, ["pass gold"])
    with pytest.raises(IdUsed):
        commands.act(sale.session, 0, ["pass"], sale.session.table.v, "one")


def test_the_number_of_auto_action_changes_is_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(auto_actions, "MAX_AUTO_ACTION_CHANGES", 3)
    sale = Sale()
    for number in range(3):
        sale.set_auto_actions(0, *["pass tomes"] * (number % 2 == 0))
    with pytest.raises(TooFast):
        sale.set_auto_actions(0)
    sale.set_auto_actions(1, "pass tomes")


def test_auto_actions_survive_a_restart_and_end_with_the_round():
    sale = Sale()
    sale.set_auto_actions(0, "pass tomes", "pass gold")
    sale.set_auto_actions(1, "pass always")
    again = commands.load("t", sale.entries, lambda: bytes(32), n=9)
    assert [chair.auto_actions for chair in again.table.chairs] == [
        ("pass tomes", "pass gold"),
        ("pass always",),
        (),
    ]
    greeted = [encode(m) for m in views.greet(again, 1, Hello())]
    assert filter_kind([msgspec.json.decode(m) for m in greeted], "instructions")
    for viewer in (2, None):
        assert not any(b"pass always" in encode(m) for m in views.greet(again, viewer, Hello()))
    while sale.session.table.game is not None and sale.session.table.game.to_act is not None:
        sale.act("pass")
    assert [sale.list_auto_actions(seat) for seat in range(SEATS)] == [[], [], []]
    for seat in range(SEATS):
        sale.apply_change(commands.receive(sale.session, seat, RequestRematch()))
    assert sale.session.table.round == 2
    assert [sale.list_auto_actions(seat) for seat in range(SEATS)] == [[], [], []]


def test_the_record_does_not_contain_auto_actions():
    records = []
    for is_ordered in (False, True):
        sale = Sale()
        if is_ordered:
            sale.set_auto_actions(1, "pass always")
        while sale.session.table.game is not None and sale.session.table.game.to_act is not None:
            ordered = auto_actions.next_auto_action(sale.session.table)
            sale.apply_change(commands.act_automatically(sale.session)) if ordered else sale.act(
                "pass"
            )
        records.append(read_record("t", sale.entries, 1))
    assert records[0] == records[1]
    assert any(isinstance(entry, AutoActionsSet) for entry in sale.entries)
