"""L-5 Hiring."""

import pytest

from armarium.games.bibliogamo.cards import TOWERS
from tests.rulebook.bibliogamo.scenes import (
    fill_towers,
    find_card,
    find_event,
    get_artisans,
    list_cards_for,
    list_verbs,
    make_own_components,
    play,
    set_up,
    set_up_city,
)


def set_up_hire(hand, pile=(27,), **laid):
    """The hire of a day that blocks researchers, with card 27, unless another is turned."""
    game = set_up_city(hand=hand, pile=pile, **laid)
    play(game, "done")
    return game


def test_l_5_1_a_card_hires_another_pays_and_both_are_discarded():
    game = set_up_hire([2, 3, 4, 6, 7])
    events = game.play("hire 2 history")
    assert events == [
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
    assert get_artisans(game, "history") == {"scribe": 3}


def test_l_5_1_twice_a_turn_and_not_three_times():
    game = set_up_hire([2, 3, 4, 6, 7])
    play(game, "hire 2 history", "pay 7", "hire 3 history", "pay 6")
    assert game.truth()["day"] == 2
    assert get_artisans(game, "history") == {"scribe": 3, "illustrator": 2}


def test_l_5_1_once_is_enough():
    game = set_up_hire([2, 3, 4, 6, 7])
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
    game = set_up_hire([card, 4, 7, 8, 10])
    game.play(f"hire {card} poetry")
    assert get_artisans(game, "poetry") == placed
    assert game.truth()["step"] == "pay"  # all are hired without a question


def test_l_5_3_g_23_one_tower_a_card_and_the_second_may_serve_another():
    game = set_up_hire([2, 3, 4, 6, 7])
    assert {len(action.split()) for action in game.legal() if action.startswith("hire")} == {3}
    play(game, "hire 2 history", "pay 7", "hire 4 devotion", "pay 6")
    assert get_artisans(game, "history") == {"scribe": 3}
    assert get_artisans(game, "devotion") == {"binder": 3}


def test_l_5_4_g_24_a_type_that_the_tower_does_not_use_is_lost():
    game = set_up_hire([34, 4, 7, 8, 10])  # illustrator and binder
    events = game.play("hire 34 history")
    assert find_event(events, "artisans-hired")["placed"] == {"illustrator": 1}
    assert find_event(events, "artisans-hired")["icons"] == {"illustrator": 1, "binder": 1}
    assert game.truth()["supply"] == 19


def test_l_5_4_g_24_a_filled_place_takes_no_more():
    game = set_up_hire([2, 4, 7, 8, 10], towers={"history": {"scribe": 2}})
    preview = game.view(0)["previews"]["hires"]["2"]["history"]
    assert preview == {"places": {"scribe": 1}, "loses": 2, "short": 0, "finishes": False}
    game.play("hire 2 history")
    assert get_artisans(game, "history") == {"scribe": 3} and game.truth()["supply"] == 17


def test_l_5_4_g_24_the_paying_card_gives_nothing():
    game = set_up_hire([2, 4, 7, 8, 10])
    play(game, "hire 2 history")
    before = game.truth()
    game.play("pay 4")
    assert game.truth()["towers"] == before["towers"] and game.truth()["supply"] == before["supply"]


def test_l_5_5_g_25_a_hire_may_place_nobody():
    game = set_up_hire([4, 2, 7, 8, 10])
    events = game.play("hire 4 history")
    assert find_event(events, "artisans-hired")["placed"] == {} and game.truth()["step"] == "pay"
    preview = set_up_hire([4, 2, 7, 8, 10]).view(0)["previews"]["hires"]["4"]["history"]
    assert preview["places"] == {} and preview["loses"] == 3  # what the screen warns with


def test_l_5_5_g_25_any_tower_may_be_named_full_ones_too():
    game = set_up_hire([4, 2, 7, 8, 10], at=3, towers=fill_towers("history", "poetry"))
    assert [a for a in game.legal() if a.startswith("hire 4")] == [f"hire 4 {t}" for t in TOWERS]
    play(game, "hire 4 poetry")
    assert (
        get_artisans(game, "poetry") == fill_towers("poetry")["poetry"]
        and game.truth()["supply"] == 4
    )


def test_l_5_5_g_25_a_blocked_card_stays_blocked():
    game = set_up_hire([1, 2, 7, 8, 10])
    assert game.truth()["blocked"] == "researcher" and 1 not in list_cards_for(game, "hire")


def test_l_5_6_g_26_a_short_supply_gives_what_it_has():
    game = set_up_hire([2, 4, 7, 8, 10], supply=2)
    game.play("hire 2 history")
    assert get_artisans(game, "history") == {"scribe": 2} and game.truth()["step"] == "pay"
    game = set_up_hire([2, 4, 7, 8, 10], supply=0)
    game.play("hire 2 history")
    assert get_artisans(game, "history") == {} and game.truth()["step"] == "pay"


def test_l_5_6_g_26_the_player_picks_the_types():
    game = set_up_hire([32, 4, 7, 8, 10], supply=1)
    game.play("hire 32 poetry")
    assert game.truth()["hired"] == {
        "card": 32,
        "tower": "poetry",
        "left": {"scribe": 1, "illustrator": 1},
    }
    assert game.legal() == ["place scribe", "place illustrator"]
    events = game.play("place illustrator")
    assert events == [{"event": "artisan-placed", "tower": "poetry", "type": "illustrator"}]
    assert get_artisans(game, "poetry") == {"illustrator": 1} and game.truth()["step"] == "pay"


def test_l_5_6_g_26_one_artisan_at_a_time():
    game = set_up_city(hand=[47, 5, 7, 8, 10], pile=[28], supply=2)
    play(game, "lift 5", "done", "hire 47 history")
    assert game.legal() == ["place researcher", "place scribe", "place illustrator"]
    game.play("place scribe")
    assert game.legal() == ["place researcher", "place illustrator"]
    game.play("place researcher")
    assert get_artisans(game, "history") == {"researcher": 1, "scribe": 1}
    assert game.truth()["step"] == "pay"


def test_l_5_6_g_26_where_one_type_is_left_there_is_nothing_to_pick():
    def mix_types(data):
        find_card(data, 32)["grants"] = {"scribe": 2, "illustrator": 1}

    game = set_up_hire([32, 4, 7, 8, 10], supply=2, components=make_own_components(mix_types))
    game.play("hire 32 poetry")
    events = game.play("place illustrator")
    assert [event["type"] for event in events] == ["illustrator", "scribe"]
    assert get_artisans(game, "poetry") == {"scribe": 1, "illustrator": 1}
    assert game.truth()["step"] == "pay"


def test_l_5_6_g_26_types_without_a_place_are_not_picked():
    game = set_up_hire(
        [34, 4, 7, 8, 10], supply=1
    )  # illustrator and binder; history has no binders
    game.play("hire 34 history")
    assert get_artisans(game, "history") == {"illustrator": 1} and game.truth()["step"] == "pay"


def test_l_5_7_g_27_each_hire_takes_two_cards():
    game = set_up_hire([2, 4, 7, 8, 10])
    set_up(game, hand=[2])
    assert "hire" not in list_verbs(game) and game.view(0)["previews"]["hires"] == {}
    set_up(game, hand=[2, 4])
    play(game, "hire 2 history")
    assert game.legal() == ["pay 4"]


def test_l_5_7_five_cards_are_two_hires_and_one_card_more():
    game = set_up_hire([2, 3, 4, 6, 7], at=0)
    play(game, "hire 2 history", "pay 3", "hire 4 poetry", "pay 6")
    assert game.truth()["step"] == "library" and game.legal() == ["library 7", "done"]
    game = set_up_city(hand=[2, 3, 4, 8, 7], pile=[27], at=0)
    play(game, "lift 8", "done", "hire 2 history", "pay 3", "hire 4 poetry", "pay 7")
    assert game.truth()["day"] == 2  # no card was left for the Library


def test_l_5_8_artisans_come_back_by_a_sale_only():
    game = set_up_hire([2, 3, 4, 6, 7], towers=fill_towers("history"))
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
    game = set_up_city(towers=begun)
    assert game.truth()["supply"] == 1 and game.view(0)["previews"]["jam"]
    assert game.view(0)["previews"]["lacks"]["devotion"] == {"scribe": 2}
    set_up(game, supply=2)
    assert not game.view(0)["previews"]["jam"]  # Devotion could be finished
    assert not set_up_city().view(0)["previews"]["jam"]  # nothing was begun
    assert not set_up_city(towers=fill_towers("history"), supply=0).view(0)["previews"]["jam"]
