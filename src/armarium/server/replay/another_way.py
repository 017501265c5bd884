"""From a moment of a game that is over: a table of its own, at which one seat tries another way against bots."""

from __future__ import annotations

from armarium.games.table.errors import BadSeats
from armarium.server.errors import BadRequest, TableOver
from armarium.server.replay.bodies import AnotherWay
from armarium.server.replay.past import Past
from armarium.server.replay.story import begun
from armarium.server.table.log import Moment
from armarium.server.table.plan import NewTable, SeatPlan

__all__ = ["begun_again"]


def begun_again(past: Past, wish: AnotherWay) -> tuple[NewTable, Moment]:
    game, record = begun(past.text)
    if wish.seat not in range(game.seats):
        raise BadSeats(asked=wish.seat, reason="no-seat", allowed=list(range(game.seats)))
    if wish.v > len(record.actions):
        raise BadRequest(reason="request-version", found=wish.v, allowed=len(record.actions))
    for seat, action in record.actions[: wish.v]:
        game.play(action, seat)
    if game.to_act is None:
        raise TableOver()
    options = dict(game.options)
    edition = options.pop("edition", None)
    names = [seat.name for seat in past.seats] or [""] * game.seats
    seats = [SeatPlan(bot=wish.bot, name=name or None) for name in names]
    seats[wish.seat] = SeatPlan(name=wish.name)
    if wish.cards == "same":
        moment = Moment(record=game.record())
    else:
        # From what the seat saw and from nothing else: the truth is not there to be looked at.
        moment = Moment(view=game.view_text(wish.seat).decode())
    return NewTable(game.name, seats, edition, options), moment
