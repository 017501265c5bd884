"""`armarium replay`: a record told again, as one seat saw it or with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from armarium import words
from armarium.games.shelf import book_of
from armarium.games.table.errors import BadSeats
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.terminal.narrator import Narrator
from armarium.terminal.room import room_of
from armarium.terminal.screen import Screen

__all__ = ["Step", "opening_of", "replay", "steps_of", "tell_replay"]


@dataclass(frozen=True)
class Step:
    number: int
    seat: int
    action: str
    game: Game
    events: list[dict[str, Any]]  # as the chosen eye saw them


def replay(text: str, seat: int | None) -> Game:
    """The finished game, once it is sure that the record can be replayed to its end."""
    game: Game = book_of(Record.parse(text)).game.replay(text)
    if seat is not None and seat not in range(game.seats):
        raise BadSeats(asked=seat, reason="no-seat", allowed=list(range(game.seats)))
    return game


def opening_of(text: str, seat: int | None) -> list[dict[str, Any]]:
    """What an eye saw happen before anybody acted."""
    record = Record.parse(text)
    game: Game = book_of(record).game.begun(record)
    return game.seen(seat)


def steps_of(text: str, seat: int | None) -> Iterator[Step]:
    record = Record.parse(text)
    game: Game = book_of(record).game.begun(record)
    for number, (actor, action) in enumerate(record.actions, 1):
        events = game.play(action, actor)
        seen = events if seat is None else game.seen(seat)
        yield Step(number, actor, action, game, seen)


def tell_replay(
    text: str, seat: int | None, language: str, screen: Screen, by_step: bool = False
) -> None:
    whole = replay(text, seat)
    count = len(whole.actions)
    narrator: Narrator = room_of(whole.name).narrator(whole, seat, language)
    screen.title(narrator.title(count))
    screen.show(Text(narrator.whose_eyes(), style="dim"))
    narrator.note(opening_of(text, seat))
    for step in steps_of(text, seat):
        narrator.note(step.events)
        if by_step and not _show_step(step, count, narrator, language, screen):
            return
    if not by_step:
        screen.show(*(Text(f"· {line}") for line in narrator.news()))
    outcome = whole.outcome()
    if outcome is None:
        screen.show(Text(words.say(language, "play_unfinished")))
    else:
        screen.title(words.say(language, "play_results"))
        screen.show(narrator.results(outcome))


def _show_step(step: Step, count: int, narrator: Narrator, language: str, screen: Screen) -> bool:
    """One action and the table after it; False when the reader has seen enough."""
    screen.clear()
    heading = words.say(language, "play_replay_step", number=step.number, count=count)
    screen.title(f"{heading} · {narrator.heading(step.game)}")
    screen.show(*(Text(f"· {line}") for line in narrator.news()))
    screen.show(*narrator.table(step.game, screen.width))
    return screen.ask(words.say(language, "play_replay_next")).casefold() != "q"
