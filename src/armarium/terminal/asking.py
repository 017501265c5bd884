"""Questions before a game, each once, and only where the command line has not answered it; Enter takes what stands in
brackets. What can be chosen comes from the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from armarium import words
from armarium.games.table.book import Book
from armarium.games.table.errors import BadOption
from armarium.games.table.option import Option
from armarium.terminal.evening import Asked
from armarium.terminal.opponents import known_players, names_for
from armarium.terminal.screen import Screen

__all__ = ["Agreed", "Asking", "complete"]


class Asking:
    def __init__(self, screen: Screen, is_asking: bool) -> None:
        self.screen = screen
        self.language = "en"
        self.is_asking = is_asking

    def say(self, key: str, **facts: words.Fact) -> str:
        return words.say(self.language, key, **facts)

    def named(self, key: str, plain: str) -> str:
        """A game's word for a thing, or the thing itself."""
        return self.say(key) if words.has(key) else plain

    def one_of(self, default: str, question: str, keys: dict[str, str], **facts: words.Fact) -> str:
        """A name out of a few, by its number, itself, or Enter for the default."""
        if not self.is_asking:
            return default
        if question == "play_choose_language":
            self.language = default
        names = list(keys)
        for number, name in enumerate(names, 1):
            self._offer(number, keys[name], name)
        answers = {str(number): name for number, name in enumerate(names, 1)}
        answers |= {name: name for name in names}
        allowed = f"1–{len(names)}"
        usual = str(names.index(default) + 1)
        return answers[self._answer(question, allowed, usual, answers, facts)]

    def _offer(self, number: int, key: str, name: str) -> None:
        line = Text.assemble((f" [{number}] ", "bold"), self.named(key, name))
        if words.has(f"{key}_explained"):
            line.append(f" – {self.say(f'{key}_explained')}", style="dim")
        self.screen.show(line)

    def for_language(self, spoken: str) -> str:
        """The language to play in; what is asked next is asked in it."""
        keys = {code: f"language_{code}" for code in words.languages()}
        self.language = self.one_of(spoken, "play_choose_language", keys)
        return self.language

    def number(self, default: int, question: str, allowed: range | tuple[int, ...]) -> int:
        if not self.is_asking or len(allowed) == 1:
            return default
        answers = {str(number): str(number) for number in allowed}
        span = f"{allowed[0]}–{allowed[-1]}"
        return int(self._answer(question, span, str(default), answers, {}))

    def _answer(
        self,
        question: str,
        allowed: str,
        default: str,
        answers: dict[str, str],
        facts: dict[str, words.Fact],
    ) -> str:
        while True:
            asked = self.say(question, allowed=allowed, **facts)
            typed = self.screen.ask(f"{asked} [{default}] >").casefold() or default
            if typed in answers:
                return typed
            self.screen.show(Text(self.say("play_not_offered", asked=typed, allowed=allowed)))


@dataclass(frozen=True)
class Agreed:
    """A table with nothing left open."""

    language: str
    edition: str | None
    options: dict[str, Any]
    people: int
    opponents: tuple[str, ...]
    names: tuple[str, ...]  # of all seats, people first

    @property
    def seats(self) -> int:
        return len(self.names)


def complete(book: Book, asked: Asked, screen: Screen, spoken: str) -> Agreed:
    """What the command line said, what was asked for, and the defaults for the rest."""
    asking = _Asking(book, screen, asked.ask)
    language = asking.language = asked.language or asking.for_language(spoken)
    edition = asked.edition or asking.edition()
    options = dict(asked.options)
    for option in book.options:
        if option.name in book.asked and option.name not in options:
            options |= asking.option(option, edition)
    seats = asked.seats or asking.number(book.usual_seats, "play_choose_seats", book.seats)
    people = len(asked.you) if asked.people is None and asked.you else asked.people
    if people is None:
        people = asking.number(1, "play_choose_people", range(seats + 1))
    if people > seats or len(asked.you) > people:
        allowed = list(range(seats + 1))
        raise BadOption(option="people", asked=max(people, len(asked.you)), allowed=allowed)
    you = list(asked.you)
    for seat in range(len(you), people):
        you.append(asking.name(seat))
    opponents = list(asked.opponents[: seats - people])
    for seat in range(people + len(opponents), seats):
        opponents.append(opponents[-1] if asked.opponents else asking.opponent(seat))
    names = names_for(book.name, you, opponents, language)
    return Agreed(language, edition, options, people, tuple(opponents), names)


class _Asking(Asking):
    """What this book offers, and who sits where."""

    def __init__(self, book: Book, screen: Screen, is_asking: bool) -> None:
        super().__init__(screen, is_asking)
        self._book = book

    def edition(self) -> str | None:
        default = self._book.edition(None)
        if default is None or len(self._book.editions) == 1:
            return default
        keys = {name: self._key("edition", name) for name in self._book.editions}
        return self.one_of(default, "play_choose_edition", keys)

    def option(self, option: Option, edition: str | None) -> dict[str, Any]:
        """The choice; nothing where this edition leaves none."""
        offers = option.offered(edition, self._book.seats[-1])
        if len(offers) < 2:
            return {}
        key = self._key("option", option.name)
        texts = [option.text(offer) for offer in offers]
        keys = {text: f"{key}_{_ON_OFF.get(text, _snake(text))}" for text in texts}
        default = option.text(option.default_of(edition))
        name = self.named(key, option.name)
        chosen = self.one_of(default, "play_choose_option", keys, name=name)
        return {option.name: option.typed(chosen)}

    def name(self, seat: int) -> str:
        default = self.say("play_player_name", seat=seat + 1)
        if not self.is_asking:
            return default
        question = self.say("play_choose_name", seat=seat + 1)
        return self.screen.ask(f"{question} [{default}] >") or default

    def opponent(self, seat: int) -> str:
        known = known_players(self._book.name)
        if not self.is_asking or len(known) == 1:
            return known[0]
        question = self.say("play_choose_opponent", seat=seat + 1, allowed=", ".join(known))
        return self.screen.ask(f"{question} [{known[0]}] >") or known[0]

    def _key(self, kind: str, name: str) -> str:
        return f"{self._book.name}_{kind}_{_snake(name)}"


_ON_OFF = {"yes": "on", "no": "off"}  # as catalogues call them


def _snake(name: str) -> str:
    return name.replace("-", "_")
