"""Questions before a game: one out of a few, a number; Enter takes what stands in brackets."""

from __future__ import annotations

import contextlib

from rich.text import Text

from armarium import words
from armarium.terminal.screen import Screen

__all__ = ["Asking"]


class Asking:
    def __init__(self, screen: Screen, is_asking: bool) -> None:
        self.screen = screen
        self.language = "en"
        self.is_asking = is_asking

    def say(self, key: str, **facts: words.Fact) -> str:
        return words.say(self.language, key, **facts)

    def one_of(self, default: str, question: str, keys: dict[str, str]) -> str:
        """A name out of a few, by its number, itself, or Enter for the default."""
        if not self.is_asking:
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

    def for_language(self, spoken: str) -> str:
        """The language to play in; what is asked next is asked in it."""
        keys = {code: f"language_{code}" for code in words.languages()}
        self.language = self.one_of(spoken, "play_choose_language", keys)
        return self.language

    def number(self, default: int, question: str, allowed: range | tuple[int, ...]) -> int:
        if not self.is_asking:
            return default
        answers = {str(number): str(number) for number in allowed}
        span = f"{allowed[0]}–{allowed[-1]}"
        return int(self._answer(question, span, str(default), answers))

    def _answer(self, question: str, allowed: str, default: str, answers: dict[str, str]) -> str:
        while True:
            asked = self.say(question, allowed=allowed)
            typed = self.screen.ask(f"{asked} [{default}] >").casefold() or default
            if typed in answers:
                return typed
            self.screen.show(Text(self.say("play_not_offered", asked=typed, allowed=allowed)))
