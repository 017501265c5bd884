"""The extension point for the terminal: a game registers a TerminalUI in the entry-point group `armarium.terminal`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from rich.console import RenderableType

from armarium.core.errors import ArmariumError
from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.stream import Stream
from armarium.terminal.screen import Screen

__all__ = ["Narrator", "PlayRequest", "RecordCheck", "RecordVerifier", "TerminalUI"]


@dataclass(frozen=True)
class RecordCheck:
    """The result of one check. `ok` is None if the check was not reached or does not apply."""

    name: str
    ok: bool | None
    found: str = ""  # a catalogue key, or the text of the error
    facts: tuple[tuple[str, Any], ...] = ()
    claim: str = ""  # the catalogue key of the claim, or of why the check does not apply
    describe: Callable[[str], str] | None = None  # describes a passed check in a language
    error: ArmariumError | None = None  # why the check failed


class RecordVerifier(Protocol):
    """Recomputes a game's random draws and scores. It shares no code with the rules."""

    draw_checks: ClassVar[tuple[str, ...]]  # names of the game's checks of random draws
    claim_keys: ClassVar[dict[str, str]]  # catalogue keys of the game's own claims, by check

    def __init__(self, game: BaseGame, stream: Stream, record: Record) -> None:
        """`game` is dealt as the record says. No action has been played yet."""

    def check_deal(self) -> RecordCheck: ...

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Note one action: the truth before it, and its events."""

    def check_draws(self) -> list[RecordCheck]:
        """Return the checks of the random draws after the deal."""

    def check_outcome(self) -> RecordCheck: ...


class Narrator(Protocol):
    """Describes a game for one viewer."""

    def __init__(self, game: BaseGame, seat: int | None, language: str) -> None: ...

    def title(self, count: int) -> str: ...

    def describe_viewer(self) -> str: ...

    def add_events(self, events: list[dict[str, Any]]) -> None:
        """Add events that the viewer saw."""

    def take_lines(self) -> list[str]:
        """Return the events added since the last call, as lines of text."""

    def heading(self, game: BaseGame) -> str: ...

    def table(self, game: BaseGame, width: int) -> list[RenderableType]: ...

    def results(self, outcome: dict[str, Any]) -> RenderableType: ...


@dataclass
class PlayRequest:
    """The settings given on the command line; None means not given."""

    language: str | None = None
    edition: str | None = None
    seats: int | None = None
    people: int | None = None
    you: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | bytes = 0
    record: Path | None = None  # where to save the game
    resumed: str | None = None  # the record of a game to resume
    ask: bool = True


@dataclass(frozen=True)
class TerminalUI:
    """A game's user interface in the terminal."""

    play: Callable[[PlayRequest, str, Screen], None]  # plays a whole game (play.py)
    narrator: type[Narrator]  # describes a replay (replay.py)
    verifier: type[RecordVerifier]  # checks a record (verify.py)
