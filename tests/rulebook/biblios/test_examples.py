"""The printed examples, each as the English, the French and the original book tell it.

The books differ in the names of the players and in the words; the original also in two cards and in the bids. A value 1
of monks (or of its scribes) does not exist in the deck: the first gift is a 2 here. The active player is seat 0.
"""

from dataclasses import dataclass

import pytest

from .scenes import deal_game, find_event, play, set_up_auction, set_up_end


@dataclass(frozen=True)
class PrintedExample:
    players: tuple[str, str, str]  # the active player, the left neighbour, the next
    edition: str
    gifts: tuple[str, str]  # of one category, worth 2
    lot: str
    bids: tuple[str, str, str, str, str]
    lost: int  # gold paid too much

    def seat(self, name):
        return self.players.index(name)


ENGLISH = PrintedExample(
    ("Bob", "James", "Steve"), "iello", ("monks-2a", "monks-2b"), "tomes-2h",
    ("bid 1", "pass", "bid 3", "bid 4", "pass"), 1,
)  # fmt: skip
FRENCH = PrintedExample(
    ("Cédric", "Igor", "Rodolphe"), "iello", ("monks-2a", "monks-2b"), "tomes-2h",
    ("bid 1", "pass", "bid 3", "bid 4", "pass"), 1,
)  # fmt: skip
ORIGINAL = PrintedExample(
    ("Steve", "Bill", "Wolfe"), "scripts-and-scribes", ("pigments-2a", "pigments-2b"), "pigments-2c",
    ("bid 2", "pass", "bid 4", "bid 5", "pass"), 0,
)  # fmt: skip
BOOKS = pytest.mark.parametrize(
    "example", [ENGLISH, FRENCH, ORIGINAL], ids=["en", "fr", "original"]
)


@BOOKS
def test_a_turn_of_the_gift_phase(example):
    to_auction, kept = example.gifts
    game = deal_game(3, [to_auction, "gold-1", kept, "gold-2"], edition=example.edition)
    active, left, last = (example.seat(name) for name in example.players)
    assert game.to_act == active and game.view(active)["allocated"]["left"] == 4
    game.play("auction")
    assert all(
        "card" not in find_event(game.seen(other), "card-auctioned") for other in (left, last)
    )
    game.play("public")
    assert game.view(last)["public"] == ["gold-1"]
    game.play("keep")
    assert game.legal() == ["public"]  # the fourth must go public
    game.play("public")
    assert game.to_act == left
    game.play("take gold-2")
    assert game.to_act == last
    game.play("take gold-1")
    assert game.truth()["hands"] == [[kept], ["gold-2"], ["gold-1"]]
    assert game.truth()["auction"] == [to_auction] and game.to_act == left


@BOOKS
def test_an_auction(example):
    game = set_up_auction([[], ["gold-2", "gold-3"], []], [example.lot], edition=example.edition)
    active, left, last = (example.seat(name) for name in example.players)
    for seat, action in zip((left, last, active, left, active), example.bids):
        assert game.to_act == seat
        game.play(action)
    assert game.to_act == left and game.legal() == ["pay gold-2", "pay gold-3"]
    events = play(game, "pay gold-2", "pay gold-3")
    amount = find_event(events, "lot-bought")["amount"]
    assert 2 + 3 - amount == example.lost
    hand = game.truth()["hands"][left]
    assert example.lot in hand and not any(card.startswith("gold") for card in hand)


@BOOKS
def test_a_church_card(example):
    """Holy books (the original's manuscripts) have come down to 2 already."""
    first = ["church-1", "gold-1", "gold-2", "gold-3"]
    game = deal_game(
        3, [*first, "church-1x2", "gold-1", "gold-2", "gold-3"], edition=example.edition, first=2
    )
    play(
        game,
        "keep",
        "lower holy-books",
        "auction",
        "public",
        "public",
        "take gold-2",
        "take gold-3",
    )
    active = example.seat(example.players[0])
    assert game.to_act == active and game.truth()["dice"]["holy-books"] == 2
    game.play("keep")
    assert game.to_act == active and "lower pigments holy-books" in game.legal()
    events = game.play("lower pigments holy-books")
    assert find_event(events, "church-used")["dice"] == [
        {"category": "pigments", "from": 3, "to": 2},
        {"category": "holy-books", "from": 2, "to": 1},
    ]
    assert game.to_act == active and game.view(active)["drawn"] == "gold-1"  # the turn resumes
    assert game.legal() == ["auction", "public"]


def set_up_last_lot(example):
    """Nine against nine monks, the better letter at the last player's; then eight points against eight."""
    hands = [
        [
            "monks-2c",
            "monks-3e",
            "monks-4h",
            "pigments-2a",
            "holy-books-1a",
            "manuscripts-1a",
            "gold-1",
        ],
        ["gold-2"],
        ["monks-2b", "monks-3f", "monks-4i", "tomes-1a", "gold-3"],
    ]
    dice = [
        ("church+1x2", "raise monks manuscripts"),
        ("church+1", "raise monks"),
        ("church-1x2", "lower pigments holy-books"),
    ]
    return set_up_end(hands, church=dice, edition=example.edition)


@BOOKS
def test_a_tie_in_a_category(example):
    game = set_up_last_lot(example)
    active, _, last = (example.seat(name) for name in example.players)
    won = next(event for event in game.seen(None) if event.get("category") == "monks")
    assert won == {
        "event": "category-won", "category": "monks", "seat": last, "total": 9, "points": 5,
        "tied": [active, last], "letter": "B",
    }  # fmt: skip


@BOOKS
def test_a_tie_at_the_end_of_the_game(example):
    outcome = set_up_last_lot(example).outcome()
    active, left, last = (example.seat(name) for name in example.players)
    dice = outcome["dice"]
    assert [dice[c] for c, seat in outcome["categories"].items() if seat == active] == [2, 2, 4]
    assert [dice[c] for c, seat in outcome["categories"].items() if seat == last] == [5, 3]
    assert (
        outcome["points"][active] == outcome["points"][last] == 8 and outcome["points"][left] == 0
    )
    assert outcome["winners"] == [last] and outcome["decided_by"] == "gold"
