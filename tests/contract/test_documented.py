"""The views and events of the house's games stand in docs/views.md, every field of them."""

import re
from pathlib import Path

import pytest

from .walks import WAYS, all_cases, begin, case_id, eyes, walk

DOCS = Path(__file__).parents[2] / "docs" / "views.md"
# Who plays well enough to meet what random play never meets.
STRONG = {"biblios": "novice", "bibliogamo": "planner"}
# Events that these games do not reach; the rulebook tests and golden games do.
SELDOM = {"category-unclaimed", "artisan-given-back"}


def documented(heading):
    """The names in the first column of the table under a heading."""
    text = DOCS.read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("case", list(all_cases(*STRONG)), ids=case_id)
def test_views_are_documented(case):
    game = begin(case)
    keys = documented(f"## The view of {game.name.capitalize()}")
    for step, _ in walk(game):
        if step % 23 == 0:
            for eye in eyes(game):
                assert set(game.view(eye)) == keys


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.at_length)])
@pytest.mark.parametrize("book", STRONG)
def test_events_are_documented(book, every):
    """In one of so many editions and options."""
    names, known = set(), documented(f"## Events of {book.capitalize()}")
    for case in list(all_cases(book))[::every]:
        for way in (*WAYS, STRONG[book]):
            game = begin(case)
            for _ in walk(game, way):
                names |= {event["event"] for event in game.seen(None)}
            names |= {event["event"] for event in game.seen(None)}
    assert names <= known
    assert known - names <= SELDOM
