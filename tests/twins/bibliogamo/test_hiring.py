"""The oracle at tables set by hand: hiring, the Grand Library, the piles, the end."""

from copy import deepcopy

import pytest

from tests.twins.bibliogamo.components import components, load_standard_data, read_components
from tests.twins.bibliogamo.oracle import BibliogamoOracle
from tests.twins.bibliogamo.scenes import fill_towers, list_verbs, play, set_up_day
from tests.twins.bibliogamo.scoring import compute_outcome, find_rank


def test_a_hire_places_what_fits_and_costs_two_cards():  # G-22, G-23, G-24, G-27
    game = play(set_up_day([1, 4, 9, 30, 47], [28]), "done", "hire 1 history")
    truth = game.truth()
    assert truth["towers"]["history"] == {"researcher": 3, "scribe": 0, "illustrator": 0}
    assert truth["supply"] == 17 and truth["hires"] == 1 and truth["step"] == "pay"
    assert truth["hired"] == {"card": 1, "tower": "history", "left": {}}
    assert game.legal() == ["pay 4", "pay 9", "pay 30", "pay 47"]
    play(game, "pay 47")
    assert game.truth()["hired"] is None and game.truth()["discard"] == [1, 28, 47]
    play(game, "hire 30 history")  # a researcher too many, and an illustrator
    assert game.truth()["supply"] == 16 and game.towers["history"]["illustrator"] == 1
    play(game, "pay 9")
    assert game.truth()["day"] == 2 and game.truth()["hires"] == 0  # two hires, and the day ends


def test_a_hire_may_be_for_nobody():  # G-25
    game = play(set_up_day([1, 4, 9, 30, 47], [28], towers=fill_towers("astronomy")), "done")
    assert len([a for a in game.legal() if a.startswith("hire 4 ")]) == 6
    play(game, "hire 4 history")
    assert game.truth()["supply"] == 12
    play(game, "pay 9", "hire 1 astronomy", "pay 30")
    assert game.truth()["supply"] == 12 and sum(game.books.values()) == 0


def test_the_supply_is_short_for_one_type():  # G-26
    towers = fill_towers("poetry", "astronomy") | {"devotion": {"illustrator": 2}}
    game = play(set_up_day([1, 4, 9, 30, 7], [28], towers=towers), "done")
    assert game.supply == 2
    play(game, "hire 1 history")
    assert game.towers["history"]["researcher"] == 2 and game.supply == 0 and game.step == "pay"
    play(game, "pay 4", "hire 9 philosophy")
    assert game.step == "pay" and not any(game.towers["philosophy"].values())


def test_the_supply_is_short_for_several_types():  # G-26
    towers = fill_towers("poetry", "astronomy") | {"devotion": {"illustrator": 2}}
    game = set_up_day([47, 12, 4, 9, 30], [28], towers=towers)
    play(game, "lift 12", "done", "hire 47 history")  # one of each, two in the supply
    assert game.truth()["step"] == "place"
    left = {"researcher": 1, "scribe": 1, "illustrator": 1}
    assert game.truth()["hired"] == {"card": 47, "tower": "history", "left": left}
    assert game.legal() == ["place researcher", "place scribe", "place illustrator"]
    play(game, "place scribe")
    assert game.legal() == ["place researcher", "place illustrator"]
    play(game, "place illustrator")
    assert game.truth()["hired"]["left"] == {} and game.step == "pay" and game.supply == 0
    assert game.towers["history"] == {"researcher": 0, "scribe": 1, "illustrator": 1}


def test_the_last_type_takes_the_rest_by_itself():  # G-26
    data = deepcopy(load_standard_data())
    data["artisan"][0]["grants"] = {"researcher": 3, "illustrator": 1}
    towers = fill_towers("poetry", "astronomy") | {"devotion": {"illustrator": 1}}
    game = set_up_day([1, 12, 4, 9, 30], [28], towers=towers, components=data)
    play(game, "done", "hire 1 history")
    assert game.supply == 3 and game.legal() == ["place researcher", "place illustrator"]
    play(game, "place illustrator")
    assert game.step == "pay" and game.supply == 0 and game.towers["history"]["researcher"] == 2


def test_one_card_does_not_hire():  # G-27: only with a smaller hand than the printed one
    data = deepcopy(load_standard_data())
    data["counts"]["hand_size"] = 4
    game = set_up_day([12, 4, 9, 30], [28], components=data)
    play(game, "lift 12", "done", "hire 4 poetry", "pay 9")
    assert game.hand == [30] and game.legal() == ["done"]


