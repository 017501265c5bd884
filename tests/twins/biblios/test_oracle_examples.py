"""The oracle in chosen positions: the printed examples, every step of a tie-break, and auctions."""

import pytest

from .oracle import EDITIONS, BibliosOracle
from .oracle_cards import BOX_AT_RANDOM, list_dealt_cards, sort_cards
from .oracle_scoring import score


def make_deal(seats, begin, box=(), auction=(), first=0):
    """Return a deal whose draw pile begins as given; all other cards are in canonical order."""
    rest = list_dealt_cards(seats)
    for card in [*begin, *box]:
        rest.remove(card)
    missing = BOX_AT_RANDOM[seats] - len(box)
    return {
        "draw": [*begin, *rest[missing:]],
        "box": [*box, *rest[:missing]],
        "first": first,
        "auction": list(auction),
    }


def play_all(game, actions):
    for action in actions:
        game.play(action)


def play_to_auctions(game, choose=lambda game: game.legal()[0]):
    while game.phase == "gift":
        game.play(choose(game))
    return game


def set_up_auction(hands, lots, dice=None, **arguments):
    """Return a game in the auction phase with these hands and lots, without the rest of the deck."""
    game = play_to_auctions(
        BibliosOracle(len(hands), seed=1, deal=make_deal(len(hands), []), **arguments)
    )
    game.hands = [sort_cards(hand) for hand in hands]
    game.open = [[] for _ in hands]
    game.discard_up, game.discard_down = [], []
    game.dice.update(dice or {})
    game.active = 0
    game.auction = list(lots)
    game._turn_up()
    game._found = None
    return game


# -------------------------------------------------------------------- the printed examples


@pytest.mark.parametrize("edition", EDITIONS)
def test_example_of_a_gift_turn(edition):
    game = BibliosOracle(
        3, deal=make_deal(3, ["monks-2a", "gold-1", "monks-2b", "gold-2"]), edition=edition
    )
    assert game.legal() == ["keep", "auction", "public"]
    game.play("auction")
    assert game.legal() == ["keep", "public"]
    game.play("public")
    assert game.legal() == ["keep", "public"]
    game.play("keep")
    assert game.truth()["hands"] == [["monks-2b"], [], []]
    assert game.legal() == ["public"] and game.truth()["draw"][0] == "gold-2"
    game.play("public")
    assert game.to_act == 1 and game.legal() == ["take gold-1", "take gold-2"]
    game.play("take gold-2")
    assert game.to_act == 2 and game.legal() == ["take gold-1"]
    game.play("take gold-1")
    truth = game.truth()
    assert truth["hands"] == [["monks-2b"], ["gold-2"], ["gold-1"]]
    assert truth["auction"] == ["monks-2a"] and truth["public"] == []
    assert truth["active"] == truth["to_act"] == 1


@pytest.mark.parametrize(
    ("edition", "lot", "bids"),
    [
        ("iello", "tomes-2h", ["bid 1", "pass", "bid 3", "bid 4", "pass"]),
        ("manual", "tomes-2h", ["bid 1", "pass", "bid 3", "bid 4", "pass"]),
        ("scripts-and-scribes", "pigments-2a", ["bid 2", "pass", "bid 4", "bid 5", "pass"]),
    ],
)
def test_example_of_an_auction(edition, lot, bids):
    game = set_up_auction(
        [["gold-3"], ["gold-2", "gold-3"], ["monks-2b"]], [lot, "tomes-1a"], edition=edition
    )
    for seat, bid in zip((1, 2, 0, 1, 0), bids):
        assert game.to_act == seat
        game.play(bid)
    assert game.to_act == 1 and game.truth()["leader"] == 1
    game.play("pay gold-2")
    assert game.legal() == ["pay gold-3"]
    game.play("pay gold-3")
    truth = game.truth()
    assert truth["hands"] == [["gold-3"], [lot], ["monks-2b"]]
    assert (
        truth["discard"] == ["gold-2", "gold-3"] and truth["active"] == 1 and truth["to_act"] == 2
    )


