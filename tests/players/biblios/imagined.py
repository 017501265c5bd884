"""Worlds that look like a view, and the cards of a set of labels, for tests."""

from collections import Counter

import numpy as np

from armarium.games.biblios.lab.kernels.heard_worlds import recall_piles
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.view import names_of

__all__ = ["imagined", "pile_cards"]


def imagined(view, number):
    """As whoever thinks ahead imagines them: the others know what they put on the pile."""
    keys = np.random.default_rng(1).integers(0, 2**32, (number, 8)).astype(np.uint32)
    worlds = Sketch(view).imagine_all(keys)
    recall_piles(worlds, view["you"])
    return worlds


def pile_cards(labels):
    return Counter(names_of(*labels))
