"""The terminal UI of games without their own: it shows views, actions and events as raw data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.core.game import BaseGame, Event, View
from armarium.core.record import Record
from armarium.core.registry import find_extension, find_game
from armarium.core.stream import Stream
from armarium.terminal.extension import RecordCheck, TerminalUI
from armarium.terminal.play import HotSeatGame, InvalidInput, format_log_line, make_hot_seat_play
from armarium.text import catalogue
from armarium.text.events import Viewer, render_event

__all__ = ["NoVerifier", "PlainHotSeatGame", "PlainNarrator", "terminal_ui"]


@dataclass(frozen=True)
class PlainNames:
    language: str
    game: str
    names: tuple[str, ...]
    you: int | None = None

    def translate(self, key: str, /, **facts: catalogue.Fact) -> str:
        return catalogue.translate(self.language, key, **facts)

    def _game_text(self, kind: str, name: str, default: str, /, **facts: catalogue.Fact) -> str:
        """Return the game's own text, or `default` if it does not exist or needs other facts."""
        key = f"{self.game}_{kind}_{name.replace('-', '_')}"
        try:
            return catalogue.translate(self.language, key, **facts)
        except catalogue.MissingMessage:
            return default

    def title(self) -> str:
        key = f"{self.game}_title"
        return self.translate(key) if catalogue.has_key(key) else self.game.capitalize()

    def field(self, name: str) -> str:
        return self._game_text("view", name, name.replace("_", " "))

    def action(self, text: str) -> str:
        verb, _, rest = text.partition(" ")
        return self._game_text("action", verb, text, rest=rest)

    def event(self, event: Event) -> str:
        """Return the game's sentence for an event, or else the event's name and facts."""
        viewer = Viewer(self.language, self.names, self.you)
        try:
            return render_event(self.game, event, viewer, show=self.value)
        except catalogue.MissingMessage:
            facts = [
                f"{self.field(name)} {self.value(fact)}"
                for name, fact in event.items()
                if name not in ("event", "seat")
            ]
        if (seat := event.get("seat")) is not None:
            facts.insert(0, self.names[seat])
        return ": ".join(filter(None, [event["event"].replace("-", " "), ", ".join(facts)]))

    def fact(self, name: str, value: Any) -> str:
        """Format the value of a field. If the option of that name is a seat, return the player's name."""
        kinds = {option.name: option.kind for option in find_game(self.game).options}
        is_seat = kinds.get(name) == "seat" and type(value) is int
        return self.names[value] if is_seat else self.value(value)

    def value(self, value: Any) -> str:
        match value:
            case None:
                return "–"
            case bool():
                return self.translate("play_yes" if value else "play_no")
            case list():
                apart = " · " if any(isinstance(one, list | dict) for one in value) else ", "
                return apart.join(map(self.value, value)) or self.translate("play_nothing")
            case dict():
                return ", ".join(f"{self.field(k)} {self.value(v)}" for k, v in value.items())
            case _:
                return str(value)


# Fields of every view that are shown elsewhere on the screen, or before the game.
_SHOWN_ELSEWHERE = ("rules", "game", "you", "to_act", "legal", "options", "outcome")


def board(view: View, reader: PlainNames) -> RenderableType:
    return _make_fields({k: v for k, v in view.items() if k not in _SHOWN_ELSEWHERE}, reader)


def results(outcome: Mapping[str, Any], reader: PlainNames) -> RenderableType:
    fields = dict(outcome)
    if "winners" in fields:
        fields["winners"] = [reader.names[seat] for seat in fields["winners"]]
    return _make_fields(fields, reader)


def make_choices(legal: list[str], reader: PlainNames) -> RenderableType:
    return Group(
        *(
            Text.assemble((f" [{number}] ", "bold"), reader.action(action))
            for number, action in enumerate(legal, 1)
        )
    )


def _make_fields(fields: Mapping[str, Any], reader: PlainNames) -> RenderableType:
    """Make one line per field. A list with an entry per seat becomes a table."""
    lines = _new_table()
    by_seat: list[RenderableType] = []
    for name, value in fields.items():
        if _is_by_seat(value, reader):
            by_seat.append(_make_seats_table(name, value, reader))
        else:
            lines.add_row(Text(reader.field(name), style="dim"), Text(reader.fact(name, value)))
    return Group(lines, *by_seat)


def _is_by_seat(value: Any, reader: PlainNames) -> bool:
    is_list = isinstance(value, list) and len(value) == len(reader.names)
    return is_list and all(isinstance(one, dict) for one in value)


def _make_seats_table(name: str, entries: list[dict[str, Any]], reader: PlainNames) -> Table:
    table = _new_table()
    table.show_header = True
    table.columns[0].header = Text(reader.field(name))
    columns = list(dict.fromkeys(key for entry in entries for key in entry))
    table.columns.pop()
    for column in columns:
        table.add_column(Text(reader.field(column)))
    for seat, entry in enumerate(entries):
        cells = [Text(reader.value(entry.get(column))) for column in columns]
        table.add_row(Text(reader.names[seat], style="bold"), *cells)
    return table


