"""B-5 End and scoring. Each table is a finished game with exactly the hands that it shows."""

import json

import pytest

from armarium.games.biblios import Game

from .scenes import (
    EDITIONS,
    buy,
    find_event,
    list_names,
    pass_all,
    set_up_auction,
    set_up_end,
)

# Each of these wins two categories, and so 6 points, against the other hands below.
SIX = ["pigments-4h", "pigments-4i", "tomes-2h", "tomes-2i"]
ALSO_SIX = ["holy-books-2h", "holy-books-2i", "manuscripts-2h", "manuscripts-2i"]


def score_hands(hands, **arguments):
    return set_up_end(hands, **arguments).outcome()


def test_b_5_1_the_game_ends_when_every_card_has_been_bought_or_discarded():
    game = set_up_auction([["gold-3"], [], []], ["tomes-1a"])
    buy(game, 0, 1, "gold-3")
    for left in range(16, -1, -1):
        assert game.outcome() is None and len(game.truth()["auction"]) == left
        pass_all(game)
    assert game.outcome() is not None and game.to_act is None and game.legal() == []
    truth = game.truth()
    assert truth["phase"] == "over" and truth["auction"] == [] and truth["lot"] is None


def test_b_5_1_a_church_card_won_last_is_resolved_before_scoring():
    lots = [f"tomes-1{c}" for c in "abcdefg"] + [f"manuscripts-1{c}" for c in "abcdefg"]
    lots += ["holy-books-1a", "holy-books-1b", "holy-books-1c", "church+1"]
    game = set_up_auction([["monks-4i", "gold-1"], [], []], lots)
    for _ in range(17):
        pass_all(game)
    buy(game, 0, 1, "gold-1")
    assert game.outcome() is None and game.to_act == 0 and game.truth()["church"] == "church+1"
    winner = find_category_winner(game, "monks")
    events = game.play("raise monks")
    assert (
        list_names(events)[:2] == ["church-used", "hands-revealed"]
        and list_names(events)[-1] == "game-won"
    )
    assert game.outcome()["dice"]["monks"] == 4 and game.outcome()["points"][winner] >= 4


def find_category_winner(game, category):
    branch = game.copy()
    branch.play("decline")
    return branch.outcome()["categories"][category]


def test_b_5_2_the_highest_total_wins_the_die_and_its_points():
    outcome = score_hands(
        [["monks-4h", "gold-1"], ["monks-2a", "monks-3e", "gold-1"], ["gold-2"]],
        church=[("church+1", "raise monks"), ("church~1", "raise monks")],
    )
    assert outcome["totals"]["monks"] == [4, 5, 0] and outcome["categories"]["monks"] == 1
    assert outcome["points"] == [0, 5, 0] and outcome["winners"] == [1]
    assert outcome["decided_by"] == "points"


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (["monks-4h"], ["monks-2b", "monks-2c"], 1),
        (["monks-2a", "monks-2d"], ["monks-2b", "monks-2c"], 0),
        (["tomes-2i"], ["tomes-2h"], 1),
        (["pigments-4h", "pigments-2d"], ["pigments-3e", "pigments-3g"], 0),
    ],
)
def test_b_5_2_a_tie_goes_to_the_card_nearest_to_a(first, second, winner):
    game = set_up_end([[*first, "gold-1"], [*second, "gold-1"], ["gold-1"]])
    category = first[0].rpartition("-")[0]
    assert game.outcome()["categories"][category] == winner
    won = next(e for e in game.seen(None) if e.get("category") == category)
    assert won["event"] == "category-won" and won["tied"] == [0, 1] and won["seat"] == winner
    assert won["letter"] == min((first, second)[winner], key=lambda card: card[-1])[-1].upper()


def test_b_5_2_only_the_tied_compare_letters():
    """Seat 2 holds the A, but a smaller total."""
    outcome = score_hands([["monks-4i", "gold-1"], ["monks-4h", "gold-1"], ["monks-2a", "gold-1"]])
    assert outcome["categories"]["monks"] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_b_5_3_a_category_in_which_nobody_holds_a_card_has_no_winner(edition):
    game = set_up_end([["monks-2a", "gold-1"], ["gold-3"]], edition=edition)
    outcome = game.outcome()
    unclaimed = ("pigments", "holy-books", "manuscripts", "tomes")
    assert outcome["categories"] == {"monks": 0, **dict.fromkeys(unclaimed)}
    assert outcome["points"] == [3, 0] and list_names(game.seen(0)).count("category-unclaimed") == 4


def test_b_5_4_most_points_win():
    outcome = score_hands([[*SIX, "gold-1"], ["monks-4h", "gold-3"], ["gold-2"]])
    assert outcome["points"] == [6, 3, 0] and outcome["winners"] == [0]
    assert outcome["decided_by"] == "points"


@pytest.mark.parametrize("edition", ["iello", "scripts-and-scribes"])
def test_b_5_4_a_tie_goes_to_most_gold_by_value(edition):
    outcome = score_hands(
        [["monks-4h", "gold-1", "gold-1"], ["tomes-2h", "gold-3"]], edition=edition
    )
    assert outcome["points"] == [3, 3] and outcome["winners"] == [1]
    assert outcome["decided_by"] == "gold" and outcome["gold"] == [2, 3]


@pytest.mark.parametrize("edition", ["iello", "scripts-and-scribes"])
def test_b_5_4_then_to_the_winner_of_the_monks(edition):
    outcome = score_hands(
        [["tomes-2h", "gold-3"], ["monks-2d", "gold-1", "gold-2"]], edition=edition
    )
    assert outcome["winners"] == [1] and outcome["decided_by"] == "monks"


