"""Which actions of Bibliogamo may be taken back, in plain Python from the view, to compare the kernel with."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.registry import find_game
from armarium.games.bibliogamo.cards import MAX_HIRES


def may_take_back(view: dict[str, Any], action: str) -> bool:
    if action == "done":
        return view["previews"]["next_step"] not in ("day", "over")
    if action.split()[0] not in ("pay", "place", "transfer"):
        return action not in ("sell", "redraw")
    if view["step"] == "place" or (view["step"] == "pay" and view["hires"] < MAX_HIRES):
        return True  # the hire must be paid or another may follow, so the day continues
    # Any world that looks like the view shows whether a card is turned up.
    world = find_game("bibliogamo").make_world_sampler(view)(np.zeros(8, np.uint32))
    world.play(action)
    reveals = world.describe_reveals()
    return world.to_act is not None and not (reveals["cards"] or reveals["chance"])
