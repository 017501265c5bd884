"""What a seat says beforehand, at a table without sockets: when it acts, when it ends, who is told."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from armarium.games.table.instructions import BadInstruction
from armarium.server.errors import IdUsed, NothingToTakeBack, TooFast
from armarium.server.net.wire import encode
from armarium.server.table import instructions, reports
from armarium.server.table.change import Change
from armarium.server.table.log import Acted, Entry, Instructed
from armarium.server.table.messages import Hello, Instruct, RematchWish
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.records import record_of
from armarium.server.table.session import Session

SEATS = 3


class Sale:
    """A table of three at its first auction, its log, and what each eye was told; the last is the public's."""

    def __init__(self, seed: int = 5, **options: Any) -> None:
        seats = [SeatPlan(name="Ada"), *[SeatPlan(open=True)] * (SEATS - 1)]
        plan = NewTable(game="biblios", seats=seats, options=options)
        seeds = iter(range(seed, seed + 99))
        made = Session.create("t", plan, lambda: next(seeds).to_bytes(32, "little"), "token-0")
        self.session, change, _ = made
        self.entries: list[Entry] = list(change.entries)
        self.told: dict[int | None, list[dict[str, Any]]] = {n: [] for n in (*range(SEATS), None)}
        for seat in range(1, SEATS):
            self.keep(self.session.join("", f"token-{seat}")[1])
        chance = random.Random(seed)
        while (view := self.view(self.to_act))["phase"] == "gift":
            self.act(chance.choice(view["legal"]))

    def keep(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        for eye, told in self.told.items():
            messages = reports.report(self.session, eye, change)
            told += [msgspec.json.decode(encode(message)) for message in messages]
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
        return self.keep(self.session.act(self.to_act, [text], self.session.table.v))

    def instruct(self, seat: int, *texts: str, id_: str = "") -> Change:
        message = Instruct(id_ or f"i{len(self.entries)}", list(texts))
        return self.keep(self.session.receive(seat, message))

    def stands(self, seat: int) -> list[str]:
        return list(self.session.table.chairs[seat].instructions)

    def next_lot(self, wanted: str | None = None) -> None:
        """By hand, with no bid, until a card of this family is on offer."""
        was = self.lot
        while self.lot == was or (wanted and not self.view(0)["lot"].startswith(wanted)):
            self.act("pass")

    def rich(self) -> int:
        """A seat that could pay 4 for the card on offer, and is to act."""
        while True:
            view = self.view(self.to_act)
            if not view["lot"].startswith(("gold", "church")) and instructions_means(view) >= 4:
                return self.to_act
            self.act("pass")


def instructions_means(view: dict[str, Any]) -> int:
    return sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))


