"""Automatic actions are legal, within the limit and the seat's means, and depend on its view alone."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from armarium.games import biblios
from armarium.games.biblios.server import auto_actions

PASSES = [f"pass {what}{family}" for what in ("", "until ") for family in auto_actions.FAMILIES] + [
    "pass always"
]


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    seats=st.integers(2, 4),
    edition=st.sampled_from(["iello", "scripts-and-scribes", "manual"]),
    limit=st.integers(1, 12),
    said=st.sampled_from(PASSES),
)
def test_auto_actions_bid_and_pass_as_set(
    seed: int, seats: int, edition: str, limit: int, said: str
):
    game = biblios.Game.new(seats=seats, seed=seed, edition=edition)
    chance = random.Random(seed)
    while game.to_act is not None:
        seat = game.to_act
        view = json.loads(json.dumps(game.view(seat)))
        if view["step"] != "bid":
            assert auto_actions.next_action(view, [said]) is None
        else:
            means = auto_actions.means(view)
            wish = [f"up-to {min(limit, means)} on {auto_actions.lot_name(view)}"] if means else []
            for texts in (wish, [said], [*wish, said]):
                if said.split()[-1] == auto_actions.family_of(view["lot"]) and "until" in said:
                    assert auto_actions.drop_finished(view, texts) == [
                        t for t in texts if t != said
                    ]
                    continue
                assert auto_actions.check(view, texts) == texts
                assert auto_actions.drop_finished(view, texts) == texts
                text = auto_actions.next_action(view, texts)
                assert text is None or text in view["legal"]
                if texts and texts[0].startswith("up-to"):
                    least = view["bid"] + 1
                    bids = least <= min(limit, means) and f"bid {least}" in view["legal"]
                    assert text == (f"bid {least}" if bids else "pass")
            for other in set(range(seats)) - {seat}:
                assert auto_actions.next_action(game.view(other), ["pass always"]) is None
        legal = view["legal"]
        small = [a for a in legal if not a.startswith("bid")] + [f"bid {view['bid'] + 1}"]
        game.play(chance.choice([a for a in small if a in legal]), seat=seat)
    assert auto_actions.drop_finished(game.view(0), PASSES) == []
