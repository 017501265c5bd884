"""What a typed line means, and the one sentence that says why it means nothing."""

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.terminal.choices import Refused, choices_of, read
from armarium.games.biblios.terminal.naming import CATEGORIES, Reader

NAMES = ("Agnes", "Bruno", "Clara", "Denis")
DICE = dict.fromkeys(CATEGORIES, 3)
BASE = {
    "step": "bid", "phase": "auction", "lot": "monks-4h", "bid": 0, "leader": None, "church": None,
    "payment": None, "dice": DICE, "hand": ["gold-2", "gold-3"], "legal": ["bid 1", "bid 2", "pass"],
    "options": {"may_refuse": False}, "allocated": {"keep": False, "auction": False, "public": 0},
    "seats": [{}, {}, {}],
}  # fmt: skip
READER = Reader("en", "iello", NAMES, 0)
FRENCH = Reader("fr", "iello", NAMES, 0)


def refusal(typed, view, reader=READER):
    with pytest.raises(Refused) as refused:
        read(typed, view, reader)
    return str(refused.value)


def test_letters_numbers_and_texts_allocate():
    view = Game.new(seats=3, seed=1, first=0).view(0)
    for typed in ("k", "1", "keep", " KEEP ", "Keep it"):
        assert read(typed, view, READER) == ("keep",)
    assert read("a", view, READER) == read("2", view, READER) == ("auction",)
    assert read("p", view, READER) == read("3", view, READER) == ("public",)
    for typed, action in (("g", "keep"), ("e", "auction"), ("p", "public"), ("k", "keep")):
        assert read(typed, view, FRENCH) == (action,)


def test_a_number_is_a_bid_while_bidding_and_enter_passes():
    assert read("2", BASE, READER) == ("bid 2",)
    assert read("bid 02", BASE, READER) == ("bid 2",)
    assert read("", BASE, READER) == read("p", BASE, READER) == ("pass",)


def test_enter_pays_the_cheapest_way_and_a_number_pays_a_card():
    legal = ["pay gold-2", "pay gold-3"]
    view = BASE | {"step": "pay", "bid": 5, "legal": legal, "payment": legal}
    assert read("", view, READER) == read("c", view, READER) == tuple(legal)
    assert read("2", view, READER) == read("gold-3", view, READER) == ("pay gold-3",)


def test_enter_does_the_only_thing_possible_and_else_asks_again():
    view = BASE | {"step": "take", "phase": "gift", "legal": ["take gold-1"]}
    assert read("", view, READER) == ("take gold-1",)
    view["legal"] = ["take gold-1", "take gold-2"]
    assert refusal("", view) == "Type one of the keys in brackets, or ? for help."


def test_dice_may_be_named_in_any_order():
    legal = ["decline", "raise monks tomes"]
    view = BASE | {"step": "church", "church": "church+1x2", "legal": legal}
    assert read("raise tomes monks", view, READER) == ("raise monks tomes",)
    assert read("d", view, READER) == read("0", view, READER) == ("decline",)
    assert read("n", view, FRENCH) == ("decline",)


def test_church_choices_say_what_the_dice_will_show():
    view = BASE | {"step": "church", "church": "church-1", "legal": ["decline", "lower tomes"]}
    labels = [choice.label for choice in choices_of(view, READER)]
    assert labels == ["Lower Forbidden Tomes (3 → 2)", "Do not use it"]


@pytest.mark.parametrize(
    "typed", ["frog", "0", "7", "-1", "take", "[/]", "k\x00", "²", "٣", "?" * 500]
)
def test_nonsense_is_refused_in_one_sentence(typed):
    view = BASE | {"step": "take", "phase": "gift", "legal": ["take gold-1", "take gold-2"]}
    assert refusal(typed, view).endswith(".")
    assert refusal(typed, BASE | {"step": "bid", "legal": ["pass"]}).endswith(".")


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
    (PAY, "refuse", "must pay"),
    (PAY | {"options": {"may_refuse": True}}, "refuse", "only before the first card"),
    (CHURCH | {"church": "church+1"}, "keep", "The Church card comes first"),
    (CHURCH | {"church": "church+1"}, "lower monks", "only raise"),
    (CHURCH | {"church": "church-1"}, "raise monks", "only lower"),
    (CHURCH | {"church": "church+1"}, "raise monks tomes", "one die only"),
    (CHURCH | {"church": "church+1x2"}, "raise monks", "two different dice"),
    (CHURCH | {"church": "church+1x2"}, "raise monks monks", "two different dice"),
    (CHURCH | {"church": "church~1", "dice": DICE | {"tomes": 6}}, "raise tomes", "Tomes already stands at 6"),
    (CHURCH | {"church": "church~1", "dice": DICE | {"tomes": 1}}, "lower tomes", "already stands at 1"),
    (PAY, "bid 3", "not allowed now"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "typed", "reason"), REASONS)
def test_why_not(change, typed, reason):
    view = BASE | change
    assert reason in refusal(typed, view)
    assert refusal(typed, view, FRENCH) != refusal(typed, view)
