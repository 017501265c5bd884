"""B-3 Auction phase: bidding and paying. What happens to those who cannot pay is in test_penalty.py."""

from collections import Counter

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.why import why_not

from .scenes import (
    TURNS,
    bid_alone,
    buy,
    find_event,
    list_names,
    pass_all,
    play,
    play_to_auctions,
    set_up_auction,
)

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
THREE = [["gold-1", "gold-2"], ["gold-2", "gold-3"], ["gold-3"]]


def list_bids(low, high=66):
    return [f"bid {n}" for n in range(low, high + 1)]


@SEATS
def test_b_3_1_the_pile_is_shuffled(seats):
    orders = set()
    for seed in range(6):
        game = play_to_auctions(Game.new(seats, seed=seed, deal=list_deal(seats)))
        truth = game.truth()
        orders.add((truth["lot"], *truth["auction"]))
    assert len(orders) == 6 and len({tuple(sorted(order)) for order in orders}) == 1


def list_deal(seats):
    truth = Game.new(seats, seed=99).truth()
    box = Counter(truth["box"])
    for gold in ("gold-1", "gold-2", "gold-3"):
        box[gold] -= {2: 2, 3: 1, 4: 0}[seats]
    return {"draw": truth["draw"], "box": list(box.elements()), "first": 0}


@SEATS
def test_b_3_1_one_at_a_time_and_the_role_moves_left_after_each_card(seats):
    """Bought or not: the first is bought, the others are not."""
    game = set_up_auction([["gold-1"], *[[]] * (seats - 1)], ["tomes-1a"], first=1)
    assert game.truth()["active"] == 1
    turned_up = [(1, "tomes-1a")]
    events = buy(game, 0, 1, "gold-1")
    while True:
        turned_up += [(e["seat"], e["card"]) for e in events if e["event"] == "lot-turned-up"]
        if game.to_act is None:
            break
        assert game.truth()["lot"] == turned_up[-1][1]
        events = game.play("pass")
    assert [seat for seat, _ in turned_up] == [(1 + n) % seats for n in range(TURNS[seats])]


def test_b_3_1_a_re_auction_does_not_move_it():
    game = set_up_auction(THREE, ["tomes-1a", "tomes-1b"])
    bid_alone(game, 2, 50)
    assert game.truth()["lot"] == "tomes-1a" and game.truth()["active"] == 0
    buy(game, 1, 2, "gold-2")
    assert game.truth()["lot"] == "tomes-1b" and game.truth()["active"] == 1


@SEATS
def test_b_3_2_the_left_of_the_active_player_speaks_first_and_the_active_player_last(seats):
    game = set_up_auction([[]] * seats, first=1)
    spoke = []
    while game.truth()["active"] == 1:
        spoke.append(game.to_act)
        game.play("pass")
    assert spoke == [(2 + n) % seats for n in range(seats)]


def test_b_3_2_clockwise_as_often_as_needed():
    game = set_up_auction(THREE, ["tomes-1a"])
    spoke = []
    for action in ("bid 1", "bid 2", "bid 3", "bid 4", "pass", "bid 5"):
        spoke.append(game.to_act)
        game.play(action)
    assert spoke == [1, 2, 0, 1, 2, 0] and game.to_act == 1


def test_b_3_3_a_bid_is_at_least_1_and_higher_than_every_earlier_one():
    game = set_up_auction(THREE, ["tomes-1a"])
    assert game.legal() == [*list_bids(1), "pass"]
    game.play("bid 4")
    assert game.legal() == [*list_bids(5), "pass"]
    game.play("bid 9")
    assert game.legal() == [*list_bids(10), "pass"]


def test_b_3_3_who_has_passed_is_out_until_the_next_auction():
    game = set_up_auction(THREE, ["tomes-1a", "tomes-1b"])
    play(game, "pass", "bid 1", "bid 2", "bid 3")
    assert game.to_act == 0 and game.view(None)["passed"] == [1]  # seat 1 was left out
    play(game, "pass", "pay gold-3")
    assert game.truth()["lot"] == "tomes-1b" and game.view(None)["passed"] == []
    game.play("pass")
    game.play("pass")
    assert game.to_act == 1


