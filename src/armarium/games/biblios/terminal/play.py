"""Biblios in the terminal: hot-seat games and replays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from armarium.core.game import BaseGame, Event
from armarium.games.biblios.naming import BibliosNames
from armarium.games.biblios.terminal import board
from armarium.games.biblios.terminal.choices import parse_input, to_action
from armarium.terminal.play import HotSeatGame, InvalidInput, format_log_line
from armarium.text import catalogue

__all__ = ["BibliosNarrator", "EventLog", "HotSeatBiblios", "format_log"]

Viewer = int | None  # a seat; None: the public

_ENDING = ("hands-revealed", *board.SCORING)


class EventLog:
    """The events that each viewer has seen, and how many of them it has read."""

    def __init__(self, viewers: list[Viewer], game: BaseGame) -> None:
        first_event = {"event": "game-begun", "seat": game.view(None)["first"]}
        self._seen: dict[Viewer, list[Event]] = {viewer: [first_event] for viewer in viewers}
        self._read = dict.fromkeys(viewers, 0)
        self._lot = dict.fromkeys(viewers, "")
        self._game_tie = game.options["game_tie"]

    def log_action(self, game: BaseGame) -> None:
        """Log what each viewer saw of the last action."""
        for viewer in self._seen:
            self.add(viewer, game.seen(viewer))

    def add(self, viewer: Viewer, events: list[Event]) -> None:
        for event in events:
            if event["event"] == "lot-turned-up":
                self._lot[viewer] = event["card"]
            around = {"lot": self._lot[viewer], "game_tie": self._game_tie}
            self._seen[viewer].append({**around, **event})

    def list_unread(self, viewer: Viewer) -> list[Event]:
        return self._seen[viewer][self._read[viewer] :]

    def mark_read(self, viewer: Viewer) -> None:
        self._read[viewer] = len(self._seen[viewer])

    def list_all(self, viewer: Viewer) -> list[Event]:
        return list(self._seen[viewer])


def format_log(events: list[Event], reader: BibliosNames) -> list[str]:
    """Return the lines of a log, without events that later lines imply."""
    lines = []
    for event, after in zip(events, [*events[1:], None]):
        kind = event["event"]
        is_paid = after is None or after["event"] not in ("could-not-pay", "refused-to-pay")
        is_hidden_payment = kind == "card-paid" and "card" not in event
        if kind == "card-drawn" or (kind == "lot-won" and is_paid) or is_hidden_payment:
            continue
        lines.append(reader.event(event))
    return lines


FEWEST_LOG_LINES = 3
LAST_LOG_LINES = 6  # shown before the results

View = dict[str, Any]


@dataclass
class HotSeatBiblios(HotSeatGame):
    def __post_init__(self) -> None:
        super().__post_init__()
        self._reader = BibliosNames(self.language, self.game.options["edition"], self.names)
        self._event_log = EventLog([*self.people, None], self.game)

    def title(self) -> str:
        return self._reader.translate("biblios_play_title")

    def log_events(self) -> None:
        self._event_log.log_action(self.game)

    def mark_read(self, seat: int) -> None:
        self._event_log.mark_read(seat)

    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        return parse_input(typed, self.game.view(seat), self._reader_for(seat))

    def _reader_for(self, seat: int) -> BibliosNames:
        return replace(self._reader, you=seat)

    def show_table(self, seat: int) -> None:
        view, reader = self.game.view(seat), self._reader_for(seat)
        table = board.board(view, reader, self.screen.width)
        turn = Text(board.describe_turn(view, reader), style="bold")
        choices = board.make_choices(view, reader)
        self.screen.clear()
        self.screen.show_title(f"{self.title()} · {board.heading(view, reader)}")
        self._show_log(seat, reader, [table, turn, choices])
        self.screen.show(table, turn, choices)

    def _show_log(self, seat: int, reader: BibliosNames, rest: list[RenderableType]) -> None:
        """Show what happened since this seat last acted, as far as the screen has room."""
        lines = format_log(self._event_log.list_unread(seat), reader)
        if self.screen.is_terminal:
            taken = sum(self.screen.count_lines(thing) for thing in rest) + 3
            room = max(FEWEST_LOG_LINES, self.screen.height - taken)
            shown = lines[-room:]
            while len(shown) > 1 and sum(self._height(line) for line in shown) > room:
                shown = shown[1:]
            if len(shown) < len(lines):
                shown = shown[1:] or shown
                count = len(lines) - len(shown)
                self.screen.show(
                    Text(reader.translate("biblios_play_log_earlier", count=count), style="dim")
                )
            lines = shown
        self.screen.show(*(format_log_line(line) for line in lines))

    def _height(self, line: str) -> int:
        return self.screen.count_lines(format_log_line(line))

    def handle_command(self, typed: str, seat: int) -> bool:
        """Handle help, log, memory and questions about actions."""
        word, reader = typed.casefold(), self._reader_for(seat)
        if word in ("?", "h"):
            self._show_help(reader)
        elif word.startswith("?"):
            self.screen.show(Text(_explain(word[1:].strip(), self.game.view(seat), reader)))
        elif word == "l":
            lines = format_log(self._event_log.list_all(seat), reader)
            self.screen.show_title(reader.translate("play_log"))
            self.screen.show(*(format_log_line(line) for line in lines))
        elif word == "m":
            self.screen.show_title(reader.translate("play_memory"))
            self.screen.show(*(Text(line) for line in board.memory(self.game.view(seat), reader)))
        else:
            return False
        return True

    def _show_help(self, reader: BibliosNames) -> None:
        self.screen.show_title(reader.translate("play_help_title"))
        for what in ("goal", "choice", "bid", "enter", "why", "keys"):
            self.screen.show(Text(reader.translate(f"biblios_play_help_{what}")))

    def show_results(self) -> None:
        """Show the final scores, the same for all: all hands are open now."""
        alone = self.people[0] if len(self.people) == 1 else None
        reader = replace(self._reader, you=alone)
        outcome = self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        before = [one for one in self._event_log.list_all(alone) if one["event"] not in _ENDING]
        lines = format_log(before, reader)
        shown = lines[-LAST_LOG_LINES:] if self.people else lines
        self.screen.show(*(format_log_line(line) for line in shown))
        self.screen.show_title(f"{self.title()} · {reader.translate('play_results')}")
        self.screen.show(board.results(outcome, self._event_log.list_all(alone), reader))


def _explain(asked: str, view: View, reader: BibliosNames) -> str:
    """Explain whether an action is legal, and why not."""
    try:
        action = " ".join(parse_input(asked, view, reader))
    except InvalidInput as refused:
        return str(refused)
    return reader.translate("play_allowed", asked=to_action(action, view))


class BibliosNarrator:
    def __init__(self, game: BaseGame, seat: int | None, language: str) -> None:
        names = [
            catalogue.translate(language, "play_player_name", seat=n + 1) for n in range(game.seats)
        ]
        self._reader = BibliosNames(language, game.options["edition"], tuple(names), seat)
        self._event_log = EventLog([seat], game)
        self._seats = game.seats

    def title(self, count: int) -> str:
        reader = self._reader
        edition = reader.translate(f"biblios_edition_{reader.edition.replace('-', '_')}")
        return reader.translate(
            "biblios_play_replay_title", edition=edition, seats=self._seats, count=count
        )

    def describe_viewer(self) -> str:
        if self._reader.you is None:
            return self._reader.translate("play_replay_open")
        return self._reader.translate("play_replay_seat", name=self._reader.name(self._reader.you))

    def add_events(self, events: list[dict[str, Any]]) -> None:
        self._event_log.add(self._reader.you, events)

    def take_lines(self) -> list[str]:
        viewer = self._reader.you
        unread = [
            one for one in self._event_log.list_unread(viewer) if one["event"] not in board.SCORING
        ]
        self._event_log.mark_read(viewer)
        return format_log(unread, self._reader)

    def heading(self, game: BaseGame) -> str:
        return board.heading(game.view(self._reader.you), self._reader)

    def table(self, game: BaseGame, width: int) -> list[RenderableType]:
        reader = self._reader
        view = game.view(reader.you)
        things: list[RenderableType] = [board.board(view, reader, width)]
        if reader.you is None:
            things.append(_show_open_hands(game, reader))
        if view["step"] != "over":
            things.append(Text(board.describe_turn(view, reader), style="dim"))
        return things

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return board.results(outcome, self._event_log.list_all(self._reader.you), self._reader)


def _show_open_hands(game: BaseGame, reader: BibliosNames) -> Group:
    hands = game.truth()["hands"]
    lines = [
        reader.translate(
            "biblios_play_hand_of", name=reader.name(seat), cards=reader.cards(hand) or "–"
        )
        for seat, hand in enumerate(hands)
    ]
    return Group(*(Text(line) for line in lines))