def test_a_book_finished_in_4c_is_sold_another_day():  # G-11, G-13
    towers = {"philosophy": {"scribe": 2, "binder": 3}}
    game = play(
        set_up_day([1, 4, 9, 30, 7], [28], towers=towers), "done", "hire 1 philosophy", "pay 4"
    )
    assert game._has_finished_book("philosophy") and list_verbs(game) == ["hire", "done"]


def test_the_hand_is_refilled_and_unused_cards_stay():  # G-28
    game = play(set_up_day([1, 4, 9, 30, 7], [28, 40, 41, 42]), "done", "hire 1 history", "pay 4")
    play(game, "done")
    assert game.hand == [7, 9, 30, 40, 41] and game.turned == 42


# -------------------------------------------------------------------- the Library


def test_a_transfer_within_two_towers():  # G-30, G-31
    towers = {"history": {"researcher": 3, "scribe": 1}, "astronomy": {"scribe": 1}}
    game = play(set_up_day([1, 2, 3, 4, 47], [28], start=4, towers=towers), "done", "done")
    assert game.legal()[-2:] == ["library 47", "done"]
    play(game, "library 47")
    assert game.truth()["transfer"] == {
        "card": 47,
        "left": 4,
        "from": None,
        "to": None,
        "type": None,
    }
    assert "done" not in game.legal() and "transfer researcher history philosophy" in game.legal()
    play(game, "transfer researcher history astronomy")
    moved = {"card": 47, "left": 3, "from": "history", "to": "astronomy", "type": None}
    assert game.truth()["transfer"] == moved
    assert game.legal() == [
        "transfer researcher history astronomy",
        "transfer scribe history astronomy",
        "done",
    ]
    play(game, "transfer scribe history astronomy", "done")
    assert game.day == 2 and game.towers["history"]["researcher"] == 2 and game.transfer is None
    assert game.towers["astronomy"] == {"researcher": 1, "scribe": 2, "illustrator": 0}


def test_a_transfer_ends_by_itself():  # G-30
    towers = {"history": {"researcher": 2}, "cartography": {"researcher": 2}}
    game = play(set_up_day([1, 2, 3, 4, 47], [28], start=4, towers=towers), "done", "done")
    play(game, "library 1", "transfer researcher history cartography")
    assert game.day == 2 and game.towers["history"]["researcher"] == 1  # no room for another


def test_the_library_is_not_offered_without_a_card_or_a_move():  # G-30
    assert play(set_up_day(start=4), "done", "done").day == 2
    game = set_up_day([1, 4, 9, 12, 11], [28], start=4)
    play(game, "lift 12", "done", "hire 1 history", "pay 4", "hire 9 astronomy", "pay 11")
    assert game.day == 2


def test_the_library_may_un_complete_a_book():  # G-31
    game = play(
        set_up_day([1, 2, 3, 4, 47], [28], start=4, towers=fill_towers("history")), "done", "done"
    )
    play(game, "library 47", "transfer researcher history astronomy", "done")
    assert not game._has_finished_book("history") and game.truth()["supply"] == 12


def test_retraining_by_the_switch():  # G-30
    towers = {"history": {"researcher": 2}, "poetry": {"scribe": 3, "illustrator": 1}}
    game = set_up_day([1, 2, 3, 4, 47], [28], start=4, towers=towers, transfer_keeps_type=False)
    play(game, "done", "done", "library 1", "transfer researcher history poetry")
    assert game.step == "retrain" and game.legal() == ["place illustrator", "place binder"]
    assert game.truth()["towers"]["history"]["researcher"] == 1
    assert game.truth()["transfer"]["type"] == "researcher" and game.truth()["reserve"] == 6
    assert game.truth()["transfer"]["left"] == 3  # one still counts: he has not arrived
    play(game, "place illustrator")
    assert game.legal() == ["transfer researcher history poetry", "done"]
    play(game, "transfer researcher history poetry")  # only binders are missing now
    assert game.towers["poetry"] == {"scribe": 3, "illustrator": 2, "binder": 1}
    assert game.day == 2


def test_exactly_as_many_by_the_switch():  # G-30
    towers = {"history": {"researcher": 2, "scribe": 1}, "poetry": {"scribe": 1}}
    hand = [5, 13, 1, 4, 47]  # two, one, three, three and four icons
    game = play(
        set_up_day(hand, [28], start=4, towers=towers, transfer_count="exact"), "done", "done"
    )
    # Two researchers and a scribe could go to philosophy or astronomy: three, never four.
    assert game.legal() == ["library 1", "library 4", "library 5", "library 13", "done"]
    play(game, "library 4")
    assert game.legal() == [
        "transfer researcher history philosophy",
        "transfer researcher history astronomy",
        "transfer scribe history philosophy",
        "transfer scribe history astronomy",
    ]
    play(game, "transfer scribe history astronomy")
    assert game.legal() == ["transfer researcher history astronomy"]
    play(game, "transfer researcher history astronomy", "transfer researcher history astronomy")
    assert game.day == 2 and not any(game.towers["history"].values())


