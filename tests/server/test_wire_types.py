"""The page's types are the server's, and the books'."""

from __future__ import annotations

import pytest
import wire_types

from armarium.games.shelf import open_book

SCREENS = sorted(folder.name for folder in (wire_types.PAGE / "games").iterdir())


def test_the_pages_types_are_current():
    for file, wanted in wire_types.every_file().items():
        assert file.read_text("utf-8") == wanted, "run .venv/bin/python tools/wire_types.py"


@pytest.mark.parametrize("game", SCREENS)
def test_the_shape_of_a_view_is_that_of_the_rules(game):
    book = open_book(game)
    found = book.game.new(max(book.seats), seed=1).view(0)
    assert set(found) == set(book.shapes["View"].__annotations__)


def test_every_screen_of_the_page_has_types_of_its_own():
    typed = sorted(file.parent.name for file in wire_types.every_file())
    assert typed == [*SCREENS, "shell"]


def test_the_types_are_the_same_every_time():
    assert wire_types.every_file() == wire_types.every_file()