def test_b_3_3_a_re_auction_forgets_passes_and_bids():
    game = set_up_auction(THREE, ["tomes-1a"])
    play(game, "pass", "bid 60", "pass")
    view = game.view(None)
    assert (
        view["passed"] == []
        and view["bid"] == 0
        and view["leader"] is None
        and view["barred"] == [2]
    )
    assert game.to_act == 1 and game.legal()[0] == "bid 1"


def test_b_3_4_when_only_the_highest_bidder_is_left_that_player_has_won():
    game = set_up_auction(THREE, ["tomes-1a"])
    play(game, "bid 1", "bid 2", "pass")
    assert "lot-won" not in list_names(game.seen(None))
    events = game.play("pass")
    assert find_event(events, "lot-won") == {
        "event": "lot-won",
        "seat": 2,
        "card": "tomes-1a",
        "amount": 2,
    }
    assert game.to_act == 2 and game.view(2)["owed"] == 2


def test_b_3_4_if_all_pass_the_card_is_discarded_face_up_without_penalty():
    game = set_up_auction(THREE, ["tomes-1a", "tomes-1b"])
    hands = game.truth()["hands"]
    assert list_names(play(game, "pass", "pass", "pass")) == [
        "passed",
        "lot-discarded",
        "lot-turned-up",
    ]
    assert "tomes-1a" in game.view(None)["discard"] and game.truth()["hands"] == hands


def test_b_3_4_the_last_player_still_in_may_bid_or_pass():
    game = set_up_auction(THREE, ["tomes-1a"])
    play(game, "pass", "pass")
    assert game.to_act == 0 and game.legal() == [*list_bids(1), "pass"]
    events = game.play("bid 3")
    assert find_event(events, "lot-won")["seat"] == 0 and game.to_act == 0


@pytest.mark.parametrize("lot", ["tomes-1a", "monks-4h", "church+1"])
def test_b_3_5_a_category_or_church_card_is_paid_in_gold_shown_to_all(lot):
    game = set_up_auction(THREE, [lot])
    bid_alone(game, 1, 5)
    assert game.legal() == ["pay gold-2", "pay gold-3"]
    game.play("pay gold-2")
    for viewer in (0, 1, 2, None):
        paid = {"event": "card-paid", "seat": 1, "face": "up", "card": "gold-2"}
        assert find_event(game.seen(viewer), "card-paid") == paid
        assert game.view(viewer)["paid"] == ["gold-2"] and game.view(viewer)["owed"] == 3
        assert "gold-2" in game.view(viewer)["discard"]
    game.play("pay gold-3")
    assert "gold-3" in game.view(None)["discard"] and game.view(None)["discard_hidden"] == 0


def test_b_3_5_no_change_is_given():
    game = set_up_auction(THREE, ["tomes-1a"])
    buy(game, 2, 2, "gold-3")
    assert not any(card.startswith("gold") for card in game.truth()["hands"][2])


@pytest.mark.parametrize("paid", [["gold-3"], ["gold-1", "gold-3"], ["gold-1", "gold-1"]])
def test_b_3_5_more_may_be_paid_as_far_as_the_last_card_carries_it_over(paid):
    game = set_up_auction(
        [[], ["gold-1", "gold-1", "gold-3", "gold-3"], []], ["tomes-1a", "tomes-1b"]
    )
    buy(game, 1, 2, *paid)
    assert game.truth()["lot"] == "tomes-1b" and "tomes-1a" in game.truth()["hands"][1]


