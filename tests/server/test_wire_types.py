"""The page's generated types match the server's messages and the games' types."""

from __future__ import annotations

import pytest
import wire_types

from armarium.core.registry import find_game

SCREENS = sorted(folder.name for folder in (wire_types.PAGE / "games").iterdir())


def test_the_pages_types_are_current():
    for file, wanted in wire_types.make_files().items():
        assert file.read_text("utf-8") == wanted, "run .venv/bin/python tools/wire_types.py"


@pytest.mark.parametrize("game", SCREENS)
def test_the_typed_dict_of_a_view_matches_the_rules(game):
    definition = find_game(game)
    found = definition.game.new(max(definition.seats), seed=1).view(0)
    assert set(found) == set(definition.shapes["View"].__annotations__)


def test_every_game_of_the_page_has_generated_types():
    typed = sorted(file.parent.name for file in wire_types.make_files())
    assert typed == [*SCREENS, "shell"]


def test_the_types_are_the_same_every_time():
    assert wire_types.make_files() == wire_types.make_files()
