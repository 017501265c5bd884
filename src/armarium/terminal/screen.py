"""The screen and the keyboard: rich on one side, a line of input on the other; tests put their own in both places."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

__all__ = ["Screen"]


class Screen:
    def __init__(
        self, console: Console | None = None, read: Callable[[], str] | None = None
    ) -> None:
        # Names and paths are shown as they are: nothing in them is markup.
        self.console = console or Console(markup=False, highlight=False, emoji=False)
        self._read = read or _read_line

    @property
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    @property
    def height(self) -> int:
        return self.console.height

    @property
    def width(self) -> int:
        return self.console.width

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def title(self, text: str) -> None:
        self.show(Rule(Text(text, style="bold"), align="left", style="dim"))

    def lines_of(self, thing: RenderableType) -> int:
        """How many lines it takes on this screen."""
        return len(self.console.render_lines(thing, pad=False))

    def ask(self, prompt: str) -> str:
        """A line of input; EOFError and KeyboardInterrupt pass through."""
        self.console.print(Text(f"{prompt} ", style="bold"), end="")
        typed = self._read()
        if not self.is_terminal or not sys.stdin.isatty():
            self.show(Text(typed))  # a transcript has no echo of the keyboard
        return typed.strip()

    def forget_typed(self) -> None:
        """What was typed ahead answers no question that was not yet asked: a curtain must not open by itself."""
        if self.is_terminal and sys.stdin.isatty():
            with contextlib.suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def clear(self) -> None:
        """An empty screen, and nothing of it left to scroll back to."""
        if self.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.show(Text(""))

    @contextlib.contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Says what is being waited for, while it is."""
        if self.is_terminal:
            with self.console.status(Text(text, style="dim")):
                yield
        else:
            yield


def _read_line() -> str:
    readline = sys.modules.get("readline")
    if readline is not None:
        # The arrow keys must not bring back what the last player typed.
        readline.set_auto_history(False)
    return input()
