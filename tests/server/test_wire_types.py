"""The page's types are the server's."""

from __future__ import annotations

import pytest
import wire_types

from armarium.games import bibliogamo, biblios
from armarium.server import city_parts, city_views, views
from armarium.server.components import standard_set


def test_the_pages_types_are_current():
    assert wire_types.TARGET.read_text("utf-8") == wire_types.text(), (
        "run .venv/bin/python tools/wire_types.py"
    )


def test_a_table_tells_the_view_of_its_own_game():
    text = wire_types.text()
    assert text.count("view: View | CityView;") == 2
    assert text.count("events: GameEvent[] | CityEvent[];") == 2


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        (views.View, biblios.Game.new(3, seed=1).view(0)),
        (city_views.CityView, bibliogamo.Game.new(seed=1).view(0)),
        (city_views.Previews, bibliogamo.Game.new(seed=1).view(0)["previews"]),
        (city_views.CityOptions, bibliogamo.Game.new(seed=1).view(0)["options"]),
        (city_parts.ComponentSet, standard_set()),
        (city_parts.TowerPart, standard_set()["tower"][0]),
        (city_parts.CollectionPart, standard_set()["prestige"][0]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_shapes_are_those_of_the_rules(shape, found):
    assert set(found) == set(shape.__annotations__)


def test_the_types_are_the_same_every_time():
    assert wire_types.text() == wire_types.text()
