"""The page's types are the server's."""

from __future__ import annotations

import pytest
import wire_types

from armarium.games import bibliogamo, biblios
from armarium.games.bibliogamo import component_shapes as bibliogamo_parts
from armarium.games.bibliogamo import shapes as bibliogamo_views
from armarium.games.bibliogamo.own_components import standard_set
from armarium.games.biblios import shapes as views


def test_the_pages_types_are_current():
    for file, wanted in wire_types.every_file().items():
        assert file.read_text("utf-8") == wanted, "run .venv/bin/python tools/wire_types.py"


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        (views.View, biblios.Game.new(3, seed=1).view(0)),
        (bibliogamo_views.View, bibliogamo.Game.new(seed=1).view(0)),
        (bibliogamo_views.Previews, bibliogamo.Game.new(seed=1).view(0)["previews"]),
        (bibliogamo_views.Options, bibliogamo.Game.new(seed=1).view(0)["options"]),
        (bibliogamo_parts.ComponentSet, standard_set()),
        (bibliogamo_parts.TowerPart, standard_set()["tower"][0]),
        (bibliogamo_parts.CollectionPart, standard_set()["prestige"][0]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_shapes_are_those_of_the_rules(shape, found):
    assert set(found) == set(shape.__annotations__)


def test_the_types_are_the_same_every_time():
    assert wire_types.every_file() == wire_types.every_file()