def test_exactly_as_many_retrained():  # G-30
    towers = {"history": {"researcher": 3}, **fill_towers("poetry")}
    towers["poetry"]["binder"] -= 2
    switches = {"transfer_count": "exact", "transfer_keeps_type": False}
    game = set_up_day([1, 5, 13, 2, 47], [28], start=4, towers=towers, **switches)
    play(game, "done", "done", "library 1")
    assert "transfer researcher history poetry" not in game.legal()  # three, and two places
    assert "transfer researcher history cartography" in game.legal()


def test_no_number_that_could_move_by_the_switch():  # G-30
    towers = {"history": {"researcher": 1}}
    game = set_up_day([1, 2, 3, 4, 5], [28], start=4, towers=towers, transfer_count="exact")
    assert play(game, "done", "done").day == 2
    assert game.cited["G-30 exact: not offered, no card has a number that could move"] == 1


# -------------------------------------------------------------------- the piles


def test_a_shuffle_in_the_middle_of_a_sale():  # G-29
    game = set_up_day(pile=[28, 13], towers=fill_towers("philosophy"))
    game.discard = sorted(set(range(1, 48)) - set(game.hand) - {13})
    game.draw = [13]
    used = game.chance.used
    play(game, "done", "sell")
    truth = game.truth()
    assert truth["offer"]["first"] == 13 and truth["discard"] == [] and len(truth["draw"]) == 40
    assert truth["blocked"] == "scribe" and truth["turned"] == 28  # though its card is in the pile
    assert game.chance.used == used + 40  # 41 cards
    assert 13 not in truth["draw"] and truth["offer"]["second"] != 13


def test_the_pile_is_shuffled_when_a_card_is_needed_not_before():  # G-29
    game = set_up_day([1, 4, 9, 30, 7], [28])
    game.discard, game.draw = sorted([*game.discard, *game.draw[2:]]), game.draw[:2]
    play(game, "done", "hire 1 history", "pay 4", "done")
    assert game.cited["G-29 shuffled in phase 5"] == 0 and game.cited["G-29 shuffled in phase 2"]
    assert game.truth()["turned"] in game.discard and len(game.draw) == 41


def test_a_chosen_deal_takes_no_word():
    assert set_up_day().chance.used == 0
    assert BibliogamoOracle(7).chance.used == 1 + 46


# -------------------------------------------------------------------- the end


def score_game(sold, finished=(), florins=0, count_when="sold", prestige=1):
    chosen = components("standard")
    books = {**dict.fromkeys(chosen.towers, 0), **sold}
    card = chosen.collections[prestige - 1]
    return compute_outcome(
        books, list(finished), florins, card, chosen.counts, count_when, lambda *_: None
    )


def test_points():  # G-36, G-37, G-38
    need = {"history": 4, "philosophy": 3, "cartography": 2}  # worth 8
    met = score_game(need, florins=14)
    assert met["score"] == 9 + 2 + 8 and met["prestige"] and met["prestige_vp"] == 8
    assert met["rank"] == "journeyman" and met["winners"] == [0] and met["books"] == 9
    assert score_game({**need, "poetry": 1, "history": 5})["score"] == 11 + 8
    missed = score_game({**need, "history": 3}, florins=15)
    assert missed["score"] == 8 + 3 and not missed["prestige"] and missed["prestige_vp"] == 0


def test_finished_and_unsold():  # G-40
    need = {"history": 3, "philosophy": 3, "cartography": 2}
    assert score_game(need, ["history", "poetry"])["score"] == 8
    counted = score_game(need, ["history", "poetry"], count_when="finished")
    assert counted["score"] == 10 + 8 and counted["prestige"]
    assert counted["by_tower"]["history"] == 4


@pytest.mark.parametrize(
    ("score", "rank"),
    [(7, "apprentice"), (8, "journeyman"), (20, "master"), (33, "guildmaster")],
)
def test_ranks(score, rank):
    assert find_rank(score) == rank
    assert find_rank(43) == "guildmaster" and find_rank(44) == "grand-librarian"


def test_the_component_file():
    standard = read_components(load_standard_data())
    assert len(standard.cards) == 47 and len(standard.collections) == 7
    assert standard.towers[0] == "history" and standard.levels == [(15, 1), (30, 2), (45, 3)]
    assert all(len(need) == 3 for need in standard.need.values())
    assert {card.step for card in standard.cards.values()} == {-1, 0, 1}
