"""docs/page.md: every sentence of the rules and every option has its place in the page, and a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armarium.games import shelf
from armarium.games.shelf import open_book

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| `([^`]+)` \|$", TABLE, re.MULTILINE)


def rules(game: str) -> list[str]:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r'<a id="([A-Z]-\d+\.\d+)"></a>\*\*', page)


@pytest.mark.parametrize("game", shelf.names())
def test_every_sentence_of_the_rules_is_there_once(game: str):
    told = re.findall(rf"^\| \[([A-Z]-[\d.]+)\]\(rules/{game}\.md#\1\)", TABLE, re.MULTILINE)
    assert len(rules(game)) > 40
    assert told == rules(game)


def test_every_option_is_there_once():
    told = re.findall(r"^\| `(\w+)` \|", TABLE, re.MULTILINE)
    assert told == [option.name for game in shelf.names() for option in open_book(game).options]


def test_every_row_names_a_test_that_exists():
    heads = ("| rule |", "| option |", "| what |")
    lines = [
        line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith(heads)
    ]
    assert len(ROWS) == len(lines), "a row without a test"
    missing = []
    for _, _, named in ROWS:
        file, _, name = named.partition("::")
        path = ROOT / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        is_there = f"def {name}(" in text if path.suffix == ".py" else f'("{name}"' in text
        if not is_there:
            missing.append(named)
    assert missing == []
