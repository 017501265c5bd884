"""The oracle by itself: chance as published, every combination to its end with every card, planted faults found."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.twins.oracle_chance import OracleStream, chacha_block, shuffle_auction

from .cases import ENDINGS, make_case
from .lockstep import (
    Mismatch,
    make_oracle_game,
    make_players,
    play_both,
    play_in_processes,
    play_range,
)
from .oracle import EDITIONS, SENTENCES, BibliosOracle
from .oracle_cards import DECK, KINDS, list_dealt_cards
from .policies import POLICIES
from .vectors import FILE, make_vectors

CHANCE_PAGE = Path(__file__).parents[3] / "docs" / "chance.md"


def count_cards(truth):
    """Count the cards of all zones."""
    zones = [
        *truth["hands"],
        truth["draw"],
        truth["public"],
        truth["auction"],
        truth["discard"],
        truth["box"],
    ]
    return Counter(
        [card for zone in zones for card in zone]
        + [c for c in (truth["lot"], truth["church"]) if c]
    )


# -------------------------------------------------------------------- the deck and chance


def test_the_deck():
    assert len(DECK) == 87 and len(KINDS) == 53
    sums = Counter()
    for card in DECK[:45]:
        sums[card.rpartition("-")[0]] += int(card[-2])
    assert sums == {"monks": 25, "pigments": 25, "holy-books": 11, "manuscripts": 11, "tomes": 11}
    assert [len(list_dealt_cards(seats)) for seats in (2, 3, 4)] == [81, 84, 87]


def test_vectors_are_those_that_are_published():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(make_vectors()))


def test_the_page_shows_the_same_vectors():
    page = " ".join(CHANCE_PAGE.read_text(encoding="utf-8").split())
    shown = json.loads(FILE.read_text(encoding="utf-8"))
    for entry in shown["keys"]:
        assert entry["commitment"] in page and entry["key"] in page
    for deal in shown["deals"]:
        for pile in ("box", "draw", "auction_order"):
            assert " ".join(deal[pile]) in page
    assert " ".join(map(str, shown["words"]["words"])) in page
    for shuffle in shown["shuffles"]:
        assert " ".join(shuffle["order"]) in page


def test_chacha20_of_the_zero_key():
    begin = b"".join(word.to_bytes(4, "little") for word in chacha_block(bytes(32), 0))
    assert begin.hex().startswith(
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    )


def test_rfc_8439_block_through_the_key_schedule():
    """RFC 8439, appendix A.1, vectors 2 (counter 1, zero key) and 3 (counter 1, key ending in 1)."""
    second = chacha_block(bytes(32), 1)
    third = chacha_block(bytes(31) + b"\x01", 1)
    assert (
        b"".join(word.to_bytes(4, "little") for word in second)
        .hex()
        .startswith("9f07e7be5551387a98ba977c732d080d")
    )
    assert (
        b"".join(word.to_bytes(4, "little") for word in third)
        .hex()
        .startswith("3aeb5224ecf849929b9d828db1ced4dd")
    )


@given(st.binary(min_size=32, max_size=32), st.integers(0, 60))
def test_a_shuffle_keeps_the_cards(key, n):
    cards = DECK[:n]
    stream = OracleStream(key)
    order = shuffle_auction(stream, cards)
    assert sorted(order) == sorted(cards) and stream.used == max(n - 1, 0)


@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(KINDS), max_size=12))
def test_wanted_kinds_come_first_in_their_order(key, wanted):
    pile = DECK[40:60]
    order = shuffle_auction(OracleStream(key), pile, wanted)
    left, expected = Counter(pile), []
    for kind in wanted:
        if left[kind]:
            left[kind] -= 1
            expected.append(kind)
    assert order[: len(expected)] == expected and Counter(order) == Counter(pile)


def test_the_cards_of_a_seed_do_not_depend_on_who_begins():
    games = [BibliosOracle(3, seed=7, first=first) for first in (None, 0, 1, 2)]
    assert len({tuple(game.draw) for game in games}) == 1
    assert [game.first for game in games[1:]] == [0, 1, 2]


# -------------------------------------------------------------------- whole games


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("penalty", ["standard", "medieval-bluff"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_combination_ends_with_every_card(edition, seats, penalty, policy):
    for seed in range(2):
        options = {"penalty": penalty, "open_collections": bool(seed)}
        case = {
            "seats": seats,
            "seed": seed,
            "edition": edition,
            "options": options,
            "policy_seed": seed,
        }
        case["policies"] = [policy] * seats
        game, players = make_oracle_game(case), make_players(case)
        while game.to_act is not None:
            truth = game.truth()
            assert count_cards(truth) == Counter(DECK)
            assert all(1 <= die <= 6 for die in truth["dice"].values())
            assert not any(card.startswith("church") for hand in truth["hands"] for card in hand)
            for opened, hand in zip(game.open, game.hands):
                assert not Counter(opened) - Counter(hand)
            legal = game.legal()
            assert legal and len(set(legal)) == len(legal)
            game.play(players[game.to_act](legal, game.truth, game.to_act))
        assert count_cards(game.truth()) == Counter(DECK)
        assert not game.draw and not game.auction and game.lot is None and game.legal() == []
        outcome = game.outcome()
        assert outcome["winners"] and sum(outcome["points"]) <= sum(game.dice.values())


def test_the_oracle_agrees_with_itself_and_exercises_nearly_everything():
    cited, games, _ = play_range(0, 200, "step", make_oracle_game)
    assert games == 200
    assert all(cited[sentence] for sentence in SENTENCES)


@pytest.mark.parametrize("ending", range(len(ENDINGS)))
def test_endings_made_to_measure_end_as_wanted(ending):
    index = 19 + 20 * ending
    cited, _ = play_both(make_case(index), "step", make_oracle_game)
    clause = [
        "B-5.5",
        "B-5.5",
        "B-5.4 winner of monks",
        "B-5.4 monks totals among the tied",
        "B-5.4 letters among the tied",
        "B-5.4 none of the tied holds any: next category",
        "B-5.4 manual: monks total",
        "B-5.4 manual: later total",
    ][ending]
    assert cited[clause]


class CountsOnlyGold(BibliosOracle):
    """A planted fault: means for a gold lot are counted in gold, too."""

    def _compute_means(self, seat):
        return sum(int(card[-1]) for card in self.hands[seat] if card.startswith("gold"))


class ForgetsOneBar(BibliosOracle):
    """A planted fault: seat 0 may bid again after a penalty."""

    def _open_bidding(self):
        self.barred.discard(0)
        super()._open_bidding()


class AlwaysPoints(BibliosOracle):
    """A planted fault: right winners, wrong reason."""

    def _end(self):
        super()._end()
        self.result = {**self.result, "decided_by": "points"}


@pytest.mark.parametrize("faulty", [CountsOnlyGold, ForgetsOneBar, AlwaysPoints])
@pytest.mark.parametrize("watch", ["step", "moved"])
def test_a_planted_fault_is_found(faulty, watch):
    def new_game(case):
        deal = case.get("deal")
        return faulty(case["seats"], case["seed"], case["edition"], deal, **case["options"])

    with pytest.raises(Mismatch):
        play_range(0, 60, watch, new_game)


def test_cases_are_the_same_again():
    assert [make_case(i) for i in range(40)] == [make_case(i) for i in range(40)]
    assert {make_case(i)["seats"] for i in range(20)} == {2, 3, 4}
    random.seed(0)  # the global generator plays no part
    assert make_case(3) == make_case(3)


def test_games_can_be_spread_over_spawned_processes():
    parts = list(play_in_processes(7, 3, "moved", make_oracle_game))
    assert [games for _, games, _ in parts] == [3, 3, 1]
