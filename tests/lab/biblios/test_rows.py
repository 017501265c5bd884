"""The rows of Biblios say what the view says, and the referee's row what is true (masks: test_vector.py)."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from armarium.games.biblios import observation_layout
from armarium.games.biblios.cards import CATEGORIES, NAMES
from armarium.games.biblios.kernels import batch
from armarium.games.biblios.view import STEPS
from armarium.lab.rows import find_rows
from tests.laws.watching import make_ordinary_game, subtract_cards

CARDS, GOLD, CHURCH = NAMES[:45], NAMES[45:48], NAMES[48:]
PAGE = Path(__file__).parents[3] / "docs" / "observations.md"
ROWS = find_rows("biblios")


def name_bytes(row, layout):
    """Return the bytes of a row by their names in the layout."""
    return {e.name: row[e.start : e.start + e.length].tolist() for e in layout}


def observe_whole(game):
    words = np.zeros((1, batch.WHOLE_SIZE // 8), np.int64)
    batch.observe_all_slots(game.states, 0, 1, words)
    return words.view(np.int8)[0]


def encode_one_hot(things, wanted):
    return [int(thing == wanted) for thing in things]


def count_kinds(kinds, cards):
    return [Counter(cards)[kind] for kind in kinds]


def compute_situation(view, me):
    """Compute the public part of a row, with seats counted from `me`."""
    seats = len(view["seats"])
    around = [(me + steps) % seats for steps in range(seats)] + [None] * (4 - seats)
    chairs = [chair if chair is not None else "nobody" for chair in around]
    allocated, options, is_gift = view["allocated"], view["options"], view["phase"] == "gift"
    return {
        "step": encode_one_hot((*STEPS[:5], "over"), view["step"]),
        "auction phase": [int(not is_gift)],
        "to act": [int(view["to_act"] == me)],
        "actor": encode_one_hot(chairs, view["to_act"]),
        "active": encode_one_hot(chairs, view["active"]),
        "leader": encode_one_hot(chairs, view["leader"]),
        "first": encode_one_hot(chairs, view["first"]),
        "passed": [int(chair in view["passed"]) for chair in chairs],
        "barred": [int(chair in view["barred"]) for chair in chairs],
        "dice": [view["dice"][category] for category in CATEGORIES],
        "bid": [view["bid"]],
        "owed": [view["owed"]],
        "paid": [view["paid_count"]],
        "hand sizes": [view["seats"][c]["size"] if c is not None else 0 for c in around],
        "draw left": [view["draw_left"]],
        "auction left": [view["auction_left"]],
        "discarded face down": [view["discard_hidden"]],
        "public size": [len(view["public"])],
        "lot number": [view["lot_number"]],
        "seats": [seats],
        "to place": [allocated["left"]],
        "public places left": [seats - 1 - allocated["public"] if is_gift else 0],
        "kept": [int(allocated["keep"])],
        "auctioned": [int(allocated["auction"])],
        "medieval bluff": [int(options["penalty"] == "medieval-bluff")],
        "beyond means": [int(options["beyond_means"])],
        "may refuse": [int(options["may_refuse"])],
        "gold cards break ties": [int(options["game_tie"] == "gold-cards")],
        "open collections": [int(options["open_collections"])],
        "third seat, fourth seat": [int(seats > 2), int(seats > 3)],
        "church card being resolved": encode_one_hot(CHURCH, view["church"]),
    }


def compute_own_and_open(view):
    """Compute the cards that the seat holds, looks at and sees face up."""
    me = view["you"]
    opened, drawn = view["seats"][me]["open"], view["drawn"]
    offered = view["public"] + ([view["lot"]] if view["lot"] else [])
    return {
        "my hand": [(c in view["hand"]) + (c in opened) for c in CARDS],
        "my hand, gold": count_kinds(GOLD, view["hand"]),
        "on offer": [(c in offered) + 2 * (c == drawn) for c in CARDS],
        "on offer, gold": count_kinds(GOLD, offered),
        "on offer, church": count_kinds(CHURCH, offered),
        "drawn, gold": encode_one_hot(GOLD, drawn),
        "drawn, church": encode_one_hot(CHURCH, drawn),
        "discarded face up, gold": count_kinds(GOLD, view["discard"]),
        "discarded face up, church": count_kinds(CHURCH, view["discard"]),
        "open before me, gold": count_kinds(GOLD, opened),
    }


def check_place(parts, name, knowledge, places, opened=(), opened_as=3):
    """A row concludes less than a view, and never anything else. Counts what the view concludes, and the row too."""
    found = Counter()
    may, surely = Counter(opened), Counter(opened)
    for known in knowledge:
        # The pocket is a part of the hand.
        where = {place.partition(".")[0] for place in known["at"]}
        may.update(known["cards"] if where & places else ())
        surely.update(known["cards"] if where <= places else ())
    for card, value in zip(CARDS, parts[name]):
        if card in opened:
            assert value == opened_as, (name, card)
        else:
            assert not (value == 0 and may[card]), (name, card, "lies there perhaps")
            assert not (value == 2 and not surely[card]), (name, card, "is not sure")
            found["view"] += bool(surely[card] or not may[card])
            found["row"] += value != 1
    for kind, least, most in zip(GOLD, parts[f"{name}, gold"], parts[f"{name}, gold at most"]):
        assert least <= surely[kind] <= may[kind] <= most, (name, kind)
    return found


def check_row(game, seat):
    view = game.view(seat)
    row = ROWS.observation(game, seat)
    parts = name_bytes(row, observation_layout.LAYOUT)
    expected = compute_situation(view, seat) | compute_own_and_open(view)
    assert {name: parts[name] for name in expected} == expected
    assert row.min() >= 0
    assert not any(
        row[e.start : e.start + e.length].any()
        for e in observation_layout.LAYOUT
        if e.name == "spare"
    )
    mine, everyone = view["knowledge"]["you"], view["knowledge"]["everyone"]
    found = check_place(parts, "box or draw pile", mine, {"box", "draw"})
    found += check_place(parts, "auction pile", mine, {"auction"})
    found += check_place(parts, "face-down discards", mine, {"hidden"})
    opened = view["seats"][seat]["open"]
    found += check_place(parts, "everyone of my hand", everyone, {f"hand-{seat}"}, opened, 2)
    for steps in range(1, 4):
        if steps < game.seats:
            other = (seat + steps) % game.seats
            opened = view["seats"][other]["open"]
            found += check_place(parts, f"hand +{steps}", mine, {f"hand-{other}"}, opened)
            assert parts[f"open before +{steps}, gold"] == count_kinds(GOLD, opened)
        else:
            assert not any(parts[f"hand +{steps}"] + parts[f"hand +{steps}, gold"])
    return found


def check_whole_row(game):
    truth, view = game.truth(), game.view(None)
    parts = name_bytes(observe_whole(game), observation_layout.WHOLE_LAYOUT)
    looks = view["step"] == "allocate"
    offered = truth["public"] + ([truth["lot"]] if truth["lot"] else [])
    hidden = subtract_cards(truth["discard"], view["discard"])
    expected = compute_situation(view, 0)
    for name, cards in [("draw pile", truth["draw"]), ("auction pile", truth["auction"]),
                        ("face-down discards", hidden), ("on offer", offered)]:  # fmt: skip
        drawn = truth["draw"][0] if name == "on offer" and looks else None
        expected[name] = [(card in cards) + 2 * (card == drawn) for card in CARDS]
        expected[f"{name}, gold"] = count_kinds(GOLD, cards)
        if name != "face-down discards":
            expected[f"{name}, church"] = count_kinds(CHURCH, cards)
    for seat in range(4):
        hand = truth["hands"][seat] if seat < game.seats else []
        opened = view["seats"][seat]["open"] if hand else []
        expected[f"hand {seat}"] = [(card in hand) + (card in opened) for card in CARDS]
        expected[f"hand {seat}, gold"] = count_kinds(GOLD, hand)
    assert {name: parts[name] for name in expected} == expected


@pytest.mark.parametrize("index", range(12))
def test_a_row_says_what_the_view_says(index):
    game, players = make_ordinary_game(index)
    decisions, found = 0, Counter()
    while game.to_act is not None:
        if decisions % 5 == index % 5:
            found += check_row(game, game.to_act)
            found += check_row(game, decisions // 5 % game.seats)
            check_whole_row(game)
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))
        decisions += 1
    assert found["row"] > 0.9 * found["view"], found
    parts = name_bytes(ROWS.observation(game, 0), observation_layout.LAYOUT)
    assert parts["step"] == encode_one_hot(range(6), 5) and not any(parts["actor"])


def test_the_documents_tables_are_the_layouts():
    parsed = re.findall(
        r"^\| (\d+)(?:–(\d+))? \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.M
    )
    entries = [*observation_layout.LAYOUT, *observation_layout.WHOLE_LAYOUT]
    assert [(int(low), int(high or low), name, meaning) for low, high, name, meaning in parsed] == [
        (e.start, e.start + e.length - 1, e.name, e.meaning) for e in entries
    ]


def test_the_codes_of_the_actions_are_those_of_the_games():
    game, _ = make_ordinary_game(0)
    assert {text: code for code, text in enumerate(batch.TEXTS)} == game.codes
