"""B-3.9 … B-3.11: who cannot pay is penalised, and the card is auctioned again."""

import pytest

from .scenes import bid_alone, buy, find_event, list_names, play, set_up_auction

BLUFF = {"penalty": "medieval-bluff"}


def count_hands(game):
    return [len(hand) for hand in game.truth()["hands"]]


def list_gains(before, after):
    return [sorted(set(now) - set(then)) for then, now in zip(before, after)]


@pytest.mark.parametrize("edition", ["iello", "scripts-and-scribes", "manual"])
def test_b_3_9_standard_each_other_player_takes_a_card_of_that_hand_and_keeps_it(edition):
    game = set_up_auction([[], ["gold-1"], [], ["gold-2"] * 9], ["tomes-1a"], edition=edition)
    before = game.truth()["hands"]
    bid_alone(game, 1, 1 if edition == "manual" else 2)
    if edition == "manual":
        game.play("refuse")
    after = game.truth()["hands"]
    assert [len(b) - len(a) for a, b in zip(before, after)] == [1, -3, 1, 1]
    lost = sorted(set(before[1]) - set(after[1]))
    assert sorted(card for cards in list_gains(before, after) for card in cards) == lost


def test_b_3_9_the_card_is_random():
    stolen = set()
    for seed in range(12):
        game = set_up_auction([[], ["gold-1"]], ["tomes-1a"], seed=seed)
        bid_alone(game, 1, 2)
        stolen.add(find_event(game.seen(0), "card-stolen")["card"])
    assert len(stolen) > 3


def test_b_3_9_it_stays_unseen_by_third_players():
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"])
    bid_alone(game, 1, 2)
    first, second = (event for event in game.seen(1) if event["event"] == "card-stolen")
    assert (first["seat"], first["from"], second["seat"]) == (2, 1, 0)
    stolen = {
        viewer: [e.get("card") for e in game.seen(viewer) if e["event"] == "card-stolen"]
        for viewer in (0, 2, None)
    }
    assert stolen == {0: [None, second["card"]], 2: [first["card"], None], None: [None, None]}


@pytest.mark.parametrize("edition", ["iello", "scripts-and-scribes", "manual"])
def test_b_3_9_medieval_bluff_one_random_card_is_discarded(edition):
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"], edition=edition, **BLUFF)
    before, hidden = count_hands(game), game.view(None)["discard_hidden"]
    bid_alone(game, 1, 1 if edition == "manual" else 9)
    if edition == "manual":
        game.play("refuse")
    lost = find_event(game.seen(1), "card-lost")
    assert lost["seat"] == 1 and lost["by"] == 2 and lost["card"] in game.truth()["discard"]
    assert count_hands(game) == [before[0], before[1] - 1, before[2]]
    assert game.view(None)["discard_hidden"] == hidden + 1
    assert list_names(game.seen(None))[-2:] == ["card-lost", "lot-offered-again"]


def test_b_3_9_who_cannot_meet_the_whole_debt_pays_nothing_and_is_penalised_at_once():
    game = set_up_auction([[], ["gold-1", "gold-2"], []], ["tomes-1a"])
    play(game, "bid 4", "pass")
    events = game.play("pass")
    expected = [
        "passed",
        "lot-won",
        "could-not-pay",
        "card-stolen",
        "card-stolen",
        "lot-offered-again",
    ]
    assert list_names(events) == expected and "gold-1" not in game.truth()["discard"]


def test_b_3_9_a_gold_lot_is_judged_by_the_number_of_cards():
    game = set_up_auction([[], [], []], ["gold-3"])
    size = count_hands(game)[1]
    branch = game.copy()
    bid_alone(branch, 1, size)
    assert branch.to_act == 1 and branch.view(1)["owed"] == size
    bid_alone(game, 1, size + 1)
    assert game.view(None)["barred"] == [1]


@pytest.mark.parametrize("gold", [["gold-1"], ["gold-3"]])
def test_b_3_9_where_refusing_is_allowed_the_penalty_follows_the_action_also_for_one_who_cannot_pay(
    gold,
):
    """Otherwise others would learn whether the winner could have paid."""
    game = set_up_auction([[], gold, []], ["tomes-1a"], may_refuse=True)
    bid_alone(game, 1, 2)
    assert game.to_act == 1 and game.legal()[-1] == "refuse" and game.view(0)["owed"] == 2
    assert game.legal() == (["refuse"] if gold == ["gold-1"] else ["pay gold-3", "refuse"])
    assert list_names(game.play("refuse"))[0] == "refused-to-pay"
    assert list_names(game.seen(0)) == [
        "refused-to-pay",
        "card-stolen",
        "card-stolen",
        "lot-offered-again",
    ]


@pytest.mark.parametrize("penalty", ["standard", "medieval-bluff"])
def test_b_3_10_the_card_is_auctioned_again_without_the_penalised_player(penalty):
    game = set_up_auction([["gold-3"], [], ["gold-3"]], ["tomes-1a"], penalty=penalty)
    bid_alone(game, 1, 40)
    again = find_event(game.seen(None), "lot-offered-again")
    assert again == {"event": "lot-offered-again", "card": "tomes-1a", "barred": [1]}
    assert game.truth()["bid"] == 0 and game.truth()["active"] == 0
    assert game.to_act == 2  # the left of the active player is barred
    game.play("bid 1")
    assert game.to_act == 0
    game.play("bid 2")
    assert game.to_act == 2  # and not seat 1


