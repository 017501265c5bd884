"""L-6 The Grand Library."""

import pytest

from tests.rulebook.bibliogamo.scenes import (
    fill_towers,
    get_artisans,
    list_cards_for,
    list_names,
    list_verbs,
    play,
    set_up_city,
)

SOME = {"poetry": {"scribe": 2, "binder": 2}, "history": {"researcher": 1}}
HAND = [2, 7, 17, 29, 47]  # three, two, one, two and four large icons


def set_up_library(hand=HAND, **laid):
    game = set_up_city(hand=hand, **{"at": 0, "towers": SOME, **laid})
    play(game, "done", "done")
    return game


def test_l_6_1_g_5_landed_and_paid_away_still_counts():
    game = set_up_city(hand=HAND, pile=[28], at=0, towers=SOME)
    play(game, "forward", "forward", "done", "done")
    assert game.truth()["librarian"] == 2 and game.truth()["step"] == "library"


def test_l_6_1_g_5_a_landing_by_the_walk_counts_after_a_sale_too():
    game = set_up_city(hand=HAND, at=0, towers={**fill_towers("history"), "poetry": {"scribe": 1}})
    play(game, "forward", "done", "sell", "accept", "done")
    assert game.truth()["step"] == "library"


def test_l_6_1_without_a_landing_nothing_is_offered():
    game = set_up_city(hand=HAND, at=1, towers=SOME)
    play(game, "done", "done")
    assert game.truth()["day"] == 2


def test_l_6_1_g_31_after_the_hires_and_before_cards_are_drawn():
    game = set_up_city(hand=HAND, at=0, towers=SOME)
    play(game, "done", "hire 7 history", "pay 17", "done")
    assert game.truth()["step"] == "library" and len(game.truth()["hand"]) == 3
    events = play(game, "library 29", "transfer scribe poetry history", "done")
    assert list_names(events)[:2] == ["cards-drawn", "day-begun"]
    assert len(game.truth()["hand"]) == 5


def test_l_6_1_g_31_once_a_turn_and_optional():
    game = set_up_library()
    assert list_verbs(game) == ["library", "done"] and list_cards_for(game, "library") == HAND
    unused = game.copy()
    unused.play("done")
    assert unused.truth()["day"] == 2 and unused.truth()["hand"] == HAND
    play(game, "library 17", "transfer binder poetry devotion")
    assert game.truth()["day"] == 2 and 17 in game.truth()["discard"]


def test_l_6_1_without_a_card_in_hand_it_is_not_offered():
    game = set_up_city(hand=HAND, at=0, towers=SOME)
    play(game, "done")
    game.states[0]["hand"] = 0
    play(game, "done")
    assert game.truth()["day"] == 2


@pytest.mark.parametrize(("card", "moves"), [(17, 1), (7, 2), (2, 3), (47, 4)])
def test_l_6_2_g_30_at_most_as_many_as_the_card_has_large_icons(card, moves):
    game = set_up_library()
    events = game.play(f"library {card}")
    assert events == [{"event": "library-used", "card": card, "moves": moves}]
    assert game.truth()["transfer"]["left"] == moves
    kinds = ["scribe", "scribe", "binder", "binder"]
    for number, kind in enumerate(kinds[:moves]):
        assert game.truth()["day"] == 1 and game.truth()["transfer"]["left"] == moves - number
        game.play(f"transfer {kind} poetry devotion")
    assert game.truth()["day"] == 2
    assert sum(get_artisans(game, "devotion").values()) == moves


def test_l_6_2_g_30_fewer_may_move():
    game = set_up_library()
    play(game, "library 47", "transfer scribe poetry devotion", "done")
    assert game.truth()["day"] == 2 and get_artisans(game, "devotion") == {"scribe": 1}


def test_l_6_2_g_30_the_types_on_the_card_do_not_matter():
    game = set_up_library()
    play(game, "library 17")  # a researcher
    assert "transfer binder poetry devotion" in game.legal()


def test_l_6_2_g_30_from_one_tower_to_one_other():
    game = set_up_library()
    play(game, "library 47")
    assert "transfer researcher history astronomy" in game.legal()
    play(game, "transfer scribe poetry devotion")
    assert game.truth()["transfer"] == {
        "card": 47,
        "left": 3,
        "from": "poetry",
        "to": "devotion",
        "type": None,
    }
    assert game.legal() == [
        "transfer scribe poetry devotion",
        "transfer binder poetry devotion",
        "done",
    ]


EXACT = {"transfer_count": "exact"}


def test_l_6_2_g_30_by_the_switch_the_whole_number_moves():
    game = set_up_library(**EXACT)
    play(game, "library 2")  # three icons
    for left in (3, 2, 1):
        assert game.truth()["transfer"]["left"] == left
        assert "done" not in game.legal()
        play(game, next(a for a in game.legal() if a.endswith("poetry devotion")))
    assert game.truth()["day"] == 2 and sum(get_artisans(game, "devotion").values()) == 3


def test_l_6_2_g_30_by_the_switch_only_where_all_of_them_could_go():
    game = set_up_library(**EXACT)
    play(game, "library 7")  # two icons: the two scribes, or the two binders, or one of each
    assert game.legal() == [
        "transfer scribe poetry history",
        "transfer scribe poetry philosophy",
        "transfer scribe poetry astronomy",
        "transfer scribe poetry devotion",
        "transfer binder poetry philosophy",
        "transfer binder poetry devotion",
        "transfer binder poetry cartography",
    ]  # the one researcher of history stays where he is
    game = set_up_library(**EXACT)
    play(game, "library 2")
    assert {tuple(a.split()[2:]) for a in game.legal()} == {
        ("poetry", "philosophy"),
        ("poetry", "devotion"),
    }