def test_b_3_6_a_gold_card_is_paid_in_exactly_as_many_cards_of_any_kind():
    game = set_up_auction([[], ["monks-2a", "gold-2"], []], ["gold-3", "tomes-1a"])
    size = len(game.truth()["hands"][1])
    bid_alone(game, 1, 2)
    assert game.legal() == [f"pay {card}" for card in game.truth()["hands"][1]]
    play(game, "pay gold-2", "pay monks-2a")
    hand = game.truth()["hands"][1]
    assert len(hand) == size - 2 + 1 and "gold-3" in hand and "gold-2" not in hand


def test_b_3_6_discarded_face_down_and_nobody_else_learns_which():
    game = set_up_auction([[], ["monks-2a"], []], ["gold-3"])
    buy(game, 1, 1, "monks-2a")
    face_up = game.view(None)["discard"]
    assert "monks-2a" in game.truth()["discard"] and "monks-2a" not in face_up
    assert game.view(1)["paid_hidden"] == ["monks-2a"] and game.view(None)["discard_hidden"] == 1
    for viewer in (0, 2, None):
        assert "card" not in find_event(game.seen(viewer), "card-paid")
        assert game.view(viewer)["paid_hidden"] == []
    assert find_event(game.seen(1), "card-paid")["card"] == "monks-2a"


def test_b_3_6_while_a_gold_card_is_paid_others_see_only_how_many():
    game = set_up_auction([[], ["monks-2a"], []], ["gold-3"])
    bid_alone(game, 1, 2)
    game.play("pay monks-2a")
    for viewer in (0, 1, 2, None):
        view = game.view(viewer)
        assert view["paid_count"] == 1 and view["owed"] == 1
        assert view["paid"] == (["monks-2a"] if viewer == 1 else [])
        assert (view["payment"] is not None) == (viewer == 1)


def test_b_3_7_the_winner_takes_the_card_into_the_hand():
    game = set_up_auction(THREE, ["tomes-1a", "gold-1"])
    assert find_event(buy(game, 2, 1, "gold-3"), "lot-bought") == {
        "event": "lot-bought", "seat": 2, "card": "tomes-1a", "amount": 1,
    }  # fmt: skip
    assert (
        "tomes-1a" in game.truth()["hands"][2] and "tomes-1a" in game.view(0)["seats"][2]["known"]
    )
    buy(game, 2, 1, "tomes-1a")
    assert "gold-1" in game.truth()["hands"][2]


@pytest.mark.parametrize("edition", ["iello", "scripts-and-scribes"])
@pytest.mark.parametrize("lot", ["tomes-1a", "gold-1"])
def test_b_3_8_bidding_beyond_ones_means_is_allowed(edition, lot):
    game = set_up_auction([[], [], []], [lot], edition=edition)
    assert game.legal() == [*list_bids(1), "pass"]


@pytest.mark.parametrize(("lot", "means"), [("tomes-1a", 5), ("church-1", 5), ("gold-1", 18)])
def test_b_3_8_the_manual_forbids_it(lot, means):
    game = set_up_auction(THREE, [lot], edition="manual")
    assert len(game.truth()["hands"][1]) == 18
    assert game.legal() == [*list_bids(1, means), "pass"]
    game.play("bid 3")
    left = 3 if means == 5 else len(game.truth()["hands"][2])
    assert game.legal() == [*list_bids(4, left), "pass"]


def test_b_3_12_paying_ends_when_the_debt_is_met():
    game = set_up_auction([[], ["gold-1", "gold-2", "gold-3"], []], ["tomes-1a", "tomes-1b"])
    bid_alone(game, 1, 3)
    branch = game.copy()
    branch.play("pay gold-3")
    assert branch.truth()["lot"] == "tomes-1b"  # a bid of 3 is not paid 3 + 3
    game.play("pay gold-1")
    assert game.legal() == ["pay gold-2", "pay gold-3"] and game.view(1)["owed"] == 2
    game.play("pay gold-2")
    assert game.truth()["lot"] == "tomes-1b"


def test_b_3_12_a_winner_who_can_pay_must_pay():
    game = set_up_auction(THREE, ["tomes-1a"])
    bid_alone(game, 1, 2)
    assert game.legal() == ["pay gold-2", "pay gold-3"]


