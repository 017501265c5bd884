"""A bot may still be thinking when its table is closed or deleted. Its action is then refused."""

from __future__ import annotations

import pytest

from armarium.server import commands
from armarium.server.errors import Stale
from armarium.server.features import moderation
from armarium.server.tables.plan import NewTable, SeatPlan
from tests.server.test_session import Seeds

ENDS = {
    "deleted": moderation.delete,
    "closed": lambda session: moderation.moderate(session, "close", None),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_bot_cannot_act_at_a_closed_or_deleted_table(end):
    plan = NewTable(game="biblios", seats=[SeatPlan(name="Ada"), SeatPlan(bot="novice")])
    session, _, _ = commands.create("t", plan, Seeds(2), "token-0")
    while session.bot_to_act is None:
        game = session.table.game
        session.adopt(commands.act(session, 0, game.legal()[:1], session.table.v))
    seat, thought = session.bot_to_act, session.table.game.legal()[0]
    session.adopt(end(session))
    with pytest.raises(Stale):
        commands.act(session, seat, [thought], session.table.v, bot=True)
    assert commands.record_bot_failure(session, seat, "it took too long").entries == []
