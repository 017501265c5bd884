"""Whatever a seat says beforehand: what is done for it is legal, within limit and means, and of its view alone."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from armarium.games import biblios
from armarium.games.biblios import instructions

PASSES = [f"pass {what}{family}" for what in ("", "until ") for family in instructions.FAMILIES] + [
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
def test_what_is_done_for_a_seat(seed: int, seats: int, edition: str, limit: int, said: str):
    game = biblios.Game.new(seats=seats, seed=seed, edition=edition)
    chance = random.Random(seed)
    while game.to_act is not None:
        seat = game.to_act
        view = json.loads(json.dumps(game.view(seat)))
        if view["step"] != "bid":
            assert instructions.action(view, [said]) is None
        else:
            means = instructions.means(view)
            wish = [f"up-to {min(limit, means)} on {instructions.lot_name(view)}"] if means else []
            for texts in (wish, [said], [*wish, said]):
                if said.split()[-1] == instructions.family_of(view["lot"]) and "until" in said:
                    assert instructions.standing(view, texts) == [t for t in texts if t != said]
                    continue
                assert instructions.checked(view, texts) == texts
                assert instructions.standing(view, texts) == texts
                text = instructions.action(view, texts)
                assert text is None or text in view["legal"]
                if texts and texts[0].startswith("up-to"):
                    least = view["bid"] + 1
                    bids = least <= min(limit, means) and f"bid {least}" in view["legal"]
                    assert text == (f"bid {least}" if bids else "pass")
            for other in set(range(seats)) - {seat}:
                assert instructions.action(game.view(other), ["pass always"]) is None
        legal = view["legal"]
        small = [a for a in legal if not a.startswith("bid")] + [f"bid {view['bid'] + 1}"]
        game.play(chance.choice([a for a in small if a in legal]), seat=seat)
    assert instructions.standing(game.view(0), PASSES) == []
