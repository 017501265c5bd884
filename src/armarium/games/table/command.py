"""A command of a game's own, without anything that a command line is made of."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Command"]


@dataclass(frozen=True)
class Command:
    """`armarium <name>`; `address` is `module:attribute` of a click command, `told` its line in the list."""

    name: str
    address: str
    told: str
