"""Refusals, metrics and the server log contain no seed, token or card."""

from __future__ import annotations

import json
import logging
import random
import re

import pytest

from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, seat_two_people

CARD = re.compile(r"\b(?:monks|pigments|holy-books|manuscripts|tomes)-\d[a-i]\b")


async def collect_refusals(people: list[Person]) -> list[str]:
    """Return refusals for a seat that is not to act: wrong turn, wrong version, nonsense."""
    waiting = next(person for person in people if not person.view["legal"])
    received = []
    for number, message in enumerate(
        [
            {"t": "act", "v": waiting.v, "action": "keep"},
            {"t": "act", "v": waiting.v, "action": "take monks-2a"},
            {"t": "act", "v": waiting.v, "action": "fly"},
            {"t": "act", "v": waiting.v + 1, "action": "keep"},
        ]
    ):
        waiting.pipe.send({"id": f"r{waiting.v}-{number}", **message})
        refused = await waiting.receive_until("refused")
        if refused["code"] == "stale":
            await waiting.receive_until("view")
        received.append(json.dumps(refused))
    return received


async def test_refusals_metrics_and_logs_contain_no_secret(
    either_server: Server, caplog: pytest.LogCaptureFixture
):
    chance = random.Random(4)
    with caplog.at_level(logging.DEBUG):
        table, people = await seat_two_people(either_server)
        tokens = [(await either_server.open_table(ADA, OPEN))[1]]
        said: list[str] = []
        for _ in range(60):
            mover = next(person for person in people if person.view["legal"])
            said += await collect_refusals(people)
            answer = await mover.act(chance.choice(mover.view["legal"]))
            assert answer["t"] == "ack"
            for person in people:
                await person.receive_version(answer["v"])
        figures = (await either_server.get("/metrics")).text
        entries = either_server.app.state.live_tables._store.read(table)
    seeds = [entry.seed for entry in entries if hasattr(entry, "seed")]
    assert seeds
    for secret in [*seeds, *tokens]:
        assert not any(secret in text for text in (figures, caplog.text, *said))
    # A refusal names no card except the one in the request.
    assert {card for text in said for card in CARD.findall(text)} <= {"monks-2a"}
    assert not CARD.search(figures) and not CARD.search(caplog.text)