def of_kind(told: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [message for message in told if message["t"] == kind]


def test_a_limit_bids_the_smallest_raise_and_passes_when_it_is_reached():
    sale = Sale()
    seat = sale.rich()
    sale.instruct(seat, f"up-to 3 on {sale.lot}")
    change = sale.keep(sale.session.act_as_instructed())
    acted = change.entries[0]
    assert isinstance(acted, Acted) and (acted.action, acted.instructed) == ("bid 1", True)
    sale.act("pass")
    sale.act("bid 2")
    assert sale.keep(sale.session.act_as_instructed()).entries[0].action == "bid 3"  # type: ignore[union-attr]
    sale.act("bid 4")
    assert sale.keep(sale.session.act_as_instructed()).entries[0].action == "pass"  # type: ignore[union-attr]
    assert sale.stands(seat) == []


def test_a_limit_ends_with_its_card():
    sale = Sale()
    seat, lot = sale.rich(), sale.lot
    sale.instruct(seat, f"up-to 3 on {lot}", "pass tomes")
    while sale.lot == lot and sale.view(0)["step"] == "bid":
        sale.act("pass") if sale.to_act != seat else sale.keep(sale.session.act_as_instructed())
    assert sale.stands(seat) == ["pass tomes"]
    with pytest.raises(BadInstruction) as refused:
        sale.instruct(seat, f"up-to 3 on {lot}")
    assert refused.value.facts["reason"] == "instruction-past"


@pytest.mark.parametrize(
    "family", ["monks", "pigments", "holy-books", "manuscripts", "tomes", "gold", "church"]
)
def test_a_standing_pass_passes_on_its_family_alone_until_it_is_cancelled(family: str):
    sale, passed, asked = Sale(), 0, 0
    sale.instruct(1, f"pass {family}")
    while int(sale.lot) < sale.view(0)["lots"]:
        now = instructions.acting(sale.session.table)
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
    assert sale.stands(1) == [f"pass {family}"]
    sale.instruct(1)
    assert sale.stands(1) == []


def test_pass_until_gold_ends_when_gold_is_offered():
    sale = Sale()
    while sale.view(0)["lot"].startswith("gold"):
        sale.next_lot()
    sale.instruct(1, "pass until gold")
    while not sale.view(0)["lot"].startswith("gold"):
        assert sale.stands(1) == ["pass until gold"]
        if sale.to_act == 1:
            assert instructions.acting(sale.session.table) == (1, "pass")
        sale.act("pass")
    assert sale.stands(1) == []
    while sale.to_act != 1:
        sale.act("pass")
    assert instructions.acting(sale.session.table) is None


def test_pass_always_passes_on_everything_and_one_card_goes_before_all():
    sale = Sale()
    seat = sale.rich()
    sale.instruct(seat, "pass always", f"up-to 2 on {sale.lot}")
    assert sale.stands(seat) == [f"up-to 2 on {sale.lot}", "pass always"]
    assert instructions.acting(sale.session.table) == (seat, "bid 1")
    sale.instruct(seat, "pass always")
    assert instructions.acting(sale.session.table) == (seat, "pass")


def test_a_limit_never_bids_beyond_the_means_of_its_seat():
    sale = Sale()
    seat = sale.rich()
    most = instructions_means(sale.view(seat))
    with pytest.raises(BadInstruction) as refused:
        sale.instruct(seat, f"up-to {most + 1} on {sale.lot}")
    assert refused.value.facts == {
        "asked": f"up-to {most + 1} on {sale.lot}",
        "reason": "instruction-means",
        "allowed": most,
    }
    sale.instruct(seat, f"up-to {most} on {sale.lot}")
    assert sale.stands(seat) == [f"up-to {most} on {sale.lot}"]


def test_a_card_that_is_offered_again_is_another_auction():
    sale = Sale()
    while sale.view(0)["lot"].startswith("gold"):
        sale.next_lot()
    lot, bluffs = sale.lot, sale.to_act
    other = (bluffs + 1) % SEATS
    sale.act("bid 60")  # more than anybody has
    sale.instruct(other, f"pass on {lot}", "pass monks")
    sale.keep(sale.session.act_as_instructed())
    sale.act("pass")
    assert (sale.lot, sale.view(0)["barred"]) == (lot, [bluffs])
    assert sale.stands(other) == ["pass monks"]
    with pytest.raises(BadInstruction):
        sale.instruct(other, f"pass on {lot}")
    sale.instruct(other, f"pass on {lot}.1")
    assert sale.stands(other) == [f"pass on {lot}.1"]


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
def test_what_cannot_be_followed_is_refused_and_nothing_changes(texts: list[str], reason: str):
    sale = Sale()
    while sale.view(0)["lot"].startswith(("gold", "church")):
        sale.next_lot()
    sale.instruct(0, "pass tomes")
    with pytest.raises(BadInstruction) as refused:
        sale.instruct(0, *texts)
    assert refused.value.facts["reason"] == reason
    assert sale.stands(0) == ["pass tomes"]


def test_before_the_game_and_without_a_seat_nothing_is_ordered():
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(open=True)])
    session, _, _ = Session.create("t", plan, lambda: bytes(32), "token")
    with pytest.raises(BadInstruction) as refused:
        session.receive(0, Instruct("a", ["pass always"]))
    assert refused.value.facts["reason"] == "instruction-early"


def test_a_game_without_instructions_says_so():
    plan = NewTable(game="bibliogamo", seats=[SeatPlan(name="Ada")])
    session, _, _ = Session.create("t", plan, lambda: bytes(32), "token")
    with pytest.raises(BadInstruction) as refused:
        session.receive(0, Instruct("a", ["pass always"]))
    assert refused.value.facts["reason"] == "instruction-none"
    assert session.receive(0, Instruct("b", [])).entries == []


def test_only_the_seat_itself_is_told_and_nothing_counts_on():
    sale = Sale()
    n, v, seat = sale.session.n, sale.session.table.v, sale.rich()
    n, v = sale.session.n, sale.session.table.v
    before = {eye: len(told) for eye, told in sale.told.items()}
    sale.instruct(seat, f"up-to 3 on {sale.lot}")
    assert (sale.session.n, sale.session.table.v) == (n, v)
    new = {eye: told[before[eye] :] for eye, told in sale.told.items()}
    assert new.pop(seat) == [
        {"t": "instructions", "instructions": [f"up-to 3 on {sale.lot}"], "acts": True}
    ]
    assert set(map(len, new.values())) == {0}


