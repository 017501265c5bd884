"""B-4 Church cards."""

import pytest

from .scenes import (
    CATEGORIES,
    bid_alone,
    buy,
    deal_game,
    find_event,
    list_names,
    pass_all,
    play,
    set_up_auction,
)

ALL = ("church+1", "church-1", "church+1x2", "church-1x2", "church~1")
ONE_UP = [f"raise {category}" for category in CATEGORIES]
ONE_DOWN = [f"lower {category}" for category in CATEGORIES]
PAIRS = [f"{a} {b}" for i, a in enumerate(CATEGORIES) for b in CATEGORIES[i + 1 :]]


def keep_church_cards(*church_cards, **arguments):
    """Return a game in which each of the first turns begins with a church card."""
    top = []
    for card in church_cards:
        top += [card, "gold-1", "gold-2", "gold-3"]
    return deal_game(3, top, **arguments)


def keep_and_answer(game, answer):
    """Keep the church card, answer it, and finish the turn."""
    play(game, "keep", answer, "auction", "public", "public")
    while game.legal()[0].startswith("take"):
        game.play(game.legal()[0])


@pytest.mark.parametrize("card", ALL)
def test_b_4_1_acquired_when_allocated_to_the_own_space(card):
    game = keep_church_cards(card)
    events = game.play("keep")
    assert find_event(events, "church-acquired") == {
        "event": "church-acquired",
        "seat": 0,
        "card": card,
    }
    assert game.truth()["church"] == card and game.to_act == 0


@pytest.mark.parametrize("card", ALL)
def test_b_4_1_acquired_when_taken_from_the_public_space(card):
    game = keep_church_cards(card)
    play(game, "public", "keep", "auction", "public")
    events = game.play(f"take {card}")
    assert find_event(events, "church-acquired")["seat"] == 1
    assert game.truth()["church"] == card and game.to_act == 1 and game.legal()[0] == "decline"


@pytest.mark.parametrize("card", ALL)
def test_b_4_1_acquired_when_won_at_auction(card):
    game = set_up_auction([["gold-1"], [], []], [card])
    events = buy(game, 0, 1, "gold-1")
    assert list_names(events) == ["card-paid", "lot-bought", "church-acquired"]
    assert game.truth()["church"] == card and game.to_act == 0 and game.legal()[0] == "decline"


def test_b_4_1_drawing_it_or_placing_it_elsewhere_does_nothing():
    game = keep_church_cards("church+1x2", "church~1")
    assert game.view(0)["drawn"] == "church+1x2" and game.truth()["church"] is None
    assert list_names(game.play("public")) == ["card-made-public", "card-drawn"]
    assert game.to_act == 0 and game.legal()[0] == "keep"
    play(game, "keep", "auction", "public", "take gold-3")
    play(game, "take church+1x2", "decline")
    assert "church-acquired" not in list_names(game.play("auction"))
    assert game.truth()["dice"] == dict.fromkeys(CATEGORIES, 3)


def test_b_4_2_the_game_stops_at_once_even_between_two_allocations():
    game = keep_church_cards("church+1")
    game.play("keep")
    assert game.view(None)["step"] == "church" and game.view(0)["drawn"] is None
    assert all(action == "decline" or action.startswith("raise") for action in game.legal())
    game.play("raise tomes")
    assert game.view(0)["drawn"] == "gold-1" and game.to_act == 0


def test_b_4_2_used_or_declined_it_is_discarded_face_up_and_never_in_a_hand():
    game = keep_church_cards("church+1", "church-1")
    game.play("keep")
    truth = game.truth()
    assert (
        truth["hands"] == [[], [], []]
        and truth["discard"] == []
        and "church+1" not in truth["public"]
    )
    assert find_event(game.play("raise monks"), "church-used")["dice"] == [
        {"category": "monks", "from": 3, "to": 4}
    ]
    assert game.view(None)["discard"] == ["church+1"] and game.truth()["hands"] == [[], [], []]
    play(game, "auction", "public", "public", "take gold-2", "take gold-3")
    game.play("keep")
    assert list_names(game.play("decline"))[0] == "church-declined"
    assert game.view(None)["discard"] == ["church+1", "church-1"] and game.truth()["church"] is None
    assert game.truth()["dice"]["monks"] == 4


@pytest.mark.parametrize(
    ("card", "choices"),
    [("church+1", ONE_UP), ("church-1", ONE_DOWN), ("church~1", ONE_UP + ONE_DOWN)],
)
def test_b_4_3_the_printed_sign_binds(card, choices):
    game = keep_church_cards(card)
    game.play("keep")
    assert game.legal() == ["decline", *choices]
    for choice in choices:
        turn, category = choice.split()
        other = game.copy()
        other.play(choice)
        assert other.truth()["dice"] == {
            **game.truth()["dice"],
            category: 4 if turn == "raise" else 2,
        }


@pytest.mark.parametrize(("card", "turn"), [("church+1x2", "raise"), ("church-1x2", "lower")])
def test_b_4_4_two_different_dice_or_none(card, turn):
    game = keep_church_cards(card)
    game.play("keep")
    assert game.legal() == ["decline", *(f"{turn} {pair}" for pair in PAIRS)] and len(PAIRS) == 10
    for pair in PAIRS:
        other = game.copy()
        other.play(f"{turn} {pair}")
        turned = dict.fromkeys(pair.split(), 4 if turn == "raise" else 2)
        assert other.truth()["dice"] == {**game.truth()["dice"], **turned}


def test_b_4_5_a_die_at_6_cannot_be_raised():
    game = keep_church_cards("church+1", "church+1", "church~1", "church+1x2", "church+1x2")
    for _ in range(3):
        keep_and_answer(game, "raise monks")
    assert game.truth()["dice"]["monks"] == 6
    game.play("keep")
    assert game.legal() == ["decline", *(f"raise {pair}" for pair in PAIRS if "monks" not in pair)]


def test_b_4_5_a_die_at_1_cannot_be_lowered():
    game = keep_church_cards("church-1", "church-1", "church-1x2", "church~1")
    for _ in range(2):
        keep_and_answer(game, "lower tomes")
    assert game.truth()["dice"]["tomes"] == 1
    branch = game.copy()
    branch.play("keep")
    assert branch.legal() == [
        "decline",
        *(f"lower {pair}" for pair in PAIRS if "tomes" not in pair),
    ]
    keep_and_answer(game, "decline")
    game.play("keep")
    assert game.legal() == ["decline", *ONE_UP, *ONE_DOWN[:-1]]


def test_b_4_6_it_fills_the_own_space_of_that_turn():
    game = keep_church_cards("church+1")
    play(game, "keep", "decline")
    assert game.legal() == ["auction", "public"] and game.view(0)["allocated"]["keep"]
    play(game, "auction", "public")
    assert game.legal() == ["public"]


def test_church_cards_at_auction_are_discarded_like_others_when_nobody_wants_them():
    game = set_up_auction([["gold-1"], [], []], ["church+1"])
    pass_all(game)
    assert game.truth()["dice"]["monks"] == 3 and "church+1" in game.view(None)["discard"]


def test_a_church_card_that_cannot_be_paid_is_not_acquired():
    game = set_up_auction([["gold-1"], [], []], ["church+1"])
    bid_alone(game, 0, 2)
    assert game.truth()["church"] is None and game.truth()["lot"] == "church+1"
    assert game.view(None)["barred"] == [0]
