"""The printed examples, each as the English, the French and the original book tell it.

The books differ in the names of the players and in the words; the original also in two cards and in the bids. A value 1
of monks (or of its scribes) does not exist in the deck: the first gift is a 2 here. The active player is seat 0.
"""

from dataclasses import dataclass

import pytest

from .scenes import auction_table, dealt, final_table, play, the


@dataclass(frozen=True)
class Book:
    players: tuple[str, str, str]  # the active player, the left neighbour, the next
    edition: str
    gifts: tuple[str, str]  # of one category, worth 2
    lot: str
    bids: tuple[str, str, str, str, str]
    lost: int  # gold paid too much

    def seat(self, name):
        return self.players.index(name)


ENGLISH = Book(
    ("Bob", "James", "Steve"), "iello", ("monks-2a", "monks-2b"), "tomes-2h",
    ("bid 1", "pass", "bid 3", "bid 4", "pass"), 1,
)  # fmt: skip
FRENCH = Book(
    ("Cédric", "Igor", "Rodolphe"), "iello", ("monks-2a", "monks-2b"), "tomes-2h",
    ("bid 1", "pass", "bid 3", "bid 4", "pass"), 1,
)  # fmt: skip
ORIGINAL = Book(
    ("Steve", "Bill", "Wolfe"), "scripts-and-scribes", ("pigments-2a", "pigments-2b"), "pigments-2c",
    ("bid 2", "pass", "bid 4", "bid 5", "pass"), 0,
)  # fmt: skip
BOOKS = pytest.mark.parametrize("book", [ENGLISH, FRENCH, ORIGINAL], ids=["en", "fr", "original"])


@BOOKS
def test_a_turn_of_the_gift_phase(book):
    to_auction, kept = book.gifts
    game = dealt(3, [to_auction, "gold-1", kept, "gold-2"], edition=book.edition)
    active, left, last = (book.seat(name) for name in book.players)
    assert game.to_act == active and game.view(active)["allocated"]["left"] == 4
    game.play("auction")
    assert all("card" not in the(game.seen(other), "card-auctioned") for other in (left, last))
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
def test_an_auction(book):
    game = auction_table([[], ["gold-2", "gold-3"], []], [book.lot], edition=book.edition)
    active, left, last = (book.seat(name) for name in book.players)
    for seat, action in zip((left, last, active, left, active), book.bids):
        assert game.to_act == seat
        game.play(action)
    assert game.to_act == left and game.legal() == ["pay gold-2", "pay gold-3"]
    events = play(game, "pay gold-2", "pay gold-3")
    amount = the(events, "lot-bought")["amount"]
    assert 2 + 3 - amount == book.lost
    hand = game.truth()["hands"][left]
    assert book.lot in hand and not any(card.startswith("gold") for card in hand)


@BOOKS
def test_a_church_card(book):
    """Holy books (the original's manuscripts) have come down to 2 already."""
    first = ["church-1", "gold-1", "gold-2", "gold-3"]
    game = dealt(
        3, [*first, "church-1x2", "gold-1", "gold-2", "gold-3"], edition=book.edition, first=2
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
    active = book.seat(book.players[0])
    assert game.to_act == active and game.truth()["dice"]["holy-books"] == 2
    game.play("keep")
    assert game.to_act == active and "lower pigments holy-books" in game.legal()
    events = game.play("lower pigments holy-books")
    assert the(events, "church-used")["dice"] == [
        {"category": "pigments", "from": 3, "to": 2},
        {"category": "holy-books", "from": 2, "to": 1},
    ]
    assert game.to_act == active and game.view(active)["drawn"] == "gold-1"  # the turn resumes
    assert game.legal() == ["auction", "public"]


def the_end(book):
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
    return final_table(hands, church=dice, edition=book.edition)


@BOOKS
def test_a_tie_in_a_category(book):
    game = the_end(book)
    active, _, last = (book.seat(name) for name in book.players)
    won = next(event for event in game.seen(None) if event.get("category") == "monks")
    assert won == {
        "event": "category-won", "category": "monks", "seat": last, "total": 9, "points": 5,
        "tied": [active, last], "letter": "B",
    }  # fmt: skip


@BOOKS
def test_a_tie_at_the_end_of_the_game(book):
    outcome = the_end(book).outcome()
    active, left, last = (book.seat(name) for name in book.players)
    dice = outcome["dice"]
    assert [dice[c] for c, seat in outcome["categories"].items() if seat == active] == [2, 2, 4]
    assert [dice[c] for c, seat in outcome["categories"].items() if seat == last] == [5, 3]
    assert (
        outcome["points"][active] == outcome["points"][last] == 8 and outcome["points"][left] == 0
    )
    assert outcome["winners"] == [last] and outcome["decided_by"] == "gold"
