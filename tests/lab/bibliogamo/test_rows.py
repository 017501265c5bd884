"""The rows of Bibliogamo say what the view says, and no more."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from armarium.games.bibliogamo import Game, observation_layout
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.state import STEPS
from armarium.lab.rows import find_rows
from armarium.lab.vector import VectorGame

OPTIONS = [
    {},
    {"redraw_chains": True, "block_scope": "any", "landing": "every-stop"},
    {"transfer_keeps_type": False, "count_when": "finished"},
    {"transfer_count": "exact"},
]


def split_row(game):
    row = find_rows("bibliogamo").observation(game, 0)
    return {
        e.name: row[e.start : e.start + e.length].tolist() for e in observation_layout.LAYOUT
    }, row


def encode_one_hot(names, wanted):
    return [int(name == wanted) for name in names]


def compute_row_parts(view):
    """Compute the expected parts of a row from the view."""
    cards = range(1, 48)
    offer = view["offer"] or {"first": None, "second": None, "replaced": [], "price": 0}
    shown = dict.fromkeys(offer["replaced"], 1) | {offer["first"]: 2, offer["second"]: 3}
    hired, moved = view["hired"], view["transfer"]
    left = dict(hired["left"]) if hired else {}
    if moved and moved.get("type"):
        left = {moved["type"]: 1}
    artisans = [view["towers"][tower].get(kind, 0) for tower in TOWERS for kind in TYPES]
    return {
        "hand": [int(card in view["hand"]) for card in cards],
        "draw pile": [int(card in view["unseen"]) for card in cards],
        "discard pile": [int(card in view["discard"]) for card in cards],
        "on the table": [shown.get(card, 0) for card in cards],
        "step": encode_one_hot(STEPS, view["step"]),
        "librarian": encode_one_hot(range(7), view["librarian"]),
        "blocked": encode_one_hot(TYPES, view["blocked"]),
        "artisans": artisans,
        "books": [view["books"][tower] for tower in TOWERS],
        "to place": [left.get(kind, 0) for kind in TYPES],
        "hired for": encode_one_hot(TOWERS, hired and hired["tower"]),
        "from": encode_one_hot(TOWERS, moved and moved["from"]),
        "to": encode_one_hot(TOWERS, moved and moved["to"]),
        "day": [view["day"]],
        "days left": [40 - view["day"]],
        "florins": [min(127, view["florins"])],
        "supply": [view["supply"]],
        "owed": [view["owed"]],
        "lifted": [int(view["lifted"])],
        "landed": [int(view["landed"])],
        "hires": [view["hires"]],
        "transfers left": [moved["left"] if moved else 0],
        "price": [offer["price"]],
        "collection points": [view["prestige"]["vp"]],
        "redraw chains": [int(view["options"]["redraw_chains"])],
        "any icon blocks": [int(view["options"]["block_scope"] == "any")],
        "retrains": [int(not view["options"]["transfer_keeps_type"])],
        "finished books count": [int(view["options"]["count_when"] == "finished")],
        "every stop lands": [int(view["options"]["landing"] == "every-stop")],
        "exact transfers": [int(view["options"]["transfer_count"] == "exact")],
    }


@pytest.mark.parametrize("options", OPTIONS)
def test_a_row_says_what_the_view_says(options):
    steps = set()
    for seed in range(4 if options else 12):
        rng = random.Random(seed)
        game = Game.new(seed=seed, **options)
        while game.to_act is not None:
            view = game.view(0)
            parts, row = split_row(game)
            expected = compute_row_parts(view)
            assert {name: parts[name] for name in expected} == expected
            assert row.min() >= 0 and not any(parts["spare"])
            needs = game.states["need"][0].flatten().tolist()
            assert parts["lacking"] == [n - a for n, a in zip(needs, parts["artisans"])]
            steps.add(view["step"])
            game.play(rng.choice(game.legal()))
        assert split_row(game)[0]["score"] == [min(127, game.outcome()["score"])]
    assert {"move", "hire", "pay"} <= steps
    assert options or {"sell", "price"} <= steps


def test_slots_play_the_games_of_their_seeds():
    games = VectorGame("bibliogamo", 3, 1, seed=40)
    rng = random.Random(1)
    alone = [Game.new(seed=40 + slot) for slot in range(3)]
    finished = 0
    while finished < 3:
        rows, masks = games.observe().copy(), games.masks().copy()
        actions = []
        for slot, game in enumerate(alone):
            legal = [game.codes[text] for text in game.legal()]
            assert np.flatnonzero(masks[slot]).tolist() == legal
            assert rows[slot].tolist() == split_row(game)[1].tolist()
            actions.append(rng.choice(legal))
        rewards, dones = games.step(np.array(actions))
        for slot, game in enumerate(alone):
            game.play(list(game.codes)[actions[slot]])
            assert dones[slot] == (game.to_act is None)
            assert rewards[slot, 0] == (game.outcome() or {"score": 0})["score"]
            if game.to_act is None:
                finished += 1
                alone[slot] = Game.new(seed=40 + slot + 3 * int(games.numbers[slot]))


def test_the_order_of_the_pile_is_in_no_byte():
    rng = random.Random(3)
    game = Game.new(seed=3)
    while game.to_act is not None:
        twin = game.copy()
        low, high = int(twin.states["draw_next"][0]), int(twin.states["draw_end"][0])
        pile = twin.states["draw"][0, low:high]
        pile[:] = rng.sample(pile.tolist(), len(pile))
        assert split_row(twin)[1].tobytes() == split_row(game)[1].tobytes()
        game.play(rng.choice(game.legal()))


def test_entries_cover_the_row():
    ends = [entry.start + entry.length for entry in observation_layout.LAYOUT]
    assert [entry.start for entry in observation_layout.LAYOUT[1:]] == ends[:-1]
    assert ends[-1] == observation_layout.SIZE == 8 * observation_layout.WORDS


def test_the_documents_table_is_the_layout():
    page = Path(__file__).parents[3] / "docs" / "observations-bibliogamo.md"
    columns = re.findall(
        r"^\| (\d+)(?:–(\d+))? \| ([^|]+) \| ([^|]+) \|$", page.read_text("utf-8"), re.M
    )
    assert [
        (int(low), int(high or low), name, meaning) for low, high, name, meaning in columns
    ] == [(e.start, e.start + e.length - 1, e.name, e.meaning) for e in observation_layout.LAYOUT]
