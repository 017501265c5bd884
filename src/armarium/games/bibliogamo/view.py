"""What the player, or a spectator, may see: all but the order of the draw pile (G-42)."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.bibliogamo.actions import texts_of
from armarium.games.bibliogamo.components import Components
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.previews import previews_of
from armarium.games.bibliogamo.referee import open_facts
from armarium.games.table.states import Fields

__all__ = ["eye_view"]


def eye_view(
    states: np.ndarray,
    seat: int | None,
    options: dict[str, Any],
    components: Components,
    outcome: dict[str, Any] | None,
) -> dict[str, Any]:
    s = Fields(states)
    legal = texts_of(engine.legal_at(states, 0))
    pile = s["draw"][int(s["draw_next"]) : int(s["draw_end"])]
    return {
        "game": "bibliogamo",
        "you": seat,
        **open_facts(s, components),
        "draw_left": len(pile),
        "unseen": sorted(int(card) + 1 for card in pile),
        "previews": previews_of(states, legal),
        "legal": legal if seat is not None else [],
        "options": options,
        "outcome": outcome,
    }
