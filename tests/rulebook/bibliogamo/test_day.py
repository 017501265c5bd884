"""L-2 A day begins: time, the walk, the block."""

import pytest

from tests.rulebook.bibliogamo.scenes import (
    end_day,
    fill_towers,
    find_event,
    get_artisans,
    list_cards_for,
    list_names,
    list_verbs,
    play,
    set_up,
    set_up_city,
)

SCRIBES = [2, 5, 12, 29, 47]  # large: scribes, researchers, binders, researcher and scribe, all


def test_l_2_1_the_five_phases_in_their_order():
    game = set_up_city(pile=[28, 1, 9])  # the first is drawn, the second turned
    play(game, "done", "hire 15 history", "pay 14")
    set_up(game, hand=[16, 20, 26, 15])
    events = game.play("done")  # the end of phase 4: cards are drawn, then the next day begins
    assert list_names(events) == ["cards-drawn", "day-begun", "librarian-walked", "card-turned"]
    assert (
        find_event(events, "cards-drawn")["cards"] == [1]
        and find_event(events, "card-turned")["card"] == 9
    )


def test_l_2_2_time_moves_on_by_one_day():
    game = set_up_city()
    for day in range(1, 6):
        assert game.truth()["day"] == day
        end_day(game)


@pytest.mark.parametrize(("card", "space"), [(2, 2), (28, 3), (4, 4)])
def test_l_2_3_three_spaces_and_the_step_of_the_card(card, space):
    game = set_up_city(hand=[1, 7, 8, 9, 10], pile=[card])
    truth = game.truth()
    assert truth["librarian"] == space and truth["turned"] == card and truth["discard"] == [card]
    turned = find_event(game.seen(0), "card-turned")
    assert (turned["from"], turned["to"]) == (3, space)


@pytest.mark.parametrize(("start", "card"), [(3, 4), (4, 9), (5, 2)])
def test_l_2_4_g_3_a_walk_may_end_on_the_library(start, card):
    game = set_up_city(pile=[28, card], at=start)
    end_day(game)
    assert game.truth()["librarian"] == 0 and game.truth()["landed"]


@pytest.mark.parametrize(("landing", "landed"), [("rest", False), ("every-stop", True)])
def test_l_2_5_g_4_the_rest_between_walk_and_card_does_not_count(landing, landed):
    game = set_up_city(pile=[28, 4], at=4, landing=landing)
    events = end_day(game)
    assert find_event(events, "librarian-walked")["to"] == 0 and game.truth()["librarian"] == 1
    assert game.truth()["landed"] == landed


@pytest.mark.parametrize(("landing", "landed"), [("rest", False), ("every-stop", True)])
def test_l_2_5_g_4_a_paid_step_counts_where_the_steps_end(landing, landed):
    game = set_up_city(at=1, landing=landing, towers={"history": {"scribe": 1}})
    play(game, "back")
    assert game.truth()["librarian"] == 0 and game.truth()["landed"] == landed
    through = game.copy()
    play(through, "back", "done", "done")
    assert (through.truth()["step"] == "library") == landed
    play(game, "done", "done")
    assert game.truth()["landed"] and game.truth()["step"] == "library"


def test_l_2_5_g_4_a_landing_is_forgotten_with_its_day():
    game = set_up_city(at=0, pile=[28, 9])
    end_day(game)
    assert game.truth()["librarian"] == 3 and not game.truth()["landed"]


def test_l_2_6_g_6_large_icons_are_blocked_the_whole_card():
    game = set_up_city(hand=SCRIBES)
    assert game.truth()["blocked"] == "scribe"
    play(game, "done")
    assert list_cards_for(game, "hire") == [5, 12]
    assert game.view(0)["previews"]["blocked_cards"] == [2, 29, 47]


def test_l_2_6_g_6_in_both_hires():
    game = set_up_city(hand=[5, 12, 2, 29, 47])
    play(game, "done", "hire 5 history", "pay 47")
    assert list_cards_for(game, "hire") == [12]


def test_l_2_6_g_6_by_the_switch_a_small_icon_blocks_too():
    game = set_up_city(hand=[2, 5, 12, 29, 8], block_scope="any")
    play(game, "done")
    assert list_cards_for(game, "hire") == [8]
    assert game.view(0)["previews"]["blocked_cards"] == [2, 5, 12, 29]
    play(game, "lift 5")
    assert list_cards_for(game, "hire") == [2, 8, 12, 29]


