"""L-3 Moving, and the florin levels."""

import pytest

from tests.rulebook.bibliogamo.scenes import (
    fill_towers,
    find_card,
    find_event,
    get_artisans,
    list_names,
    list_verbs,
    make_own_components,
    play,
    set_up,
    set_up_city,
)


def set_up_sale(florins, price_cards=(1, 2), **laid):
    """Philosophy is about to be sold; cards 1 and 2 make a price of 3."""
    laid = {"at": 3, "towers": fill_towers("philosophy"), **laid}
    game = set_up_city(pile=[28, *price_cards], florins=florins, **laid)
    play(game, "done", "sell")
    return game


def test_l_3_1_g_11_each_part_may_be_left_out_and_none_comes_back():
    game = set_up_city(at=3, towers=fill_towers("philosophy"))
    assert list_verbs(game) == ["lift", "forward", "back", "done"]
    game.play("done")
    assert list_verbs(game) == ["lift", "sell", "done"]
    game.play("done")
    assert list_verbs(game) == ["lift", "hire", "done"]
    game.play("done")
    assert game.truth()["day"] == 2


def test_l_3_2_g_14_a_florin_a_step_in_any_mix():
    game = set_up_city(at=3, florins=5)
    play(game, "forward", "back", "back", "back")
    assert game.truth()["librarian"] == 1 and game.truth()["florins"] == 1


def test_l_3_2_g_14_no_debt():
    game = set_up_city(florins=1)
    play(game, "back")
    assert game.truth()["florins"] == 0 and not {"forward", "back"} & set(list_verbs(game))


def test_l_3_2_g_14_he_may_go_all_the_way_round():
    game = set_up_city(at=6, florins=9)
    play(game, *["forward"] * 9)
    assert game.truth()["librarian"] == 1


@pytest.mark.parametrize(("before", "level", "extra"), [(12, 15, 1), (27, 30, 2), (44, 45, 3)])
def test_l_3_3_g_32_levels_bring_artisans_at_once(before, level, extra):
    game = set_up_sale(before)
    supply = game.truth()["supply"]
    reserve = game.truth()["reserve"]
    events = game.play("accept")
    assert find_event(events, "level-reached") == {
        "event": "level-reached",
        "level": level,
        "artisans": extra,
    }
    assert game.truth()["supply"] == supply + extra + 8  # and those of the book
    assert game.truth()["reserve"] == reserve - extra


def test_l_3_3_g_32_they_can_be_hired_in_the_same_turn():
    game = set_up_sale(12, supply=0)
    set_up(game, supply=0)
    play(game, "accept")
    assert game.truth()["supply"] == 9
    play(game, "hire 15 history", "pay 14")
    assert game.truth()["supply"] == 8


def test_l_3_3_g_32_six_in_all_even_in_one_sale():
    def make_rich(data):
        find_card(data, 2)["florins"] = [99, 99, 99, 99]

    game = set_up_sale(5, components=make_own_components(make_rich))
    events = game.play("accept")
    reached = [event["artisans"] for event in events if event["event"] == "level-reached"]
    assert reached == [1, 2, 3] and game.truth()["reserve"] == 0
    assert game.truth()["supply"] == 26


def test_l_3_3_g_32_a_level_lost_can_be_reached_again():
    game = set_up_city(pile=[28, 1, 2], at=2, florins=15, towers=fill_towers("philosophy"))
    play(game, "forward")
    assert game.truth()["florins"] == 14 and game.truth()["reserve"] == 6
    events = play(game, "done", "sell", "accept")
    assert find_event(events, "level-reached")["level"] == 15
    assert game.truth()["florins"] == 17 and game.truth()["reserve"] == 5


@pytest.mark.parametrize("level", [15, 30, 45])
def test_l_3_4_g_34_exactly_at_a_level_it_is_held_and_one_below_it_is_lost(level):
    game = set_up_city(florins=level + 1)
    assert list_names(game.play("forward")) == ["step-paid"]  # now exactly at it
    events = game.play("forward")
    assert find_event(events, "level-lost")["level"] == level
    assert list_names(game.play("forward")) == ["step-paid"]


@pytest.mark.parametrize(("level", "extra"), [(15, 1), (30, 2), (45, 3)])
def test_l_3_5_g_33_lost_artisans_leave_the_supply_first(level, extra):
    game = set_up_city(florins=level)
    supply, reserve = game.truth()["supply"], game.truth()["reserve"]
    events = game.play("back")
    assert events[1] == {"event": "level-lost", "level": level, "artisans": extra}
    truth = game.truth()
    assert truth["step"] == "move" and truth["owed"] == 0
    assert (truth["supply"], truth["reserve"]) == (supply - extra, reserve + extra)


def test_l_3_5_g_33_then_towers_of_the_players_choice_one_by_one_before_anything_else():
    towers = {"history": {"researcher": 2}, "devotion": {"binder": 1}}
    game = set_up_city(florins=45, towers=towers, supply=1)
    game.play("forward")
    truth = game.truth()
    assert (truth["step"], truth["owed"], truth["supply"]) == ("give-back", 2, 0)
    assert game.legal() == ["give-back history researcher", "give-back devotion binder"]
    events = game.play("give-back devotion binder")
    assert events == [{"event": "artisan-given-back", "tower": "devotion", "type": "binder"}]
    assert game.legal() == ["give-back history researcher"]
    game.play("give-back history researcher")
    assert game.truth()["owed"] == 0 and game.truth()["step"] == "move"
    assert (
        get_artisans(game, "history") == {"researcher": 1} and get_artisans(game, "devotion") == {}
    )


def test_l_3_5_g_33_this_may_undo_a_book_before_it_is_sold():
    game = set_up_city(at=2, florins=30, towers=fill_towers("history", "philosophy"), supply=0)
    play(game, "forward", "give-back philosophy binder", "give-back history scribe", "done")
    assert game.truth()["librarian"] == 3 and game.truth()["step"] == "hire"
    kept = set_up_city(at=2, florins=30, towers=fill_towers("history", "philosophy"), supply=0)
    play(kept, "forward", *["give-back history scribe"] * 2, "done")
    assert kept.truth()["step"] == "sell"


def test_l_3_5_g_33_with_a_supply_of_just_enough_no_tower_is_touched():
    game = set_up_city(florins=30, towers=fill_towers("history"), supply=2)
    game.play("forward")
    assert game.truth()["step"] == "move" and game.truth()["supply"] == 0


def test_l_3_6_g_35_no_track_ends():
    game = set_up_sale(300, books={"philosophy": 60, "history": 60})
    game.play("accept")
    truth = game.truth()
    assert truth["florins"] == 303 and truth["books"]["philosophy"] == 61
    set_up(game, day=40)
    play(game, "done")
    assert game.outcome()["books"] == 121 and game.outcome()["score"] >= 121 + 60
