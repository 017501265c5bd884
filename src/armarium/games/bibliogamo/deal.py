"""Chosen deals: the deck card by card, for examples, puzzles and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from armarium.games.bibliogamo.cards import CARDS
from armarium.games.bibliogamo.components import Components
from armarium.games.table.errors import BadOption

__all__ = ["Deal"]


@dataclass(frozen=True)
class Deal:
    draw: list[int]  # top first; the first five are the hand
    prestige: int

    @classmethod
    def checked(cls, deal: dict[str, Any], components: Components) -> Deal:
        if not isinstance(deal, dict) or set(deal) != {"draw", "prestige"}:
            raise BadOption(option="deal", asked=deal, allowed=["draw", "prestige"])
        draw, prestige = deal["draw"], deal["prestige"]
        is_whole = isinstance(draw, list | tuple) and all(type(card) is int for card in draw)
        if not is_whole or sorted(draw) != list(range(1, CARDS + 1)):
            raise BadOption(option="deal-draw", asked=draw, form="each-once", low=1, high=CARDS)
        ids = [collection["id"] for collection in components.collections]
        if type(prestige) is not int or prestige not in ids:
            raise BadOption(option="deal-prestige", asked=prestige, allowed=ids)
        return cls(list(draw), prestige)

    def lay(self, s: Any) -> None:
        s["draw"] = [card - 1 for card in self.draw]
        s["prestige"] = self.prestige - 1

    def facts(self) -> dict[str, str]:
        return {"deal-draw": " ".join(map(str, self.draw)), "deal-prestige": str(self.prestige)}
