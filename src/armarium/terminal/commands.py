"""The commands play, replay and verify. Each imports the rules only when it runs."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from armarium.core import registry
from armarium.core.command_line import check_file
from armarium.core.definition import GameDefinition
from armarium.core.errors import BadOption, BadRecord
from armarium.core.option import Option
from armarium.core.registry import find_game, game_names
from armarium.text import catalogue
from armarium.text.catalogue import choose_language

__all__ = ["decode_record", "play", "read_record_file", "replay", "verify"]


_Command = TypeVar("_Command", bound=Callable[..., Any])


class PlayCommand(click.Command):
    """Adds the seats, editions and options of each game to the help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        for definition in map(find_game, game_names()):
            with formatter.section(f"Tables of {definition.name}"):
                formatter.write_dl(_list_settings(definition))


def _list_settings(definition: GameDefinition) -> list[tuple[str, str]]:
    rows = [("--seats", ", ".join(map(str, definition.seats)))]
    if definition.editions:
        rows.append(("--edition", ", ".join(definition.editions)))
    return rows + [
        (f"--option {option.name}=…", _describe(option)) for option in definition.options
    ]


def _describe(option: Option) -> str:
    """Describe an option's values and defaults, which may depend on the edition."""
    match option.kind:
        case "seat":
            values = "random, or a seat counted from 0"
        case "set":
            values = f"{option.default}, or a file"
        case _:
            values = ", ".join(map(option.text, option.allowed(0)))
    others = (f"{edition}: {option.text(value)}" for edition, value in option.editions.items())
    return "; ".join([values, f"default {option.text(option.default)}", *others])


def _list_file_options() -> Iterator[str]:
    """Iterate over the options whose value is a file. They have their own flags, so that the shell completes paths."""
    for definition in map(find_game, game_names()):
        yield from (option.name for option in definition.options if option.kind == "set")


def add_file_flags(file: click.Path) -> Callable[[_Command], _Command]:
    def decorate(command: _Command) -> _Command:
        for name in dict.fromkeys(_list_file_options()):
            text = f"The same as --option {name}=FILE."
            flag = click.option(f"--{name.replace('_', '-')}", f"set_{name}", type=file, help=text)
            command = flag(command)
        return command

    return decorate