def test_b_5_4_if_none_of_them_won_it_their_totals_in_monks_decide():
    outcome = score_hands(
        [[*SIX, "monks-2a", "gold-1"], [*ALSO_SIX, "monks-3e", "gold-1"], ["monks-4h", "gold-1"]]
    )
    assert outcome["points"] == [6, 6, 3] and outcome["categories"]["monks"] == 2
    assert outcome["winners"] == [1] and outcome["decided_by"] == "monks"


def test_b_5_4_then_their_best_letter_in_monks():
    outcome = score_hands(
        [[*SIX, "monks-2c", "gold-1"], [*ALSO_SIX, "monks-2b", "gold-1"], ["monks-4h", "gold-1"]]
    )
    assert outcome["points"] == [6, 6, 3]
    assert outcome["winners"] == [1] and outcome["decided_by"] == "monks"


@pytest.mark.parametrize(
    ("first", "second", "third", "decided_by"),
    [
        (SIX, ALSO_SIX, ["monks-4h"], "pigments"),
        (["holy-books-2h"], ["manuscripts-2h"], [], "holy-books"),
        (["tomes-2h"], ["manuscripts-2h"], [], "manuscripts"),
    ],
)
def test_b_5_4_if_none_holds_any_the_next_categories_follow(first, second, third, decided_by):
    outcome = score_hands([[*first, "gold-1"], [*second, "gold-1"], [*third, "gold-1"]])
    assert outcome["points"][0] == outcome["points"][1]
    holder = 0 if any(card.startswith(decided_by) for card in first) else 1
    assert outcome["winners"] == [holder] and outcome["decided_by"] == decided_by


def test_b_5_4_each_step_compares_only_those_still_equal():
    """Seat 2 won the monks, but fell behind in gold."""
    outcome = score_hands(
        [["pigments-2a", "gold-3"], ["tomes-1a", "gold-3"], ["monks-4h", "gold-1"]]
    )
    assert outcome["points"] == [3, 3, 3]
    assert outcome["winners"] == [0] and outcome["decided_by"] == "pigments"


def test_b_5_4_the_manual_counts_gold_cards():
    hands = [["tomes-2h", "gold-1", "gold-1"], ["monks-4h", "gold-3"]]
    outcome = score_hands(hands, edition="manual")
    assert outcome["winners"] == [0] and outcome["decided_by"] == "gold"
    assert outcome["gold_cards"] == [2, 1]
    assert score_hands(hands, edition="manual", game_tie="gold-value")["winners"] == [1]


def test_b_5_4_the_manual_then_compares_totals_in_order_without_letters():
    """Equal in monks and pigments but for the letters, which won them one each."""
    hands = [
        ["monks-2a", "pigments-2b", "tomes-1a", "gold-1"],
        ["monks-2b", "pigments-2a", "holy-books-1a", "gold-1"],
    ]
    outcome = score_hands(hands, edition="manual")
    assert outcome["points"] == [6, 6]
    assert outcome["winners"] == [1] and outcome["decided_by"] == "holy-books"
    assert score_hands(hands)["winners"] == [0] and score_hands(hands)["decided_by"] == "monks"


def test_b_5_4_the_manual_compares_totals_in_monks_first():
    outcome = score_hands([[*SIX, "monks-2a", "gold-1"], [*ALSO_SIX, "monks-3e", "gold-3"], ["monks-4h", "gold-1"]],
                   edition="manual")  # fmt: skip
    assert outcome["points"] == [6, 6, 3]
    assert outcome["winners"] == [1] and outcome["decided_by"] == "monks"
    outcome = score_hands([[*SIX, "monks-2c", "gold-1"], [*ALSO_SIX, "monks-2b", "gold-3"], ["monks-4h", "gold-1"]],
                   edition="manual")  # fmt: skip
    assert outcome["winners"] == [0] and outcome["decided_by"] == "pigments"  # no letters


@pytest.mark.parametrize("edition", EDITIONS)
def test_b_5_5_who_is_still_equal_shares_the_win(edition):
    outcome = score_hands([["gold-3", "gold-1"], ["gold-2", "gold-2"], ["gold-1"]], edition=edition)
    assert outcome["winners"] == [0, 1] and outcome["decided_by"] == "shared"
    assert outcome["points"] == [0, 0, 0]


def test_b_5_5_in_the_manual_equal_totals_share():
    hands = [["monks-2a", "pigments-2d", "gold-1"], ["monks-2b", "pigments-2c", "gold-1"]]
    assert score_hands(hands)["winners"] == [0]
    shared = score_hands(hands, edition="manual")
    assert (
        shared["points"] == [3, 3]
        and shared["winners"] == [0, 1]
        and shared["decided_by"] == "shared"
    )


def test_b_5_6_at_scoring_every_hand_is_laid_open_to_all():
    game = set_up_end([["monks-2a", "gold-1"], ["gold-3"], ["tomes-1a", "gold-2"]])
    hands = game.truth()["hands"]
    for viewer in (0, 1, 2, None):
        assert [entry["known"] for entry in game.view(viewer)["seats"]] == hands
        assert find_event(game.seen(viewer), "hands-revealed")["hands"] == hands
        assert game.view(viewer)["outcome"] == game.outcome()


def test_b_5_6_the_box_and_the_face_down_discards_are_shown_only_by_the_record():
    game = set_up_end([["monks-2a", "gold-1"], ["gold-3"], ["tomes-1a", "gold-2"]])
    for viewer in (0, 1, 2, None):
        rows = game.view(viewer)["knowledge"]["you"]
        unsure = [row for row in rows if set(row["at"]) == {"box", "hidden"}]
        assert unsure and game.view(viewer)["discard_hidden"] > 0
        assert not any(key in json.dumps(game.view(viewer)) for key in ('"box":', '"seed"'))
    again = Game.replay(game.record())
    assert again.truth()["box"] == game.truth()["box"]
