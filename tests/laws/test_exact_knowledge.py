"""Knowledge is exact from both sides: a view never says more than its observer can know, and hardly ever less.

The other side is the independent eye (tests/twins/biblios/eye.py), which enumerates every world that fits what
was told.
"""

from collections import Counter
from copy import deepcopy
from functools import cache

import pytest

from tests.laws.known_places import compared, told
from tests.laws.watching import golden, ordinary, watched
from tests.twins.biblios.eye import Eye

NEWS = {"card-paid", "card-stolen", "card-lost", "lot-turned-up", "lot-bought", "hands-revealed"}


def is_news(events):
    """Did a card of the auctions move? What bids and passes tell is no knowledge (B-6.5)."""
    return not NEWS.isdisjoint(event["event"] for event in events)


# ---------------------------------------------------------------- simple histories, where nothing may be lost


@cache
def after_gifts(seats, penalty, open_collections):
    """A golden game at the beginning of its auctions, and every eye that has watched it."""
    game, players = golden(seats - 2, penalty=penalty, open_collections=open_collections)
    eyes = {who: Eye(game.view(who), 20_000) for who in (None, *range(seats))}
    while game.truth()["phase"] == "gift":
        game.play(players[0](game.legal(), None, None))
        for who, eye in eyes.items():
            eye.watch(game.seen(who), game.view(who))
    return game, eyes


class WatchedGame:
    """A golden game, watched by every eye and checked after each action of its auctions."""

    def __init__(self, seats, penalty="standard", *, open_collections=False):
        game, eyes = after_gifts(seats, penalty, open_collections)
        self.game, self.eyes = game.copy(), deepcopy(eyes)

    def do(self, action):
        self.game.play(action)
        for who, eye in self.eyes.items():
            view, events = self.game.view(who), self.game.seen(who)
            eye.watch(events, view)
            if is_news(events):
                assert compared(view, eye) == ({}, {}), (who, action)

    def next_lot(self, gold):
        """Let lots go until one is gold, or is not."""
        while self.game.truth()["lot"].startswith("gold") != gold:
            self.do("pass")

    def bid(self, seat, amount):
        """One bid, and all others pass; until the lot is to be paid, or the bidder was barred."""
        while not (view := self.game.view(None))["barred"] and view["step"] == "bid":
            self.do(f"bid {amount}" if self.game.to_act == seat else "pass")

    def buy_gold(self, seat, number):
        """A gold lot, paid with so many cards face down, in turn the first and the last; returns the lot."""
        self.next_lot(gold=True)
        lot = self.game.view(None)["lot"]
        self.bid(seat, number)
        for n in range(number):
            self.do([text for text in self.game.legal() if text != "refuse"][-(n % 2)])
        return lot

    def buy_openly(self, seat):
        """A card for one gold, shown to all."""
        self.next_lot(gold=False)
        self.bid(seat, 1)
        self.do(self.game.legal()[0])
        if self.game.view(None)["step"] == "church":
            self.do("decline")

    def bluff(self, seat):
        """A bid that nobody can pay; then the card is let go."""
        self.next_lot(gold=False)
        self.bid(seat, 66)
        while self.game.view(None)["barred"]:
            self.do("pass")


@pytest.fixture(params=[2, 3, 4], ids="{} seats".format)
def seats(request):
    return request.param


def test_one_card_paid_face_down(seats):
    """Of several equal cards only one can have gone: the others are still known to be there."""
    table = WatchedGame(seats)
    before = Counter(table.game.view(None)["seats"][1]["known"])
    assert max(before.values()) > 1, "the scene must have equal cards"
    lot = table.buy_gold(1, 1)
    after = Counter(table.game.view(None)["seats"][1]["known"])
    assert after == Counter({card: n - 1 for card, n in before.items() if n > 1}) + Counter([lot])


def test_two_payments_of_one_hand_and_a_card_shown_between(seats):
    table = WatchedGame(seats)
    table.buy_gold(1, 1)
    table.buy_openly(1)
    table.buy_gold(1, 2)
    table.buy_openly(1)


def test_payments_of_two_hands(seats):
    table = WatchedGame(seats)
    table.buy_gold(0, 2)
    table.buy_gold(1, 1)
    table.buy_openly(0)