def test_l_6_2_g_30_by_the_switch_a_card_of_too_many_icons_is_not_offered():
    towers = {"poetry": {"scribe": 2}, "history": {"researcher": 1}}
    game = set_up_library(towers=towers, **EXACT)
    assert list_cards_for(game, "library") == [
        7,
        17,
        29,
    ]  # not the three icons of 2, nor the four of 47
    assert list_cards_for(set_up_library(towers=towers), "library") == HAND


def test_l_6_2_g_30_by_the_switch_no_card_that_fits_no_library():
    towers = {"poetry": {"scribe": 1}}
    assert set_up_library(hand=[2, 5, 6, 7, 47], towers=towers, **EXACT).truth()["day"] == 2
    assert set_up_library(hand=[2, 5, 6, 7, 47], towers=towers).truth()["step"] == "library"


def test_l_6_2_g_30_by_the_switch_it_may_still_be_left_alone():
    game = set_up_library(**EXACT)
    assert list_verbs(game) == ["library", "done"]
    play(game, "done")
    assert game.truth()["day"] == 2 and game.truth()["hand"] == HAND


def test_l_6_2_g_30_the_whole_number_by_both_switches_takes_any_free_places():
    """Retraining needs a free slot of any type: history has two artisans, poetry seven."""
    towers = {
        "poetry": {"scribe": 3, "binder": 3, "illustrator": 1},
        "history": {"researcher": 3, "scribe": 3},
        "astronomy": fill_towers("astronomy")["astronomy"],
    }
    wishes = {"towers": towers, "supply": 0, "transfer_keeps_type": False, **EXACT}
    game = set_up_library(**wishes)
    play(game, "library 7")
    assert "transfer binder poetry history" in game.legal()
    assert "transfer binder poetry astronomy" not in game.legal()
    play(game, "transfer binder poetry history")  # one free type: taken by itself
    assert game.truth()["step"] == "transfer" and "done" not in game.legal()
    play(game, "transfer scribe poetry history")
    assert get_artisans(game, "history")["illustrator"] == 2
    game = set_up_library(**wishes)
    play(game, "library 2")
    assert "transfer binder poetry history" not in game.legal()  # three do not fit


def test_l_6_3_g_30_each_keeps_the_type_and_needs_a_free_place():
    game = set_up_library(towers={"poetry": {"scribe": 1, "binder": 1}, "history": {"scribe": 3}})
    play(game, "library 47")
    assert "transfer scribe poetry history" not in game.legal()  # full of scribes
    assert "transfer binder poetry history" not in game.legal()  # history uses no binders
    events = game.play("transfer binder poetry cartography")
    assert events[0] == {
        "event": "artisan-moved",
        "type": "binder",
        "as": "binder",
        "from": "poetry",
        "to": "cartography",
    }
    assert get_artisans(game, "cartography") == {"binder": 1}


def test_l_6_3_g_30_at_least_one_moves():
    game = set_up_library()
    play(game, "library 47")
    assert "done" not in game.legal()


def test_l_6_3_g_30_nobody_returns_to_the_supply():
    game = set_up_library()
    supply, reserve = game.truth()["supply"], game.truth()["reserve"]
    play(game, "library 17", "transfer researcher history cartography")
    assert (game.truth()["supply"], game.truth()["reserve"]) == (supply, reserve)


def test_l_6_3_g_30_it_ends_by_itself_when_nobody_can_move_any_more():
    game = set_up_library()
    play(game, "library 47", "transfer researcher history astronomy")
    assert game.truth()["day"] == 2


def test_l_6_3_g_30_without_a_legal_move_it_is_not_offered():
    game = set_up_library(towers={})
    assert game.truth()["day"] == 2


def test_l_6_3_g_30_by_the_switch_any_free_place_may_be_taken():
    towers = {"poetry": {"scribe": 1}, "history": {"scribe": 3}}
    game = set_up_library(towers=towers, transfer_keeps_type=False)
    play(game, "library 29", "transfer scribe poetry history")
    truth = game.truth()
    assert truth["step"] == "retrain" and truth["transfer"]["type"] == "scribe"
    assert truth["reserve"] == 6  # somebody is on the way
    assert game.legal() == ["place researcher", "place illustrator"]
    events = game.play("place illustrator")
    assert (events[0]["type"], events[0]["as"]) == ("scribe", "illustrator")
    assert get_artisans(game, "history") == {"scribe": 3, "illustrator": 1}


def test_l_6_3_g_30_by_the_switch_a_single_free_place_is_taken_by_itself():
    towers = {"poetry": {"binder": 1}, "history": {"researcher": 3, "scribe": 3, "illustrator": 1}}
    game = set_up_library(towers=towers, transfer_keeps_type=False)
    events = play(game, "library 17", "transfer binder poetry history")
    assert events[0]["as"] == "illustrator" and game.truth()["day"] == 2
    assert get_artisans(game, "history") == {"researcher": 3, "scribe": 3, "illustrator": 2}


def test_l_6_4_g_31_it_may_finish_a_book():
    towers = {"philosophy": {"researcher": 3, "scribe": 1, "binder": 3}, "history": {"scribe": 1}}
    game = set_up_library(towers=towers)
    play(game, "library 17", "transfer scribe history philosophy")
    assert game.view(0)["previews"]["finished"] == ["philosophy"]
    assert get_artisans(game, "history") == {}  # and empty a tower


def test_l_6_4_g_31_it_may_undo_a_finished_book():
    game = set_up_library(towers=fill_towers("poetry"))
    play(game, "library 17", "transfer scribe poetry history")
    assert game.view(0)["previews"]["finished"] == []
