"""A refusal gives its reason: the same code and facts for every client, from the view of the seat that acted."""

from __future__ import annotations

import pytest

from armarium.core.errors import IllegalAction, Reason
from armarium.server.errors import text_of
from armarium.text.errors import describe_reason
from tests.server.in_memory import Server
from tests.server.people import seat_two_people

from .test_session import Log


def test_the_session_puts_the_reason_into_the_facts():
    log = Log()
    with pytest.raises(IllegalAction) as refused:
        log.act("bid 5")
    assert refused.value.facts["why"] == {"code": "b3-1-no-auction", "facts": {}}
    game = log.session.table.game
    assert text_of(refused.value, "en", game) == "Bids are made in the Auction phase only."
    assert text_of(refused.value, "fr", game) == "On ne mise que pendant la phase d’Enchères."


def test_only_the_first_action_of_a_list_is_explained():
    log = Log()
    with pytest.raises(IllegalAction) as refused:
        log.act("pass", "keep")
    assert refused.value.facts["why"]["code"] == "b3-1-no-auction"
    with pytest.raises(IllegalAction) as refused:
        log.act("auction", "auction")
    assert "why" not in refused.value.facts, "the reason could reveal an unseen card"


async def test_a_refused_message_has_the_reason_and_its_text(server: Server):
    _, people = await seat_two_people(server)
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


def test_cards_and_categories_are_translated_only_for_display():
    reason = Reason("b3-12-not-held", {"card": "monks-2a"})
    options = {"edition": "scripts-and-scribes"}
    assert describe_reason("biblios", reason, options, "en") == "You do not hold Illuminator 2 A."
    assert describe_reason("biblios", reason, {"edition": "iello"}, "fr").endswith("Moine 2 A.")
