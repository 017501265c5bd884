"""The names of cards, categories, players and actions, by edition and language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from armarium.core.errors import Reason
from armarium.core.game import Event
from armarium.text import catalogue
from armarium.text.catalogue import Fact, Functions
from armarium.text.events import Viewer, join_list, render_event

__all__ = [
    "CATEGORIES",
    "BibliosNames",
    "family_of",
    "in_canonical_order",
    "short_name",
    "value_of",
]

CATEGORIES = ("monks", "pigments", "holy-books", "manuscripts", "tomes")
FAMILIES = (*CATEGORIES, "gold", "church")

_CARD = re.compile(r"(?P<family>[a-z-]+)-(?P<value>\d)(?P<letter>[a-i]?)")
_CHURCH = {
    "church+1": "up",
    "church-1": "down",
    "church+1x2": "up_two",
    "church-1x2": "down_two",
    "church~1": "either",
}


@dataclass(frozen=True)
class BibliosNames:
    """The reader of a text: a language, an edition, the players' names, and which seat is "you"."""

    language: str
    edition: str
    names: tuple[str, ...]
    you: int | None = None

    def translate(self, key: str, /, **facts: Fact) -> str:
        return catalogue.translate(self.language, key, **{"words": self.edition, **facts})

    def explain(self, reason: Reason) -> str:
        """Explain why the rules forbid an action."""
        return self.translate(f"biblios_why_{_snake(reason.code)}", **self.name_facts(reason.facts))

    def name_facts(self, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """Return the facts of a reason, with cards, categories and actions replaced by their names.

        A fact `lot` is the card on offer: it decides whether an action is a bid in gold or in cards.
        """
        lot = str(facts["lot"]) if "lot" in facts else None

        def action(text: str) -> str:
            return self.action(text, lot)

        names = {"card": self.card, "category": self.category, "action": action}
        named = {
            fact: names[fact](str(value)) if fact in names else value
            for fact, value in facts.items()
        }
        return {"words": self.edition, **named}

    def name(self, seat: int) -> str:
        return self.names[seat]

    def category(self, category: str) -> str:
        return self.translate(f"biblios_category_{_snake(category)}")

    def card(self, card: str) -> str:
        if card in _CHURCH:
            return self.translate(f"biblios_card_church_{_CHURCH[card]}")
        found = _CARD.fullmatch(card)
        assert found, card
        value, letter = found["value"], found["letter"].upper()
        return self.translate(f"biblios_card_{_snake(found['family'])}", value=value, letter=letter)

    def cards(self, cards: Iterable[str]) -> str:
        """Format several cards and count equal ones: Gold 1 ×2, Monk 2 A."""
        counted: dict[str, int] = {}
        for card in cards:
            counted[card] = counted.get(card, 0) + 1
        texts = [self.card(card) + (f" ×{n}" if n > 1 else "") for card, n in counted.items()]
        return ", ".join(texts)

    def church_effect(self, card: str) -> str:
        """Return the effect of a church card, as used in catalogue keys."""
        return _CHURCH[card]

    def event(self, event: Event) -> str:
        """Return an event as a sentence. Some depend on `lot`, the card on offer, or on the option `game_tie`."""
        viewer = Viewer(self.language, self.names, self.you)
        functions: Functions = {
            "card": self.card,
            "category": self.category,
            "unit": _payment_unit,
            "dice": self._format_changes,
            "way": _direction,
        }
        return render_event("biblios", {"words": self.edition, **event}, viewer, functions)

    def _format_changes(self, dice: list[dict[str, Any]]) -> str:
        """Format dice changes: Monks from 3 to 4 and Pigments from 2 to 3."""
        changes = [
            self.translate(
                "biblios_die_change",
                category=self.category(die["category"]),
                old=die["from"],
                new=die["to"],
            )
            for die in dice
        ]
        return join_list(self.language, changes)

    def action(self, action: str, lot: str | None = None) -> str:
        """Return an action as a label: Take Monk 2 A."""
        verb, *what = action.split()
        if verb == "bid":
            return self.translate(f"biblios_action_bid_{_payment_unit(lot)}", count=int(what[0]))
        if verb in ("take", "pay"):
            return self.translate(f"biblios_action_{verb}", card=self.card(what[0]))
        if verb in ("raise", "lower"):
            dice = [self.category(category) for category in what]
            if len(dice) == 1:
                return self.translate(f"biblios_action_{verb}", category=dice[0])
            return self.translate(f"biblios_action_{verb}_two", first=dice[0], second=dice[1])
        return self.translate(f"biblios_action_{verb}")


def family_of(card: str) -> str:
    return "church" if card in _CHURCH else card.rpartition("-")[0]


def is_gold(card: str | None) -> bool:
    return card is not None and family_of(card) == "gold"


def _payment_unit(lot: str | None) -> str:
    """Return what a lot is paid with, as used in catalogue keys (B-3.5, B-3.6)."""
    return "cards" if is_gold(lot) else "gold"


def _direction(dice: list[dict[str, Any]]) -> str:
    return "raised" if dice[0]["to"] > dice[0]["from"] else "lowered"


def value_of(card: str) -> int:
    found = _CARD.fullmatch(card)
    return int(found["value"]) if found else 0


def short_name(card: str) -> str:
    """Return the short name in the corner of a card: 2A, or 3 for gold."""
    return card.rpartition("-")[2].upper()


def in_canonical_order(categories: Iterable[str]) -> list[str]:
    return sorted(categories, key=CATEGORIES.index)


def _snake(name: str) -> str:
    return name.replace("-", "_")
