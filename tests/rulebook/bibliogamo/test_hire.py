"""L-5 Hiring."""

import pytest

from armarium.games.bibliogamo.cards import TOWERS
from tests.rulebook.bibliogamo.scenes import (
    card_of,
    cards_for,
    city,
    full,
    lay,
    own,
    play,
    standing,
    the,
    verbs,
)


def hiring(hand, pile=(27,), **laid):
    """The hire of a day that blocks researchers, with card 27, unless another is turned."""
    game = city(hand=hand, pile=pile, **laid)
    play(game, "done")
    return game


def test_l_5_1_a_card_hires_another_pays_and_both_are_discarded():
    game = hiring([2, 3, 4, 6, 7])
    told = game.play("hire 2 history")
    assert told == [
        {
            "event": "artisans-hired",
            "card": 2,
            "tower": "history",
            "placed": {"scribe": 3},
            "icons": {"scribe": 3},
        }
    ]
    assert game.truth()["step"] == "pay" and game.legal() == ["pay 3", "pay 4", "pay 6", "pay 7"]
    assert game.play("pay 7") == [{"event": "card-paid", "card": 7}]
    truth = game.truth()
    assert truth["discard"] == [2, 7, 27] and truth["supply"] == 17
    assert standing(game, "history") == {"scribe": 3}


def test_l_5_1_twice_a_turn_and_not_three_times():
    game = hiring([2, 3, 4, 6, 7])
    play(game, "hire 2 history", "pay 7", "hire 3 history", "pay 6")
    assert game.truth()["day"] == 2
    assert standing(game, "history") == {"scribe": 3, "illustrator": 2}


def test_l_5_1_once_is_enough():
    game = hiring([2, 3, 4, 6, 7])
    play(game, "hire 2 history", "pay 7", "done")
    assert game.truth()["day"] == 2


@pytest.mark.parametrize(
    ("card", "placed"),
    [
        (2, {"scribe": 3}),
        (6, {"scribe": 2}),
        (14, {"scribe": 1}),
        (32, {"scribe": 1, "illustrator": 1}),
    ],
)
def test_l_5_2_g_22_number_and_types_are_the_large_icons(card, placed):
    game = hiring([card, 4, 7, 8, 10])
    game.play(f"hire {card} poetry")
    assert standing(game, "poetry") == placed
    assert game.truth()["step"] == "pay"  # nobody asked whether all of them shall come


def test_l_5_3_g_23_one_tower_a_card_and_the_second_may_serve_another():
    game = hiring([2, 3, 4, 6, 7])
    assert {len(action.split()) for action in game.legal() if action.startswith("hire")} == {3}
    play(game, "hire 2 history", "pay 7", "hire 4 devotion", "pay 6")
    assert standing(game, "history") == {"scribe": 3}
    assert standing(game, "devotion") == {"binder": 3}


def test_l_5_4_g_24_a_type_that_the_tower_does_not_use_is_lost():
    game = hiring([34, 4, 7, 8, 10])  # illustrator and binder
    told = game.play("hire 34 history")
    assert the(told, "artisans-hired")["placed"] == {"illustrator": 1}
    assert the(told, "artisans-hired")["icons"] == {"illustrator": 1, "binder": 1}
    assert game.truth()["supply"] == 19


def test_l_5_4_g_24_a_filled_place_takes_no_more():
    game = hiring([2, 4, 7, 8, 10], towers={"history": {"scribe": 2}})
    preview = game.view(0)["previews"]["hires"]["2"]["history"]
    assert preview == {"places": {"scribe": 1}, "loses": 2, "short": 0, "finishes": False}
    game.play("hire 2 history")
    assert standing(game, "history") == {"scribe": 3} and game.truth()["supply"] == 17


def test_l_5_4_g_24_the_paying_card_gives_nothing():
    game = hiring([2, 4, 7, 8, 10])
    play(game, "hire 2 history")
    before = game.truth()
    game.play("pay 4")
    assert game.truth()["towers"] == before["towers"] and game.truth()["supply"] == before["supply"]


def test_l_5_5_g_25_a_hire_may_place_nobody():
    game = hiring([4, 2, 7, 8, 10])
    told = game.play("hire 4 history")
    assert the(told, "artisans-hired")["placed"] == {} and game.truth()["step"] == "pay"
    preview = hiring([4, 2, 7, 8, 10]).view(0)["previews"]["hires"]["4"]["history"]
    assert preview["places"] == {} and preview["loses"] == 3  # what the screen warns with


def test_l_5_5_g_25_any_tower_may_be_named_full_ones_too():
    game = hiring([4, 2, 7, 8, 10], at=3, towers=full("history", "poetry"))
    assert [a for a in game.legal() if a.startswith("hire 4")] == [f"hire 4 {t}" for t in TOWERS]
    play(game, "hire 4 poetry")
    assert standing(game, "poetry") == full("poetry")["poetry"] and game.truth()["supply"] == 4


