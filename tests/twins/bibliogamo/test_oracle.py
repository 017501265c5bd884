"""The oracle of Bibliogamo by itself: whole games keep every cube and card, and planted faults are found."""

import random
from collections import Counter

import pytest

from tests.twins.bibliogamo.cases import SHARES, SWITCHES, make_case
from tests.twins.bibliogamo.components import SETS, components
from tests.twins.bibliogamo.lockstep import make_oracle_game, make_player, play_range
from tests.twins.bibliogamo.oracle import SENTENCES, BibliogamoOracle
from tests.twins.bibliogamo.policies import STYLES, make_policy
from tests.twins.biblios.lockstep import Mismatch, play_in_processes
from tests.twins.oracle_chance import OracleStream, deal_key

EVERY_STEP = {
    "move", "give-back", "sell", "price", "hire", "place", "pay", "library", "transfer", "retrain",
}  # fmt: skip


def list_cards(truth):
    zones = [*truth["hand"], *truth["draw"], *truth["discard"]]
    if truth["offer"]:
        zones += [truth["offer"]["first"], truth["offer"]["second"], *truth["offer"]["replaced"]]
    return sorted(zones)


def check_truth(truth, need):
    """Check invariants that hold at every moment of every game."""
    assert list_cards(truth) == list(range(1, 48))
    standing = sum(sum(there.values()) for there in truth["towers"].values())
    assert truth["supply"] >= 0 and truth["reserve"] >= 0
    moving = truth["step"] == "retrain"
    assert truth["supply"] + truth["reserve"] + standing + moving == 26
    for tower, there in truth["towers"].items():
        assert all(0 <= there[kind] <= n for kind, n in need[tower].items())
    held = sum(n for level, n in [(15, 1), (30, 2), (45, 3)] if truth["florins"] >= level)
    assert truth["reserve"] == 6 - held - truth["owed"]
    assert truth["florins"] >= 0 and 1 <= truth["day"] <= 40 and 0 <= truth["librarian"] <= 6
    assert truth["hires"] <= 2 and len(truth["hand"]) <= 5


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", SETS)
def test_whole_games_keep_every_cube_and_card(name, style):
    for seed in range(3):
        switches = SWITCHES if seed == 2 else {}
        game = BibliogamoOracle(seed, components=name, **switches)
        player = make_policy(style, random.Random(seed), components(name))
        while game.to_act is not None:
            check_truth(game.truth(), game.components.need)
            legal = game.legal()
            assert legal and len(set(legal)) == len(legal)
            game.play(player(legal, game.truth, 0))
        truth = game.truth()
        check_truth(truth, game.components.need)
        assert truth["day"] == 40 and truth["step"] == "over" and game.legal() == []
        assert game.outcome()["florins"] == truth["florins"]


def test_chance_in_the_order_of_the_page():
    """The collection is drawn first, then the cards. Nothing else is random until a pile is reshuffled."""
    stream = OracleStream(deal_key(5, 1))
    collection = stream.below(7)
    cards = list(range(1, 48))
    stream.shuffle(cards)
    game = BibliogamoOracle(5)
    assert game.truth()["prestige"]["id"] == collection + 1
    assert game.hand == sorted(cards[:5]) and game.turned == cards[5] and game.draw == cards[6:]
    while game.to_act is not None:
        game.play("done")  # nothing is bought or hired: one card a day, and 42 of them
    assert game.chance.used == stream.used and game.draw == cards[45:]


def test_the_order_of_a_later_shuffle():
    game = BibliogamoOracle(3)
    game.draw, game.discard = [], sorted([*game.draw, *game.discard])
    pile, stream = list(game.discard), OracleStream(deal_key(3, 1))
    while stream.used < game.chance.used:
        stream.word()
    stream.shuffle(pile)
    assert game._next_card(5) == pile[0] and game.draw == pile[1:]


def test_a_single_discarded_card_takes_no_word():
    game = BibliogamoOracle(3)
    game.draw, game.discard, used = [], [9], game.chance.used
    assert game._next_card(5) == 9 and game.chance.used == used


def test_contributions_change_the_deal():
    assert BibliogamoOracle(1).draw != BibliogamoOracle(1, contributions=[b"\x01" * 32]).draw


def test_what_is_not_legal_is_refused_and_changes_nothing():
    game = BibliogamoOracle(1)
    before = game.truth()
    for action in ("sell", "hire 1 history", "lift 99", "", "transfer scribe history history"):
        with pytest.raises(ValueError, match="not legal"):
            game.play(action)
    assert game.truth() == before


def test_the_cases_exercise_every_ruling_and_every_step():
    met, cited = set(), Counter()
    for index in range(140):
        game, player = make_oracle_game(make_case(index)), make_player(make_case(index))
        while game.to_act is not None:
            met.add(game.step)
            game.play(player(game.legal(), game.truth, 0))
        cited += game.cited
    assert met == EVERY_STEP
    assert all(cited[sentence] for sentence in SENTENCES)


# -------------------------------------------------------------------- planted faults


class KeepsTheLevelBelow(BibliogamoOracle):
    """A planted fault: a level is lost one florin too late."""

    def _pay_step(self, direction):
        lost = self.florins in (15, 30, 45)
        self.florins += lost
        super()._pay_step(direction)
        self.florins -= lost


class CountsUnsoldBooks(BibliogamoOracle):
    """A planted fault in the last line only."""

    def _score_game(self):
        self.options = {**self.options, "count_when": "finished"}
        super()._score_game()


class ForgetsTheLanding(BibliogamoOracle):
    """A planted fault: leaving the Library by a paid step cancels the landing."""

    def _stop_moving(self):
        self.landed = self.librarian == 0
        super()._stop_moving()


class ShufflesTheSaleIn(BibliogamoOracle):
    """A planted fault: the replaced cards of a sale lie on the discard pile at once."""

    def _redraw(self):
        super()._redraw()
        self.discard = sorted([*self.discard, *self.offer["replaced"]])
        self.offer["replaced"] = []


FAULTS = [KeepsTheLevelBelow, CountsUnsoldBooks, ForgetsTheLanding, ShufflesTheSaleIn]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault):
    with pytest.raises(Mismatch):
        play_range(0, 140, "truth", lambda case: make_oracle_game(case, fault))


def test_cases_are_the_same_again():
    assert [make_case(i) for i in range(40)] == [make_case(i) for i in range(40)]
    hundred = [make_case(i) for i in range(100)]
    assert {case["policy"] for case in hundred} == set(STYLES)
    assert {case["components"] for case in hundred} == set(SHARES)
    assert {tuple(p["options"]) for p in hundred} >= {(), *[(name,) for name in SWITCHES]}


def test_games_can_be_spread_over_spawned_processes():
    parts = list(play_in_processes(5, 3, "truth", make_oracle_game, play_range))
    assert [games for _, games, _ in parts] == [3, 2]
