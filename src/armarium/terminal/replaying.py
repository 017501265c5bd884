"""`armarium replay`: a record told again, as one seat saw it or with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group
from rich.text import Text

from armarium import words
from armarium.games.biblios import Game
from armarium.games.biblios.header import arguments_of
from armarium.games.table.errors import BadSeats
from armarium.games.table.record import Record
from armarium.terminal import board
from armarium.terminal.chronicle import Chronicle
from armarium.terminal.naming import Reader
from armarium.terminal.results import results
from armarium.terminal.screen import Screen
from armarium.terminal.telling import Happening, brief

__all__ = ["Step", "replay", "steps_of", "tell_replay"]


@dataclass(frozen=True)
class Step:
    number: int
    seat: int
    action: str
    game: Game
    events: list[dict[str, Any]]  # as the chosen eye saw them


def replay(text: str, seat: int | None) -> Game:
    """The finished game, once it is sure that the record can be replayed to its end."""
    game = Game.replay(text)
    if seat is not None and seat not in range(game.seats):
        raise BadSeats(asked=seat, allowed=list(range(game.seats)))
    return game


def steps_of(text: str, seat: int | None) -> Iterator[Step]:
    record = Record.parse(text)
    game = Game.new(**arguments_of(record))
    for number, (actor, action) in enumerate(record.actions, 1):
        events = game.play(action, actor)
        seen = events if seat is None else game.seen(seat)
        yield Step(number, actor, action, game, seen)


def tell_replay(
    text: str, seat: int | None, language: str, screen: Screen, by_step: bool = False
) -> None:
    whole = replay(text, seat)
    count = len(whole.actions)
    names = [
        words.say(language, "play_player_name", seat=number + 1) for number in range(whole.seats)
    ]
    reader = Reader(language, whole.edition, tuple(names), seat)
    edition = reader.say(f"edition_{whole.edition.replace('-', '_')}")
    title = reader.say("play_replay_title", edition=edition, seats=whole.seats, count=count)
    screen.title(title)
    eyes = (
        reader.say("play_replay_open")
        if seat is None
        else reader.say("play_replay_seat", name=names[seat])
    )
    screen.show(Text(eyes, style="dim"))
    chronicle = Chronicle([seat], whole.view(None)["first"], _by_gold_cards(whole))
    for step in steps_of(text, seat):
        chronicle.note(seat, step.events)
        if by_step and not _show_step(step, count, chronicle, reader, screen):
            return
    if not by_step:
        lines = brief(_without_ending(chronicle.all(seat)), reader)
        screen.show(*(Text(f"· {line}") for line in lines))
    outcome = whole.outcome()
    if outcome is None:
        screen.show(Text(reader.say("play_unfinished")))
    else:
        screen.title(reader.say("play_results"))
        screen.show(results(outcome, chronicle.all(seat), reader))


def _show_step(
    step: Step, count: int, chronicle: Chronicle, reader: Reader, screen: Screen
) -> bool:
    """One action and the table after it; False when the reader has seen enough."""
    view = step.game.view(reader.you)
    screen.clear()
    heading = reader.say("play_replay_step", number=step.number, count=count)
    screen.title(f"{heading} · {board.heading(view, reader)}")
    lines = brief(_without_ending(chronicle.unread(reader.you)), reader)
    screen.show(*(Text(f"· {line}") for line in lines))
    chronicle.mark_read(reader.you)
    screen.show(board.board(view, reader, screen.width))
    if reader.you is None:
        screen.show(_open_hands(step.game, reader))
    if view["step"] != "over":
        screen.show(Text(board.turn_sentence(view, reader), style="dim"))
    return screen.ask(reader.say("play_replay_next")).casefold() != "q"


def _open_hands(game: Game, reader: Reader) -> Group:
    hands = game.truth()["hands"]
    lines = [
        reader.say("play_hand_of", name=reader.name(seat), cards=reader.cards(hand) or "–")
        for seat, hand in enumerate(hands)
    ]
    return Group(*(Text(line) for line in lines))


def _without_ending(happenings: list[Happening]) -> list[Happening]:
    ending = ("category-won", "category-unclaimed", "game-won")
    return [happening for happening in happenings if happening.kind not in ending]


def _by_gold_cards(game: Game) -> bool:
    return bool(game.options["game_tie"] == "gold-cards")