def test_l_5_5_g_25_a_blocked_card_stays_blocked():
    game = hiring([1, 2, 7, 8, 10])
    assert game.truth()["blocked"] == "researcher" and 1 not in cards_for(game, "hire")


def test_l_5_6_g_26_a_short_supply_gives_what_it_has():
    game = hiring([2, 4, 7, 8, 10], supply=2)
    game.play("hire 2 history")
    assert standing(game, "history") == {"scribe": 2} and game.truth()["step"] == "pay"
    game = hiring([2, 4, 7, 8, 10], supply=0)
    game.play("hire 2 history")
    assert standing(game, "history") == {} and game.truth()["step"] == "pay"


def test_l_5_6_g_26_the_player_picks_the_types():
    game = hiring([32, 4, 7, 8, 10], supply=1)
    game.play("hire 32 poetry")
    assert game.truth()["hired"] == {
        "card": 32,
        "tower": "poetry",
        "left": {"scribe": 1, "illustrator": 1},
    }
    assert game.legal() == ["place scribe", "place illustrator"]
    told = game.play("place illustrator")
    assert told == [{"event": "artisan-placed", "tower": "poetry", "type": "illustrator"}]
    assert standing(game, "poetry") == {"illustrator": 1} and game.truth()["step"] == "pay"


def test_l_5_6_g_26_one_artisan_at_a_time():
    game = city(hand=[47, 5, 7, 8, 10], pile=[28], supply=2)
    play(game, "lift 5", "done", "hire 47 history")
    assert game.legal() == ["place researcher", "place scribe", "place illustrator"]
    game.play("place scribe")
    assert game.legal() == ["place researcher", "place illustrator"]
    game.play("place researcher")
    assert standing(game, "history") == {"researcher": 1, "scribe": 1}
    assert game.truth()["step"] == "pay"


def test_l_5_6_g_26_where_one_type_is_left_there_is_nothing_to_pick():
    def mixed(data):
        card_of(data, 32)["grants"] = {"scribe": 2, "illustrator": 1}

    game = hiring([32, 4, 7, 8, 10], supply=2, components=own(mixed))
    game.play("hire 32 poetry")
    told = game.play("place illustrator")
    assert [event["type"] for event in told] == ["illustrator", "scribe"]
    assert standing(game, "poetry") == {"scribe": 1, "illustrator": 1}
    assert game.truth()["step"] == "pay"


def test_l_5_6_g_26_types_without_a_place_are_not_picked():
    game = hiring([34, 4, 7, 8, 10], supply=1)  # illustrator and binder; history has no binders
    game.play("hire 34 history")
    assert standing(game, "history") == {"illustrator": 1} and game.truth()["step"] == "pay"


def test_l_5_7_g_27_each_hire_takes_two_cards():
    game = hiring([2, 4, 7, 8, 10])
    lay(game, hand=[2])
    assert "hire" not in verbs(game) and game.view(0)["previews"]["hires"] == {}
    lay(game, hand=[2, 4])
    play(game, "hire 2 history")
    assert game.legal() == ["pay 4"]


def test_l_5_7_five_cards_are_two_hires_and_one_card_more():
    game = hiring([2, 3, 4, 6, 7], at=0)
    play(game, "hire 2 history", "pay 3", "hire 4 poetry", "pay 6")
    assert game.truth()["step"] == "library" and game.legal() == ["library 7", "done"]
    game = city(hand=[2, 3, 4, 8, 7], pile=[27], at=0)
    play(game, "lift 8", "done", "hire 2 history", "pay 3", "hire 4 poetry", "pay 7")
    assert game.truth()["day"] == 2  # no card was left for the Library


def test_l_5_8_artisans_come_back_by_a_sale_only():
    game = hiring([2, 3, 4, 6, 7], towers=full("history"))
    supply = game.truth()["supply"]
    play(game, "hire 2 poetry", "pay 3", "done")
    assert game.truth()["supply"] == supply - 3


def test_l_5_8_g_43_a_jam_is_said():
    begun = {
        "history": {"researcher": 3, "scribe": 2},
        "poetry": {"scribe": 3, "binder": 2},
        "devotion": {"illustrator": 3, "binder": 3},
        "astronomy": {"researcher": 3},
    }
    game = city(towers=begun)
    assert game.truth()["supply"] == 1 and game.view(0)["previews"]["jam"]
    assert game.view(0)["previews"]["lacks"]["devotion"] == {"scribe": 2}
    lay(game, supply=2)
    assert not game.view(0)["previews"]["jam"]  # Devotion could be finished
    assert not city().view(0)["previews"]["jam"]  # nothing was begun
    assert not city(towers=full("history"), supply=0).view(0)["previews"]["jam"]
