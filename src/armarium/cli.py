"""The command `armarium`: the table in the browser, the game in the terminal, the laboratory.

A command's room is opened when the command runs: `armarium --help` loads neither server nor rulebook.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, ClassVar, TypeVar

import click

import armarium
from armarium import words
from armarium.games import shelf
from armarium.games.table.errors import ArmariumError
from armarium.lab.command_line import Number
from armarium.terminal.language import language_of
from armarium.words.errors import sentence_of

__all__ = ["cli", "main"]

# name: where it lives, and what the list of commands says about it; games add their own
_ROOMS = {
    "play": ("armarium.terminal.commands:play", "Play in the terminal."),
    "replay": ("armarium.terminal.commands:replay", "Tell a recorded game again."),
    "verify": (
        "armarium.terminal.commands:verify",
        "Check a record: seed, deal, actions, outcome.",
    ),
    "analyse": (
        "armarium.terminal.analysis.command:analyse",
        "Explain a finished game: luck, play, costly moments, fair prices.",
    ),
    "practice": (
        "armarium.terminal.analysis.practising:practice",
        "Make positions with a question from analysed games.",
    ),
    "arena": ("armarium.lab.arena.command:arena", "Let players meet on the same deals."),
    "bench": ("armarium.server.bench.command:bench", "Measure rules, players and server."),
    "dataset": (
        "armarium.lab.dataset.command:dataset",
        "Play games and write every decision.",
    ),
    "train": ("armarium.lab.train.command:train", "Let a network learn by playing."),
    "backup": ("armarium.server.upkeep.commands:backup", "Copy all tables into a file."),
    "restore": ("armarium.server.upkeep.commands:restore", "Put the tables of a backup back."),
    "migrate": (
        "armarium.server.upkeep.commands:migrate",
        "Copy all tables into another database.",
    ),
    "doctor": ("armarium.server.upkeep.commands:doctor", "Look at all that a server needs."),
    "prune": ("armarium.server.upkeep.commands:prune", "Delete old tables."),
}


def _rooms() -> dict[str, tuple[str, str]]:
    """The house's commands, then those of the games; a game's never replaces another."""
    found = dict(_ROOMS)
    for book in map(shelf.open_book, shelf.names()):
        for command in book.commands():
            found.setdefault(command.name, (command.address, command.told))
    return found


class SystemRefused(ArmariumError):
    """A file, folder or connection that the machine does not give."""

    code: ClassVar[str] = "system-refused"
    sentence: ClassVar[str] = "The system refused it: {detail}."


class Refused(click.ClickException):
    """A mistake, said in one line; click itself would begin it in English."""

    def __init__(self, sentence: str, language: str) -> None:
        super().__init__(sentence)
        self._line = words.say(language, "play_error", text=sentence)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self._line, file=file, err=file is None)


class Hall(click.Group):
    """A group whose commands are imported when they are called, and errors said in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *_rooms()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        rooms = {} if name in self.commands else _rooms()
        if name not in rooms:
            return super().get_command(ctx, name)
        module, _, attribute = rooms[name][0].partition(":")
        try:
            command: click.Command = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            raise click.ClickException(
                f"{name} needs {error.name}, which is not installed."
            ) from error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the lists: asking the commands themselves would open every room."""
        own = [(name, command.get_short_help_str(60)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*own, *((name, told) for name, (_, told) in _rooms().items())])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ArmariumError as error:
            raise _refused(error, ctx) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # nobody reads on; click ends quietly then
                raise
            raise _refused(SystemRefused(detail=_detail(error)), ctx) from error


def _refused(error: ArmariumError, ctx: click.Context) -> Refused:
    language = (ctx.obj or {}).get("language") or language_of(None)
    return Refused(sentence_of(error, language), language)


def _detail(error: OSError) -> str:
    """Without the number, which says nothing to most; what a library raises may have neither words nor a file."""
    told = error.strerror or str(error)
    return told if error.filename is None else f"{error.filename}: {told}"


_Command = TypeVar("_Command", bound=Callable[..., Any])


def _serving(command: _Command) -> _Command:
    """The options of `armarium` and of `armarium serve`, which do the same."""
    for option in reversed(
        [
            click.option("--host", default="127.0.0.1", show_default=True, help="Listen here."),
            click.option("--port", type=click.IntRange(0, 65535),
                         help="This port and no other; without it the first free one from 8000 on."),
            click.option("--lan", is_flag=True, help="Let other devices of this network join."),
            click.option("--public-url", metavar="URL", envvar="ARMARIUM_PUBLIC_URL",
                         help="The address that others know."),
            click.option("--trusted-proxy", metavar="ADDRESS", multiple=True,
                         help="Believe this proxy, or network of proxies, who calls; may be repeated."),
            click.option("--metrics-token", metavar="TEXT", envvar="ARMARIUM_METRICS_TOKEN",
                         help="Show /metrics to whoever has this token; without it to this machine alone."),
            click.option("--keeper-token", metavar="TEXT", envvar="ARMARIUM_KEEPER_TOKEN",
                         help="Open the page /keeper to whoever has this token; without it there is none."),
            click.option("--keep-days", type=Number(0), metavar="DAYS",
                         help="Delete tables that nobody touched for so long; 0: never. Usually 365."),
            click.option("--player", metavar="NAME", multiple=True,
                         help="Offer this player of another package; may be repeated."),
            click.option("--db", metavar="URL", envvar="ARMARIUM_DB", help="sqlite:///FILE or postgresql://USER@HOST/NAME"),
            click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True,
                         help="How the log on standard error looks."),
            click.option("--no-browser", is_flag=True, help="Do not open the browser."),
        ]
    ):  # fmt: skip
        command = option(command)
    return command


@click.group(
    cls=Hall, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(armarium.__version__, prog_name="armarium")
@_serving
@click.pass_context
def cli(ctx: click.Context, /, **options: Any) -> None:
    """Armarium, a shelf of games: at a table in the browser, in the terminal and in the laboratory.

    Without a command: serve the tables on this machine and open the browser.
    """
    ctx.ensure_object(dict)
    if ctx.invoked_subcommand is None:
        _serve(**options)


@cli.command("serve")
@_serving
def serve_command(**options: Any) -> None:
    """Serve the table; friends join by a link."""
    _serve(**options)


def _serve(*, no_browser: bool, **options: Any) -> None:
    try:
        from armarium.server.serve import serve
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"Serving needs {error.name}, which is not installed."
        ) from error
    try:
        serve(browser=not no_browser, **options)
    except OSError as error:
        raise click.ClickException(str(error)) from error


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        # A terminal without our letters shows others, and does not stop the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    cli(obj={})


if __name__ == "__main__":
    main()