def test_b_3_12_the_manual_lets_the_winner_refuse_before_the_first_card():
    game = set_up_auction(THREE, ["tomes-1a"], edition="manual")
    bid_alone(game, 1, 4)
    assert game.legal() == ["pay gold-2", "pay gold-3", "refuse"]
    branch = game.copy()
    branch.play("pay gold-2")
    assert branch.legal() == ["pay gold-3"]
    events = game.play("refuse")
    assert list_names(events) == [
        "refused-to-pay",
        "card-stolen",
        "card-stolen",
        "lot-offered-again",
    ]
    assert game.view(None)["barred"] == [1]


@pytest.mark.parametrize("lot", ["tomes-1a", "gold-1"])
def test_b_3_13_no_bid_may_exceed_66_and_then_the_others_may_only_pass(lot):
    game = set_up_auction(THREE, [lot])
    assert game.legal()[-2:] == ["bid 66", "pass"]
    game.play("bid 63")
    assert game.legal() == ["bid 64", "bid 65", "bid 66", "pass"]
    game.play("bid 66")
    assert game.to_act == 0 and game.legal() == ["pass"]
    game.play("pass")
    assert game.to_act == 1 and game.legal() == ["pass"]


PURSE = [[], ["gold-1", "gold-3", "gold-3"], []]


def test_b_3_14_any_gold_cards_may_be_paid_where_overpaying_is_allowed():
    game = set_up_auction(PURSE, ["tomes-1a", "tomes-1b"], overpay=True)
    bid_alone(game, 1, 2)
    assert game.legal() == ["pay gold-1", "pay gold-3"]
    assert why_not(game.view(1), "pass").code == "b3-14-not-met"
    game.play("pay gold-3")
    assert game.truth()["lot"] == "tomes-1a" and game.view(1)["owed"] == 0
    assert game.legal() == ["pass", "pay gold-1", "pay gold-3"] and game.view(1)["payment"] == []
    game.play("pay gold-3")
    events = game.play("pass")
    assert list_names(events) == ["lot-bought", "lot-turned-up"]
    assert find_event(events, "lot-bought")["amount"] == 2
    assert "tomes-1a" in game.truth()["hands"][1] and "gold-1" in game.truth()["hands"][1]
    assert game.truth()["discard"].count("gold-3") == 2


def test_b_3_14_whoever_has_no_more_gold_has_bought():
    game = set_up_auction(PURSE, ["tomes-1a", "tomes-1b"], overpay=True)
    bid_alone(game, 1, 2)
    play(game, "pay gold-1", "pay gold-3")
    assert game.truth()["lot"] == "tomes-1a"
    game.play("pay gold-3")
    assert game.truth()["lot"] == "tomes-1b"


def test_b_3_14_cards_for_gold_are_still_as_many_as_were_bid():
    game = set_up_auction(PURSE, ["gold-2", "tomes-1b"], overpay=True)
    bid_alone(game, 1, 1)
    game.play("pay gold-1")
    assert game.truth()["lot"] == "tomes-1b"


def test_b_3_14_is_off_and_nowhere_to_be_seen_unless_a_table_asks_for_it():
    game = set_up_auction(PURSE, ["tomes-1a", "tomes-1b"])
    bid_alone(game, 1, 2)
    game.play("pay gold-3")
    assert game.truth()["lot"] == "tomes-1b"
    assert "overpay" not in game.view(1)["options"] and "overpay" not in game.record()
    asked = set_up_auction(PURSE, ["tomes-1a"], overpay=True)
    assert asked.view(0)["options"]["overpay"] is True and "overpay=yes" in asked.record()
    assert type(asked).replay(asked.record()).options["overpay"] is True


def test_the_end_of_the_phase_is_the_end_of_the_game():
    game = set_up_auction(THREE)
    for _ in range(18):
        assert game.truth()["phase"] == "auction"
        pass_all(game)
    assert game.truth()["phase"] == "over"
