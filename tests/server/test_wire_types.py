"""The page's types are the server's."""

from __future__ import annotations

import wire_types


def test_the_pages_types_are_current():
    assert wire_types.TARGET.read_text("utf-8") == wire_types.text(), (
        "run .venv/bin/python tools/wire_types.py"
    )


def test_the_types_are_the_same_every_time():
    assert wire_types.text() == wire_types.text()
