"""The cheapest payment, offered to whoever pays: the least gold too much, then the fewest cards."""

from __future__ import annotations

from itertools import product
from typing import Any

from armarium.games.biblios.cards import CATEGORY_KINDS, CHURCH, GOLD_KINDS, NAMES, RUN, VALUE, WORD
from armarium.games.biblios.state import HAND, OPEN

__all__ = ["cheapest_payment"]


def cheapest_payment(s: Any, seat: int) -> list[str] | None:
    """As actions, in an order in which no card is added once the debt is met; None if it cannot be met."""
    owed = int(s["owed"])
    lot = int(s["pile"][int(s["lots"]) - 1])
    kinds = _hand_kinds(s, seat)
    paid = _least_useful(s, kinds, owed) if lot in GOLD_KINDS else _least_gold(kinds, owed)
    return None if paid is None else [f"pay {NAMES[kind]}" for kind in paid]


def _hand_kinds(s: Any, seat: int) -> list[int]:
    kinds = []
    for kind in range(CHURCH):
        word = int(WORD[kind])
        held = (int(s["at"][HAND + seat, word]) | int(s["at"][OPEN + seat, word])) & int(RUN[kind])
        kinds += [kind] * held.bit_count()
    return kinds


def _least_gold(kinds: list[int], owed: int) -> list[int] | None:
    ones, twos, threes = (kinds.count(kind) for kind in GOLD_KINDS)
    best: tuple[int, int, tuple[int, int, int]] | None = None
    for pick in product(range(ones + 1), range(twos + 1), range(threes + 1)):
        total = pick[0] + 2 * pick[1] + 3 * pick[2]
        if total >= owed and (best is None or (total, sum(pick), pick) < best):
            best = (total, sum(pick), pick)
    if best is None:
        return None
    return [kind for kind, n in zip(GOLD_KINDS, best[2], strict=True) for _ in range(n)]


def _least_useful(s: Any, kinds: list[int], owed: int) -> list[int] | None:
    """For a gold lot: low cards of cheap categories before gold."""
    if len(kinds) < owed:
        return None

    def use(kind: int) -> tuple[int, int]:
        if kind < CATEGORY_KINDS:
            return int(VALUE[kind]) * int(s["dice"][kind // 9]), kind
        return 12 + int(VALUE[kind]), kind

    return sorted(sorted(kinds, key=use)[:owed])
