"""A client that applies patches has the same view as other clients, at every step of every game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armarium.core import registry
from armarium.core.game import encode_json
from armarium.core.kernels.patch import patch_text
from armarium.core.registry import find_game
from tests.server.bibliogamo.tables import take_back
from tests.server.in_memory import Server
from tests.server.patch_client import PatchedPerson, apply_patch
from tests.server.people import ADA, OPEN, Person, play_on

NAMES = st.text(alphabet='ab~/"\\é', max_size=4)
LEAVES = st.none() | st.booleans() | st.integers(-20, 2000) | NAMES
DOCUMENTS = st.recursive(
    LEAVES,
    lambda parts: st.lists(parts, max_size=6) | st.dictionaries(NAMES, parts, max_size=5),
    max_leaves=30,
)


@given(DOCUMENTS, DOCUMENTS)
def test_a_patch_leads_from_any_document_to_any_other(before, after):
    patch = json.loads(patch_text(encode_json(before), encode_json(after)))
    assert apply_patch(before, patch) == after
    assert (patch == []) == (encode_json(before) == encode_json(after))


@given(st.lists(st.dictionaries(st.sampled_from("abc"), LEAVES, min_size=1), max_size=8), st.data())
def test_a_list_with_insertions_and_deletions(items, data):
    after = [item for item in items if data.draw(st.booleans())]
    for extra in data.draw(st.lists(LEAVES, max_size=3)):
        after.insert(data.draw(st.integers(0, len(after))), extra)
    assert (
        apply_patch(items, json.loads(patch_text(encode_json(items), encode_json(after)))) == after
    )


def test_one_new_card_is_one_operation():
    cards = [f"card-{n}" for n in range(60)]
    patch = json.loads(
        patch_text(encode_json({"hand": cards}), encode_json({"hand": [*cards, "card-60"]}))
    )
    assert patch == [{"op": "add", "path": "/hand/60", "value": "card-60"}]


def test_very_long_and_deep_lists_can_be_patched():
    many = {"a": list(range(5000))}
    assert (
        apply_patch({"a": [1]}, json.loads(patch_text(encode_json({"a": [1]}), encode_json(many))))
        == many
    )
    deep: Any = 1
    for _ in range(40):
        deep = {"a": deep}
    other = json.loads(json.dumps(deep).replace("1", "2"))
    assert apply_patch(deep, json.loads(patch_text(encode_json(deep), encode_json(other)))) == other


@pytest.mark.parametrize("game", registry.game_names())
def test_every_step_of_a_game_for_every_viewer(game):
    """Twin texts give equal patches: a patch depends only on the two views."""
    definition, chance = find_game(game), random.Random(game)
    table = definition.deal(definition.seats[-1], 5)
    viewers = [*range(table.seats), None]
    views = {viewer: table.view_text(viewer) for viewer in viewers}
    while table.to_act is not None:
        table.play(chance.choice(table.legal()))
        for viewer in viewers:
            view = table.view_text(viewer)
            patch = patch_text(views[viewer], view)
            assert apply_patch(json.loads(views[viewer]), json.loads(patch)) == json.loads(view)
            assert patch == patch_text(bytes(views[viewer]), bytes(view))
            assert len(patch) <= len(view) + 100
            views[viewer] = view


async def test_patch_clients_have_the_same_views_as_others(server: Server):
    table, ada = await server.open_table(ADA, OPEN)
    bo = await server.take_seat(table, "Bo")
    people: list[Person] = [
        PatchedPerson(server.connect(table, ada, patches=True)),
        Person(server.connect(table, bo)),
        Person(server.connect(table, ada)),
        PatchedPerson(server.connect(table, None, patches=True)),
        Person(server.connect(table, None)),
    ]
    for person in people:
        await person.receive_until("history")
    patched_ada, _, plain_ada, patched_crowd, plain_crowd = people
    await play_on(people, random.Random(4), 40)
    answer = await take_back(people[0]) if people[0].is_free else {}
    for person in people:
        await person.receive_version(answer.get("v", 0))
    await play_on(people, random.Random(5))
    assert patched_ada.view["phase"] == "over"
    for one, other in ((patched_ada, plain_ada), (patched_crowd, plain_crowd)):
        assert (one.v, one.view, one.lines) == (other.v, other.view, other.lines)
    kinds = {json.loads(frame)["t"] for frame in patched_ada.pipe.frames}
    assert "patch" in kinds and "events" not in kinds


async def test_a_returning_client_gets_the_missed_patches(server: Server):
    table, ada = await server.open_table(ADA, OPEN)
    bo = await server.take_seat(table, "Bo")
    people = [PatchedPerson(server.connect(table, token, patches=True)) for token in (ada, bo)]
    for person in people:
        await person.receive_until("history")
    await play_on(list(people), random.Random(1), 20)
    v, view = people[0].v, people[0].view
    await play_on(list(people), random.Random(2), 12)
    back = PatchedPerson(server.connect(table, ada, v=v, patches=True))
    back.v, back.view = v, view
    await back.receive_version(people[0].v)
    assert back.view == people[0].view
    assert back.is_free == people[0].is_free
    assert all(json.loads(frame)["t"] in ("table", "patch") for frame in back.pipe.frames)
