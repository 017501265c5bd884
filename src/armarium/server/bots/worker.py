"""A worker process for bots, and its messages: one JSON object per line.

`python -m armarium.server.bots.worker LANE [--warm]` reads views and writes actions, and knows nothing else about a
table. When the server ends, its input ends and the process exits, even in the middle of a thought.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct

from armarium import players
from armarium.core import registry
from armarium.core.errors import ArmariumError
from armarium.players.warm import choose_throughout
from armarium.server.bots.offered import find_faster_bot
from armarium.server.worker_pipes import open_worker_pipes

__all__ = ["BotReply", "BotRequest", "BotStart", "PlayerCache", "main"]


class BotStart(Struct):
    """What a player receives before its first choice."""

    seat: int
    seats: int
    options: dict[str, Any]
    seed: int


class BotRequest(Struct, omit_defaults=True):
    """A request for an action. `player_key` identifies one player in one seat of one round, across requests.

    Without a view, the player is forgotten. `hurried`: the queue is long, so a faster built-in player chooses if
    there is one. `deadline` (by time.monotonic) ends a search; `is_cut` then reports that it did. `table` and
    `address` are for the queue and do not reach the worker.
    """

    player_key: str
    game: str = ""
    player: str = ""
    start: BotStart | None = None
    view: dict[str, Any] | None = None
    hurried: bool = False
    deadline: float | None = None
    is_cut: bool = False
    table: str = ""
    address: str = ""


class BotReply(Struct, omit_defaults=True):
    """An action text, or the facts of a PlayerFailed, or neither if no action was requested.

    `is_cut`: a deadline ended the search. `trace`: the traceback of an error in our own code.
    """

    action: str | None = None
    failed: dict[str, Any] | None = None
    is_cut: bool = False
    trace: str = ""


MAX_PLAYERS = 256  # beyond this, the least recently used one is dropped
# By lane; 10 for the others. Fast players do little work, and must not be late on a busy machine.
NICENESS = {"quick": 0}


class PlayerCache:
    """The players of this process, each for one seat of one round."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, str], players.Player] = OrderedDict()

    def answer(self, request: BotRequest) -> BotReply:
        try:
            if request.view is None:
                self._forget(request.player_key)
                return BotReply()
            player, position = self._find_player(request), players.position_from(request.view)
            if request.deadline is None:
                return BotReply(action=str(player.choose(position)))
            action, is_cut = player.choose_before(position, request.deadline)
            return BotReply(action=str(action), is_cut=is_cut)
        except players.PlayerFailed as error:
            self._forget(request.player_key)
            return BotReply(failed=error.facts)
        except Exception as error:  # of built-in players; third-party code runs in another process
            self._forget(request.player_key)
            detail = str(error) if isinstance(error, ArmariumError) else repr(error)
            raised = players.PlayerFailed(
                asked=request.player, reason="player-raised", detail=detail[:200]
            )
            return BotReply(failed=raised.facts, trace=traceback.format_exc())

    def _find_player(self, request: BotRequest) -> players.Player:
        """Return the player of a request, or a faster one if the request is hurried."""
        name = (request.hurried and find_faster_bot(request.game, request.player)) or request.player
        key = request.player_key, name
        player = self._players.get(key) or self._load(request, key)
        self._players.move_to_end(key)
        return player

    def _load(self, request: BotRequest, key: tuple[str, str]) -> players.Player:
        assert request.start is not None
        player = players.load(key[1], request.start.seed, request.game)
        player.start(
            request.start.seat, request.start.seats, request.start.options, request.start.seed
        )
        self._players[key] = player
        if len(self._players) > MAX_PLAYERS:
            self._forget(next(iter(self._players))[0])
        return player

    def _forget(self, player_key: str) -> None:
        for key in [key for key in self._players if key[0] == player_key]:
            with contextlib.suppress(Exception):
                self._players.pop(key).close()


def warm() -> None:
    """Let every level choose moves in whole games, so that nothing compiles or loads later."""
    logging.disable(logging.WARNING)  # players are slow while they load; do not warn about it
    for name in registry.game_names():
        choose_throughout(name)
    logging.disable(logging.NOTSET)


def main(arguments: list[str]) -> None:
    # Requests from people have priority over bots that think.
    lines, answers = open_worker_pipes(NICENESS.get(arguments[0] if arguments else "", 10))
    if "--warm" in arguments:
        warm()
    cache, reader = PlayerCache(), msgspec.json.Decoder(BotRequest)
    reply = BotReply()  # signals that the worker is ready
    while True:
        try:
            answers.write(msgspec.json.encode(reply) + b"\n")
        except OSError:
            return
        reply = cache.answer(reader.decode(lines.get()))


if __name__ == "__main__":
    main(sys.argv[1:])
