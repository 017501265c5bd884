"""The forms of a position: categories whose cards are equal can be exchanged, and the game is the same.

A network that has learnt for a finite time thinks a little differently of each. `InAllForms` thinks the mean of all
twelve: whether that is worth twelve times the time, `thinkers --forms` measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import numpy as np

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import (
    CARDS_IN_CATEGORY,
    CATEGORIES,
    CATEGORY_KINDS,
    VALUES_BY_LETTER,
)
from armarium.games.biblios.observation_layout import LAYOUT, WHOLE_LAYOUT, Entry
from armarium.games.biblios.players.learnt.ahead import Judge
from armarium.players.network.network import NEVER

__all__ = ["CODES", "FORMS", "ROWS", "WHOLE_ROWS", "InAllForms"]

Names = tuple[int, ...]  # how each category is called


def _all_names() -> Iterator[Names]:
    """First everything as it is."""
    families: dict[str, list[int]] = {}
    for number, category in enumerate(CATEGORIES):
        families.setdefault(VALUES_BY_LETTER[category], []).append(number)
    for orders in product(*(permutations(family) for family in families.values())):
        called = {
            a: b for family, order in zip(families.values(), orders) for a, b in zip(family, order)
        }
        yield tuple(called[number] for number in range(len(CATEGORIES)))


def _bytes(layout: Sequence[Entry], names: Names) -> np.ndarray:
    """Which byte of a row comes where."""
    found = np.arange(sum(entry.length for entry in layout))
    for entry in layout:
        each = {CATEGORY_KINDS: CARDS_IN_CATEGORY, len(CATEGORIES): 1}.get(entry.length)
        if each is None or "church" in entry.name:
            continue
        for number, name in enumerate(names):
            to, start = entry.start + each * name, entry.start + each * number
            found[to : to + each] = np.arange(start, start + each)
    return found


def _codes(names: Names) -> np.ndarray:
    """By the code of an action, its code in the form."""
    code_of = {text: code for code, text in enumerate(TEXTS)}
    called = {category: CATEGORIES[name] for category, name in zip(CATEGORIES, names)}

    def renamed(word: str) -> str:
        category, dash, rest = word.rpartition("-")
        return f"{called[category]}{dash}{rest}" if category in called else called.get(word, word)

    found = []
    for text in TEXTS:
        verb, *words = text.split(" ")
        words = [renamed(word) for word in words]
        if len(words) == 2:  # two dice, in the order of the categories
            words.sort(key=CATEGORIES.index)
        found.append(code_of[" ".join([verb, *words])])
    return np.array(found)


_NAMES = tuple(_all_names())
FORMS = len(_NAMES)
ROWS = np.stack([_bytes(LAYOUT, names) for names in _NAMES])
WHOLE_ROWS = np.stack([_bytes(WHOLE_LAYOUT, names) for names in _NAMES])
CODES = np.stack([_codes(names) for names in _NAMES])


class InAllForms:
    """A network that looks at every position in all its forms; what it would do at once it knows from one."""

    def __init__(self, network: Judge) -> None:
        self._network = network
        self.choose = network.choose

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """In 4096ths; what is not allowed is far below everything."""
        allowed = masks[:, : CODES.shape[1]]
        anything = np.ones_like(allowed).repeat(FORMS, 0)
        every = self._network.logits(_in_all(rows, ROWS), anything)
        own = np.take_along_axis(every, np.tile(CODES, (len(rows), 1)), 1)
        return np.where(allowed == 0, NEVER, own.reshape(len(rows), FORMS, -1).sum(1) // FORMS)

    def chances(self, rows: np.ndarray, seats: int) -> np.ndarray:
        return _mean(self._network.chances(_in_all(rows, ROWS), seats))

    def judged(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        every = self._network.judged(_in_all(whole, WHOLE_ROWS), actors.repeat(FORMS), seats)
        return _mean(every)


def _in_all(rows: np.ndarray, places: np.ndarray) -> np.ndarray:
    """All forms of the first row, then all of the second, …"""
    found: np.ndarray = rows[:, places].reshape(-1, rows.shape[1])
    return found


def _mean(chances: np.ndarray) -> np.ndarray:
    found: np.ndarray = chances.reshape(-1, FORMS, chances.shape[1]).mean(1)
    return found