def test_example_of_a_church_card():
    game = BibliosOracle(3, deal=make_deal(3, ["church-1x2", "gold-1", "gold-2", "gold-3"]))
    game.dice["holy-books"] = 2
    game.play("keep")
    truth = game.truth()
    assert (
        truth["church"] == "church-1x2"
        and truth["draw"][0] == "gold-1"
        and truth["phase"] == "gift"
    )
    legal = game.legal()
    assert legal[0] == "decline" and len(legal) == 11 and legal[1] == "lower monks pigments"
    game.play("lower pigments holy-books")
    truth = game.truth()
    assert truth["dice"]["holy-books"] == 1 and truth["dice"]["pigments"] == 2
    assert truth["discard"] == ["church-1x2"] and truth["church"] is None
    assert game.to_act == 0 and game.legal() == ["auction", "public"]


NOBODY = ["gold-1"]


def score_hands(hands, dice=None, game_tie="gold-value"):
    values = dict.fromkeys(("monks", "pigments", "holy-books", "manuscripts", "tomes"), 3)
    return score(hands, {**values, **(dice or {})}, game_tie, lambda *_: None)


def test_example_of_a_category_tie():
    bob, steve = ["monks-2c", "monks-3e", "monks-4h"], ["monks-2b", "monks-3f", "monks-4i"]
    outcome = score_hands([bob, NOBODY, steve], {"monks": 5})
    assert outcome["categories"]["monks"] == 2 and outcome["points"] == [0, 0, 5]
    assert outcome["decided_by"] == "points" and outcome["categories"]["tomes"] is None


@pytest.mark.parametrize("game_tie", ["gold-value", "gold-cards"])
def test_example_of_a_game_tie(game_tie):
    dice = {"monks": 5, "pigments": 2, "holy-books": 2, "manuscripts": 4, "tomes": 3}
    bob = ["pigments-2a", "holy-books-1a", "manuscripts-1a", "gold-1"]
    steve = ["monks-2a", "tomes-1a", "gold-2", "gold-3"]
    outcome = score_hands([bob, steve], dice, game_tie)
    assert (
        outcome["points"] == [8, 8]
        and outcome["winners"] == [1]
        and outcome["decided_by"] == "gold"
    )


# -------------------------------------------------------------------- B-5.4, step by step

RICH = [
    "pigments-4h",
    "pigments-4i",
    "tomes-2h",
    "tomes-2i",
]  # wins two categories against anyone below
OTHER = ["holy-books-2h", "holy-books-2i", "manuscripts-2h", "manuscripts-2i"]


def test_gold_is_counted_by_value_or_by_cards():
    hands = [["monks-2a", "gold-3"], ["pigments-2a", "gold-1", "gold-1"]]
    assert score_hands(hands)["winners"] == [0]
    assert score_hands(hands, game_tie="gold-cards")["winners"] == [1]


def test_the_winner_of_monks():
    outcome = score_hands([["pigments-2a"], ["monks-2a"]])
    assert outcome["winners"] == [1] and outcome["decided_by"] == "monks"


def test_totals_in_monks_among_the_tied_although_a_third_won_it():
    outcome = score_hands([[*RICH, "monks-2d"], [*OTHER, "monks-3e"], ["monks-4h"]])
    assert (
        outcome["points"] == [6, 6, 3]
        and outcome["winners"] == [1]
        and outcome["decided_by"] == "monks"
    )


def test_letters_in_monks_among_the_tied():
    outcome = score_hands([[*RICH, "monks-2b"], [*OTHER, "monks-2c"], ["monks-4h"]])
    assert outcome["winners"] == [0] and outcome["decided_by"] == "monks"
    outcome = score_hands(
        [[*RICH, "monks-2b"], [*OTHER, "monks-2c"], ["monks-4h"]], game_tie="gold-cards"
    )
    assert (
        outcome["winners"] == [0] and outcome["decided_by"] == "pigments"
    )  # no letters; RICH has pigments


