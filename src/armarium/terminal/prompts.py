"""The questions before a game, and the bots for the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from armarium import players
from armarium.core.definition import GameDefinition, default_seats, resolve_edition
from armarium.core.errors import BadOption
from armarium.core.game import BaseGame
from armarium.core.option import Option
from armarium.players.registry import ANY_GAME, specs
from armarium.terminal.extension import PlayRequest
from armarium.terminal.screen import Screen
from armarium.text import catalogue

__all__ = [
    "Prompter",
    "TableSetup",
    "complete_setup",
    "label_level",
    "list_player_names",
    "load_player",
    "name_seats",
]


def list_player_names(game: str) -> list[str]:
    """Return the levels, weakest first, then installed third-party players, then the player of any game."""
    installed = (spec.name for spec in specs(game) if spec.level is not None)
    return list(dict.fromkeys([*players.levels(game), *installed, ANY_GAME]))


def load_player(name: str, seat: int, game: BaseGame, seed: int) -> players.Player:
    """Load a player by any name that `players.load` accepts, including a third-party file or command."""
    player = players.load(name, seed, game.name)
    player.start(seat, game.seats, game.options, seed)
    return player


def name_seats(
    game: str, people: Sequence[str], opponents: Sequence[str], language: str
) -> tuple[str, ...]:
    """Return a different name for every seat."""
    names: list[str] = []
    for name in [*people, *(_player_name(game, opponent, language) for opponent in opponents)]:
        number, own = 1, name
        while own in names:
            number += 1
            own = f"{name} {number}"
        names.append(own)
    return tuple(names)


def _player_name(game: str, opponent: str, language: str) -> str:
    for key in (f"{game}_player_{opponent}", f"player_{opponent}"):
        if catalogue.has_key(key):
            return catalogue.translate(language, key)
    return opponent.rpartition("/")[2]


def label_level(game: str, name: str, language: str) -> str:
    """Return a level with its number, "5 · cellarer". A player without a level is returned as its name."""
    levels = players.levels(game)
    if len(levels) == 1 or name not in levels:
        return name
    return catalogue.translate(language, "level_numbered", number=levels.index(name) + 1, name=name)


class Prompter:
    def __init__(self, screen: Screen, is_asking: bool) -> None:
        self.screen = screen
        self.language = "en"
        self.is_asking = is_asking

    def translate(self, key: str, **facts: catalogue.Fact) -> str:
        return catalogue.translate(self.language, key, **facts)

    def translate_or(self, key: str, default: str) -> str:
        """Return the text of a key, or `default` if the catalogue does not have it."""
        return self.translate(key) if catalogue.has_key(key) else default

    def ask_choice(
        self, default: str, question: str, keys: dict[str, str], **facts: catalogue.Fact
    ) -> str:
        """Ask for one of several names. The user types its number or the name, or Enter for the default."""
        if not self.is_asking:
            return default
        if question == "play_choose_language":
            self.language = default
        names = list(keys)
        for number, name in enumerate(names, 1):
            self._show_choice(number, keys[name], name)
        answers = {str(number): name for number, name in enumerate(names, 1)}
        answers |= {name: name for name in names}
        allowed = f"1–{len(names)}"
        usual = str(names.index(default) + 1)
        return answers[self._ask_until_valid(question, allowed, usual, answers, facts)]

    def _show_choice(self, number: int, key: str, name: str) -> None:
        line = Text.assemble((f" [{number}] ", "bold"), self.translate_or(key, name))
        if catalogue.has_key(f"{key}_explained"):
            line.append(f" – {self.translate(f'{key}_explained')}", style="dim")
        self.screen.show(line)

    def ask_language(self, default_language: str) -> str:
        """Ask for the language, and use it for the next questions."""
        keys = {code: f"language_{code}" for code in catalogue.languages()}
        self.language = self.ask_choice(default_language, "play_choose_language", keys)
        return self.language

    def ask_number(self, default: int, question: str, allowed: range | tuple[int, ...]) -> int:
        if not self.is_asking or len(allowed) == 1:
            return default
        answers = {str(number): str(number) for number in allowed}
        span = f"{allowed[0]}–{allowed[-1]}"
        return int(self._ask_until_valid(question, span, str(default), answers, {}))

    def _ask_until_valid(
        self,
        question: str,
        allowed: str,
        default: str,
        answers: dict[str, str],
        facts: dict[str, catalogue.Fact],
    ) -> str:
        while True:
            text = self.translate(question, allowed=allowed, **facts)
            typed = self.screen.ask(f"{text} [{default}] >").casefold() or default
            if typed in answers:
                return typed
            self.screen.show(Text(self.translate("play_not_offered", asked=typed, allowed=allowed)))


@dataclass(frozen=True)
class TableSetup:
    """The settings of a game, complete."""

    language: str
    edition: str | None
    options: dict[str, Any]
    people: int
    opponents: tuple[str, ...]
    names: tuple[str, ...]  # one per seat, people first

    @property
    def seats(self) -> int:
        return len(self.names)


def complete_setup(
    definition: GameDefinition, asked: PlayRequest, screen: Screen, default_language: str
) -> TableSetup:
    """Complete the request with the user's answers, or with defaults if questions are off."""
    prompter = _GamePrompter(definition, screen, asked.ask)
    language = prompter.language = asked.language or prompter.ask_language(default_language)
    edition = asked.edition or prompter.ask_edition()
    options = dict(asked.options)
    for option in definition.options:
        if option.asked and option.name not in options:
            options |= prompter.ask_option(option, edition)
    seats = asked.seats or prompter.ask_number(
        default_seats(definition), "play_choose_seats", definition.seats
    )
    people = len(asked.you) if asked.people is None and asked.you else asked.people
    if people is None:
        people = prompter.ask_number(1, "play_choose_people", range(seats + 1))
    if people > seats or len(asked.you) > people:
        allowed = list(range(seats + 1))
        raise BadOption(option="people", asked=max(people, len(asked.you)), allowed=allowed)
    you = list(asked.you)
    for seat in range(len(you), people):
        you.append(prompter.ask_name(seat))
    opponents = list(asked.opponents[: seats - people])
    for seat in range(people + len(opponents), seats):
        opponents.append(opponents[-1] if asked.opponents else prompter.ask_opponent(seat))
    names = name_seats(definition.name, you, opponents, language)
    return TableSetup(language, edition, options, people, tuple(opponents), names)


