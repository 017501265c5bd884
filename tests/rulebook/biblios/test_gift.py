"""B-2 Gift phase."""

import pytest

from armarium.games.biblios import Game

from .scenes import deal_game, find_event, list_names, play, play_to_auctions

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
FOUR = ["monks-2a", "gold-1", "monks-2b", "gold-2"]


@SEATS
def test_b_2_1_the_active_player_allocates_one_card_more_than_there_are_players(seats):
    game = Game.new(seats, seed=2, first=0)
    left = len(game.truth()["draw"])
    for placed in range(seats + 1):
        assert game.to_act == 0 and game.view(0)["allocated"]["left"] == seats + 1 - placed
        assert len(game.truth()["draw"]) == left - placed
        game.play(game.legal()[-1])
        while game.legal()[0] == "decline":
            game.play("decline")
    assert game.to_act != 0


def test_b_2_1_one_at_a_time_and_only_then_the_next():
    game = deal_game(3, FOUR)
    assert game.view(0)["drawn"] == "monks-2a" and game.truth()["draw"][0] == "monks-2a"
    events = game.play("public")
    assert find_event(events, "card-drawn") == {
        "event": "card-drawn",
        "seat": 0,
        "card": "gold-1",
    }
    assert game.view(0)["drawn"] == "gold-1" and game.view(0)["draw_left"] == 71


def test_b_2_1_the_drawer_looks_at_it_alone():
    game = deal_game(3, FOUR)
    assert [game.view(viewer)["drawn"] for viewer in (0, 1, 2, None)] == [
        "monks-2a",
        None,
        None,
        None,
    ]
    game.play("auction")
    for viewer in (1, 2, None):
        assert "card" not in find_event(game.seen(viewer), "card-drawn")


def test_b_2_2_own_space_face_down_public_space_face_up_auction_pile_face_down():
    game = deal_game(3, FOUR)
    for action, name, watchers in (
        ("keep", "card-kept", {0}),
        ("auction", "card-auctioned", {0}),
        ("public", "card-made-public", {0, 1, 2, None}),
    ):
        assert find_event(game.play(action), name)["card"]
        assert {
            viewer for viewer in (0, 1, 2, None) if "card" in find_event(game.seen(viewer), name)
        } == watchers


def test_b_2_2_a_placed_card_never_moves_again():
    game = deal_game(3, FOUR)
    game.play("auction")
    game.play("public")
    game.play("keep")
    truth = game.truth()
    assert (truth["auction"], truth["public"], truth["hands"][0]) == (
        ["monks-2a"],
        ["gold-1"],
        ["monks-2b"],
    )
    assert game.legal() == ["public"]
    game.play("public")
    assert game.truth()["auction"] == ["monks-2a"] and game.truth()["hands"][0] == ["monks-2b"]


@pytest.mark.parametrize(
    ("seats", "played", "legal"),
    [
        (2, [], ["keep", "auction", "public"]),
        (2, ["public"], ["keep", "auction"]),
        (2, ["keep"], ["auction", "public"]),
        (2, ["public", "keep"], ["auction"]),
        (3, ["auction"], ["keep", "public"]),
        (3, ["public"], ["keep", "auction", "public"]),
        (3, ["public", "public"], ["keep", "auction"]),
        (3, ["public", "public", "auction"], ["keep"]),
        (3, ["keep", "auction", "public"], ["public"]),
        (4, ["public", "public"], ["keep", "auction", "public"]),
        (4, ["public", "public", "public"], ["keep", "auction"]),
        (4, ["keep", "auction"], ["public"]),
    ],
)
def test_b_2_3_a_place_that_is_full_is_no_longer_allowed(seats, played, legal):
    game = deal_game(seats)
    play(game, *played)
    assert game.legal() == legal


@SEATS
def test_b_2_3_one_is_kept_one_auctioned_and_the_others_are_public(seats):
    game = deal_game(seats)
    while game.to_act == 0:
        game.play(game.legal()[-1])
    truth = game.truth()
    assert (
        len(truth["hands"][0]) == len(truth["auction"]) == 1 and len(truth["public"]) == seats - 1
    )


def test_b_2_4_the_kept_card_is_of_the_hand_from_the_moment_it_is_placed():
    game = deal_game(3, FOUR)
    game.play("keep")
    assert game.truth()["hands"] == [["monks-2a"], [], []]
    assert game.view(0)["hand"] == game.view(0)["seats"][0]["known"] == ["monks-2a"]
    assert [entry["size"] for entry in game.view(1)["seats"]] == [1, 0, 0]


def test_b_2_4_from_the_left_each_other_player_takes_one_public_card():
    game = deal_game(4, ["gold-1", "gold-2", "gold-3", "monks-2a", "monks-2b"], first=2)
    play(game, "public", "public", "public", "keep", "auction")
    assert game.to_act == 3 and game.legal() == ["take gold-1", "take gold-2", "take gold-3"]
    game.play("take gold-3")
    assert game.to_act == 0 and game.legal() == ["take gold-1", "take gold-2"]
    game.play("take gold-1")
    assert game.to_act == 1 and game.legal() == ["take gold-2"]
    game.play("take gold-2")
    assert game.truth()["hands"] == [["gold-1"], ["gold-2"], ["monks-2a"], ["gold-3"]]


def test_b_2_4_equal_cards_are_one_choice():
    game = deal_game(3, ["gold-1", "gold-1", "monks-2a", "monks-2b"])
    play(game, "public", "public", "keep", "auction")
    assert game.legal() == ["take gold-1"]


def test_b_2_5_the_player_to_the_left_becomes_active():
    game = deal_game(3, FOUR)
    play(game, "keep", "auction", "public", "public")
    events = play(game, "take monks-2b", "take gold-2")
    assert (
        find_event(events, "turn-begun")["seat"] == 1 and game.truth()["active"] == game.to_act == 1
    )


@SEATS
def test_b_2_5_the_phase_ends_when_the_draw_pile_is_empty(seats):
    game = Game.new(seats, seed=11)
    events = []
    while game.truth()["phase"] == "gift":
        assert game.truth()["draw"] or game.truth()["public"] or game.truth()["church"]
        events = game.play(game.legal()[0])
    truth = game.truth()
    assert truth["draw"] == truth["public"] == [] and truth["phase"] == "auction"
    assert list_names(events)[-2:] == ["phase-begun", "lot-turned-up"]


@SEATS
def test_b_2_6_everybodys_hand_grows_by_one_card_a_turn(seats):
    """No church card here: the box holds as many as it can, the others come last."""
    game = deal_game(seats, box=["church+1"] * 2)
    for turn in range(1, 5):
        active = game.truth()["active"]
        while game.truth()["active"] == active:
            game.play(game.legal()[0])
        assert [len(hand) for hand in game.truth()["hands"]] == [turn] * seats


def test_b_2_6_except_where_a_church_card_was_acquired():
    game = deal_game(3, ["church+1", "gold-1", "church-1", "gold-2"])
    play(game, "keep", "decline", "auction", "public", "public")
    assert game.to_act == 1
    play(game, "take church-1", "decline", "take gold-2")
    assert game.truth()["hands"] == [[], [], ["gold-2"]]


@SEATS
def test_b_2_6_hands_and_church_cards_make_up_all_that_was_given(seats):
    game = play_to_auctions(Game.new(seats, seed=21))
    truth = game.truth()
    given = sum(len(hand) for hand in truth["hands"]) + len(truth["discard"])
    assert given == {2: 40, 3: 54, 4: 64}[seats]
