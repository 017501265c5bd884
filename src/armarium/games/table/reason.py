"""A reason as data: a code and its facts, from which every reader makes the same sentence in its own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reason"]


@dataclass(frozen=True)
class Reason:
    """`code` names words of the catalogue; `facts` are what they tell, things of the game by their texts."""

    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return {"code": self.code, "facts": dict(self.facts)}