def test_monks_are_passed_over_when_none_of_the_tied_holds_any():
    outcome = score_hands([[*RICH], [*OTHER], ["monks-4h"]])
    assert outcome["winners"] == [0] and outcome["decided_by"] == "pigments"


def test_each_step_compares_only_those_still_equal():
    """Seat 2 won monks, but lost on gold: the step after gold no longer asks for it."""
    hands = [["pigments-2a", "gold-3"], ["tomes-1a", "gold-3"], ["monks-4h", "gold-1"]]
    outcome = score_hands(hands)
    assert outcome["points"] == [3, 3, 3]
    assert outcome["winners"] == [0] and outcome["decided_by"] == "pigments"


def test_sharing():
    outcome = score_hands([["gold-3"], ["gold-1", "gold-2"], ["gold-1"]])
    assert (
        outcome["winners"] == [0, 1]
        and outcome["decided_by"] == "shared"
        and outcome["points"] == [0, 0, 0]
    )
    twins = [["monks-2a", "pigments-2b"], ["monks-2b", "pigments-2a"]]
    assert score_hands(twins, game_tie="gold-cards")["winners"] == [0, 1]
    assert score_hands(twins)["winners"] == [0]


# -------------------------------------------------------------------- auctions in detail


def test_gold_lots_are_paid_in_cards_face_down():
    game = set_up_auction([["gold-1"], ["monks-2a", "tomes-1a", "gold-2"]], ["gold-3", "gold-1"])
    play_all(game, ["bid 2", "pass"])
    assert game.legal() == ["pay monks-2a", "pay tomes-1a", "pay gold-2"]
    play_all(game, ["pay tomes-1a", "pay monks-2a"])
    assert game.hands[1] == ["gold-2", "gold-3"] and game.discard_down == ["monks-2a", "tomes-1a"]


def test_paying_over_as_far_as_the_last_card_carries():
    game = set_up_auction([["monks-2a"], ["gold-1", "gold-3", "gold-3"]], ["tomes-1a", "tomes-1b"])
    play_all(game, ["bid 2", "pass", "pay gold-1"])
    assert game.legal() == ["pay gold-3"]
    game.play("pay gold-3")
    assert game.hands[1] == ["tomes-1a", "gold-3"]


def test_all_pass_and_the_last_one_in_may_still_bid():
    game = set_up_auction(
        [["gold-1"], ["gold-1"], ["gold-1"]], ["tomes-1a", "tomes-1b", "tomes-1c"]
    )
    play_all(game, ["pass", "pass"])
    assert game.to_act == 0 and game.legal()[0] == "bid 1"
    game.play("pass")
    assert game.discard_up == ["tomes-1a"] and game.active == 1 and game.to_act == 2
    play_all(game, ["pass", "pass", "bid 1"])
    assert game.to_act == 1 and game.legal() == ["pay gold-1"]


def test_standard_penalty_goes_clockwise_and_stops_at_an_empty_hand():
    hands = [["gold-1"], ["gold-1"], ["monks-2a", "tomes-1a"], ["gold-1"]]
    game = set_up_auction(hands, ["gold-3", "tomes-1b"])
    play_all(game, ["pass", "bid 3", "pass", "pass"])
    assert [len(hand) for hand in game.hands] == [
        2,
        1,
        0,
        2,
    ]  # seats 3 and 0 drew, seat 1 found nothing
    assert (
        game.truth()["lot"] == "gold-3"
        and game.truth()["bid"] == 0
        and game.to_act == 1
        and game.barred == {2}
    )
    play_all(game, ["pass", "pass", "pass"])
    assert game.discard_up == ["gold-3"] and game.active == 1


