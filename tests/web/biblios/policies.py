"""Policies that play Biblios until a moment is reached: gather cards, hoard gold, bluff or play sensibly."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from armarium import players
from armarium.games import biblios
from tests.web.scenes import Scene

__all__ = ["bluff", "fill_hand", "find_scene", "hoard_gold", "play_sensibly"]

Policy = Callable[[Any, int, random.Random], str]
Moment = Callable[[dict[str, Any]], bool]


def play_sensibly(game: Any, seat: int, chance: random.Random) -> str:
    """Choose mostly like a built-in player, so that the table looks realistic."""
    if chance.random() < 0.15:
        dear = game.view(seat)["bid"] + 3
        legal = [a for a in game.legal() if not a.startswith("bid ") or int(a[4:]) < dear]
        return chance.choice(legal)
    novice = players.load("novice", chance.randrange(1 << 30))
    return novice.choose(players.position_of(game, seat))


def fill_hand(game: Any, seat: int, chance: random.Random) -> str:
    """Seat 0 gathers cards; the others bid more than they have and lose cards to it."""
    view, legal = game.view(seat), game.legal()
    if view["step"] in ("allocate", "take") and seat == 0:
        kept = "keep" if view["step"] == "allocate" else None
        plain = not str(view["drawn"]).startswith("church")
        if kept in legal and plain:
            return "keep"
        takes = [a for a in legal if a.startswith("take ") and "church" not in a]
        return chance.choice(takes or [a for a in legal if a != "keep"] or legal)
    if view["step"] != "bid":
        return chance.choice(legal)
    if seat == 0:
        rivals = len(view["seats"]) - len(view["passed"]) - len(view["barred"]) - 1
        mine = str(view["lot"]).startswith("gold") and len(view["hand"]) >= 20
        return f"bid {max(view['bid'] + 1, 3)}" if mine and rivals <= 3 else "pass"
    seat_to_fail = 1 + view["lot_number"] % (len(view["seats"]) - 1)
    if len(game.view(0)["hand"]) >= 20 and str(view["lot"]).startswith("gold"):
        return "pass"
    bids = [a for a in legal if a.startswith("bid ")]
    return bids[-1] if seat == seat_to_fail and view["leader"] is None and bids else "pass"


def hoard_gold(game: Any, seat: int, chance: random.Random) -> str:
    """Seat 0 gathers gold, then outbids everybody."""
    view, legal = game.view(seat), game.legal()
    if seat:
        return play_sensibly(game, seat, chance) if view["step"] != "bid" else "pass"
    if view["step"] == "allocate" and "keep" in legal and str(view["drawn"]).startswith("gold"):
        return "keep"
    wanted = [a for a in legal if a.startswith("take gold")]
    if view["step"] == "allocate":
        wanted = [a for a in legal if a != "keep"]
    if view["step"] == "bid" and not str(view["lot"]).startswith("gold"):
        wanted = [a for a in legal if a.startswith("bid ")][-1:]
    return chance.choice(wanted or legal)


def bluff(game: Any, seat: int, chance: random.Random) -> str:
    """Seat 0 bids more than it has; the others pass, in seat order."""
    view = game.view(seat)
    if view["step"] != "bid":
        return play_sensibly(game, seat, chance)
    bids = [action for action in game.legal() if action.startswith("bid ")]
    return bids[-1] if seat == 0 and bids else "pass"


def find_scene(
    moment: Moment,
    *,
    seats: int = 4,
    viewer: int | None = 0,
    policy: Policy = play_sensibly,
    edition: str = "iello",
    options: dict[str, Any] | None = None,
    seeds: range = range(1, 60),
) -> Scene:
    """Return the first moment that fits in the view of `viewer`, over some deals."""
    asked = {"first": 0, **(options or {})}
    for number in seeds:
        seed, chance = number.to_bytes(32, "big"), random.Random(number)
        game = biblios.Game.new(seats=seats, seed=seed, edition=edition, **asked)
        actions: list[tuple[int, str]] = []
        while True:
            if moment(game.view(viewer)):
                return Scene("biblios", seats, seed, tuple(actions), edition, asked)
            seat = game.to_act
            if seat is None:
                break
            text = policy(game, seat, chance)
            game.play(text, seat=seat)
            actions.append((seat, text))
    raise AssertionError("no such moment in these deals")
