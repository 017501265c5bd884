"""How far a server has started: whether its rules are compiled, and what it refuses until they are.

Interpreted rules are slow. Until the rules are compiled, few tables may play at once, the levels and features that
compute most are refused, and an easier level moves for a bot that needs compiled rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armarium.server.errors import NotReady

__all__ = ["MAX_PLAYING", "Readiness", "RulesState"]

# Measured with persons who answer at once and three bots each (docs/evidence/server.md).
MAX_PLAYING = 4  # tables with interpreted rules

# `loading`: compiled, but not all in memory. `interpreted`: not compiled, and nobody compiles them.
RulesState = Literal["loading", "compiled", "compiling", "interpreted"]


@dataclass
class Readiness:
    """`progress`: the share that is compiled, while the state is `compiling`."""

    rules: RulesState = "compiled"
    progress: float = 0.0

    @property
    def is_interpreted(self) -> bool:
        return self.rules in ("compiling", "interpreted")

    @property
    def is_loaded(self) -> bool:
        return self.rules != "loading"

    def check_level(self, name: str) -> None:
        """Refuse a level that needs compiled rules."""
        if self.rules == "compiling":
            raise NotReady(reason="ready-soon-level", asked=name)
        if self.rules == "interpreted":
            raise NotReady(reason="ready-never-level", asked=name)

    def check_help(self) -> None:
        """Refuse hints, odds and analyses."""
        if self.rules == "compiling":
            raise NotReady(reason="ready-soon-help")
        if self.rules == "interpreted":
            raise NotReady(reason="ready-never-help")

    def check_tables(self, playing: int) -> None:
        """Refuse one more table if as many play as interpreted rules can serve."""
        if playing < MAX_PLAYING:
            return
        if self.rules == "compiling":
            raise NotReady(reason="ready-soon-tables", allowed=MAX_PLAYING)
        if self.rules == "interpreted":
            raise NotReady(reason="ready-never-tables", allowed=MAX_PLAYING)
