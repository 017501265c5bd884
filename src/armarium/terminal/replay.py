"""`armarium replay`: show a record step by step, as one seat saw it or with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from armarium.core.errors import BadSeats
from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.registry import game_of_record
from armarium.terminal.extension import Narrator
from armarium.terminal.plain import terminal_ui
from armarium.terminal.screen import Screen
from armarium.text import catalogue

__all__ = ["ReplayStep", "get_opening_events", "iter_steps", "replay_game", "show_replay"]


@dataclass(frozen=True)
class ReplayStep:
    number: int
    seat: int
    action: str
    game: BaseGame
    events: list[dict[str, Any]]  # as the chosen viewer saw them


def replay_game(text: str, seat: int | None) -> BaseGame:
    """Replay a record to its end. Raise an error if the record or the seat is wrong."""
    game: BaseGame = game_of_record(Record.parse(text)).game.replay(text)
    if seat is not None and seat not in range(game.seats):
        raise BadSeats(asked=seat, reason="no-seat", allowed=list(range(game.seats)))
    return game


def get_opening_events(text: str, seat: int | None) -> list[dict[str, Any]]:
    """Return the events before the first action, as a viewer saw them."""
    record = Record.parse(text)
    game: BaseGame = game_of_record(record).game.from_record(record)
    return game.seen(seat)


def iter_steps(text: str, seat: int | None) -> Iterator[ReplayStep]:
    record = Record.parse(text)
    game: BaseGame = game_of_record(record).game.from_record(record)
    for number, (actor, action) in enumerate(record.actions, 1):
        events = game.play(action, actor)
        seen = events if seat is None else game.seen(seat)
        yield ReplayStep(number, actor, action, game, seen)


def show_replay(
    text: str, seat: int | None, language: str, screen: Screen, by_step: bool = False
) -> None:
    whole = replay_game(text, seat)
    count = len(whole.actions)
    narrator: Narrator = terminal_ui(whole.name).narrator(whole, seat, language)
    screen.show_title(narrator.title(count))
    screen.show(Text(narrator.describe_viewer(), style="dim"))
    narrator.add_events(get_opening_events(text, seat))
    for step in iter_steps(text, seat):
        narrator.add_events(step.events)
        if by_step and not _show_step(step, count, narrator, language, screen):
            return
    if not by_step:
        screen.show(*(Text(f"· {line}") for line in narrator.take_lines()))
    outcome = whole.outcome()
    if outcome is None:
        screen.show(Text(catalogue.translate(language, "play_unfinished")))
    else:
        screen.show_title(catalogue.translate(language, "play_results"))
        screen.show(narrator.results(outcome))


def _show_step(
    step: ReplayStep, count: int, narrator: Narrator, language: str, screen: Screen
) -> bool:
    """Show one action and the table after it. Return False if the user quits."""
    screen.clear()
    heading = catalogue.translate(language, "play_replay_step", number=step.number, count=count)
    screen.show_title(f"{heading} · {narrator.heading(step.game)}")
    screen.show(*(Text(f"· {line}") for line in narrator.take_lines()))
    screen.show(*narrator.table(step.game, screen.width))
    return screen.ask(catalogue.translate(language, "play_replay_next")).casefold() != "q"
