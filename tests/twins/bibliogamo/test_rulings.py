"""The oracle at tables set by hand: days, the Librarian's walk, the block, levels of florins, sales."""

import pytest

from tests.twins.bibliogamo.oracle import BibliogamoOracle
from tests.twins.bibliogamo.scenes import fill_towers, list_verbs, make_deal, play, set_up_day


def test_set_up():
    truth = BibliogamoOracle(deal=make_deal([5, 4, 3, 2, 1], [28], prestige=3)).truth()
    assert truth["hand"] == [1, 2, 3, 4, 5] and truth["florins"] == 5 and truth["supply"] == 20
    assert truth["reserve"] == 6 and truth["day"] == 1 and truth["step"] == "move"
    assert truth["turned"] == 28 and truth["discard"] == [28] and len(truth["draw"]) == 41
    assert truth["librarian"] == 3 and truth["blocked"] == "scribe" and not truth["landed"]
    assert truth["prestige"] == {
        "id": 3,
        "name": "The Navigator's Cabinet",
        "vp": 10,
        "need": {"astronomy": 5, "cartography": 5},
    }
    assert truth["towers"]["poetry"] == {"scribe": 0, "illustrator": 0, "binder": 0}
    assert truth["books"] == dict.fromkeys(truth["towers"], 0)


@pytest.mark.parametrize(
    ("start", "turned", "space"),
    [(0, 2, 2), (0, 28, 3), (0, 4, 4), (5, 28, 1), (3, 4, 0), (4, 28, 0), (5, 2, 0)],
)
def test_he_walks_three_spaces_and_the_step_of_the_card(start, turned, space):  # G-1, G-2, G-3
    game = set_up_day([13, 14, 15, 16, 17], [turned], start=start)
    assert game.truth()["librarian"] == space and game.truth()["landed"] == (space == 0)


def test_a_rest_on_the_library_before_the_card_is_no_landing():  # G-4
    hand = [13, 14, 15, 16, 17]
    assert not set_up_day(hand, [4], start=4).truth()["landed"]
    assert set_up_day(hand, [4], start=4, landing="every-stop").truth()["landed"]


@pytest.mark.parametrize(("landing", "landed"), [("rest", False), ("every-stop", True)])
def test_a_paid_step_onto_the_library_counts_where_4a_ends(landing, landed):  # G-4
    game = set_up_day(start=5, pile=[28], landing=landing)  # 5 + 3 = space 1
    play(game, "back")
    assert game.truth()["librarian"] == 0 and game.truth()["landed"] == landed
    play(game, "back")
    assert game.truth()["librarian"] == 6
    play(game, "done")
    assert game.truth()["landed"] == landed
    assert play(set_up_day(start=5, pile=[28], landing=landing), "back", "done").truth()["landed"]


def test_landed_in_phase_2_and_paid_away():  # G-5
    game = play(set_up_day(start=4, towers={"history": {"scribe": 1}}), "forward", "done", "done")
    assert game.truth()["librarian"] == 1 and game.truth()["step"] == "library"


def test_the_block_bars_large_icons():  # G-6
    hand = [2, 5, 12, 29, 47]  # scribes; small scribe; small scribe; a scribe among others; all
    game = play(set_up_day(hand, [28]), "done")
    barred = {action.split()[1] for action in game.legal() if action.startswith("hire")}
    assert barred == {"5", "12"}
    game = play(set_up_day(hand, [28], block_scope="any"), "done")
    assert "hire" not in list_verbs(game) and list_verbs(game) == ["lift", "done"]


def test_blocked_cards_pay_lift_and_serve_the_library():  # G-7
    hand = [2, 1, 6, 10, 22]
    game = set_up_day(hand, [28], start=4, towers={"poetry": {"scribe": 2}})
    play(game, "done", "hire 1 history", "pay 6", "done")
    assert game.legal() == ["library 2", "library 10", "library 22", "done"]
    assert game.blocked == "scribe"
    assert "lift 2" in set_up_day(hand, [28]).legal()


def test_one_card_lifts_the_block_for_the_turn():  # G-8, G-10
    game = set_up_day([2, 5, 12, 29, 47], [28])
    assert game.legal()[:4] == ["lift 2", "lift 5", "lift 12", "lift 47"]
    play(game, "lift 12")
    assert game.legal() == ["forward", "back", "done"] and game.truth()["lifted"]
    assert game.truth()["blocked"] is None and game.truth()["discard"] == [12, 28]
    play(game, "done", "hire 2 history", "pay 47", "hire 5 history", "pay 29")
    assert game.truth()["day"] == 2 and not game.truth()["lifted"]


def test_when_the_block_may_be_lifted():  # G-9
    hand = [5, 12, 31, 34, 1]
    game = set_up_day(hand, [28, 29], florins=6, towers=fill_towers("philosophy"))
    assert list_verbs(game) == ["lift", "forward", "back", "done"]
    assert list_verbs(play(game, "done")) == ["lift", "sell", "done"]
    assert list_verbs(play(game, "sell")) == ["redraw", "accept"]
    assert list_verbs(play(game, "accept")) == ["lift", "hire", "done"]
    assert list_verbs(play(game, "hire 1 history")) == ["pay"]
    assert list_verbs(play(game, "pay 5")) == ["lift", "hire", "done"]
    assert list_verbs(play(game, "lift 12")) == ["hire", "done"]


