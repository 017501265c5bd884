"""The names of towers, artisans, cards and actions. Names from own components are not translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from armarium.core.errors import Reason
from armarium.core.game import Event
from armarium.games.bibliogamo.cards import TYPES
from armarium.games.bibliogamo.components import STANDARD, Components
from armarium.text import catalogue
from armarium.text.catalogue import Fact, Functions
from armarium.text.events import Viewer, join_list, render_event

__all__ = ["BibliogamoNames"]


@dataclass(frozen=True)
class BibliogamoNames:
    """The names in one language, for one set of components."""

    language: str
    ring: tuple[str, ...]  # the tower of each space; the first is the Grand Library
    cards: Mapping[int, Mapping[str, Any]]
    needs: Mapping[str, Mapping[str, int]]
    own: Mapping[str, str] = field(default_factory=dict)  # tower names of own components

    @classmethod
    def of(cls, language: str, components: Components) -> BibliogamoNames:
        data = components.data
        is_own = components.name != STANDARD
        names = {tower["id"]: tower["name"] for tower in data["tower"]} if is_own else {}
        cards = {card["id"]: card for card in data["artisan"]}
        needs = {tower["id"]: tower["need"] for tower in data["tower"]}
        return cls(language, tuple(data["ring"]["spaces"]), cards, needs, names)

    def translate(self, key: str, /, **facts: Fact) -> str:
        return catalogue.translate(self.language, key, **facts)

    def explain(self, reason: Reason) -> str:
        """Explain why the rules forbid an action."""
        return self.translate(f"bibliogamo_why_{reason.code.replace('-', '_')}", **reason.facts)

    def tower(self, tower: str) -> str:
        return self.own.get(tower) or self.translate(f"bibliogamo_tower_{tower}")

    def place(self, space: int) -> str:
        return self.tower(self.ring[space]) if space else self.translate("bibliogamo_library")

    def place_in_sentence(self, space: int) -> str:
        """Return a place for use in a sentence, with an article for the Grand Library."""
        return self.place(space) if space else self.translate("bibliogamo_library_there")

    def craft(self, kind: str) -> str:
        return self.translate(f"bibliogamo_craft_{kind}")

    def crew(self, artisans: Mapping[str, int]) -> str:
        """Format artisans: 2 scribes and 1 binder."""
        counted = [self._count(kind, artisans[kind]) for kind in TYPES if artisans.get(kind)]
        return join_list(self.language, counted) or self.translate("bibliogamo_nobody")

    def _count(self, kind: str, count: int = 1) -> str:
        return self.translate(f"bibliogamo_count_{kind}", count=count)

    def short_name(self, kind: str) -> str:
        """Return a type in three letters, for tables."""
        return self.translate(_SHORT[kind])

    def icons(self, card: int) -> str:
        """Format the large icons of a card: 3 Res., or Scr. Ill."""
        grants = self.cards[card]["grants"]
        shown = [
            self.short_name(kind)
            if grants[kind] == 1
            else f"{grants[kind]} {self.short_name(kind)}"
            for kind in TYPES
            if grants.get(kind)
        ]
        return " ".join(shown)

    def collection(self, prestige: Mapping[str, Any]) -> str:
        """Return the name of a collection. Standard ones are translated."""
        return (
            str(prestige["name"])
            if self.own
            else self.translate(f"bibliogamo_collection_{prestige['id']}")
        )

    def rank(self, rank: str) -> str:
        return self.translate(f"bibliogamo_rank_{rank.replace('-', '_')}")

    def event(self, event: Event) -> str:
        functions: Functions = {
            "tower": self.tower,
            "place": self.place_in_sentence,
            "craft": self._count,
            "crafts": lambda kind: self.translate(f"bibliogamo_plural_{kind}"),
            "crew": self.crew,
            "rest": lambda kind: self.translate(f"bibliogamo_rest_{kind}"),
        }
        return render_event("bibliogamo", event, Viewer(self.language), functions)

    def format_log(self, events: Iterable[Event]) -> list[str]:
        """Return the log lines of some events. A walk has no line of its own."""
        return [self.event(event) for event in events if event["event"] != "librarian-walked"]

    def name_facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts with towers, artisans and actions replaced by their names.

        `crew` and `artisans` are the number of a card: its large icons, short and in words.
        """
        step = facts.get("step")
        names: dict[str, Callable[[Any], str]] = {
            "action": lambda action: self.action(action, step),
            "tower": self.tower,
            "source": self.tower,
            "craft": lambda kind: self.translate(f"bibliogamo_plural_{kind}"),
            "crew": self.icons,
            "artisans": lambda card: self.crew(self.cards[card]["grants"]),
        }
        return {
            fact: names[fact](value) if fact in names else value for fact, value in facts.items()
        }

    def action(self, action: str, step: str | None = None) -> str:
        """Return an action as a label: Pay with card 12 (2 binders). What `done` means depends on the step."""
        verb, *what = action.split()
        if verb == "done" and step in _DONE_BY_STEP:
            return self.translate(_DONE_BY_STEP[step])
        if verb in ("lift", "pay", "library"):
            card = int(what[0])
            return self.translate(_CARD_ACTIONS[verb], card=card, crew=self.icons(card))
        if verb == "hire":
            card, tower = int(what[0]), self.tower(what[1])
            return self.translate(
                "bibliogamo_term_action_hire", card=card, crew=self.icons(card), tower=tower
            )
        if verb == "give-back":
            tower, craft = self.tower(what[0]), self.craft(what[1])
            return self.translate("bibliogamo_term_action_give_back", tower=tower, craft=craft)
        if verb == "transfer":
            craft, source, target = self.craft(what[0]), self.tower(what[1]), self.tower(what[2])
            return self.translate(
                "bibliogamo_term_action_transfer", craft=craft, source=source, target=target
            )
        if verb == "place":
            return self.craft(what[0])
        return self.translate(_PLAIN_ACTIONS[verb])


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
_DONE_BY_STEP = {
    "move": "bibliogamo_term_action_done_move",
    "sell": "bibliogamo_term_action_done_sell",
    "hire": "bibliogamo_term_action_done_hire",
}
