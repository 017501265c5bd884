"""docs/views.md documents every field of the views and events of the built-in games."""

import re
from pathlib import Path

import pytest

from .walks import WAYS, begin, case_id, list_cases, list_viewers, walk

DOCS = Path(__file__).parents[2] / "docs" / "views.md"
# Players that reach situations that random play never reaches.
STRONG = {"biblios": "novice", "bibliogamo": "planner"}
# Events that these games do not reach; the rulebook tests and golden games do.
SELDOM = {"category-unclaimed", "artisan-given-back"}


def read_documented_names(table):
    """Return the names in the first column of a table that `tools/view_page.py` writes."""
    text = DOCS.read_text(encoding="utf-8").partition(f"<!-- table: {table} -->")[2]
    text = text.partition("<!-- ")[0].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("case", list(list_cases(*STRONG)), ids=case_id)
def test_views_are_documented(case):
    game = begin(case)
    keys = read_documented_names(f"{game.name} View")
    for step, _ in walk(game):
        if step % 23 == 0:
            for viewer in list_viewers(game):
                assert set(game.view(viewer)) == keys


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", STRONG)
def test_events_are_documented(name, every):
    """Use a sample of the editions and options."""
    names, known = set(), read_documented_names(f"{name} events")
    for case in list(list_cases(name))[::every]:
        for way in (*WAYS, STRONG[name]):
            game = begin(case)
            for _ in walk(game, way):
                names |= {event["event"] for event in game.seen(None)}
            names |= {event["event"] for event in game.seen(None)}
    assert names <= known
    assert known - names <= SELDOM
