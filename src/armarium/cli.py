"""The command `armarium`. It serves games, plays in the terminal, and runs the lab tools.

Each command is imported when it runs, so `armarium --help` loads neither the server nor the rules.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from itertools import pairwise
from typing import IO, Any, ClassVar, NoReturn, TypeVar

import click

import armarium
from armarium.core.command_line import Number
from armarium.core.errors import ArmariumError
from armarium.text import catalogue
from armarium.text.catalogue import choose_language
from armarium.text.errors import describe_error

__all__ = ["cli", "main"]

# name: (import path, help line). Games add their own commands.
_COMMANDS = {
    "play": ("armarium.terminal.commands:play", "Play in the terminal."),
    "replay": ("armarium.terminal.commands:replay", "Replay a recorded game."),
    "verify": (
        "armarium.terminal.commands:verify",
        "Verify a game record: seed, deal, actions, outcome.",
    ),
    "analyse": (
        "armarium.terminal.analyse:analyse",
        "Analyse a finished game: luck, play, costly moves, prices.",
    ),
    "practice": (
        "armarium.terminal.analyse:practice",
        "Make practice positions from analysed games.",
    ),
    "arena": ("armarium.lab.arena.command:arena", "Compare players on the same deals."),
    "leaderboard": (
        "armarium.lab.arena.leaderboard:leaderboard",
        "Check score files of suites and rank the players.",
    ),
    "bench": ("armarium.cli:bench", "Measure the rules, the players or the server."),
    "dataset": (
        "armarium.lab.dataset.command:dataset",
        "Play games and save every decision as training data.",
    ),
    "train": ("armarium.lab.train.command:train", "Train a network by self-play."),
    "warm": ("armarium.lab.warm:command", "Compile rules and players for this machine in advance."),
    "backup": ("armarium.server.ops.commands:backup", "Save all tables to a backup file."),
    "restore": ("armarium.server.ops.commands:restore", "Restore all tables from a backup file."),
    "migrate": (
        "armarium.server.ops.commands:migrate",
        "Copy all tables to another database.",
    ),
    "doctor": ("armarium.server.ops.commands:doctor", "Check everything a server needs."),
    "prune": ("armarium.server.ops.commands:prune", "Delete old tables."),
}


def _list_commands() -> dict[str, tuple[str, str | None]]:
    """Return the built-in commands, then those of games (entry-point group `armarium.commands`), which replace none."""
    found: dict[str, tuple[str, str | None]] = dict(_COMMANDS)
    for entry in entry_points(group="armarium.commands"):
        found.setdefault(
            entry.name, (entry.value, None)
        )  # the help line comes from the command itself
    return found


class SystemAccessError(ArmariumError):
    """The operating system refused access to a file, folder or connection."""

    code: ClassVar[str] = "system-refused"
    sentence: ClassVar[str] = "The operating system refused it: {detail}."


class UserError(click.ClickException):
    """A user error, shown as one line in the chosen language. Click would start it in English."""

    def __init__(self, sentence: str, language: str) -> None:
        super().__init__(sentence)
        self._line = catalogue.translate(language, "play_error", text=sentence)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self._line, file=file, err=file is None)


def _load_command(name: str, address: str) -> click.Command:
    """Import a command by `module:attribute`."""
    module, _, attribute = address.partition(":")
    try:
        command: click.Command = getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{name} needs {error.name}, which is not installed.") from error
    return command


class BenchGroup(click.Group):
    """The benchmarks of the lab and of the server, imported when they are called."""

    addresses: ClassVar[dict[str, str]] = {
        "rules": "armarium.lab.bench:rules",
        "play": "armarium.lab.bench:play",
        "players": "armarium.lab.bench:players",
        "server": "armarium.server.load_generator.command:server",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.addresses)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return _load_command(name, self.addresses[name]) if name in self.addresses else None


bench = BenchGroup("bench", help="Measure the rules, the players or the server.")


class LazyGroup(click.Group):
    """A group that imports its commands when they are called and shows errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *_list_commands()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        commands = {} if name in self.commands else _list_commands()
        if name not in commands:
            return super().get_command(ctx, name)
        return _load_command(name, commands[name][0])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help lines without importing the built-in commands. Commands of games are imported."""
        own = [(name, command.get_short_help_str(60)) for name, command in self.commands.items()]
        for name, (_, line) in _list_commands().items():
            command = self.get_command(ctx, name) if line is None else None
            own.append((name, command.get_short_help_str(60) if command else line or ""))
        with formatter.section("Commands"):
            formatter.write_dl(own)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ArmariumError as error:
            raise _make_user_error(error, ctx) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of the pipe is gone; click exits quietly
                raise
            raise _make_user_error(
                SystemAccessError(detail=_describe_os_error(error)), ctx
            ) from error


def _make_user_error(error: ArmariumError, ctx: click.Context) -> UserError:
    language = (ctx.obj or {}).get("language") or choose_language(None)
    return UserError(describe_error(error, language), language)


def _describe_os_error(error: OSError) -> str:
    """Return the message and the file, without the error number. A library's error may have neither."""
    message = error.strerror or str(error)
    return message if error.filename is None else f"{error.filename}: {message}"


