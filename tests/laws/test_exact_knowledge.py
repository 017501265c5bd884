"""Knowledge is exact: a view never shows more than its viewer can know, and hardly ever less.

The other side is the independent viewer (tests/twins/biblios/viewer.py), which enumerates every world that fits what
the viewer has seen.
"""

from collections import Counter
from copy import deepcopy
from functools import cache

import pytest

from tests.laws.known_places import compare_knowledge, read_view
from tests.laws.watching import make_gold_heavy_game, make_ordinary_game, watch_game
from tests.twins.biblios.viewer import IndependentViewer

NEWS = {"card-paid", "card-stolen", "card-lost", "lot-turned-up", "lot-bought", "hands-revealed"}


def is_news(events):
    """Return True if a card moved. Bids and passes are not knowledge (B-6.5)."""
    return not NEWS.isdisjoint(event["event"] for event in events)


# ---------------------------------------------------------------- simple histories, where nothing may be lost


@cache
def play_gifts(seats, penalty, open_collections):
    """Return a gold-heavy game at the start of its auctions, and every viewer that watched it."""
    game, players = make_gold_heavy_game(
        seats - 2, penalty=penalty, open_collections=open_collections
    )
    viewers = {who: IndependentViewer(game.view(who), 20_000) for who in (None, *range(seats))}
    while game.truth()["phase"] == "gift":
        game.play(players[0](game.legal(), None, None))
        for who, viewer in viewers.items():
            viewer.watch(game.seen(who), game.view(who))
    return game, viewers


class WatchedGame:
    """A gold-heavy game, watched by every viewer and checked after each action of its auctions."""

    def __init__(self, seats, penalty="standard", *, open_collections=False):
        game, viewers = play_gifts(seats, penalty, open_collections)
        self.game, self.viewers = game.copy(), deepcopy(viewers)

    def play(self, action):
        self.game.play(action)
        for who, viewer in self.viewers.items():
            view, events = self.game.view(who), self.game.seen(who)
            viewer.watch(events, view)
            if is_news(events):
                assert compare_knowledge(view, viewer) == ({}, {}), (who, action)

    def pass_lots_until(self, gold):
        """Pass on lots until one is gold, or until one is not."""
        while self.game.truth()["lot"].startswith("gold") != gold:
            self.play("pass")

    def bid(self, seat, amount):
        """Bid once and let all others pass, until the bidder must pay or is barred."""
        while not (view := self.game.view(None))["barred"] and view["step"] == "bid":
            self.play(f"bid {amount}" if self.game.to_act == seat else "pass")

    def buy_gold(self, seat, number):
        """Buy a gold lot with this many face-down cards, alternating first and last. Return the lot."""
        self.pass_lots_until(gold=True)
        lot = self.game.view(None)["lot"]
        self.bid(seat, number)
        for n in range(number):
            self.play([text for text in self.game.legal() if text != "refuse"][-(n % 2)])
        return lot

    def buy_openly(self, seat):
        """Buy a card for one gold, which is shown to all."""
        self.pass_lots_until(gold=False)
        self.bid(seat, 1)
        self.play(self.game.legal()[0])
        if self.game.view(None)["step"] == "church":
            self.play("decline")

    def bid_beyond_means(self, seat):
        """Make a bid that the seat cannot pay, then pass on the card."""
        self.pass_lots_until(gold=False)
        self.bid(seat, 66)
        while self.game.view(None)["barred"]:
            self.play("pass")


@pytest.fixture(params=[2, 3, 4], ids="{} seats".format)
def seats(request):
    return request.param


def test_one_card_paid_face_down(seats):
    """When one of several equal cards may have left, the others are still known to be there."""
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
    hidden = {card: n for (place, card), n in read_view(after)[0].items() if place == "hidden"}
    assert not Counter(before["seats"][1]["known"]) - Counter(hidden)


def test_one_theft_then_the_taker_shows(seats):
    table = WatchedGame(seats)
    table.bid_beyond_means(0)
    table.buy_openly(1)
    table.buy_openly(1)


def test_one_theft_then_the_robbed_shows(seats):
    table = WatchedGame(seats)
    table.bid_beyond_means(0)
    table.buy_openly(0)


def test_two_thefts_then_one_is_shown():
    table = WatchedGame(2)
    table.bid_beyond_means(0)
    table.bid_beyond_means(0)
    table.buy_openly(1)
    table.buy_openly(0)


def test_a_theft_and_one_in_return():
    table = WatchedGame(2)
    table.bid_beyond_means(0)
    table.bid_beyond_means(1)
    table.buy_openly(0)


def test_a_theft_then_the_taker_pays_face_down(seats):
    table = WatchedGame(seats)
    table.bid_beyond_means(0)
    table.buy_gold(1, 1)
    table.buy_openly(1)


def test_a_bluff_discard(seats):
    table = WatchedGame(seats, "medieval-bluff")
    table.bid_beyond_means(0)
    table.bid_beyond_means(0)
    table.buy_openly(0)
    table.buy_gold(1, 1)
    table.bid_beyond_means(1)


def test_open_collections(seats):
    table = WatchedGame(seats, open_collections=True)
    table.bid_beyond_means(0)
    table.buy_gold(1, 2)
    table.buy_openly(1)


# ---------------------------------------------------------------- random histories


def compare_games(make, games, limit):
    """Compare the positions of many games. Return the counts."""
    found = Counter()
    for index in games:
        game, players = make(index)
        for who, view, viewer in watch_game(game, players, limit):
            if not is_news(game.seen(who)):
                continue
            wrong, lost = compare_knowledge(view, viewer)
            assert not wrong, (make.__name__, index, len(game.actions), who, wrong)
            found["positions"] += 1
            found["uncertain"] += len(viewer) > 1
            found["worlds"] += len(viewer)
            found["incomplete"] += bool(lost)
            assert_consistent(view)
    return found


def assert_consistent(view):
    """Check that the other keys of a view agree with its rows."""
    known, possible = read_view(view)
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
    everyone = read_view(view, "everyone")
    assert not everyone[0] - known, "what everyone knows, every seat knows"
    assert not {key for key in possible if not everyone[1][key]}


def report(found, capsys):
    with capsys.disabled():
        print(
            f"\n{found['positions']:,} positions, {found['uncertain']:,} of them uncertain, "
            f"{found['worlds']:,} worlds; incomplete: {found['incomplete']}"
        )


def test_ordinary_games(capsys):
    found = compare_games(make_ordinary_game, range(18), 400)
    report(found, capsys)
    assert found["uncertain"] > 300
    assert found["incomplete"] <= found["positions"] // 200


def test_golden_games(capsys):
    found = compare_games(make_gold_heavy_game, range(12), 400)
    report(found, capsys)
    assert found["uncertain"] > 300
    assert found["incomplete"] <= found["positions"] // 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "make", [make_ordinary_game, make_gold_heavy_game], ids=lambda make: make.__name__
)
def test_many_games(make, capsys):
    found = compare_games(make, range(1000, 1100), 2000)
    report(found, capsys)
    assert found["incomplete"] <= found["positions"] // 200