def test_what_others_see_is_the_same_by_hand_and_by_instruction_whatever_its_limit():
    """Twins: the same bids, once by hand and once by limits that differ."""
    told = []
    for limit in (None, 2, 3, 4):
        sale = Sale()
        seat = sale.rich()
        before = {eye: len(heard) for eye, heard in sale.told.items()}
        if limit is None:
            sale.act("bid 1")
        else:
            sale.instruct(seat, f"up-to {limit} on {sale.lot}")
            sale.keep(sale.session.act_as_instructed())
        others = {eye: heard[before[eye] :] for eye, heard in sale.told.items() if eye != seat}
        assert all(others.values())
        told.append((others, sale.session.n, sale.session.table.v))
        greetings = [
            [encode(message) for message in reports.greeting(sale.session, eye, Hello())]
            for eye in others
        ]
        told[-1] += (greetings,)  # type: ignore[assignment]
    assert all(one == told[0] for one in told[1:])


def test_what_was_ordered_is_not_taken_back():
    sale = Sale()
    seat = sale.rich()
    sale.instruct(seat, f"up-to 3 on {sale.lot}")
    sale.keep(sale.session.act_as_instructed())
    with pytest.raises(NothingToTakeBack):
        sale.session.take_back(seat, sale.session.table.v)


def test_cancelled_at_the_last_moment_it_does_nothing():
    sale = Sale()
    seat = sale.rich()
    sale.instruct(seat, f"up-to 3 on {sale.lot}")
    assert instructions.acting(sale.session.table) is not None
    sale.instruct(seat)
    v = sale.session.table.v
    assert sale.keep(sale.session.act_as_instructed()).entries == []
    assert sale.session.table.v == v


def test_an_id_says_its_instructions_once():
    sale = Sale()
    sale.instruct(0, "pass tomes", id_="one")
    sale.instruct(0, "pass gold", id_="two")
    again = sale.instruct(0, "pass tomes", id_="one")
    assert (len(again.replies), sale.stands(0)) == (1, ["pass gold"])
    with pytest.raises(IdUsed):
        sale.session.act(0, ["pass"], sale.session.table.v, "one")


def test_a_seat_may_change_its_mind_often_but_not_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(instructions, "MOST_INSTRUCTED", 3)
    sale = Sale()
    for number in range(3):
        sale.instruct(0, *["pass tomes"] * (number % 2 == 0))
    with pytest.raises(TooFast):
        sale.instruct(0)
    sale.instruct(1, "pass tomes")


def test_the_log_keeps_them_and_a_rematch_does_not():
    sale = Sale()
    sale.instruct(0, "pass tomes", "pass gold")
    sale.instruct(1, "pass always")
    again = Session.load("t", sale.entries, lambda: bytes(32), n=9)
    assert [chair.instructions for chair in again.table.chairs] == [
        ("pass tomes", "pass gold"),
        ("pass always",),
        (),
    ]
    greeted = [encode(m) for m in reports.greeting(again, 1, Hello())]
    assert of_kind([msgspec.json.decode(m) for m in greeted], "instructions")
    for eye in (2, None):
        assert not any(b"pass always" in encode(m) for m in reports.greeting(again, eye, Hello()))
    while sale.session.table.game is not None and sale.session.table.game.to_act is not None:
        sale.act("pass")
    assert [sale.stands(seat) for seat in range(SEATS)] == [[], [], []]
    for seat in range(SEATS):
        sale.keep(sale.session.receive(seat, RematchWish()))
    assert sale.session.table.round == 2
    assert [sale.stands(seat) for seat in range(SEATS)] == [[], [], []]


def test_the_record_knows_nothing_of_them():
    records = []
    for is_ordered in (False, True):
        sale = Sale()
        if is_ordered:
            sale.instruct(1, "pass always")
        while sale.session.table.game is not None and sale.session.table.game.to_act is not None:
            ordered = instructions.acting(sale.session.table)
            sale.keep(sale.session.act_as_instructed()) if ordered else sale.act("pass")
        records.append(record_of(sale.session.table, 1, "9999-12-31"))
    assert records[0] == records[1]
    assert any(isinstance(entry, Instructed) for entry in sale.entries)
