"""L-7 The end of a turn, and of the game."""

import re
from pathlib import Path

import pytest

from armarium.text.catalogue import raw_text
from tests.rulebook.bibliogamo.scenes import (
    end_day,
    fill_towers,
    find_event,
    list_cards_for,
    list_names,
    play,
    set_up,
    set_up_city,
)

BOOK = {"at": 3, "towers": fill_towers("philosophy")}


def end_game(**laid):
    """Play the last day without any action."""
    game = set_up_city(day=40, **laid)
    end_day(game)
    return game


def test_l_7_1_g_28_cards_are_drawn_up_to_five_and_unused_ones_stay():
    game = set_up_city(pile=[28, 1, 2, 3])
    play(game, "done", "hire 15 history", "pay 14")
    assert game.truth()["hand"] == [16, 20, 26]
    events = game.play("done")
    assert find_event(events, "cards-drawn") == {"event": "cards-drawn", "cards": [1, 2]}
    assert game.truth()["hand"] == [1, 2, 16, 20, 26]
    assert game.truth()["turned"] == 3  # the day's card comes after them


def test_l_7_1_g_28_at_no_other_time():
    game = set_up_city(hand=[5, 12, 2, 29, 47])
    sizes = []
    for action in ("lift 12", "done", "hire 5 history", "pay 47"):
        game.play(action)
        sizes.append(len(game.truth()["hand"]))
    assert sizes == [4, 4, 3, 2]


def test_l_7_1_a_full_hand_draws_nothing():
    game = set_up_city()
    assert "cards-drawn" not in list_names(end_day(game))


def test_l_7_2_g_29_shuffled_in_phase_2_when_the_pile_is_empty():
    game = set_up_city()
    set_up(game, draw=[], discard=[1, 2, 3, 28])
    events = end_day(game)
    assert list_names(events) == ["day-begun", "librarian-walked", "reshuffled", "card-turned"]
    assert find_event(events, "reshuffled")["cards"] == 4
    truth = game.truth()
    assert truth["discard"] == [truth["turned"]] and len(truth["draw"]) == 3


def test_l_7_2_g_29_shuffled_in_phase_5_between_two_cards():
    game = set_up_city()
    play(game, "done", "hire 15 history", "pay 14")
    set_up(game, draw=[40], discard=[14, 15, 28])
    events = game.play("done")
    assert list_names(events)[:3] == ["cards-drawn", "reshuffled", "cards-drawn"]
    assert events[0]["cards"] == [40] and set(events[2]["cards"]) < {14, 15, 28}


def test_l_7_2_g_29_not_before_a_card_is_needed():
    game = set_up_city()
    play(game, "done", "hire 15 history", "pay 14")
    set_up(game, draw=[40, 41, 42], discard=[14, 15, 28])
    events = game.play("done")
    assert "reshuffled" not in list_names(events)
    assert game.truth()["draw"] == [] and game.truth()["discard"] == [14, 15, 28, 42]


def test_l_7_2_g_29_shuffled_in_a_sale_whose_cards_stay_out():
    game = set_up_city(**BOOK)
    set_up(game, draw=[40], discard=[1, 2, 28])
    events = play(game, "done", "sell")
    assert list_names(events) == ["reshuffled", "price-offered"] and events[1]["first"] == 40
    truth = game.truth()
    assert truth["discard"] == [] and truth["offer"]["second"] in {1, 2, 28}
    assert sorted([*truth["draw"], truth["offer"]["second"]]) == [1, 2, 28]
    play(game, "redraw", "redraw")
    assert game.legal() == ["accept"]  # the three that lie there are not shuffled in
    game.play("accept")
    assert game.truth()["discard"] == [1, 2, 28, 40]


def test_l_7_2_g_29_the_block_outlives_its_card():
    game = set_up_city(hand=[2, 5, 12, 29, 47], **BOOK)
    set_up(game, draw=[], discard=[1, 3, 28])
    play(game, "done", "sell", "accept")
    assert game.truth()["blocked"] == "scribe" and list_cards_for(game, "hire") == [5, 12]


def test_l_7_3_g_21_forty_days_are_forty_turns():
    game = set_up_city()
    turns = 0
    while game.to_act is not None:
        turns += 1
        assert game.truth()["day"] == turns
        play(game, "done")
        if game.truth()["step"] == "sell":
            play(game, "done")
        events = play(game, "done")
    assert turns == 40 and list_names(events) == ["game-ended"]


def test_l_7_3_g_21_day_40_is_played():
    game = set_up_city(day=39, pile=[28, 9, 1, 2])
    end_day(game)
    assert game.truth()["day"] == 40 and game.to_act == 0
    set_up(game, **BOOK)
    play(game, "done", "sell", "accept", "hire 14 history", "pay 15", "done")
    assert game.to_act is None and game.truth()["step"] == "over"


