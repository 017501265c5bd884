"""A process in which bots think: `python -m armarium.server.bots.worker [--warm]`.

It reads views and writes actions, and knows nothing else of a table. When the server that started
it is gone, however that came, its input ends and so does it, in the middle of a thought if need be.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import random
import signal
import sys
import threading
from collections import OrderedDict
from typing import BinaryIO

import msgspec

from armarium import players
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.server.bots.offered import quicker
from armarium.server.bots.thought import Answer, Ask

__all__ = ["Minds", "main"]

MOST_MINDS = 256  # beyond it the one that was asked longest ago is let go


class Minds:
    """The players that think here, each for one seat of one round."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, str], players.Player] = OrderedDict()

    def answer(self, ask: Ask) -> Answer:
        try:
            if ask.view is None:
                self._forget(ask.mind)
                return Answer()
            player = self._player(ask)
            return Answer(action=str(player.choose(players.position_from(ask.view))))
        except players.PlayerFailed as error:
            self._forget(ask.mind)
            return Answer(failed=error.facts)
        except Exception as error:  # whatever a player may raise
            self._forget(ask.mind)
            detail = str(error) if isinstance(error, ArmariumError) else repr(error)
            raised = players.PlayerFailed(
                asked=ask.player, reason="player-raised", detail=detail[:200]
            )
            return Answer(failed=raised.facts)

    def _player(self, ask: Ask) -> players.Player:
        """Whoever has this mind; in a hurry, a quicker one beside it."""
        name = (ask.hurried and quicker(ask.game, ask.player)) or ask.player
        place = ask.mind, name
        player = self._players.get(place) or self._meet(ask, place)
        self._players.move_to_end(place)
        return player

    def _meet(self, ask: Ask, place: tuple[str, str]) -> players.Player:
        assert ask.start is not None
        player = players.load(place[1], ask.start.seed, ask.game)
        player.start(ask.start.seat, ask.start.seats, ask.start.options, ask.start.seed)
        self._players[place] = player
        if len(self._players) > MOST_MINDS:
            self._forget(next(iter(self._players))[0])
        return player

    def _forget(self, mind: str) -> None:
        for place in [place for place in self._players if place[0] == mind]:
            with contextlib.suppress(Exception):
                self._players.pop(place).close()


def warm() -> None:
    """Let every level choose in games that come to their end: nothing compiles later."""
    logging.disable(logging.WARNING)  # who is slow now is loading, not disturbed by a busy machine
    for name in shelf.names():
        book = open_book(name)
        game, chance = book.deal(book.seats[-1], 1), random.Random(1)
        minds = [players.load(level, 1, name) for level in players.levels(name)]
        moves = 0
        while (seat := game.to_act) is not None:
            for mind in minds if moves % 40 == 0 else ():
                mind.choose(players.position_of(game, seat))
            game.play(chance.choice(game.legal()), seat=seat)
            moves += 1
    logging.disable(logging.NOTSET)


def _listen(source: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        asked.put(line)
    os._exit(0)  # the server is gone


def main(arguments: list[str]) -> None:
    # People come first: whoever answers them has the processor before those who think.
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    # Ctrl+C is for the server, which ends us; what a player prints goes to the error stream.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    if "--warm" in arguments:
        warm()
    minds, reader = Minds(), msgspec.json.Decoder(Ask)
    told = Answer()  # ready
    while True:
        try:
            answers.write(msgspec.json.encode(told) + b"\n")
        except OSError:
            return
        told = minds.answer(reader.decode(asked.get()))


if __name__ == "__main__":
    main(sys.argv[1:])