def parse_options(definition: GameDefinition, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game options given on the command line. `check_request` rejects unknown ones later."""
    options: dict[str, Any] = dict(_parse_option(definition, pair) for pair in asked["options"])
    files = {name: asked[f"set_{name}"] for name in _list_file_options()}
    return options | {name: file for name, file in files.items() if file is not None}


def _parse_option(definition: GameDefinition, pair: str) -> tuple[str, Any]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise BadOption(option=pair, asked="", form="name-value")
    name = name.replace("-", "_")
    option = next((option for option in definition.options if option.name == name), None)
    if option is None:
        return name, value
    if option.kind == "set" and value != option.default:
        return name, Path(value)
    return name, option.parse(value)


HELP = f"""Play a game in the terminal. Default: {registry.DEFAULT_GAME}.

Play against bots, with friends at one screen, or solo if the game has one seat. Armarium asks for everything that you
do not set with an option.
"""
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LANGUAGE = click.option(
    "--lang",
    "language",
    type=click.Choice(catalogue.languages()),
    help="Language. Default: the language of the environment, or English.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")


def _set_language(ctx: click.Context, language: str | None) -> str:
    """Choose the language of this command, and use it for errors too."""
    default_language = choose_language(language)
    ctx.ensure_object(dict)["language"] = default_language
    return default_language


def read_record_file(file: Path) -> str:
    return decode_record(file.read_bytes())


def decode_record(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(line=1, reason="record-utf8") from error


def _find_game_name(resumed: str | None) -> str:
    """Return the game of the record to resume, or the default game."""
    if resumed is None:
        return registry.DEFAULT_GAME
    from armarium.core.record import Record

    return registry.game_of_record(Record.parse(resumed)).name


@click.command(cls=PlayCommand, help=HELP)
@click.argument("game", required=False, type=click.Choice(registry.game_names()))
@click.option("--seats", type=int, help="Number of players.")
@click.option("--edition", help="Edition. Default: the game’s first.")
@_LANGUAGE
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, listed below. May be repeated.",
)
@click.option("--you", multiple=True, metavar="NAME", help="Your name; repeat it for each person.")
@click.option(
    "--people",
    type=click.IntRange(0),
    help="Number of people at this screen (hot-seat); 0: watch bots play.",
)
@click.option(
    "--opponents",
    multiple=True,
    metavar="PLAYER",
    help="Bots for the other seats: random, a level of the game, FILE.py:Class or cmd:… "
    "May be repeated; the last one fills the remaining seats.",
)
@click.option(
    "--seed", help="Whole number, or 32 bytes in hexadecimal. The same seed deals the same cards."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the game record to this file.",
)
@click.option(
    "--resume", type=_FILE, help="Continue an unfinished game, and save it to the same file."
)
@click.option("--yes", is_flag=True, help="Do not ask before the game; use the defaults.")
@add_file_flags(_FILE)
@click.pass_context
def play(
    ctx: click.Context,
    /,
    game: str | None,
    language: str | None,
    yes: bool,
    resume: Path | None,
    **asked: Any,
) -> None:
    default_language = _set_language(ctx, language)
    record = asked["record"] or resume
    check_file("record", record)
    seed = _parse_seed(asked["seed"])
    resumed = None if resume is None else read_record_file(resume)
    definition = registry.find_game(game or _find_game_name(resumed))
    options = parse_options(definition, asked)

    from armarium.terminal.screen import Screen

    screen = Screen()
    with screen.show_status(catalogue.translate(default_language, "play_preparing")):
        from armarium.terminal.extension import PlayRequest
        from armarium.terminal.plain import terminal_ui

        ui = terminal_ui(definition.name)
    request = PlayRequest(
        language=language or (default_language if yes else None),
        edition=asked["edition"],
        seats=asked["seats"],
        people=asked["people"],
        you=asked["you"],
        opponents=asked["opponents"],
        options=options,
        seed=seed,
        record=record,
        resumed=resumed,
        ask=not yes,
    )
    ui.play(request, default_language, screen)


def _parse_seed(asked: str | None) -> int | bytes:
    if asked is None:
        return secrets.token_bytes(32)
    try:
        return bytes.fromhex(asked) if len(asked) == 64 else int(asked)
    except ValueError as error:
        raise BadOption(option="seed", asked=asked, form="seed-text") from error


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--seat", type=int, help="Show what this seat saw, counted from 0. Default: all cards visible."
)
@click.option("--step", "by_step", is_flag=True, help="Show the table after each action and wait.")
@_LANGUAGE
@_JSON
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    file: Path,
    seat: int | None,
    by_step: bool,
    language: str | None,
    as_json: bool,
) -> None:
    """Replay a recorded game, as one seat saw it or with all cards visible."""
    language = _set_language(ctx, language)
    text = read_record_file(file)

    from armarium.terminal import replay as replaying
    from armarium.terminal.screen import Screen

    if as_json:
        whole = replaying.replay_game(text, seat)
        steps = [
            {"n": step.number, "seat": step.seat, "action": step.action, "events": step.events}
            for step in replaying.iter_steps(text, seat)
        ]
        if seat is not None:
            for step in steps:  # another seat's action may name a card that this seat did not see
                if step["seat"] != seat:
                    del step["action"]
        result = {"seat": seat, "opening": replaying.get_opening_events(text, seat), "steps": steps}
        click.echo(json.dumps({**result, "outcome": whole.outcome()}))
        return
    try:
        replaying.show_replay(text, seat, language, Screen(), by_step)
    except (EOFError, KeyboardInterrupt):
        click.echo()


@click.command()
@click.argument("file", type=_FILE)
@click.option("--commitment", help="Commitment shown before the first card.")
@_LANGUAGE
@_JSON
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    file: Path,
    commitment: str | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Verify a game record: seed, deal, every action and the outcome. The exit status is 1 if a check fails."""
    language = _set_language(ctx, language)

    from armarium.terminal.verify import format_report
    from armarium.terminal.verify import verify as verify_record

    checks = verify_record(read_record_file(file), commitment)
    is_valid = all(check.ok is not False for check in checks)
    if as_json:
        rows = [
            {"check": check.name, "ok": check.ok, "found": check.found, **dict(check.facts)}
            for check in checks
        ]
        click.echo(json.dumps({"ok": is_valid, "checks": rows}))
    else:
        for line in format_report(checks, language):
            click.echo(line)
    ctx.exit(0 if is_valid else 1)