_Command = TypeVar("_Command", bound=Callable[..., Any])


def _add_serve_options(command: _Command) -> _Command:
    """Add the options that `armarium` and `armarium serve` share."""
    for option in reversed(
        [
            click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on."),
            click.option("--port", type=click.IntRange(0, 65535),
                         help="Port to listen on. Default: the first free port from 8000."),
            click.option("--lan", is_flag=True, help="Let other devices on this network join."),
            click.option("--public-url", metavar="URL", envvar="ARMARIUM_PUBLIC_URL",
                         help="Public address of the server, such as https://cards.example."),
            click.option("--trusted-proxy", metavar="ADDRESS", multiple=True,
                         help="Trust X-Forwarded-For from this proxy or network; may be repeated."),
            click.option("--metrics-token", metavar="TEXT", envvar="ARMARIUM_METRICS_TOKEN",
                         help="Token for /metrics. Without it only this machine can read them."),
            click.option("--admin-token", metavar="TEXT", envvar="ARMARIUM_ADMIN_TOKEN",
                         help="Token that opens the admin page, /admin. Without it there is no admin page."),
            click.option("--keep-days", type=Number(0), metavar="DAYS",
                         help="Delete tables unchanged for this many days; 0: never. Default: 365."),
            click.option("--player", metavar="NAME", multiple=True,
                         help="Offer this third-party player as a bot; may be repeated."),
            click.option("--db", metavar="FILE|URL", envvar="ARMARIUM_DB",
                         help="SQLite file, sqlite:///FILE or postgresql://USER@HOST/NAME."),
            click.option("--peer-host", metavar="ADDRESS", default="127.0.0.1", envvar="ARMARIUM_PEER_HOST",
                         show_default=True, help="Private address for other processes on the same database."),
            click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True,
                         help="Format of the log on standard error."),
            click.option("--no-browser", is_flag=True, help="Do not open the browser."),
        ]
    ):  # fmt: skip
        command = option(command)
    return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(armarium.__version__, prog_name="armarium")
@_add_serve_options
@click.pass_context
def cli(ctx: click.Context, /, **options: Any) -> None:
    """Play tabletop games in the browser or in the terminal, and train and compare players.

    Without a command, start the server on this machine and open the browser.
    """
    ctx.ensure_object(dict)
    if ctx.invoked_subcommand is None:
        _serve(**options)


@cli.command("serve")
@_add_serve_options
def serve_command(**options: Any) -> None:
    """Start the server. Friends join by link."""
    _serve(**options)


def _serve(*, no_browser: bool, **options: Any) -> None:
    try:
        from armarium.server.cold_start import choose_start

        start = choose_start()  # before the rules are imported
        from armarium.server.serve import serve
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"Serving needs {error.name}, which is not installed."
        ) from error
    try:
        serve(browser=not no_browser, start=start, **options)
    except OSError as error:
        raise click.ClickException(str(error)) from error


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        # If the terminal cannot show a character, replace it instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    os.environ.setdefault("ARMARIUM_GYMNASIUM", "0")  # inherited by child processes
    arguments = sys.argv[1:]
    if "--log=json" in arguments or ("--log", "json") in pairwise(arguments):
        _run_with_json_log()
    cli(obj={})


def _run_with_json_log() -> NoReturn:
    """Run a command that writes nothing but JSON lines, whatever happens."""
    from armarium.server.ops.logs import json_output

    logger = logging.getLogger("armarium.server")
    status: Any = 1
    with json_output():
        try:
            status = cli(obj={}, standalone_mode=False)
        except click.ClickException as error:
            logger.critical(error.format_message())
            status = error.exit_code
        except click.Abort:
            pass
        except Exception:
            logger.critical("the program failed", exc_info=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