def test_l_2_6_the_block_lasts_one_day():
    game = set_up_city(pile=[28, 9])
    end_day(game)
    assert game.truth()["turned"] == 9 and game.truth()["blocked"] == "illustrator"


def test_l_2_7_g_7_a_blocked_card_pays_lifts_and_serves_the_library():
    game = set_up_city(hand=[2, 1, 6, 10, 22], at=0, towers={"poetry": {"scribe": 2}})
    assert list_cards_for(game, "lift") == [2]
    play(game, "done", "hire 1 history")
    assert list_cards_for(game, "pay") == [2, 6, 10, 22]
    play(game, "pay 6", "done")
    assert game.truth()["blocked"] == "scribe" and list_cards_for(game, "library") == [2, 10, 22]


def test_l_2_8_g_8_one_card_with_the_same_small_icon_lifts_the_block_for_the_turn():
    game = set_up_city(hand=SCRIBES)
    assert list_cards_for(game, "lift") == [2, 5, 12, 47] == game.view(0)["previews"]["lifting"]
    assert game.play("lift 12") == [{"event": "block-lifted", "card": 12, "type": "scribe"}]
    truth = game.truth()
    assert truth["lifted"] and truth["blocked"] is None and 12 in truth["discard"]
    play(game, "done")
    assert list_cards_for(game, "hire") == [2, 5, 29, 47]
    play(game, "hire 2 history", "pay 5")
    assert list_cards_for(game, "hire") == [29, 47]


def test_l_2_8_g_8_once_a_turn_and_whether_needed_or_not():
    game = set_up_city(hand=[5, 12, 28, 8, 9], pile=[18, 31])  # nothing in hand is a scribe
    assert list_cards_for(game, "lift") == [5, 12, 28]
    play(game, "lift 5")
    assert "lift" not in list_verbs(game)
    end_day(game)
    assert list_cards_for(game, "lift") or game.truth()["blocked"] != "scribe"


def test_l_2_9_g_9_while_moving_before_the_sale_before_and_between_the_hires():
    game = set_up_city(hand=SCRIBES, at=3, towers=fill_towers("philosophy"))
    assert "lift" in list_verbs(game)
    play(game, "forward", "back")
    assert "lift" in list_verbs(game)
    play(game, "done")
    assert game.truth()["step"] == "sell" and "lift" in list_verbs(game)
    sold = game.copy()
    play(sold, "lift 12", "sell")
    assert sold.truth()["lifted"]
    play(game, "done")
    assert game.truth()["step"] == "hire" and "lift" in list_verbs(game)
    play(game, "hire 5 history", "pay 47")
    assert game.truth()["step"] == "hire" and "lift" in list_verbs(game)


def test_l_2_9_g_9_not_while_a_price_a_removal_or_a_hire_is_open_nor_at_the_library():
    game = set_up_city(hand=SCRIBES, at=3, towers=fill_towers("philosophy"))
    play(game, "done", "sell")
    assert game.truth()["step"] == "price" and "lift" not in list_verbs(game)
    play(game, "accept", "hire 5 history")
    assert game.truth()["step"] == "pay" and "lift" not in list_verbs(game)
    game = set_up_city(hand=SCRIBES, florins=15, towers=fill_towers("history"), supply=0)
    play(game, "forward")
    assert list_verbs(game) == ["give-back"]
    game = set_up_city(hand=SCRIBES, at=0, towers=fill_towers("history"))
    play(game, "done", "done")
    assert list_verbs(game) == ["library", "done"]
    play(game, "library 2")
    assert list_verbs(game) == ["transfer"]


def test_l_2_10_g_10_the_lifting_card_is_an_extra_card():
    game = set_up_city(hand=SCRIBES)
    play(game, "lift 12", "done", "hire 2 history", "pay 5", "hire 29 poetry", "pay 47")
    truth = game.truth()
    assert truth["day"] == 2  # five cards: one lifted, two hires of two
    assert get_artisans(game, "history") == {"scribe": 3} and get_artisans(game, "poetry") == {
        "scribe": 1
    }