class _GamePrompter(Prompter):
    """Asks about the editions, options and seats of one game."""

    def __init__(self, definition: GameDefinition, screen: Screen, is_asking: bool) -> None:
        super().__init__(screen, is_asking)
        self._definition = definition

    def ask_edition(self) -> str | None:
        default = resolve_edition(self._definition, None)
        if default is None or len(self._definition.editions) == 1:
            return default
        keys = {name: self._key("edition", name) for name in self._definition.editions}
        return self.ask_choice(default, "play_choose_edition", keys)

    def ask_option(self, option: Option, edition: str | None) -> dict[str, Any]:
        """Ask for an option. Return nothing if the edition allows only one value."""
        offers = option.list_offered(edition, self._definition.seats[-1])
        if len(offers) < 2:
            return {}
        key = self._key("option", option.name)
        texts = [option.text(offer) for offer in offers]
        keys = {text: f"{key}_{_ON_OFF.get(text, _snake(text))}" for text in texts}
        default = option.text(option.default_of(edition))
        name = self.translate_or(key, option.name)
        chosen = self.ask_choice(default, "play_choose_option", keys, name=name)
        return {option.name: option.parse(chosen)}

    def ask_name(self, seat: int) -> str:
        default = self.translate("play_player_name", seat=seat + 1)
        if not self.is_asking:
            return default
        question = self.translate("play_choose_name", seat=seat + 1)
        return self.screen.ask(f"{question} [{default}] >") or default

    def ask_opponent(self, seat: int) -> str:
        known = list_player_names(self._definition.name)
        if not self.is_asking or len(known) == 1:
            return known[0]
        game = self._definition.name
        labels = [label_level(game, name, self.language) for name in known]
        question = self.translate("play_choose_opponent", seat=seat + 1, allowed=", ".join(labels))
        answer = self.screen.ask(f"{question} [{known[0]}] >") or known[0]
        numbers = {str(number): name for number, name in enumerate(players.levels(game), 1)}
        return numbers.get(answer, answer)

    def _key(self, kind: str, name: str) -> str:
        return f"{self._definition.name}_{kind}_{_snake(name)}"


_ON_OFF = {"yes": "on", "no": "off"}  # the catalogue keys use these words


def _snake(name: str) -> str:
    return name.replace("-", "_")
