"""Fields, actions and events in the words of a game's catalogue, and as they are where it has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from armarium import words
from armarium.games.shelf import open_book
from armarium.games.table.game import Event

__all__ = ["Reader"]


@dataclass(frozen=True)
class Reader:
    language: str
    game: str
    names: tuple[str, ...]

    def say(self, key: str, /, **facts: words.Fact) -> str:
        return words.say(self.language, key, **facts)

    def _own(self, kind: str, name: str, plain: str, /, **facts: words.Fact) -> str:
        """The game's words; a text that asks for other facts than there are is no text for this room."""
        key = f"{self.game}_{kind}_{name.replace('-', '_')}"
        try:
            return words.say(self.language, key, **facts)
        except words.MissingWords:
            return plain

    def title(self) -> str:
        key = f"{self.game}_title"
        return self.say(key) if words.has(key) else self.game.capitalize()

    def field(self, name: str) -> str:
        return self._own("view", name, name.replace("_", " "))

    def action(self, text: str) -> str:
        verb, _, rest = text.partition(" ")
        return self._own("action", verb, text, rest=rest)

    def event(self, event: Event) -> str:
        facts: dict[str, words.Fact] = {
            name: fact if type(fact) is int else self.value(fact)
            for name, fact in event.items()
            if name not in ("event", "seat")
        }
        listed = [f"{self.field(name)} {fact}" for name, fact in facts.items()]
        if (seat := event.get("seat")) is not None:
            facts["name"] = self.names[seat]
            listed.insert(0, self.names[seat])
        what = event["event"].replace("-", " ")
        plain = f"{what}: {', '.join(listed)}" if listed else what
        return self._own("event", event["event"], plain, **facts)

    def fact(self, name: str, value: Any) -> str:
        """The value of a field; where it is a seat, as the option of that name is, who sits there."""
        kinds = {option.name: option.kind for option in open_book(self.game).options}
        is_seat = kinds.get(name) == "seat" and type(value) is int
        return self.names[value] if is_seat else self.value(value)

    def value(self, value: Any) -> str:
        match value:
            case None:
                return "–"
            case bool():
                return self.say("play_yes" if value else "play_no")
            case list():
                apart = " · " if any(isinstance(one, list | dict) for one in value) else ", "
                return apart.join(map(self.value, value)) or self.say("play_nothing")
            case dict():
                return ", ".join(f"{self.field(k)} {self.value(v)}" for k, v in value.items())
            case _:
                return str(value)
