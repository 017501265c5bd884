"""The commands of the terminal: play, replay, verify. The rulebook is opened only when one of them runs."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import click

from armarium import words
from armarium.games import shelf
from armarium.games.table.errors import BadOption, BadRecord
from armarium.lab.command_line import check_file
from armarium.terminal.language import language_of
from armarium.terminal.tables import TablesCommand, asked_options, set_flags

__all__ = ["play", "replay", "text_of", "verify"]

HELP = f"""Play a game in the terminal; without a name, {shelf.DEFAULT}.

Against players or with friends at one screen, or alone where the game has one seat. What no option says is asked
before the game.
"""
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LANGUAGE = click.option(
    "--lang",
    "language",
    type=click.Choice(words.languages()),
    help="The language; without it that of the environment, else English.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")


def _spoken(ctx: click.Context, language: str | None) -> str:
    """The language of this command; errors are said in it too."""
    spoken = language_of(language)
    ctx.ensure_object(dict)["language"] = spoken
    return spoken


def text_of(file: Path) -> str:
    return decoded(file.read_bytes())


def decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(line=1, reason="record-utf8") from error


def _game_of(resumed: str | None) -> str:
    """Without a name it is the first game, or the one that was left."""
    if resumed is None:
        return shelf.DEFAULT
    from armarium.games.table.record import Record

    return shelf.book_of(Record.parse(resumed)).name


@click.command(cls=TablesCommand, help=HELP)
@click.argument("game", required=False, type=click.Choice(shelf.names()))
@click.option("--seats", type=int, help="How many players.")
@click.option("--edition", help="The edition; without it, the game’s first.")
@_LANGUAGE
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, listed below. May be repeated.",
)
@click.option("--you", multiple=True, metavar="NAME", help="Your name; once for each person.")
@click.option(
    "--people",
    type=click.IntRange(0),
    help="How many people share this screen (hot-seat); 0 watches the players.",
)
@click.option(
    "--opponents",
    multiple=True,
    metavar="PLAYER",
    help="Who plays the other seats: random, a level of the game, FILE.py:Class or cmd:… "
    "May be repeated; the last one fills what is left.",
)
@click.option("--seed", help="A whole number, or 32 bytes in hexadecimal: the same cards again.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), help="Save the record here."
)
@click.option(
    "--resume", type=_FILE, help="Go on with a game that was left; it is saved there again."
)
@click.option("--yes", is_flag=True, help="Ask nothing before the game: take the defaults.")
@set_flags(_FILE)
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
    spoken = _spoken(ctx, language)
    record = asked["record"] or resume
    check_file("record", record)
    seed = _seed(asked["seed"])
    resumed = None if resume is None else text_of(resume)
    book = shelf.open_book(game or _game_of(resumed))
    options = asked_options(book, asked)

    from armarium.terminal.screen import Screen

    screen = Screen()
    with screen.waiting(words.say(spoken, "play_preparing")):
        from armarium.terminal.evening import Asked
        from armarium.terminal.room import room_of

        room = room_of(book.name)
    wish = Asked(
        language=language or (spoken if yes else None),
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
    room.play(wish, spoken, screen)


def _seed(asked: str | None) -> int | bytes:
    if asked is None:
        return secrets.token_bytes(32)
    try:
        return bytes.fromhex(asked) if len(asked) == 64 else int(asked)
    except ValueError as error:
        raise BadOption(option="seed", asked=asked, form="seed-text") from error


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--seat", type=int, help="As this seat saw it, counted from 0; without it all is open."
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
    """Tell a recorded game again, from a seat's eyes or with all cards open."""
    language = _spoken(ctx, language)
    text = text_of(file)

    from armarium.terminal import replaying
    from armarium.terminal.screen import Screen

    if as_json:
        whole = replaying.replay(text, seat)
        steps = [
            {"n": step.number, "seat": step.seat, "action": step.action, "events": step.events}
            for step in replaying.steps_of(text, seat)
        ]
        if seat is not None:
            for step in steps:  # another's choice may name a card that this seat did not see
                if step["seat"] != seat:
                    del step["action"]
        told = {"seat": seat, "opening": replaying.opening_of(text, seat), "steps": steps}
        click.echo(json.dumps({**told, "outcome": whole.outcome()}))
        return
    try:
        replaying.tell_replay(text, seat, language, Screen(), by_step)
    except (EOFError, KeyboardInterrupt):
        click.echo()


@click.command()
@click.argument("file", type=_FILE)
@click.option("--commitment", help="The commitment that was shown before the first card.")
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
    """Check a record: its seed, the deal, every action and the outcome. Exits with 1 if anything is wrong."""
    language = _spoken(ctx, language)

    from armarium.terminal.verify import verify as verify_record

    checks = verify_record(text_of(file), commitment)
    good = all(check.ok is not False for check in checks)
    if as_json:
        rows = [
            {"check": check.name, "ok": check.ok, "found": check.found, **dict(check.facts)}
            for check in checks
        ]
        click.echo(json.dumps({"ok": good, "checks": rows}))
    else:
        from armarium.terminal.verdict import lines

        for line in lines(checks, language):
            click.echo(line)
    ctx.exit(0 if good else 1)