def _new_table() -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.show_header = False
    table.add_column("")
    table.add_column("")
    return table


@dataclass
class PlainHotSeatGame(HotSeatGame):
    def __post_init__(self) -> None:
        super().__post_init__()
        self._reader = PlainNames(self.language, self.game.name, self.names)
        viewers: list[int | None] = [*self.people, None]
        self._log: dict[int | None, list[Event]] = {
            viewer: self.game.seen(viewer) for viewer in viewers
        }
        self._read: dict[int | None, int] = dict.fromkeys(viewers, 0)

    def title(self) -> str:
        return self._reader.translate("play_title", game=self._reader.title())

    def log_events(self) -> None:
        for viewer, log in self._log.items():
            log += self.game.seen(viewer)

    def mark_read(self, seat: int) -> None:
        self._read[seat] = len(self._log[seat])

    def show_table(self, seat: int) -> None:
        view, reader = self.game.view(seat), self._reader
        self.screen.clear()
        self.screen.show_title(self.title())
        self._show_log(seat, self._read[seat])
        self.screen.show(board(view, reader))
        self.screen.show(Text(reader.translate("play_turn", name=self.names[seat]), style="bold"))
        self.screen.show(make_choices(view["legal"], reader))

    def _show_log(self, viewer: int | None, since: int = 0) -> None:
        reader = replace(self._reader, you=viewer)
        self.screen.show(
            *(format_log_line(reader.event(event)) for event in self._log[viewer][since:])
        )

    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        """Parse the number of a choice, the action itself, or its name on the screen."""
        legal = self.game.view(seat)["legal"]
        word = " ".join(typed.casefold().split())
        if not word:
            raise InvalidInput(self._reader.translate("play_nothing_typed"))
        for number, action in enumerate(legal, 1):
            if word in (str(number), action.casefold(), self._reader.action(action).casefold()):
                return (action,)
        raise InvalidInput(self._reader.translate("play_not_a_choice", asked=typed))

    def handle_command(self, typed: str, seat: int) -> bool:
        word = typed.casefold()
        if word in ("?", "h"):
            self.screen.show_title(self._reader.translate("play_help_title"))
            for key in ("play_help_plain", "play_help_plain_keys"):
                self.screen.show(Text(self._reader.translate(key)))
        elif word == "l":
            self.screen.show_title(self._reader.translate("play_log"))
            self._show_log(seat)
        else:
            return False
        return True

    def show_results(self) -> None:
        """Show the outcome. A single person also sees their own log; several people see the public one."""
        alone = self.people[0] if len(self.people) == 1 else None
        outcome = self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        self._show_log(alone, self._read[alone])
        self.screen.show_title(f"{self.title()} · {self._reader.translate('play_results')}")
        self.screen.show(results(outcome, self._reader))


class PlainNarrator:
    def __init__(self, game: BaseGame, seat: int | None, language: str) -> None:
        names = (
            catalogue.translate(language, "play_player_name", seat=n + 1) for n in range(game.seats)
        )
        self._reader = PlainNames(language, game.name, tuple(names), seat)
        self._seat = seat
        self._log: list[Event] = []

    def title(self, count: int) -> str:
        reader = self._reader
        seats = len(reader.names)
        return reader.translate("play_replay_title", game=reader.title(), count=count, seats=seats)

    def describe_viewer(self) -> str:
        if self._seat is None:
            return self._reader.translate("play_replay_open")
        return self._reader.translate("play_replay_seat", name=self._reader.names[self._seat])

    def add_events(self, events: list[Event]) -> None:
        self._log += events

    def take_lines(self) -> list[str]:
        unread, self._log = self._log, []
        return [self._reader.event(event) for event in unread]

    def heading(self, game: BaseGame) -> str:
        return self._reader.title()

    def table(self, game: BaseGame, width: int) -> list[RenderableType]:
        things: list[RenderableType] = [board(game.view(self._seat), self._reader)]
        if game.to_act is not None:
            name = self._reader.names[game.to_act]
            things.append(Text(self._reader.translate("play_turn", name=name), style="dim"))
        return things

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return results(outcome, self._reader)


class NoVerifier:
    draw_checks: ClassVar[tuple[str, ...]] = ()
    claim_keys: ClassVar[dict[str, str]] = {}

    def __init__(self, game: BaseGame, stream: Stream, record: Record) -> None:
        self._game = game

    def check_deal(self) -> RecordCheck:
        return RecordCheck("deal", None, "deal_unproved")

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Do nothing: this verifier cannot check draws."""

    def check_draws(self) -> list[RecordCheck]:
        return []

    def check_outcome(self) -> RecordCheck:
        is_over = self._game.outcome() is not None
        return RecordCheck("outcome", None, "outcome_unproved" if is_over else "unfinished")


def terminal_ui(game: str) -> TerminalUI:
    """Return a game's own terminal UI, or the plain one, which shows any game."""
    own = find_extension("armarium.terminal", game, TerminalUI)
    return own or TerminalUI(make_hot_seat_play(game, PlainHotSeatGame), PlainNarrator, NoVerifier)
