"""L-4 Selling."""

import pytest

from tests.rulebook.bibliogamo.scenes import (
    end_day,
    fill_towers,
    find_event,
    get_artisans,
    list_verbs,
    play,
    set_up,
    set_up_city,
)

BOOK = {"at": 3, "towers": fill_towers("philosophy")}


def set_up_price(pile=(28, 1, 2, 3), **laid):
    """Set up a price: card 1 points at row 1, where card 2 has a 3 and card 3 has a 6."""
    game = set_up_city(pile=pile, **{**BOOK, **laid})
    play(game, "done", "sell")
    return game


def test_l_4_1_g_12_a_finished_book_where_the_librarian_stands():
    game = set_up_city(**BOOK)
    game.play("done")
    assert "sell" in game.legal()
    game = set_up_city(at=1, towers=fill_towers("philosophy"))
    game.play("done")
    assert game.truth()["step"] == "hire"
    game = set_up_city(at=2, towers=fill_towers("philosophy"))
    play(game, "forward", "done")
    assert "sell" in game.legal()


def test_l_4_1_g_12_one_sale_a_turn_and_no_step_after_it():
    game = set_up_price(towers=fill_towers("philosophy", "astronomy"))
    play(game, "accept")
    assert game.truth()["step"] == "hire" and not {"sell", "forward", "back"} & set(
        list_verbs(game)
    )


def test_l_4_1_g_12_nothing_is_sold_on_the_library():
    game = set_up_city(at=0, towers=fill_towers("philosophy", "history"))
    game.play("done")
    assert game.truth()["step"] == "hire"


def test_l_4_2_g_13_a_book_finished_by_a_hire_waits_for_a_later_turn():
    almost = {"philosophy": {"researcher": 3, "scribe": 2, "binder": 2}}
    game = set_up_city(at=3, towers=almost, pile=[28, 3, 5, 9])
    play(game, "done", "hire 16 philosophy")
    assert game.view(0)["previews"]["finished"] == ["philosophy"]
    play(game, "pay 15")
    assert "sell" not in list_verbs(game)
    game.play("done")
    set_up(game, at=3)
    game.play("done")
    assert "sell" in game.legal()  # the next day


def test_l_4_2_g_13_one_finished_at_the_library_too():
    towers = {"philosophy": {"researcher": 3, "scribe": 1, "binder": 3}, "history": {"scribe": 1}}
    game = set_up_city(at=0, towers=towers)
    play(game, "done", "done", "library 14", "transfer scribe history philosophy")
    assert game.truth()["day"] == 2 and game.view(0)["previews"]["finished"] == ["philosophy"]


def test_l_4_3_g_18_the_first_card_points_and_the_second_pays():
    game = set_up_city(pile=[28, 1, 2], **BOOK)
    events = play(game, "done", "sell")
    assert events == [{"event": "price-offered", "first": 1, "second": 2, "price": 3}]
    game = set_up_city(pile=[28, 2, 1], **BOOK)  # card 2 points at row 4, where card 1 has an 8
    assert play(game, "done", "sell")[0]["price"] == 8


def test_l_4_4_g_16_nobody_must_sell():
    game = set_up_city(**BOOK)
    play(game, "done", "done")
    assert (
        game.truth()["step"] == "hire"
        and get_artisans(game, "philosophy") == fill_towers("philosophy")["philosophy"]
    )


def test_l_4_4_g_16_once_the_cards_lie_there_the_book_is_sold_at_the_last_price():
    game = set_up_price()
    assert game.legal() == ["redraw", "accept"]
    play(game, "redraw")
    assert game.legal() == ["redraw", "accept"] and game.truth()["offer"]["price"] == 6
    events = game.play("accept")
    assert find_event(events, "book-sold") == {
        "event": "book-sold",
        "tower": "philosophy",
        "price": 6,
    }


def test_l_4_5_g_17_a_day_buys_a_new_second_card_and_the_first_goes_on_pointing():
    game = set_up_price(day=7)
    events = game.play("redraw")
    assert events == [{"event": "price-redrawn", "first": 1, "second": 3, "price": 6, "day": 8}]
    assert game.truth()["offer"] == {"first": 1, "second": 3, "price": 6, "replaced": [2]}
    assert game.truth()["day"] == 8
    game.play("accept")
    assert game.truth()["florins"] == 5 + 6


def test_l_4_5_g_17_by_the_switch_prices_chain():
    game = set_up_price(redraw_chains=True)
    game.play("redraw")  # card 2 points at row 4, where card 3 has a 2
    assert game.truth()["offer"] == {"first": 2, "second": 3, "price": 2, "replaced": [1]}


def test_l_4_5_g_17_as_often_as_wanted():
    game = set_up_price(pile=(28, 1, 2, 3, 4, 5, 6))
    play(game, "redraw", "redraw", "redraw", "redraw")
    assert game.truth()["offer"] == {"first": 1, "second": 6, "price": 4, "replaced": [2, 3, 4, 5]}
    assert game.truth()["day"] == 5


@pytest.mark.parametrize(("day", "days"), [(37, 3), (39, 1), (40, 0)])
def test_l_4_6_g_19_only_days_that_are_left_can_be_paid(day, days):
    game = set_up_price(day=day)
    for _ in range(days):
        game.play("redraw")
    assert game.truth()["day"] == 40 and game.legal() == ["accept"]


def test_l_4_6_g_29_without_a_card_no_price_can_be_bought():
    game = set_up_price()
    set_up(game, draw=[3], discard=[])
    game.play("redraw")
    assert game.legal() == ["accept"]
    set_up(game, draw=[], discard=[9])
    assert "redraw" in game.legal()


def test_l_4_7_g_15_the_florins_and_the_artisans_are_there_at_once():
    game = set_up_price()
    assert game.truth()["supply"] == 12
    game.play("accept")
    truth = game.truth()
    assert (
        truth["florins"] == 8 and truth["supply"] == 20 and get_artisans(game, "philosophy") == {}
    )
    play(game, "hire 16 philosophy")  # the tower is empty again
    assert get_artisans(game, "philosophy") == {"binder": 1}


def test_l_4_7_g_15_an_empty_supply_is_filled_for_the_hires_of_the_same_turn():
    game = set_up_price(supply=0)
    set_up(game, supply=0)
    play(game, "accept", "hire 20 poetry")
    assert get_artisans(game, "poetry") == {"binder": 1} and game.truth()["supply"] == 7


def test_l_4_8_g_39_the_same_book_again_and_again():
    game = set_up_price(pile=(28, 1, 2, 9, 13, 17))
    game.play("accept")
    assert game.truth()["books"]["philosophy"] == 1
    end_day(game)
    set_up(game, **BOOK)
    play(game, "done", "sell", "accept")
    assert game.truth()["books"] == {**dict.fromkeys(game.truth()["books"], 0), "philosophy": 2}


def test_l_4_8_a_wanted_book_counts_for_the_collection():
    """The table keeps one count of books; the collection reads it."""
    game = set_up_price(prestige=1)
    game.play("accept")
    view = game.view(0)
    assert view["books"]["philosophy"] == 1 and view["prestige"]["need"]["philosophy"] == 3


def test_l_4_9_all_cards_of_the_sale_are_discarded():
    game = set_up_price()
    game.play("redraw")
    assert game.truth()["discard"] == [28]
    game.play("accept")
    assert game.truth()["discard"] == [1, 2, 3, 28] and game.truth()["offer"] is None
