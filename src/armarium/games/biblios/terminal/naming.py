"""Cards, categories, players and actions by name, in the words of an edition and a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from armarium import words
from armarium.games.table.reason import Reason
from armarium.words import Fact

__all__ = ["CATEGORIES", "Reader", "family_of", "in_canonical_order", "short"]

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
class Reader:
    """Whom a text is for: a language, the words of an edition, the names at the table, and who "you" is."""

    language: str
    edition: str
    names: tuple[str, ...]
    you: int | None = None

    def say(self, key: str, /, **facts: Fact) -> str:
        return words.say(self.language, key, **{"words": self.edition, **facts})

    def why(self, reason: Reason) -> str:
        """What the rules say against an action."""
        return self.say(f"biblios_why_{_snake(reason.code)}", **self.named(reason.facts))

    def named(self, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """The facts of a reason: cards, categories and actions by name."""
        names = {"card": self.card, "category": self.category, "action": self.action}
        told = {
            fact: names[fact](str(value)) if fact in names else value
            for fact, value in facts.items()
        }
        return {"words": self.edition, **told}

    def name(self, seat: int) -> str:
        return self.names[seat]

    def category(self, category: str) -> str:
        return self.say(f"biblios_category_{_snake(category)}")

    def card(self, card: str) -> str:
        if card in _CHURCH:
            return self.say(f"biblios_card_church_{_CHURCH[card]}")
        found = _CARD.fullmatch(card)
        assert found, card
        value, letter = found["value"], found["letter"].upper()
        return self.say(f"biblios_card_{_snake(found['family'])}", value=value, letter=letter)

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards, equal ones counted: Gold 1 ×2, Monk 2 A."""
        counted: dict[str, int] = {}
        for card in cards:
            counted[card] = counted.get(card, 0) + 1
        told = [self.card(card) + (f" ×{n}" if n > 1 else "") for card, n in counted.items()]
        return ", ".join(told)

    def church_does(self, card: str) -> str:
        """What a church card does, as the keys of the catalogue name it."""
        return _CHURCH[card]

    def seats(self, seats: Sequence[int]) -> str:
        return self.listed([self.name(seat) for seat in seats])

    def listed(self, items: Sequence[str]) -> str:
        """a, b and c."""
        if len(items) <= 1:
            return "".join(items)
        told = self.say("list_pair", first=items[-2], second=items[-1])
        for item in reversed(items[:-2]):
            told = self.say("list_comma", first=item, rest=told)
        return told

    def action(self, action: str, lot: str | None = None) -> str:
        """An action as a choice: Take Monk 2 A."""
        verb, *what = action.split()
        if verb == "bid":
            unit = "cards" if is_gold(lot) else "gold"
            return self.say(f"biblios_action_bid_{unit}", count=int(what[0]))
        if verb in ("take", "pay"):
            return self.say(f"biblios_action_{verb}", card=self.card(what[0]))
        if verb in ("raise", "lower"):
            dice = [self.category(category) for category in what]
            if len(dice) == 1:
                return self.say(f"biblios_action_{verb}", category=dice[0])
            return self.say(f"biblios_action_{verb}_two", first=dice[0], second=dice[1])
        return self.say(f"biblios_action_{verb}")


def family_of(card: str) -> str:
    return "church" if card in _CHURCH else card.rpartition("-")[0]


def is_gold(card: str | None) -> bool:
    return card is not None and family_of(card) == "gold"


def value_of(card: str) -> int:
    found = _CARD.fullmatch(card)
    return int(found["value"]) if found else 0


def short(card: str) -> str:
    """What stands in the corner of a card: 2A, or 3 for gold."""
    return card.rpartition("-")[2].upper()


def in_canonical_order(categories: Iterable[str]) -> list[str]:
    return sorted(categories, key=CATEGORIES.index)


def _snake(name: str) -> str:
    return name.replace("-", "_")
