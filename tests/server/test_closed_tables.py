"""A bot may still think when its table is closed or deleted: what it thought of is not done."""

from __future__ import annotations

import pytest

from armarium.server.errors import Stale
from armarium.server.table import keeping
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session
from tests.server.test_session import Seeds

ENDS = {
    "deleted": keeping.delete,
    "closed": lambda session: keeping.keep_order(session, "close", None),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_bot_does_nothing_after_the_end_of_its_table(end):
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(bot="novice")])
    session, _, _ = Session.create("t", plan, Seeds(2), "token-0")
    while session.bot_to_act is None:
        game = session.table.game
        session.adopt(session.act(0, game.legal()[:1], session.table.v))
    seat, thought = session.bot_to_act, session.table.game.legal()[0]
    session.adopt(end(session))
    with pytest.raises(Stale):
        session.act(seat, [thought], session.table.v, bot=True)
    assert session.bot_failed(seat, "it took too long").entries == []
