"""Views and card sets match the types that the page uses."""

from __future__ import annotations

import pytest

from armarium.games import bibliogamo
from armarium.games.bibliogamo import shapes
from armarium.games.bibliogamo.server.own_components import standard_set


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        (shapes.Previews, bibliogamo.Game.new(seed=1).view(0)["previews"]),
        (shapes.Options, bibliogamo.Game.new(seed=1).view(0)["options"]),
        (shapes.ComponentSet, standard_set()),
        (shapes.TowerPart, standard_set()["tower"][0]),
        (shapes.CollectionPart, standard_set()["prestige"][0]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_typed_dicts_match_the_rules(shape, found):
    assert set(found) == set(shape.__annotations__)
