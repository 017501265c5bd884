"""docs/page.md names every rule and every option, each with a test that cites it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armarium.core import registry
from armarium.core.registry import find_game

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| `([^`]+)` \|$", TABLE, re.MULTILINE)


def list_rules(game: str) -> list[str]:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r'<a id="([A-Z]-\d+\.\d+)"></a>\*\*', page)


@pytest.mark.parametrize("game", registry.game_names())
def test_every_sentence_of_the_rules_is_there_once(game: str):
    documented = re.findall(rf"^\| \[([A-Z]-[\d.]+)\]\(rules/{game}\.md#\1\)", TABLE, re.MULTILINE)
    assert len(list_rules(game)) > 40
    assert documented == list_rules(game)


def test_every_option_is_there_once():
    documented = re.findall(r"^\| `(\w+)` \|", TABLE, re.MULTILINE)
    assert documented == [
        option.name for game in registry.game_names() for option in find_game(game).options
    ]


def find_source(named: str) -> str:
    """Return the source of one test, or an empty string if there is none."""
    file, _, name = named.partition("::")
    path = ROOT / file
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    start = f"def {name}(" if path.suffix == ".py" else f'("{name}"'
    next_test = (
        r"^(?:def|async def|class|@)\b" if path.suffix == ".py" else r"^\s*(?:test|it|describe)\("
    )
    _, found, rest = text.partition(start)
    return found + re.split(next_test, rest, maxsplit=1, flags=re.MULTILINE)[0]


def test_every_row_names_a_test_that_exists():
    heads = ("| rule |", "| option |", "| what |")
    lines = [
        line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith(heads)
    ]
    assert len(ROWS) == len(lines), "a row without a test"
    assert [named for _, _, named in ROWS if not find_source(named)] == []


def test_every_sentence_is_cited_by_its_test():
    """A journey through a whole game passes every sentence and checks few: the number stands where one is checked."""
    silent = []
    for first, _, named in ROWS:
        rule = re.match(r"\[([A-Z]-\d+\.\d+)\]", first)
        if rule and not re.search(rf"{re.escape(rule[1])}(?!\d)", find_source(named)):
            silent.append(f"{rule[1]}: {named}")
    assert silent == []


def test_a_test_ends_where_the_next_begins():
    here = "tests/project/test_page_table.py::test_every_option_is_there_once"
    assert "options" in find_source(here) and "def source_of" not in find_source(here)
    assert find_source("tests/project/test_page_table.py::test_of_nothing") == ""
