"""A state before the deal: what a table has agreed on, and its components."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from armarium.games.bibliogamo.components import STANDARD, Components, components_of
from armarium.games.bibliogamo.options import Options
from armarium.games.bibliogamo.state import new_states, set_table

__all__ = ["before_deal"]


def before_deal(options: Options, components: Components) -> np.ndarray:
    """One state of its own. Laying out a set takes longer than a deal, and nearly all games have the standard one."""
    if components.name == STANDARD:
        return _standard(options).copy()
    return _laid_out(options, components)


@lru_cache(maxsize=64)
def _standard(options: Options) -> np.ndarray:
    return _laid_out(options, components_of(STANDARD))


def _laid_out(options: Options, components: Components) -> np.ndarray:
    states = new_states(1)
    set_table(states[0], options, components)
    return states
