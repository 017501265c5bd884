"""Patches: whoever keeps its view and applies them has the view that others are sent, at every step of every game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.game import as_text
from armarium.games.table.kernels.patch import patch_text
from tests.server.bibliogamo.tables import take_back
from tests.server.patched import PatchedPerson, patched
from tests.server.people import ADA, OPEN, Person, play_on
from tests.server.pipes import Server

NAMES = st.text(alphabet='ab~/"\\é', max_size=4)
LEAVES = st.none() | st.booleans() | st.integers(-20, 2000) | NAMES
DOCUMENTS = st.recursive(
    LEAVES,
    lambda parts: st.lists(parts, max_size=6) | st.dictionaries(NAMES, parts, max_size=5),
    max_leaves=30,
)


@given(DOCUMENTS, DOCUMENTS)
def test_a_patch_leads_from_any_document_to_any_other(before, after):
    patch = json.loads(patch_text(as_text(before), as_text(after)))
    assert patched(before, patch) == after
    assert (patch == []) == (as_text(before) == as_text(after))


@given(st.lists(st.dictionaries(st.sampled_from("abc"), LEAVES, min_size=1), max_size=8), st.data())
def test_a_list_in_which_things_come_and_go(items, data):
    after = [item for item in items if data.draw(st.booleans())]
    for extra in data.draw(st.lists(LEAVES, max_size=3)):
        after.insert(data.draw(st.integers(0, len(after))), extra)
    assert patched(items, json.loads(patch_text(as_text(items), as_text(after)))) == after


def test_one_new_card_is_one_operation():
    cards = [f"card-{n}" for n in range(60)]
    patch = json.loads(patch_text(as_text({"hand": cards}), as_text({"hand": [*cards, "card-60"]})))
    assert patch == [{"op": "add", "path": "/hand/60", "value": "card-60"}]


def test_a_long_list_and_a_deep_one_are_told_whole():
    many = {"a": list(range(5000))}
    assert patched({"a": [1]}, json.loads(patch_text(as_text({"a": [1]}), as_text(many)))) == many
    deep: Any = 1
    for _ in range(40):
        deep = {"a": deep}
    other = json.loads(json.dumps(deep).replace("1", "2"))
    assert patched(deep, json.loads(patch_text(as_text(deep), as_text(other)))) == other


@pytest.mark.parametrize("game", shelf.names())
def test_every_step_of_a_game_for_every_eye(game):
    """And twin texts give equal patches: nothing but the two views is asked."""
    book, chance = open_book(game), random.Random(game)
    table = book.deal(book.seats[-1], 5)
    eyes = [*range(table.seats), None]
    views = {eye: table.view_text(eye) for eye in eyes}
    while table.to_act is not None:
        table.play(chance.choice(table.legal()))
        for eye in eyes:
            view = table.view_text(eye)
            patch = patch_text(views[eye], view)
            assert patched(json.loads(views[eye]), json.loads(patch)) == json.loads(view)
            assert patch == patch_text(bytes(views[eye]), bytes(view))
            assert len(patch) <= len(view) + 100
            views[eye] = view


async def test_who_is_sent_patches_sees_what_others_see(server: Server):
    table, ada = await server.open_table(ADA, OPEN)
    bo = await server.take_seat(table, "Bo")
    people: list[Person] = [
        PatchedPerson(server.sit(table, ada, patches=True)),
        Person(server.sit(table, bo)),
        Person(server.sit(table, ada)),
        PatchedPerson(server.sit(table, None, patches=True)),
        Person(server.sit(table, None)),
    ]
    for person in people:
        await person.hear_until("history")
    patched_ada, _, plain_ada, patched_crowd, plain_crowd = people
    await play_on(people, random.Random(4), 40)
    answer = await take_back(people[0]) if people[0].is_free else {}
    for person in people:
        await person.hear_version(answer.get("v", 0))
    await play_on(people, random.Random(5))
    assert patched_ada.view["phase"] == "over"
    for one, other in ((patched_ada, plain_ada), (patched_crowd, plain_crowd)):
        assert (one.v, one.view, one.lines) == (other.v, other.view, other.lines)
    kinds = {json.loads(frame)["t"] for frame in patched_ada.pipe.frames}
    assert "patch" in kinds and "events" not in kinds


async def test_who_comes_back_is_sent_the_patches_it_missed(server: Server):
    table, ada = await server.open_table(ADA, OPEN)
    bo = await server.take_seat(table, "Bo")
    people = [PatchedPerson(server.sit(table, token, patches=True)) for token in (ada, bo)]
    for person in people:
        await person.hear_until("history")
    await play_on(list(people), random.Random(1), 20)
    v, view = people[0].v, people[0].view
    await play_on(list(people), random.Random(2), 12)
    back = PatchedPerson(server.sit(table, ada, v=v, patches=True))
    back.v, back.view = v, view
    await back.hear_version(people[0].v)
    assert back.view == people[0].view
    assert back.is_free == people[0].is_free
    assert all(json.loads(frame)["t"] in ("table", "patch") for frame in back.pipe.frames)
