"""Cases compared on CPU and GPU: all seats, editions and relevant options, and two random policies."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

__all__ = ["MODEST", "UNIFORM", "Case", "compile_modest_choice", "list_cases"]

UNIFORM, MODEST = 0, 1

Options = tuple[tuple[str, Any], ...]
# The switches of Bibliogamo, each by itself and all together.
SWITCHES: Options = (
    ("redraw_chains", True),
    ("block_scope", "any"),
    ("transfer_keeps_type", False),
    ("count_when", "finished"),
    ("landing", "every-stop"),
    ("transfer_count", "exact"),
)


class Case(NamedTuple):
    game: str
    seats: int
    edition: str | None
    policy: int
    options: Options

    def __str__(self) -> str:
        listed = ", ".join(f"{name}={value}" for name, value in self.options) or "no options"
        policy = ("uniform", "modest")[self.policy]
        return (
            f"{self.game}, {self.seats} seats, {self.edition or 'one edition'}, {listed}, {policy}"
        )


def list_cases(game: str) -> list[Case]:
    return _list_biblios_cases() if game == "biblios" else _list_bibliogamo_cases()


def _list_biblios_cases() -> list[Case]:
    """Seats × editions × penalties × policies, and open collections for each number of seats."""
    cases = [
        Case("biblios", seats, edition, policy, (("penalty", penalty),))
        for seats in (2, 3, 4)
        for edition in ("iello", "scripts-and-scribes", "manual")
        for penalty in ("standard", "medieval-bluff")
        for policy in (UNIFORM, MODEST)
    ]
    return cases + [
        Case("biblios", seats, "iello", MODEST, (("open_collections", True), ("may_refuse", True)))
        for seats in (2, 3, 4)
    ]


def _list_bibliogamo_cases() -> list[Case]:
    each: list[Options] = [(), *((switch,) for switch in SWITCHES), SWITCHES]
    return [Case("bibliogamo", 1, None, UNIFORM, options) for options in each]


@functools.cache
def compile_modest_choice() -> Any:
    """Biblios at random, but modestly: many passes, small bids and few refusals, as games between people have them."""
    from numba import njit

    from armarium.games.biblios.kernels import rules
    from armarium.games.biblios.kernels.engine import choose_uniformly
    from armarium.games.biblios.state import BID, PAY

    legal, legal_count, nth_legal = rules.legal, rules.legal_count, rules.nth_legal

    @njit(error_model="numpy", nogil=True)
    def choose(s, word):
        if not (s.step == BID or s.step == PAY):
            return choose_uniformly(s, word)
        words = legal(s)
        number = legal_count(words)
        roll = (word >> 20) & 0xFF
        if s.step == BID:  # passing comes last
            if roll < 150 or number == 1:
                return nth_legal(words, number - 1)
            return nth_legal(words, min(roll & 1, number - 2))
        if roll < 245:  # refusing comes last, too
            return nth_legal(words, ((word >> 32) * max(1, number - 1)) >> 31)
        return nth_legal(words, number - 1)

    return choose
