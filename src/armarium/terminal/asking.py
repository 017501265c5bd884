"""What is asked before a game, each question once, and only where no option has answered it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from armarium import words
from armarium.games.biblios.editions import EDITIONS, SEATS
from armarium.games.table.errors import BadOption
from armarium.terminal.opponents import known_players, names_for
from armarium.terminal.screen import Screen

__all__ = ["Wishes", "complete"]


@dataclass
class Wishes:
    """What is known of the game to be played; None: not yet said."""

    language: str | None = None
    edition: str | None = None
    seats: int | None = None
    people: int | None = None
    you: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()


def complete(wishes: Wishes, screen: Screen, spoken: str, ask: bool) -> Wishes:
    """The wishes with nothing left open: asked for, or the defaults."""
    asking = _Asking(screen, ask)
    language = wishes.language or asking.one_of(
        spoken, "play_choose_language", {code: f"language_{code}" for code in words.languages()}
    )
    asking.language = language
    edition = wishes.edition or asking.one_of(
        "iello", "play_choose_edition", {name: f"edition_{_snake(name)}" for name in EDITIONS}
    )
    options = dict(wishes.options)
    penalties = EDITIONS[edition].penalties if edition in EDITIONS else ()
    if "penalty" not in options and len(penalties) > 1:
        keys = {str(name): f"option_penalty_{_snake(name)}" for name in penalties}
        options["penalty"] = asking.one_of("standard", "play_choose_penalty", keys)
    seats = wishes.seats or asking.number(3, "play_choose_seats", SEATS)
    people = len(wishes.you) if wishes.people is None and wishes.you else wishes.people
    if people is None:
        people = asking.number(1, "play_choose_people", range(seats + 1))
    if people > seats or len(wishes.you) > people:
        raise BadOption(option="people", asked=max(people, len(wishes.you)), allowed=f"0 … {seats}")
    you = list(wishes.you)
    for seat in range(len(you), people):
        you.append(asking.name(seat))
    opponents = list(wishes.opponents[: seats - people])
    for seat in range(people + len(opponents), seats):
        opponents.append(opponents[-1] if wishes.opponents else asking.opponent(seat))
    names = names_for(you, opponents, language)
    return Wishes(language, edition, seats, people, tuple(you), tuple(opponents), options, names)


class _Asking:
    def __init__(self, screen: Screen, ask: bool) -> None:
        self.screen = screen
        self.language = "en"
        self._ask = ask

    def say(self, key: str, **facts: words.Fact) -> str:
        return words.say(self.language, key, **facts)

    def one_of(self, default: str, question: str, keys: dict[str, str]) -> str:
        """A name out of a few, by its number, itself, or Enter for the default."""
        if not self._ask:
            return default
        if question == "play_choose_language":
            self.language = default
        names = list(keys)
        for number, name in enumerate(names, 1):
            self._offer(number, keys[name])
        answers = {str(number): name for number, name in enumerate(names, 1)}
        answers |= {name: name for name in names}
        allowed = f"1–{len(names)}"
        return answers[self._answer(question, allowed, str(names.index(default) + 1), answers)]

    def _offer(self, number: int, key: str) -> None:
        line = Text.assemble((f" [{number}] ", "bold"), self.say(key))
        with contextlib.suppress(words.MissingWords):
            line.append(f" – {self.say(f'{key}_explained')}", style="dim")
        self.screen.show(line)

    def number(self, default: int, question: str, allowed: range | tuple[int, ...]) -> int:
        if not self._ask:
            return default
        answers = {str(number): str(number) for number in allowed}
        span = f"{allowed[0]}–{allowed[-1]}"
        return int(self._answer(question, span, str(default), answers))

    def name(self, seat: int) -> str:
        default = self.say("play_player_name", seat=seat + 1)
        if not self._ask:
            return default
        question = self.say("play_choose_name", seat=seat + 1)
        return self.screen.ask(f"{question} [{default}] >") or default

    def opponent(self, seat: int) -> str:
        known = known_players()
        if not self._ask or len(known) == 1:
            return known[0]
        question = self.say("play_choose_opponent", seat=seat + 1, allowed=", ".join(known))
        return self.screen.ask(f"{question} [{known[0]}] >") or known[0]

    def _answer(self, question: str, allowed: str, default: str, answers: dict[str, str]) -> str:
        while True:
            asked = self.say(question, allowed=allowed)
            typed = self.screen.ask(f"{asked} [{default}] >").casefold() or default
            if typed in answers:
                return typed
            self.screen.show(Text(self.say("play_not_offered", asked=typed, allowed=allowed)))


def _snake(name: str) -> str:
    return name.replace("-", "_")
