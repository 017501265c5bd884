"""B-1 Set-up."""

from collections import Counter

import pytest

from armarium.games.biblios import Game

from .scenes import (
    BOX,
    CATEGORIES,
    DECK,
    GOLD_OUT,
    TURNS,
    deal_game,
    list_certain,
    play,
    play_to_auctions,
    set_up_auction,
)

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def collect_cards(truth):
    zones = [
        *truth["hands"],
        truth["draw"],
        truth["public"],
        truth["auction"],
        truth["discard"],
        truth["box"],
    ]
    return sorted(card for zone in zones for card in zone)


@SEATS
def test_the_87_cards(seats):
    truth = Game.new(seats, seed=3).truth()
    assert len(DECK) == 87 and collect_cards(truth) == sorted(DECK)


def test_the_sums_of_the_categories():
    sums = Counter()
    for card in collect_cards(Game.new(4, seed=1).truth()):
        name, _, print_ = card.rpartition("-")
        sums[name] += int(print_[0]) if name in CATEGORIES or name == "gold" else 0
    assert [sums[category] for category in CATEGORIES] == [25, 25, 11, 11, 11] and sums[
        "gold"
    ] == 66


@SEATS
def test_b_1_1_five_dice_one_a_category_all_show_3(seats):
    assert Game.new(seats).truth()["dice"] == dict.fromkeys(CATEGORIES, 3)


@SEATS
def test_b_1_2_gold_is_taken_out_first(seats):
    """The random cards of this box hold no gold, so all that is there was taken out by name."""
    game = deal_game(seats, box=DECK[: BOX[seats]])
    gold = Counter(card for card in game.truth()["box"] if card.startswith("gold"))
    removed = {f"gold-{value}": GOLD_OUT[seats] for value in (1, 2, 3) if GOLD_OUT[seats]}
    assert gold == removed


@SEATS
def test_b_1_3_then_random_cards_that_nobody_sees(seats):
    game = Game.new(seats, seed=5)
    by_name = {2: 6, 3: 3, 4: 0}[seats]
    assert len(game.truth()["box"]) == by_name + {2: 21, 3: 12, 4: 7}[seats]
    for viewer in (*range(seats), None):
        assert len(list_certain(game, viewer, "box")) == by_name


def test_b_1_3_they_are_other_cards_in_another_game():
    assert Game.new(3, seed=1).truth()["box"] != Game.new(3, seed=2).truth()["box"]


@SEATS
def test_b_1_4_the_rest_is_the_draw_pile_and_divides_evenly_into_turns(seats):
    game = Game.new(seats, seed=4)
    assert len(game.truth()["draw"]) == {2: 60, 3: 72, 4: 80}[seats]
    turns = Counter([game.truth()["active"]])
    while game.truth()["phase"] == "gift":
        events = game.play(game.legal()[0])
        turns.update(event["seat"] for event in events if event["event"] == "turn-begun")
    assert turns == dict.fromkeys(range(seats), {2: 10, 3: 6, 4: 4}[seats])
    assert turns.total() == TURNS[seats]


def test_b_1_4_the_draw_pile_is_shuffled():
    assert Game.new(3, seed=1).truth()["draw"] != Game.new(3, seed=2).truth()["draw"]
    assert Game.new(3).truth()["draw"] != Game.new(3).truth()["draw"]


@SEATS
def test_b_1_5_the_first_player_is_drawn_or_named(seats):
    assert {Game.new(seats, seed=seed).to_act for seed in range(40)} == set(range(seats))
    for seat in range(seats):
        game = Game.new(seats, seed=1, first=seat)
        assert game.to_act == game.truth()["active"] == game.view(None)["first"] == seat


@SEATS
def test_b_1_5_the_same_player_starts_the_auction_phase(seats):
    for seat in range(seats):
        game = play_to_auctions(Game.new(seats, seed=1, first=seat))
        assert game.truth()["phase"] == "auction" and game.truth()["active"] == seat


def test_b_1_6_the_table_chooses_the_penalty_before_the_game():
    for penalty in ("standard", "medieval-bluff"):
        game = Game.new(3, seed=1, penalty=penalty)
        assert game.options["penalty"] == game.view(0)["options"]["penalty"] == penalty
    assert Game.new(3, seed=1).options["penalty"] == "standard"


@SEATS
def test_b_1_7_left_is_the_next_seat_and_after_the_last_comes_the_first(seats):
    game = Game.new(seats, seed=8, first=seats - 1)
    takers = []
    while game.truth()["active"] == seats - 1:
        if game.legal()[0].startswith("take"):
            takers.append(game.to_act)
        game.play(game.legal()[-1])
    assert takers == list(range(seats - 1)) and game.truth()["active"] == 0


def test_b_1_8_a_choice_with_one_possibility_is_still_played():
    game = deal_game(2, ["monks-2a", "monks-2b", "monks-2c"])
    play(game, "keep", "auction")
    assert game.to_act == 0 and game.legal() == ["public"]  # the last allocation
    game.play("public")
    assert game.to_act == 1 and game.legal() == ["take monks-2c"]  # the last public card
    penniless = set_up_auction([["gold-1"], []], ["tomes-1a"], edition="manual")
    assert penniless.to_act == 1 and penniless.legal() == ["pass"]  # a bidder without means
    penniless.play("pass")
    assert penniless.to_act == 0


def test_b_1_8_only_chance_and_penalties_happen_by_themselves():
    game = set_up_auction([["gold-1"], [], []], ["tomes-1a", "tomes-1b"])
    play(game, "bid 66", "pass", "pass")
    assert game.truth()["lot"] == "tomes-1a" and game.view(None)["barred"] == [1]
