"""Parsing of typed lines, and the messages for invalid ones."""

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.naming import CATEGORIES, BibliosNames
from armarium.games.biblios.terminal.choices import list_choices, parse_input
from armarium.terminal.play import InvalidInput

NAMES = ("Agnes", "Bruno", "Clara", "Denis")
DICE = dict.fromkeys(CATEGORIES, 3)
BASE = {
    "step": "bid", "phase": "auction", "lot": "monks-4h", "bid": 0, "leader": None, "church": None,
    "payment": None, "dice": DICE, "hand": ["gold-2", "gold-3"], "legal": ["bid 1", "bid 2", "pass"],
    "options": {"may_refuse": False}, "allocated": {"keep": False, "auction": False, "public": 0},
    "seats": [{}, {}, {}],
}  # fmt: skip
READER = BibliosNames("en", "iello", NAMES, 0)
FRENCH = BibliosNames("fr", "iello", NAMES, 0)


def get_error(typed, view, reader=READER):
    with pytest.raises(InvalidInput) as refused:
        parse_input(typed, view, reader)
    return str(refused.value)


def test_letters_numbers_and_texts_allocate():
    view = Game.new(seats=3, seed=1, first=0).view(0)
    for typed in ("k", "1", "keep", " KEEP ", "Keep it"):
        assert parse_input(typed, view, READER) == ("keep",)
    assert parse_input("a", view, READER) == parse_input("2", view, READER) == ("auction",)
    assert parse_input("p", view, READER) == parse_input("3", view, READER) == ("public",)
    for typed, action in (("g", "keep"), ("e", "auction"), ("p", "public"), ("k", "keep")):
        assert parse_input(typed, view, FRENCH) == (action,)


def test_a_number_is_a_bid_while_bidding_and_enter_passes():
    assert parse_input("2", BASE, READER) == ("bid 2",)
    assert parse_input("bid 02", BASE, READER) == ("bid 2",)
    assert parse_input("", BASE, READER) == parse_input("p", BASE, READER) == ("pass",)


def test_enter_pays_the_cheapest_way_and_a_number_pays_a_card():
    legal = ["pay gold-2", "pay gold-3"]
    view = BASE | {"step": "pay", "bid": 5, "legal": legal, "payment": legal}
    assert parse_input("", view, READER) == parse_input("c", view, READER) == tuple(legal)
    assert parse_input("2", view, READER) == parse_input("gold-3", view, READER) == ("pay gold-3",)


def test_enter_does_the_only_thing_possible_and_else_asks_again():
    view = BASE | {"step": "take", "phase": "gift", "legal": ["take gold-1"]}
    assert parse_input("", view, READER) == ("take gold-1",)
    view["legal"] = ["take gold-1", "take gold-2"]
    assert get_error("", view) == "Type a key in brackets, or ? for help."


def test_dice_may_be_named_in_any_order():
    legal = ["decline", "raise monks tomes"]
    view = BASE | {"step": "church", "church": "church+1x2", "legal": legal}
    assert parse_input("raise tomes monks", view, READER) == ("raise monks tomes",)
    assert parse_input("d", view, READER) == parse_input("0", view, READER) == ("decline",)
    assert parse_input("n", view, FRENCH) == ("decline",)


def test_church_choices_say_what_the_dice_will_show():
    view = BASE | {"step": "church", "church": "church-1", "legal": ["decline", "lower tomes"]}
    labels = [choice.label for choice in list_choices(view, READER)]
    assert labels == ["Lower Forbidden Tomes (3 → 2)", "Do not use it"]


@pytest.mark.parametrize(
    "typed", ["frog", "0", "7", "-1", "take", "[/]", "k\x00", "²", "٣", "?" * 500]
)
def test_nonsense_is_refused_in_one_sentence(typed):
    view = BASE | {"step": "take", "phase": "gift", "legal": ["take gold-1", "take gold-2"]}
    assert get_error(typed, view).endswith(".")
    assert get_error(typed, BASE | {"step": "bid", "legal": ["pass"]}).endswith(".")


CHURCH = {"step": "church", "legal": ["decline"]}
GIFT = {"phase": "gift", "step": "allocate", "legal": ["public"], "lot": None}
FULL = {"keep": True, "auction": True, "public": 2}
TAKE = {"phase": "gift", "step": "take", "legal": ["take gold-1"]}
PAY = {"step": "pay", "bid": 2, "legal": ["pay gold-2"]}
REASONS = [
    (GIFT | {"allocated": FULL}, "keep", "already kept a card"),
    (GIFT | {"allocated": FULL}, "auction", "on the auction pile this turn"),
    (GIFT | {"legal": ["keep"], "allocated": FULL}, "public", "holds its 2 cards"),
    (GIFT, "bid 3", "Auction phase only"),
    (GIFT, "take monks-2a", "before you look at the next"),
    (TAKE, "take monks-2a", "Monk 2 A is not in the public space"),
    ({}, "keep", "The Gift phase is over."),
    ({"bid": 5, "legal": ["pass"]}, "5", "at least 6"),
    ({}, "0", "at least 1"),
    ({}, "67", "No bid may exceed 66."),
    ({}, "6", "you hold 5 gold"),
    ({"lot": "gold-1"}, "6", "you hold 2 cards"),
    (PAY, "pay monks-2a", "Only gold"),
    (PAY, "pay gold-1", "You do not hold Gold 1."),
    (PAY, "refuse", "you must"),
    (PAY | {"options": {"may_refuse": True}}, "refuse", "only before you pay the first card"),
    (CHURCH | {"church": "church+1"}, "keep", "The Church card comes first"),
    (CHURCH | {"church": "church+1"}, "lower monks", "only raise"),
    (CHURCH | {"church": "church-1"}, "raise monks", "only lower"),
    (CHURCH | {"church": "church+1"}, "raise monks tomes", "one die only"),
    (CHURCH | {"church": "church+1x2"}, "raise monks", "two different dice"),
    (CHURCH | {"church": "church+1x2"}, "raise monks monks", "two different dice"),
    (CHURCH | {"church": "church~1", "dice": DICE | {"tomes": 6}}, "raise tomes", "Tomes die is already at 6"),
    (CHURCH | {"church": "church~1", "dice": DICE | {"tomes": 1}}, "lower tomes", "is already at 1"),
    (PAY, "bid 3", "not allowed now"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "typed", "reason"), REASONS)
def test_why_not(change, typed, reason):
    view = BASE | change
    assert reason in get_error(typed, view)
    assert get_error(typed, view, FRENCH) != get_error(typed, view)
