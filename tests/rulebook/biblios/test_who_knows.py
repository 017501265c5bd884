"""B-6 Who knows what, in views and events."""

import pytest

from armarium.games.biblios import Game

from .scenes import (
    bid_alone,
    buy,
    deal_game,
    find_event,
    list_certain,
    play,
    set_up_auction,
    set_up_end,
    sort_cards,
)

VIEWERS = (0, 1, 2, None)
OPEN = {"open_collections": True}
TURN = ["monks-2a", "tomes-1a", "gold-1", "gold-2"]


def play_turn(**arguments):
    """Seat 0 keeps monks-2a, puts tomes-1a on the auction pile, and the others take gold 1 and 2."""
    game = deal_game(3, TURN, **arguments)
    play(game, "keep", "auction", "public", "public", "take gold-1", "take gold-2")
    return game


def test_b_6_1_the_hand_and_the_kept_card_are_secret_to_the_owner():
    game = deal_game(3, TURN)
    game.play("keep")
    assert game.view(0)["hand"] == ["monks-2a"]
    for viewer in (1, 2, None):
        assert game.view(viewer)["hand"] == [] and game.view(viewer)["seats"][0]["known"] == []
        assert "card" not in find_event(game.seen(viewer), "card-kept")


def test_b_6_1_a_card_put_into_the_auction_pile_is_known_to_its_placer_only():
    game = play_turn()
    assert game.view(0)["placed"] == list_certain(game, 0, "auction") == ["tomes-1a"]
    for viewer in (1, 2, None):
        assert game.view(viewer)["placed"] == list_certain(game, viewer, "auction") == []


def test_b_6_1_the_box_and_the_draw_pile_are_known_to_nobody_but_for_the_gold_removed_by_name():
    game = play_turn()
    gold = ["gold-1", "gold-2", "gold-3"]
    assert [list_certain(game, viewer, "box") for viewer in VIEWERS] == [gold] * 4
    assert [game.view(viewer)["box_size"] for viewer in VIEWERS] == [15] * 4
    drawn = game.truth()["draw"][0]
    assert [list_certain(game, viewer, "draw") for viewer in VIEWERS] == [[], [drawn], [], []]


def test_b_6_2_the_public_space_and_who_took_which_card_are_known_to_all():
    game = deal_game(3, TURN)
    play(game, "keep", "auction", "public", "public")
    assert all(game.view(viewer)["public"] == ["gold-1", "gold-2"] for viewer in VIEWERS)
    game.play("take gold-1")
    for viewer in VIEWERS:
        taken = {"event": "card-taken", "seat": 1, "card": "gold-1"}
        assert find_event(game.seen(viewer), "card-taken") == taken
        assert game.view(viewer)["seats"][1]["known"] == ["gold-1"]


def test_b_6_2_lots_bids_passes_and_winners_are_known_to_all():
    game = set_up_auction([[], ["gold-2"], []], ["monks-2a", "monks-2b"])
    for action in ("bid 2", "pass", "pass", "pay gold-2"):
        events = game.play(action)
        assert all(game.seen(viewer) == events for viewer in VIEWERS)
    for viewer in VIEWERS:
        assert "monks-2a" in game.view(viewer)["seats"][1]["known"]
        assert "gold-2" in game.view(viewer)["discard"] and game.view(viewer)["lot"] == "monks-2b"


def test_b_6_2_all_numbers_are_known_to_all():
    game = set_up_auction([[], ["gold-1"], []], ["gold-3"])
    bid_alone(game, 1, 2)
    game.play("pay gold-1")
    public = ("dice", "draw_left", "auction_left", "discard", "discard_hidden", "bid", "leader", "passed", "barred",
              "owed", "paid_count", "lot", "lot_number", "active", "to_act", "phase", "box_size")  # fmt: skip
    for key in public:
        assert len({str(game.view(viewer)[key]) for viewer in VIEWERS}) == 1, key
    assert game.view(None)["discard_hidden"] == game.view(0)["paid_count"] == 1
    sizes = [len(hand) for hand in game.truth()["hands"]]
    assert all(
        [entry["size"] for entry in game.view(viewer)["seats"]] == sizes for viewer in VIEWERS
    )


def test_b_6_2_every_penalty_and_who_drew_is_known_to_all():
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"])
    bid_alone(game, 1, 9)
    for viewer in VIEWERS:
        facts = [(e["event"], e.get("seat"), e.get("from")) for e in game.seen(viewer)]
        assert facts[1:] == [
            ("lot-won", 1, None),
            ("could-not-pay", 1, None),
            ("card-stolen", 2, 1),
            ("card-stolen", 0, 1),
            ("lot-offered-again", None, None),
        ]
        assert game.view(viewer)["barred"] == [1]


def list_taken_by_seat_1(game):
    """In the scenes below seat 1 took most of its cards from the public space, so all know them."""
    return set(game.view(None)["seats"][1]["known"])


def test_b_6_3_after_a_face_down_payment_what_was_known_is_uncertain():
    game = set_up_auction([[], ["tomes-1a"], []], ["gold-3", "monks-2a"])
    assert "tomes-1a" in list_taken_by_seat_1(game)
    unseen = game.truth()["hands"][1]
    buy(game, 1, 1, "tomes-1a")
    for viewer in (0, 2, None):
        entry = game.view(viewer)["seats"][1]
        assert "tomes-1a" not in entry["known"]
        assert {"card": "tomes-1a", "also": ["hidden"]} in entry["maybe"]
    assert game.view(1)["seats"][1]["known"] == sort_cards(
        [*unseen[:-1], "gold-3"]
    )  # its owner knows all
    assert list_certain(game, 1, "hidden") == ["tomes-1a"]


