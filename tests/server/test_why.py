"""A refusal says why: the same code and facts for every reader, from the view of the seat that acted."""

from __future__ import annotations

import pytest

from armarium.games.table.errors import IllegalAction
from armarium.games.table.reason import Reason
from armarium.server.errors import text_of
from armarium.words.errors import why_of
from tests.server.people import two_people
from tests.server.pipes import Server

from .test_session import Log


def test_the_session_puts_the_reason_into_the_facts():
    log = Log()
    with pytest.raises(IllegalAction) as refused:
        log.act("bid 5")
    assert refused.value.facts["why"] == {"code": "b3-1-no-auction", "facts": {}}
    game = log.session.table.game
    assert text_of(refused.value, "en", game) == "Bids are made in the Auction phase only."
    assert text_of(refused.value, "fr", game) == "On ne mise que pendant la phase d’Enchères."


def test_of_a_list_only_the_first_action_is_explained():
    log = Log()
    with pytest.raises(IllegalAction) as refused:
        log.act("pass", "keep")
    assert refused.value.facts["why"]["code"] == "b3-1-no-auction"
    with pytest.raises(IllegalAction) as refused:
        log.act("auction", "auction")
    assert "why" not in refused.value.facts, (
        "what is forbidden there may tell of a card not yet seen"
    )


async def test_the_refusal_on_the_wire_has_the_reason_and_says_it(server: Server):
    _, people = await two_people(server)
    mover = next(person for person in people if person.view["legal"])
    english = await mover.act("bid 5")
    assert (english["t"], english["code"]) == ("refused", "illegal-action")
    assert english["facts"]["why"] == {"code": "b3-1-no-auction", "facts": {}}
    assert english["text"] == "Bids are made in the Auction phase only."
    mover.pipe.send({"t": "lang", "lang": "fr"})
    french = await mover.act("bid 5")
    assert french["facts"] == english["facts"]
    assert french["text"] == "On ne mise que pendant la phase d’Enchères."
    other = next(person for person in people if person is not mover)
    assert "why" not in (await other.act("bid 5"))["facts"], "out of turn nothing is explained"


def test_cards_and_categories_are_data_until_somebody_reads():
    reason = Reason("b3-12-not-held", {"card": "monks-2a"})
    options = {"edition": "scripts-and-scribes"}
    assert why_of("biblios", reason, options, "en") == "You do not hold Illuminator 2 A."
    assert why_of("biblios", reason, {"edition": "iello"}, "fr").endswith("Moine 2 A.")
