"""Towers, artisans, cards and actions of Bibliogamo by name, in a language; an owner's own names as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from armarium import words
from armarium.games.bibliogamo.cards import TYPES
from armarium.games.bibliogamo.components import STANDARD, Components
from armarium.games.table.reason import Reason
from armarium.words import Fact

__all__ = ["Reader"]


@dataclass(frozen=True)
class Reader:
    """Whom a text is for: a language, and the board and cards that are played with."""

    language: str
    ring: tuple[str, ...]  # the tower on each space; the Grand Library is the first
    cards: Mapping[int, Mapping[str, Any]]
    needs: Mapping[str, Mapping[str, int]]
    own: Mapping[str, str] = field(default_factory=dict)  # the owner's names of towers

    @classmethod
    def of(cls, language: str, components: Components) -> Reader:
        data = components.data
        is_own = components.name != STANDARD
        names = {tower["id"]: tower["name"] for tower in data["tower"]} if is_own else {}
        cards = {card["id"]: card for card in data["artisan"]}
        needs = {tower["id"]: tower["need"] for tower in data["tower"]}
        return cls(language, tuple(data["ring"]["spaces"]), cards, needs, names)

    def say(self, key: str, /, **facts: Fact) -> str:
        return words.say(self.language, key, **facts)

    def why(self, reason: Reason) -> str:
        """What the rules say against an action."""
        return self.say(f"bibliogamo_why_{reason.code.replace('-', '_')}", **reason.facts)

    def tower(self, tower: str) -> str:
        return self.own.get(tower) or self.say(f"bibliogamo_tower_{tower}")

    def place(self, space: int) -> str:
        return self.tower(self.ring[space]) if space else self.say("bibliogamo_library")

    def place_there(self, space: int) -> str:
        """Within a sentence, where the Grand Library has its article."""
        return self.place(space) if space else self.say("bibliogamo_library_there")

    def craft(self, kind: str) -> str:
        return self.say(f"bibliogamo_craft_{kind}")

    def crew(self, artisans: Mapping[str, int]) -> str:
        """2 scribes, 1 binder."""
        counted = [
            self.say(f"bibliogamo_count_{kind}", count=artisans[kind])
            for kind in TYPES
            if artisans.get(kind)
        ]
        return ", ".join(counted) or self.say("bibliogamo_nobody")

    def short(self, kind: str) -> str:
        """A type in three letters, for tables."""
        return self.say(_SHORT[kind])

    def icons(self, card: int) -> str:
        """The large icons of a card: 3 Res., or Scr. Ill."""
        grants = self.cards[card]["grants"]
        shown = [
            self.short(kind) if grants[kind] == 1 else f"{grants[kind]} {self.short(kind)}"
            for kind in TYPES
            if grants.get(kind)
        ]
        return " ".join(shown)

    def collection(self, prestige: Mapping[str, Any]) -> str:
        """The standard ones by their translated name."""
        return (
            str(prestige["name"])
            if self.own
            else self.say(f"bibliogamo_collection_{prestige['id']}")
        )

    def rank(self, rank: str) -> str:
        return self.say(f"bibliogamo_rank_{rank.replace('-', '_')}")

    def action(self, action: str) -> str:
        """An action as a choice: Pay with card 12 (2 binders)."""
        verb, *what = action.split()
        if verb in ("lift", "pay", "library"):
            card = int(what[0])
            return self.say(_CARD_ACTIONS[verb], card=card, crew=self.icons(card))
        if verb == "hire":
            card, tower = int(what[0]), self.tower(what[1])
            return self.say(
                "bibliogamo_term_action_hire", card=card, crew=self.icons(card), tower=tower
            )
        if verb == "give-back":
            tower, craft = self.tower(what[0]), self.craft(what[1])
            return self.say("bibliogamo_term_action_give_back", tower=tower, craft=craft)
        if verb == "transfer":
            craft, source, target = self.craft(what[0]), self.tower(what[1]), self.tower(what[2])
            return self.say(
                "bibliogamo_term_action_transfer", craft=craft, source=source, target=target
            )
        if verb == "place":
            return self.craft(what[0])
        return self.say(_PLAIN_ACTIONS[verb])


_SHORT = {
    "researcher": "bibliogamo_term_short_researcher",
    "scribe": "bibliogamo_term_short_scribe",
    "illustrator": "bibliogamo_term_short_illustrator",
    "binder": "bibliogamo_term_short_binder",
}
_CARD_ACTIONS = {
    "lift": "bibliogamo_term_action_lift",
    "pay": "bibliogamo_term_action_pay",
    "library": "bibliogamo_term_action_library",
}
_PLAIN_ACTIONS = {
    "forward": "bibliogamo_term_action_forward",
    "back": "bibliogamo_term_action_back",
    "sell": "bibliogamo_term_action_sell",
    "accept": "bibliogamo_term_action_accept",
    "redraw": "bibliogamo_term_action_redraw",
    "done": "bibliogamo_term_action_done",
}