def test_lifting_with_no_need_and_not_twice():  # G-8
    game = set_up_day([5, 12, 31, 1, 3], [28])  # no scribe in the hand
    play(game, "lift 5")
    assert "lift" not in list_verbs(game)


def test_steps_are_paid_without_debt():  # G-14
    game = set_up_day(florins=2)
    assert game.legal() == ["lift 15", "forward", "back", "done"]
    play(game, "forward", "back")
    assert game.truth()["librarian"] == 3 and game.truth()["florins"] == 0
    assert game.legal() == ["lift 15", "done"]


def test_nothing_to_sell_on_the_library_or_an_unfinished_tower():  # G-11, G-12
    assert play(set_up_day(start=4, towers=fill_towers("history")), "done").step == "hire"
    assert play(set_up_day(towers={"philosophy": {"scribe": 2}}), "done").step == "hire"
    assert (
        play(set_up_day(towers=fill_towers("philosophy")), "done", "done").step == "hire"
    )  # not begun


def test_a_sale():  # G-15, G-16, G-18
    game = set_up_day(pile=[28, 13, 4], towers=fill_towers("philosophy"))
    play(game, "done", "sell")
    assert game.truth()["offer"] == {"first": 13, "second": 4, "price": 5, "replaced": []}
    assert game.legal() == ["redraw", "accept"] and game.truth()["supply"] == 12
    play(game, "accept")
    truth = game.truth()
    assert truth["florins"] == 10 and truth["supply"] == 20 and truth["books"]["philosophy"] == 1
    assert truth["towers"]["philosophy"] == {"researcher": 0, "scribe": 0, "binder": 0}
    assert truth["discard"] == [4, 13, 28] and truth["offer"] is None and truth["step"] == "hire"


@pytest.mark.parametrize(
    ("chains", "first", "price", "replaced"), [(False, 29, 6, [4]), (True, 4, 2, [29])]
)
def test_a_redraw(chains, first, price, replaced):  # G-17
    """Card 29 points at row 1, card 4 at row 2; card 44 has 6, 2, 3, 5."""
    game = set_up_day(pile=[28, 29, 4, 44], towers=fill_towers("philosophy"), redraw_chains=chains)
    play(game, "done", "sell", "redraw")
    offer = {"first": first, "second": 44, "price": price, "replaced": replaced}
    assert game.truth()["offer"] == offer and game.truth()["day"] == 2
    play(game, "accept")
    assert game.truth()["discard"] == [4, 28, 29, 44] and game.truth()["florins"] == 5 + price


def test_days_are_paid_only_while_they_last():  # G-19, G-20
    game = set_up_day(day=39, pile=[28, 29, 4, 44], towers=fill_towers("philosophy"))
    play(game, "done", "sell", "redraw")
    assert game.truth()["day"] == 40 and game.legal() == ["accept"]
    play(game, "accept")
    assert "hire" in list_verbs(game)
    play(game, "done")
    assert game.truth()["step"] == "over" and game.legal() == [] and game.truth()["to_act"] is None
    assert game.outcome()["books"] == 1


def test_day_40_is_played_and_phase_5_is_not():  # G-20, G-21
    game = set_up_day(day=39)
    play(game, "done", "hire 16 poetry", "pay 26", "done")
    assert game.truth()["day"] == 40 and len(game.hand) == 5 and game.outcome() is None
    play(game, "done")
    play(game, next(action for action in game.legal() if action.startswith("hire")))
    play(game, game.legal()[0], "done")
    assert game.to_act is None and len(game.hand) == 3


@pytest.mark.parametrize(("florins", "supply"), [(9, 12 + 8), (10, 12 + 8 + 1)])
def test_levels_are_reached_and_held_exactly(florins, supply):  # G-32, G-34
    game = set_up_day(pile=[28, 13, 4], florins=florins, towers=fill_towers("philosophy"))
    play(game, "done", "sell", "accept")  # 5 florins
    assert game.truth()["supply"] == supply and game.truth()["reserve"] == 26 - supply


@pytest.mark.parametrize(("florins", "lost"), [(15, 1), (30, 2), (45, 3), (16, 0), (31, 0)])
def test_a_lost_level_takes_from_the_supply(florins, lost):  # G-33, G-34
    game = set_up_day(florins=florins)
    before = game.supply
    play(game, "back")
    assert game.supply == before - lost and game.step == "move" and game.owed == 0


def test_give_back_from_towers():  # G-33
    towers = fill_towers("history", "philosophy", "astronomy")  # 24 of the 26 artisans
    game = set_up_day(florins=45, towers=towers)
    assert game.supply == 2
    play(game, "back")
    truth = game.truth()
    assert truth["step"] == "give-back" and truth["owed"] == 1 and truth["supply"] == 0
    assert game.legal()[:3] == [
        "give-back history researcher",
        "give-back history scribe",
        "give-back history illustrator",
    ]
    assert len(game.legal()) == 9
    play(game, "give-back philosophy scribe")
    assert game.truth()["step"] == "move" and game.truth()["reserve"] == 3
    play(game, "forward", "done")
    assert game.step == "hire"  # the book he stands on is no longer finished
