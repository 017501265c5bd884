"""L-1 Setting up, and L-8 Who knows what."""

from collections import Counter

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from tests.rulebook.bibliogamo.scenes import (
    NEED,
    STANDARD,
    end_day,
    fill_towers,
    get_artisans,
    list_names,
    list_verbs,
    make_deal,
    play,
    set_up,
    set_up_city,
)


def test_l_1_1_g_1_seven_spaces_the_library_and_six_towers():
    spaces = STANDARD["ring"]["spaces"]
    assert len(spaces) == 7 and spaces[0] == "grand_library" and set(spaces[1:]) == set(TOWERS)
    game = set_up_city(at=0, florins=7)
    passed = []
    for _ in range(7):
        passed += [game.truth()["librarian"]]
        game.play("forward")
    assert passed == [0, 1, 2, 3, 4, 5, 6] and game.truth()["librarian"] == 0


def test_l_1_1_g_2_clockwise_is_the_rising_number():
    game = set_up_city(pile=[28, 9])
    assert game.seen(0)[1] == {"event": "librarian-walked", "from": 0, "to": 3}
    end_day(game)
    assert game.truth()["librarian"] == 6
    assert play(set_up_city(at=6), "forward")[0] == {"event": "step-paid", "from": 6, "to": 0}
    assert play(set_up_city(at=0), "back")[0] == {"event": "step-paid", "from": 0, "to": 6}


@pytest.mark.parametrize("tower", TOWERS)
def test_l_1_2_a_tower_needs_three_of_the_four_types(tower):
    places = set_up_city().truth()["towers"][tower]
    assert len(places) == 3 and set(places) < set(TYPES) and set(NEED[tower]) == set(places)


def test_l_1_2_a_book_is_finished_when_every_place_is_filled():
    game = set_up_city(towers=fill_towers("history"))
    assert game.view(0)["previews"]["finished"] == ["history"]
    almost = fill_towers("history")
    almost["history"]["scribe"] -= 1
    preview = set_up_city(towers=almost).view(0)["previews"]
    assert preview["finished"] == [] and preview["lacks"] == {"history": {"scribe": 1}}


def test_l_1_3_twenty_artisans_in_the_supply_and_six_in_reserve():
    truth = set_up_city().truth()
    assert (truth["supply"], truth["reserve"]) == (20, 6)
    assert not any(n for there in truth["towers"].values() for n in there.values())


def test_l_1_4_forty_seven_cards_five_in_hand_the_rest_face_down():
    game = Game.new(seed=5)
    truth = game.truth()
    assert len(truth["hand"]) == 5 and len(truth["draw"]) == 41  # the card of day 1 is turned
    assert truth["discard"] == [truth["turned"]]
    everything = [*truth["hand"], *truth["draw"], *truth["discard"]]
    assert sorted(everything) == list(range(1, 48))


def test_l_1_4_the_cards_are_shuffled():
    assert Game.new(seed=1).truth()["draw"] != Game.new(seed=2).truth()["draw"]
    assert Game.new().truth()["draw"] != Game.new().truth()["draw"]
    assert Game.new(seed=1).truth()["draw"] == Game.new(seed=1).truth()["draw"]


def test_l_1_5_five_florins_no_book_and_the_first_day():
    game = set_up_city()
    truth = game.truth()
    assert truth["florins"] == 5 and truth["books"] == dict.fromkeys(TOWERS, 0)
    assert game.seen(0)[0] == {"event": "day-begun", "day": 1}  # from before day 1


def test_l_1_6_g_4_he_begins_on_the_library_and_that_is_no_landing():
    for landing in ("rest", "every-stop"):
        game = set_up_city(towers={"history": {"scribe": 1}}, landing=landing)
        assert game.seen(0)[1]["from"] == 0 and not game.truth()["landed"]
        play(game, "done")
        assert "day-begun" in list_names(game.play("done"))  # the Library was not offered


def test_l_1_7_g_41_a_collection_is_drawn_by_chance():
    drawn = Counter(Game.new(seed=seed).truth()["prestige"]["id"] for seed in range(60))
    assert set(drawn) == set(range(1, 8))


def test_l_1_7_g_41_it_lies_open_and_is_never_changed():
    game = set_up_city(prestige=4)
    prestige = {
        "id": 4,
        "name": "The Royal Gift",
        "vp": 11,
        "need": {"history": 3, "poetry": 3, "astronomy": 3, "cartography": 2},
    }
    while game.to_act is not None:
        assert game.truth()["prestige"] == game.view(None)["prestige"] == prestige
        game.play("done")


def test_l_1_7_no_collection_wants_more_than_thirteen_books():
    assert all(1 <= sum(one["need"].values()) <= 13 for one in STANDARD["prestige"])


def test_l_1_8_days_begin_by_themselves_and_the_player_says_when_to_stop():
    game = set_up_city()
    assert game.to_act == 0 and game.truth()["step"] == "move" and "done" in game.legal()
    game.play("done")
    assert game.truth()["step"] == "hire" and "done" in game.legal()
    events = game.play("done")
    assert list_names(events) == ["day-begun", "librarian-walked", "card-turned"]


def test_l_1_8_a_part_is_asked_even_if_nothing_but_done_is_left():
    game = set_up(set_up_city(florins=0), hand=[])
    assert game.legal() == ["done"] and game.truth()["step"] == "move"
    game.play("done")
    assert game.legal() == ["done"] and game.truth()["step"] == "hire"


def test_l_1_8_sale_and_library_are_offered_only_where_they_are_possible():
    game = set_up_city(at=3)
    game.play("done")
    assert game.truth()["step"] == "hire"  # no finished book there
    game = set_up_city(at=0)
    play(game, "done", "done")
    assert game.truth()["day"] == 2  # nobody could be moved
    game = set_up_city(at=3, towers=fill_towers("philosophy"))
    game.play("done")
    assert list_verbs(game) == ["lift", "sell", "done"]


def test_l_8_1_g_42_only_the_order_of_the_draw_pile_is_hidden():
    one, other = make_deal(pile=[28, 1, 2]), make_deal(pile=[28, 2, 1])
    views = [Game.new(seed=1, deal=deal).view(0) for deal in (one, other)]
    assert views[0] == views[1]
    truths = [Game.new(seed=1, deal=deal).truth() for deal in (one, other)]
    assert truths[0]["draw"] != truths[1]["draw"]
    hidden = {"draw"}
    assert {key for key in truths[0] if key not in views[0]} == hidden


def test_l_8_1_g_42_the_discard_pile_is_open_and_the_pile_can_be_counted():
    game = set_up_city()
    play(game, "done", "hire 15 history", "pay 14")
    for viewer in (0, None):
        view = game.view(viewer)
        assert view["discard"] == [14, 15, 28] and view["hand"] == [16, 20, 26]
        seen = {*view["discard"], *view["hand"]}
        assert view["unseen"] == [card for card in range(1, 48) if card not in seen]
        assert view["draw_left"] == 41
    assert get_artisans(game, "history") == {"illustrator": 1}
