"""The switches of a table: what the rules leave open, each with the ruling it stands for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from armarium.games.table.errors import BadOption

__all__ = ["Options", "options_of"]


@dataclass(frozen=True)
class Options:
    redraw_chains: bool = False  # G-17: a new price is pointed at by the card it replaces
    block_scope: Literal["large", "any"] = "large"  # G-6: which icons of a card are blocked
    transfer_keeps_type: bool = True  # G-30: moved artisans keep their craft
    count_when: Literal["sold", "finished"] = "sold"  # G-40
    landing: Literal["rest", "every-stop"] = "rest"  # G-4


_ALLOWED: dict[str, list[Any]] = {
    "redraw_chains": [False, True],
    "block_scope": ["large", "any"],
    "transfer_keeps_type": [True, False],
    "count_when": ["sold", "finished"],
    "landing": ["rest", "every-stop"],
}
assert list(_ALLOWED) == [field.name for field in fields(Options)]


def options_of(asked: dict[str, Any]) -> Options:
    """The rulings' defaults with what was asked for; says clearly what cannot be had."""
    for option, value in asked.items():
        if option not in _ALLOWED:
            allowed = f"the options {', '.join([*_ALLOWED, 'components'])}"
            raise BadOption(option=option, asked=value, allowed=allowed)
        # True == 1 in Python, but a number is not an answer to a yes-or-no question.
        if not any(value == good and type(value) is type(good) for good in _ALLOWED[option]):
            raise BadOption(option=option, asked=value, allowed=_ALLOWED[option])
    return Options(**asked)
