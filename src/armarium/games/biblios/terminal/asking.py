"""What is asked before a game, each question once, and only where no option has answered it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from armarium.games.biblios.editions import EDITIONS, OPTIONS, SEATS
from armarium.games.biblios.terminal.opponents import known_players, names_for
from armarium.games.table.errors import BadOption
from armarium.terminal.asking import Asking
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
    language = asking.language = wishes.language or asking.for_language(spoken)
    edition = wishes.edition or asking.one_of(
        "iello",
        "biblios_play_choose_edition",
        {name: f"biblios_edition_{_snake(name)}" for name in EDITIONS},
    )
    options = dict(wishes.options)
    penalty = next(option for option in OPTIONS if option.name == "penalty")
    penalties = penalty.offered(edition, SEATS[-1]) if edition in EDITIONS else []
    if "penalty" not in options and len(penalties) > 1:
        keys = {str(name): f"biblios_option_penalty_{_snake(str(name))}" for name in penalties}
        options["penalty"] = asking.one_of("standard", "biblios_play_choose_penalty", keys)
    seats = wishes.seats or asking.number(3, "biblios_play_choose_seats", SEATS)
    people = len(wishes.you) if wishes.people is None and wishes.you else wishes.people
    if people is None:
        people = asking.number(1, "biblios_play_choose_people", range(seats + 1))
    if people > seats or len(wishes.you) > people:
        raise BadOption(
            option="people", asked=max(people, len(wishes.you)), allowed=list(range(seats + 1))
        )
    you = list(wishes.you)
    for seat in range(len(you), people):
        you.append(asking.name(seat))
    opponents = list(wishes.opponents[: seats - people])
    for seat in range(people + len(opponents), seats):
        opponents.append(opponents[-1] if wishes.opponents else asking.opponent(seat))
    names = names_for(you, opponents, language)
    return Wishes(language, edition, seats, people, tuple(you), tuple(opponents), options, names)


class _Asking(Asking):
    """Who sits where."""

    def name(self, seat: int) -> str:
        default = self.say("biblios_play_player_name", seat=seat + 1)
        if not self.is_asking:
            return default
        question = self.say("biblios_play_choose_name", seat=seat + 1)
        return self.screen.ask(f"{question} [{default}] >") or default

    def opponent(self, seat: int) -> str:
        known = known_players()
        if not self.is_asking or len(known) == 1:
            return known[0]
        question = self.say("biblios_play_choose_opponent", seat=seat + 1, allowed=", ".join(known))
        return self.screen.ask(f"{question} [{known[0]}] >") or known[0]


def _snake(name: str) -> str:
    return name.replace("-", "_")