def test_b_3_10_a_second_player_may_be_penalised_on_the_same_card_and_a_single_one_left_speaks_once():
    game = set_up_auction([["gold-3"] * 3, [], []], ["tomes-1a", "tomes-1b"])
    bid_alone(game, 1, 50)
    bid_alone(game, 2, 50)
    assert game.view(None)["barred"] == [1, 2] and game.to_act == 0
    assert game.legal()[0] == "bid 1" and game.legal()[-1] == "pass"
    events = game.play("bid 1")
    assert list_names(events) == ["bid", "lot-won"] and game.to_act == 0


def test_b_3_10_a_single_player_left_may_pass_and_the_card_is_discarded():
    game = set_up_auction([["gold-3"], [], []], ["tomes-1a", "tomes-1b"])
    bid_alone(game, 1, 50)
    bid_alone(game, 2, 50)
    assert list_names(game.play("pass")) == ["passed", "lot-discarded", "lot-turned-up"]
    assert "tomes-1a" in game.view(None)["discard"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b_3_10_if_nobody_may_bid_it_is_discarded_face_up(seats):
    game = set_up_auction([[]] * seats, ["tomes-1a", "tomes-1b"], **BLUFF)
    for turn in range(seats):
        assert game.truth()["lot"] == "tomes-1a"
        bid_alone(game, (1 + turn) % seats, 66)
    assert list_names(game.seen(None))[-3:] == ["card-lost", "lot-discarded", "lot-turned-up"]
    assert "tomes-1a" in game.view(None)["discard"] and game.truth()["lot"] == "tomes-1b"


def test_b_3_10_if_all_who_are_left_pass_it_is_discarded():
    game = set_up_auction([[], [], []], ["tomes-1a", "tomes-1b"])
    bid_alone(game, 1, 50)
    assert list_names(play(game, "pass", "pass")) == [
        "passed",
        "lot-discarded",
        "lot-turned-up",
    ]


def test_b_3_10_barred_players_stay_barred_until_the_next_card():
    game = set_up_auction([["gold-1"], [], ["gold-1"]], ["tomes-1a", "tomes-1b"])
    bid_alone(game, 2, 50)
    bid_alone(game, 1, 50)
    assert game.view(None)["barred"] == [1, 2] and game.to_act == 0
    game.play("pass")
    assert (
        game.view(None)["barred"] == [] and game.to_act == 2
    )  # left of the next active player, seat 1


def test_b_3_11_penalty_draws_go_clockwise_from_the_left_and_barred_players_draw_too():
    game = set_up_auction([[], [], [], ["gold-1"] * 10], ["tomes-1a"])
    bid_alone(game, 2, 50)
    bid_alone(game, 1, 50)
    takers = [event["seat"] for event in game.seen(None) if event["event"] == "card-stolen"]
    assert takers == [2, 3, 0]


def test_b_3_11_they_stop_when_that_hand_is_empty():
    game = set_up_auction([[], [], []], ["gold-1", "tomes-1a"])
    buy(game, 1, count_hands(game)[1], *game.truth()["hands"][1])
    assert game.truth()["hands"][1] == ["gold-1"]
    bid_alone(game, 1, 2)
    stolen = [event for event in game.seen(1) if event["event"] == "card-stolen"]
    assert stolen == [{"event": "card-stolen", "seat": 2, "from": 1, "card": "gold-1"}]
    assert count_hands(game)[1] == 0


@pytest.mark.parametrize("penalty", ["standard", "medieval-bluff"])
@pytest.mark.parametrize("lot", ["tomes-1a", "gold-3"])
def test_b_3_11_from_an_empty_hand_nothing_is_taken_the_player_is_only_barred(penalty, lot):
    game = set_up_auction([[], [], []], ["gold-1", "church+1", lot], penalty=penalty)
    buy(game, 1, count_hands(game)[1], *game.truth()["hands"][1])
    buy(game, 1, 1, "gold-1")
    game.play("decline")
    others = count_hands(game)
    assert others[1] == 0 and "bid 1" in game.legal()
    game.play("pass")
    bid_alone(game, 1, 1)  # a player with an empty hand may still bid
    assert count_hands(game) == others and game.view(None)["barred"] == [1]
    assert list_names(game.seen(None))[-2:] == ["could-not-pay", "lot-offered-again"]


def test_b_3_11_the_stolen_card_is_known_to_the_robbed_and_the_taker_only():
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"])
    bid_alone(game, 1, 2)
    to_2 = find_event([e for e in game.seen(2) if "card" in e], "card-stolen")["card"]
    assert to_2 in game.view(1)["seats"][2]["known"] and to_2 in game.view(2)["hand"]
    assert to_2 not in game.view(0)["seats"][2]["known"]


def test_b_3_11_the_bluffs_discard_is_known_to_the_robbed_and_shown_to_nobody_else():
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"], **BLUFF)
    bid_alone(game, 1, 2)
    card = find_event(game.seen(1), "card-lost")["card"]
    for viewer in (0, 2, None):
        assert "card" not in find_event(game.seen(viewer), "card-lost")
        assert card not in game.view(viewer)["discard"]
    hidden = [row for row in game.view(1)["knowledge"]["you"] if row["at"] == ["hidden"]]
    assert hidden == [{"at": ["hidden"], "cards": [card]}]