def test_a_whole_hand_is_paid(seats):
    """Only the card bought is left, and everyone knows that the others lie among the discards."""
    game = WatchedGame(seats).game
    before = game.view(None)
    while not game.truth()["lot"].startswith("gold"):
        game.play("pass")
    lot = game.truth()["lot"]
    while game.view(None)["step"] == "bid":
        game.play(f"bid {before['seats'][1]['size']}" if game.to_act == 1 else "pass")
    while game.view(None)["step"] == "pay":
        game.play(game.legal()[0])
    after = game.view(None)
    assert after["seats"][1]["known"] == [lot] and not after["seats"][1]["maybe"]
    hidden = {card: n for (place, card), n in told(after)[0].items() if place == "hidden"}
    assert not Counter(before["seats"][1]["known"]) - Counter(hidden)


def test_one_theft_then_the_taker_shows(seats):
    table = WatchedGame(seats)
    table.bluff(0)
    table.buy_openly(1)
    table.buy_openly(1)


def test_one_theft_then_the_robbed_shows(seats):
    table = WatchedGame(seats)
    table.bluff(0)
    table.buy_openly(0)


def test_two_thefts_then_one_is_shown():
    table = WatchedGame(2)
    table.bluff(0)
    table.bluff(0)
    table.buy_openly(1)
    table.buy_openly(0)


def test_a_theft_and_one_in_return():
    table = WatchedGame(2)
    table.bluff(0)
    table.bluff(1)
    table.buy_openly(0)


def test_a_theft_then_the_taker_pays_face_down(seats):
    table = WatchedGame(seats)
    table.bluff(0)
    table.buy_gold(1, 1)
    table.buy_openly(1)


def test_a_bluff_discard(seats):
    table = WatchedGame(seats, "medieval-bluff")
    table.bluff(0)
    table.bluff(0)
    table.buy_openly(0)
    table.buy_gold(1, 1)
    table.bluff(1)


def test_open_collections(seats):
    table = WatchedGame(seats, open_collections=True)
    table.bluff(0)
    table.buy_gold(1, 2)
    table.buy_openly(1)


# ---------------------------------------------------------------- random histories


def check(make, games, limit):
    """Positions of many games, compared; returns what was counted."""
    found = Counter()
    for index in games:
        game, players = make(index)
        for who, view, eye in watched(game, players, limit):
            if not is_news(game.seen(who)):
                continue
            wrong, lost = compared(view, eye)
            assert not wrong, (make.__name__, index, len(game.actions), who, wrong)
            found["positions"] += 1
            found["uncertain"] += len(eye) > 1
            found["worlds"] += len(eye)
            found["incomplete"] += bool(lost)
            assert_consistent(view)
    return found


def assert_consistent(view):
    """The other keys of a view say the same as its rows."""
    known, possible = told(view)
    for seat, entry in enumerate(view["seats"]):
        place = f"hand-{seat}"
        assert Counter(entry["known"]) == Counter(entry["open"]) + Counter(
            {card: n for (where, card), n in known.items() if where == place}
        )
        assert Counter(maybe["card"] for maybe in entry["maybe"]) == Counter(
            {card: n for (where, card), n in possible.items() if where == place}
        ) - Counter({card: n for (where, card), n in known.items() if where == place})
    if view["you"] is not None:
        assert view["seats"][view["you"]]["known"] == view["hand"]
        assert not view["seats"][view["you"]]["maybe"]
        assert not Counter(view["placed"]) - Counter(
            {card: n for (where, card), n in known.items() if where == "auction"}
        )
    rows = view["knowledge"]["you"]
    total, certain = Counter(card for row in rows for card in row["cards"]), Counter()
    for (_, card), n in known.items():
        certain[card] += n
    assert Counter(view["unseen"]) == total - certain
    everyone = told(view, "everyone")
    assert not everyone[0] - known, "what everyone knows, every seat knows"
    assert not {key for key in possible if not everyone[1][key]}


def report(found, capsys):
    with capsys.disabled():
        print(
            f"\n{found['positions']:,} positions, {found['uncertain']:,} of them uncertain, "
            f"{found['worlds']:,} worlds; incomplete: {found['incomplete']}"
        )


def test_ordinary_games(capsys):
    found = check(ordinary, range(18), 400)
    report(found, capsys)
    assert found["uncertain"] > 300
    assert found["incomplete"] <= found["positions"] // 200


def test_golden_games(capsys):
    found = check(golden, range(12), 400)
    report(found, capsys)
    assert found["uncertain"] > 300
    assert found["incomplete"] <= found["positions"] // 200


@pytest.mark.slow
@pytest.mark.parametrize("make", [ordinary, golden], ids=lambda make: make.__name__)
def test_many_games(make, capsys):
    found = check(make, range(1000, 1100), 2000)
    report(found, capsys)
    assert found["incomplete"] <= found["positions"] // 200
