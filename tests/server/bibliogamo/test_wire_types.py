"""The parts of a view and of a set of components have the shapes that the page knows."""

from __future__ import annotations

import pytest

from armarium.games import bibliogamo
from armarium.games.bibliogamo import component_shapes as parts
from armarium.games.bibliogamo import shapes
from armarium.games.bibliogamo.own_components import standard_set


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        (shapes.Previews, bibliogamo.Game.new(seed=1).view(0)["previews"]),
        (shapes.Options, bibliogamo.Game.new(seed=1).view(0)["options"]),
        (parts.ComponentSet, standard_set()),
        (parts.TowerPart, standard_set()["tower"][0]),
        (parts.CollectionPart, standard_set()["prestige"][0]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_shapes_are_those_of_the_rules(shape, found):
    assert set(found) == set(shape.__annotations__)
