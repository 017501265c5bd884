"""One game in the plain room: the view, numbered actions, events as lines."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from armarium.games.table.game import Event
from armarium.terminal import sitting
from armarium.terminal.plain.board import board, choices_shown, results
from armarium.terminal.plain.naming import Reader
from armarium.terminal.sitting import Refused, log_line

__all__ = ["Sitting"]


@dataclass
class Sitting(sitting.Sitting):
    def __post_init__(self) -> None:
        super().__post_init__()
        self._reader = Reader(self.language, self.game.name, self.names)
        eyes: list[int | None] = [*self.people, None]
        self._log: dict[int | None, list[Event]] = {eye: self.game.seen(eye) for eye in eyes}
        self._read: dict[int | None, int] = dict.fromkeys(eyes, 0)

    def title(self) -> str:
        return self._reader.say("play_title", game=self._reader.title())

    def follow(self) -> None:
        for eye, log in self._log.items():
            log += self.game.seen(eye)

    def mark_read(self, seat: int) -> None:
        self._read[seat] = len(self._log[seat])

    def show_table(self, seat: int) -> None:
        view, reader = self.game.view(seat), self._reader
        self.screen.clear()
        self.screen.title(self.title())
        self._show_log(seat, self._read[seat])
        self.screen.show(board(view, reader))
        self.screen.show(Text(reader.say("play_turn", name=self.names[seat]), style="bold"))
        self.screen.show(choices_shown(view["legal"], reader))

    def _show_log(self, eye: int | None, since: int = 0) -> None:
        events = self._log[eye][since:]
        self.screen.show(*(log_line(self._reader.event(event)) for event in events))

    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        """A number, the action as records write it, or as the screen shows it."""
        legal = self.game.view(seat)["legal"]
        word = " ".join(typed.casefold().split())
        if not word:
            raise Refused(self._reader.say("play_nothing_typed"))
        for number, action in enumerate(legal, 1):
            if word in (str(number), action.casefold(), self._reader.action(action).casefold()):
                return (action,)
        raise Refused(self._reader.say("play_not_a_choice", asked=typed))

    def is_aside(self, typed: str, seat: int) -> bool:
        word = typed.casefold()
        if word in ("?", "h"):
            self.screen.title(self._reader.say("play_help_title"))
            for key in ("play_help_plain", "play_help_plain_keys"):
                self.screen.show(Text(self._reader.say(key)))
        elif word == "l":
            self.screen.title(self._reader.say("play_log"))
            self._show_log(seat)
        else:
            return False
        return True

    def tell_results(self) -> None:
        """What the one person saw, or what everyone did."""
        alone = self.people[0] if len(self.people) == 1 else None
        outcome = self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        self._show_log(alone, self._read[alone])
        self.screen.title(f"{self.title()} · {self._reader.say('play_results')}")
        self.screen.show(results(outcome, self._reader))