def test_l_7_4_g_20_paid_days_do_not_cut_the_turn_short():
    game = set_up_city(day=38, pile=[28, 1, 2, 3, 4], **BOOK, landed=True)
    play(game, "done", "sell", "redraw", "redraw")
    assert game.truth()["day"] == 40 and game.legal() == ["accept"]
    play(game, "accept", "hire 15 history", "pay 14")
    assert game.truth()["step"] == "hire"
    play(game, "done", "library 16", "transfer illustrator history poetry")
    assert game.to_act is None and game.outcome()["books"] == 1


def test_l_7_4_g_20_no_cards_are_drawn_in_the_last_turn():
    game = set_up_city(day=40)
    play(game, "done", "hire 15 history", "pay 14")
    events = game.play("done")
    assert list_names(events) == ["game-ended"] and game.truth()["hand"] == [16, 20, 26]


def test_l_7_5_a_point_a_book():
    outcome = end_game(florins=0, books={"history": 2, "poetry": 1}).outcome()
    assert outcome["score"] == outcome["books"] == 3
    assert outcome["by_tower"]["history"] == 2 and outcome["by_tower"]["devotion"] == 0


@pytest.mark.parametrize(("florins", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (47, 9)])
def test_l_7_6_g_36_a_point_for_each_full_five_florins(florins, points):
    assert end_game(florins=florins).outcome()["score"] == points


def test_l_7_7_g_40_a_book_counts_when_it_is_sold():
    outcome = end_game(florins=0, towers=fill_towers("history", "poetry")).outcome()
    assert outcome["score"] == 0 and outcome["by_tower"]["history"] == 0


def test_l_7_7_g_40_by_the_switch_finished_books_count_prestige_included():
    sold = {"cartography": 5, "astronomy": 4}
    wishes = {"florins": 0, "prestige": 3, "books": sold, "towers": fill_towers("astronomy")}
    assert end_game(**wishes).outcome()["score"] == 9
    outcome = end_game(**wishes, count_when="finished").outcome()
    assert outcome["books"] == 10 and outcome["by_tower"]["astronomy"] == 5
    assert outcome["prestige"] and outcome["score"] == 10 + 10


def test_l_7_8_g_37_the_collection_is_all_or_nothing():
    almost = {"history": 4, "philosophy": 3, "cartography": 1}
    outcome = end_game(florins=0, prestige=1, books=almost).outcome()
    assert (outcome["prestige"], outcome["prestige_vp"], outcome["score"]) == (False, 0, 8)
    outcome = end_game(florins=0, prestige=1, books={**almost, "cartography": 2}).outcome()
    assert (outcome["prestige"], outcome["prestige_vp"], outcome["score"]) == (True, 8, 9 + 8)


def test_l_7_9_g_38_books_beyond_the_collection_are_a_point_each():
    books = {"history": 8, "philosophy": 6, "cartography": 4, "poetry": 1}
    outcome = end_game(florins=0, prestige=1, books=books).outcome()
    assert outcome["score"] == 19 + 8  # twice the collection is no second prestige


RANKS = [
    (0, "apprentice"), (7, "apprentice"), (8, "journeyman"), (19, "journeyman"), (20, "master"),
    (32, "master"), (33, "guildmaster"), (43, "guildmaster"), (44, "grand-librarian"), (60, "grand-librarian"),
]  # fmt: skip


@pytest.mark.parametrize(("score", "rank"), RANKS)
def test_l_7_10_g_44_the_sum_is_the_score_and_has_a_rank(score, rank):
    game = end_game(florins=5 * score)
    outcome = game.outcome()
    assert (outcome["score"], outcome["rank"], outcome["winners"]) == (score, rank, [0])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_l_7_10_g_44_rules_page_and_catalogue_name_the_same_bounds(language):
    bounds = [score for score, rank in RANKS[2::2]]  # where each rank but the first begins
    file = {"en": "bibliogamo.md", "fr": "bibliogamo.fr.md"}[language]
    page = (Path(__file__).parents[3] / "docs" / "rules" / file).read_text(encoding="utf-8")
    sentence = page.partition("**L-7.10**")[2].partition("(G-44)")[0]
    assert [int(n) for n in re.findall(r"\d+", sentence)] == [bounds[0], *bounds]
    names = [rank.replace("-", "_") for _, rank in RANKS[0::2]]
    events = [raw_text(language, f"bibliogamo_rank_from_{rank}") for rank in names]
    assert [int(n) for text in events for n in re.findall(r"\d+", text)] == [bounds[0] - 1, *bounds]


def test_l_7_10_the_sum_of_all_three():
    books = {"history": 4, "philosophy": 3, "cartography": 2, "devotion": 1}
    game = end_game(florins=23, prestige=1, books=books)
    assert game.outcome()["score"] == 10 + 4 + 8
    assert game.seen(None)[-1] == {
        "event": "game-ended",
        "score": 22,
        "books": 10,
        "florins": 23,
        "prestige": True,
        "rank": "master",
    }
