"""An evening at the screen: the questions, a game, its record, and perhaps another."""

from __future__ import annotations

import secrets
from pathlib import Path

from rich.text import Text

from armarium import words
from armarium.games.biblios import Game, warm
from armarium.terminal.asking import Wishes, complete
from armarium.terminal.opponents import invite, see_off
from armarium.terminal.play import Left, Sitting
from armarium.terminal.screen import Screen

__all__ = ["spend"]


def spend(
    wishes: Wishes,
    spoken: str,
    screen: Screen,
    *,
    seed: int | bytes,
    record: Path | None = None,
    ask: bool = True,
) -> None:
    """Ask what is open, play, save. Whoever leaves is seen off politely, with the record so far."""
    sitting: Sitting | None = None
    try:
        agreed = complete(wishes, screen, spoken, ask)
        spoken = agreed.language or spoken
        sitting = sit_down(agreed, screen, seed)
        sitting.run()
    except (Left, EOFError, KeyboardInterrupt):
        screen.show(Text(""), Text(words.say(spoken, "play_quit")))
    finally:
        if sitting is not None:
            for player in sitting.players.values():
                see_off(player)
            if record is not None:
                _save(sitting.game, record, screen, spoken)


def sit_down(agreed: Wishes, screen: Screen, seed: int | bytes) -> Sitting:
    assert agreed.language and agreed.edition and agreed.seats and agreed.people is not None
    with screen.waiting(words.say(agreed.language, "play_preparing")):
        game = Game.new(seats=agreed.seats, seed=seed, edition=agreed.edition, **agreed.options)
        warm()  # rules that compile during play would look like a screen that hangs
        players = {}
        for seat, name in enumerate(agreed.opponents, agreed.people):
            own = secrets.randbits(32) if isinstance(seed, bytes) else seed % 2**32 + seat
            players[seat] = invite(name, seat, game, own)
    return Sitting(game, agreed.names, players, agreed.language, screen)


def _save(game: Game, file: Path, screen: Screen, language: str) -> None:
    try:
        file.write_text(game.record(), encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        text = words.say(language, "play_not_saved", file=str(file), reason=reason)
    else:
        text = words.say(language, "play_saved", file=str(file))
    screen.show(Text(text))
