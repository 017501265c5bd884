"""A round that is over as it is told to whoever asks: whole, or the frames around one version."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from msgspec import Raw

from armarium.games.table.errors import BadSeats
from armarium.server.errors import BadRequest
from armarium.server.replay.bodies import Move, PastSeat, Replay
from armarium.server.replay.kept import Sights
from armarium.server.replay.story import OPEN, PART, Watcher, begun

__all__ = ["Past", "frames_of", "replay_of"]

_lines = msgspec.json.Decoder(list[Raw])


@dataclass(frozen=True)
class Past:
    """A record that may be shown, by the name it was asked for, and who played."""

    name: str
    text: str
    round: int = 1
    rounds: list[int] = field(default_factory=lambda: [1])
    seats: list[PastSeat] = field(default_factory=list)


def replay_of(past: Past, eye: str, sights: Sights) -> Replay:
    game, record = begun(past.text)
    sight = sights.of(past.text, _watcher(eye, game.seats))
    options = dict(game.options)
    edition = options.pop("edition", "")
    return Replay(
        id=past.name,
        round=past.round,
        rounds=past.rounds,
        game=game.name,
        edition=edition,
        options=options,
        seats=past.seats or [PastSeat("", None) for _ in range(game.seats)],
        eye=eye,
        last=len(record.actions),
        frames=PART,
        moves=[Move(seat, action) for seat, action in record.actions],
        lines=_lines.decode(sight.lines),  # type: ignore[arg-type]  # sent as they stand
    )


def frames_of(past: Past, eye: str, v: int, sights: Sights) -> bytes:
    """The part in which a version is."""
    game, record = begun(past.text)
    sight = sights.of(past.text, _watcher(eye, game.seats))
    if v > len(record.actions):
        raise BadRequest(reason="request-version", found=v, allowed=len(record.actions))
    return sight.parts[v // PART]


def _watcher(eye: str, seats: int) -> Watcher:
    if eye in ("all", OPEN):
        return None if eye == "all" else OPEN
    known = [str(seat) for seat in range(seats)]
    if eye not in known:
        raise BadSeats(asked=eye[:20], reason="no-seat", allowed=["all", OPEN, *known])
    return int(eye)