def test_b_6_3_after_a_penalty_draw_too_and_the_taker_keeps_what_it_knows():
    game = set_up_auction([[], ["tomes-1a"], []], ["monks-2a"])
    known = list_taken_by_seat_1(game)
    assert known
    bid_alone(game, 1, 60)
    assert not known & set(game.view(None)["seats"][1]["known"])
    (stolen,) = (e["card"] for e in game.seen(2) if e["event"] == "card-stolen" and "card" in e)
    assert (
        list_certain(game, 2, "hand-2") == game.truth()["hands"][2]
        and stolen in game.view(2)["hand"]
    )
    assert stolen in game.view(1)["seats"][2]["known"]


def test_b_6_4_cards_taken_from_the_public_space_stay_face_up():
    game = play_turn(**OPEN)
    for viewer in VIEWERS:
        assert [entry["open"] for entry in game.view(viewer)["seats"]] == [
            [],
            ["gold-1"],
            ["gold-2"],
        ]
    assert game.truth()["hands"] == [
        ["monks-2a"],
        ["gold-1"],
        ["gold-2"],
    ]  # they belong to the hand
    assert [entry["open"] for entry in play_turn().view(0)["seats"]] == [[], [], []]


def test_b_6_4_not_those_kept_or_won():
    game = set_up_auction([[], ["gold-2"], []], ["monks-2a"], **OPEN)
    buy(game, 1, 1, "gold-2")
    assert "monks-2a" in game.truth()["hands"][1]
    assert "monks-2a" not in game.view(0)["seats"][1]["open"]
    assert len(game.view(0)["seats"][1]["open"]) == 12 - 1  # six kept, one open paid


def test_b_6_4_everybody_sees_when_one_leaves_also_in_a_face_down_payment():
    game = set_up_auction([[], [], []], ["gold-3"], **OPEN)
    opened = game.view(None)["seats"][1]["open"]
    hidden = next(card for card in game.truth()["hands"][1] if card not in opened)
    bid_alone(game, 1, 2)
    game.play(f"pay {opened[0]}")
    for viewer in VIEWERS:
        assert find_event(game.seen(viewer), "card-paid")["card"] == opened[0]
        assert opened[0] not in game.view(viewer)["seats"][1]["open"]
        assert list_certain(game, viewer, "hidden") == [opened[0]]
    game.play(f"pay {hidden}")
    assert [("card" in find_event(game.seen(viewer), "card-paid")) for viewer in VIEWERS] == [
        False,
        True,
        False,
        False,
    ]


def test_b_6_4_a_stolen_one_is_hidden_at_its_takers_though_all_know_it_went_there():
    was_open = set()
    for seed in range(12):
        game = set_up_auction([[], [], []], ["tomes-1a"], seed=seed, **OPEN)
        opened = game.view(None)["seats"][1]["open"]
        bid_alone(game, 1, 60)
        stolen = [e for e in game.seen(1) if e["event"] == "card-stolen"]
        for public, event in zip(
            [e for e in game.seen(None) if e["event"] == "card-stolen"], stolen
        ):
            card, taker = event["card"], event["seat"]
            was_open.add(card in opened)
            assert ("card" in public) == (card in opened)
            assert card not in game.view(None)["seats"][taker]["open"]
            assert (card in game.view(None)["seats"][taker]["known"]) == (card in opened)
    assert was_open == {True, False}  # the draw is over all cards of the hand


def test_b_6_4_of_equal_cards_the_open_one_is_paid_first():
    """Seat 0 keeps the first gold 1 and takes the second from the public space."""
    game = set_up_auction([["gold-1", "gold-1"], []], ["tomes-1a"], **OPEN)
    assert "gold-1" in game.view(1)["seats"][0]["open"]
    buy(game, 0, 1, "gold-1")
    assert "gold-1" not in game.view(1)["seats"][0]["open"]
    assert game.truth()["hands"][0].count("gold-1") == 1


def test_b_6_4_open_cards_count_and_score():
    hands = [["monks-2a", "monks-2b", "gold-1"], ["gold-3"], ["monks-3e", "gold-2"]]
    game = set_up_end(hands, **OPEN)
    assert game.outcome()["totals"]["monks"] == [4, 0, 3] and game.outcome()["winners"] == [0]


@pytest.mark.parametrize("edition", ["iello", "manual"])
def test_b_6_5_what_a_bid_or_a_pass_lets_one_conclude_is_not_in_a_view(edition):
    game = set_up_auction([[], ["gold-3"], ["gold-1"]], ["tomes-1a"], edition=edition)
    before = [game.view(viewer)["knowledge"] for viewer in VIEWERS]
    play(game, "bid 3", "pass")
    assert [game.view(viewer)["knowledge"] for viewer in VIEWERS] == before


def test_b_6_5_nor_what_a_failure_to_pay_does():
    """A seat that could not pay 1 has no gold, but the view still lists where gold may be."""
    game = set_up_auction([["gold-1"], [], []], ["tomes-1a"], penalty="medieval-bluff")
    bid_alone(game, 1, 1)
    view = game.view(0)
    assert any(entry["card"].startswith("gold") for entry in view["seats"][1]["maybe"])


def test_a_game_can_be_created_without_knowledge():
    game = Game.new(3, seed=1, keep_knowledge=False)
    assert game.legal() == ["keep", "auction", "public"] and len(game.truth()["draw"]) == 72
