"""The screen (a rich console) and the keyboard (lines of input). Tests replace both."""

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
        # Names and paths are shown unchanged: brackets in them are not markup.
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

    def show_title(self, text: str) -> None:
        self.show(Rule(Text(text, style="bold"), align="left", style="dim"))

    def count_lines(self, thing: RenderableType) -> int:
        """Return the number of lines that something takes on this screen."""
        return len(self.console.render_lines(thing, pad=False))

    def ask(self, prompt: str) -> str:
        """Show a prompt and return a line of input. EOFError and KeyboardInterrupt pass through."""
        self.console.print(Text(f"{prompt} ", style="bold"), end="")
        typed = self._read()
        if not self.is_terminal or not sys.stdin.isatty():
            self.show(Text(typed))  # piped input has no echo
        return typed.strip()

    def discard_typed_input(self) -> None:
        """Discard typed-ahead input: it must not confirm the change of players."""
        if self.is_terminal and sys.stdin.isatty():
            with contextlib.suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def clear(self) -> None:
        """Clear the screen and the scrollback buffer."""
        if self.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.show(Text(""))

    @contextlib.contextmanager
    def show_status(self, text: str) -> Iterator[None]:
        """Show a status text while the block runs."""
        if self.is_terminal:
            with self.console.status(Text(text, style="dim")):
                yield
        else:
            yield


def _read_line() -> str:
    readline = sys.modules.get("readline")
    if readline is not None:
        # The arrow keys must not show the previous player's input.
        readline.set_auto_history(False)
    return input()