def test_medieval_bluff_discards_one_face_down():
    game = set_up_auction(
        [["gold-1"], ["monks-2a", "tomes-1a"]], ["gold-3", "tomes-1b"], penalty="medieval-bluff"
    )
    play_all(game, ["bid 9", "pass"])
    assert len(game.hands[1]) == 1 and len(game.discard_down) == 1 and len(game.hands[0]) == 1
    assert game.to_act == 0 and len(game.legal()) == 67
    game.play("bid 66")  # the only one left: won at once, cannot pay, and then nobody may bid
    assert game.hands[0] == [] and game.discard_up == ["gold-3"] and game.lot == "tomes-1b"


def test_the_highest_bid_is_66():
    game = set_up_auction([["gold-1"], ["gold-1"]], ["gold-3", "tomes-1b"])
    game.play("bid 66")
    assert game.legal() == ["pass"]


def test_the_manual_forbids_bids_beyond_means_and_allows_refusing():
    game = set_up_auction(
        [["gold-1", "tomes-1a"], ["gold-3", "gold-1"]], ["monks-2a", "tomes-1b"], edition="manual"
    )
    assert game.legal() == ["bid 1", "bid 2", "bid 3", "bid 4", "pass"]
    game.play("bid 2")
    assert game.legal() == ["pass"]
    game.play("pass")
    assert game.legal() == ["pay gold-1", "pay gold-3", "refuse"]
    game.play("pay gold-1")
    assert game.legal() == ["pay gold-3"]
    game = set_up_auction(
        [["gold-1", "tomes-1a"], ["gold-3", "gold-1"]], ["monks-2a", "tomes-1b"], edition="manual"
    )
    play_all(game, ["bid 2", "pass", "refuse"])
    assert len(game.hands[0]) == 3 and len(game.hands[1]) == 1 and game.to_act == 0


def test_a_player_who_cannot_pay_may_refuse_if_allowed():
    game = set_up_auction([["gold-1"], ["gold-1"]], ["monks-2a", "tomes-1b"], may_refuse=True)
    play_all(game, ["bid 9", "pass"])
    assert game.to_act == 1 and game.legal() == ["refuse"]


def test_a_church_card_won_last_is_resolved_before_scoring():
    game = set_up_auction([["gold-1"], ["gold-1"]], ["church~1"])
    play_all(game, ["bid 1", "pass", "pay gold-1"])
    truth = game.truth()
    assert (
        truth["phase"] == "auction"
        and truth["lot"] is None
        and truth["church"] == "church~1"
        and truth["to_act"] == 1
    )
    game.dice.update({"tomes": 6, "monks": 1})
    game._found = None
    assert (
        "raise tomes" not in game.legal()
        and "lower monks" not in game.legal()
        and len(game.legal()) == 9
    )
    game.play("decline")
    assert game.outcome() and game.phase == "over"


def test_open_cards_are_paid_first_and_stolen_ones_are_hidden():
    game = set_up_auction(
        [["gold-1"], ["gold-1", "gold-1"]],
        ["gold-3", "tomes-1b", "tomes-1c"],
        open_collections=True,
    )
    game.open[1] = ["gold-1"]
    play_all(game, ["bid 1", "pass", "pay gold-1"])
    assert game.open[1] == [] and game.hands[1] == ["gold-1", "gold-3"]
    game.open[0] = ["gold-1"]
    play_all(game, ["bid 40", "pass"])  # seat 0 speaks first on the second card, and cannot pay
    assert (
        game.hands[0] == []
        and game.open == [[], []]
        and game.hands[1] == ["gold-1", "gold-1", "gold-3"]
    )


def test_a_chosen_deal_takes_no_words_before_the_auctions():
    game = play_to_auctions(
        BibliosOracle(2, seed=5, deal=make_deal(2, [], auction=["tomes-2i", "gold-3"]))
    )
    assert game.chance.used == 19
    game = BibliosOracle(2, seed=5)
    assert game.chance.used == 81


def test_illegal_actions_change_nothing():
    game = BibliosOracle(2, seed=3)
    before = game.truth()
    for wrong in ("bid 1", "take gold-1", "", "keep it"):
        with pytest.raises(ValueError, match="not legal"):
            game.play(wrong)
    assert game.truth() == before
