"""The contributor pages are correct: their Python runs, and their files exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("CONTRIBUTING.md", "docs/architecture.md")


def read_text(page):
    return (ROOT / page).read_text(encoding="utf-8")


def test_the_player_in_ten_lines_plays(capsys):
    blocks = re.findall(r"```python\n(.*?)```", read_text("CONTRIBUTING.md"), re.DOTALL)
    assert len(blocks) == 2
    assert len(blocks[0].splitlines()) <= 10
    names = {}
    for block in blocks:
        exec(block, names)
    points = capsys.readouterr().out
    assert re.fullmatch(r"\[\d+, \d+\]\n", points)
    assert names["game"].outcome() is not None


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read_text(page))
    assert links
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_the_files_of_the_terminal_are_the_ones_described():
    described = set(re.findall(r"`(\w+\.py)`", read_text("docs/architecture.md").partition("## The terminal")[2]
                               .partition("## Adding")[0]))  # fmt: skip
    rooms = [ROOT / "src/armarium/terminal", *(ROOT / "src/armarium/games").glob("*/terminal")]
    there = {path.name for room in rooms for path in room.rglob("*.py")} - {"__init__.py"}
    assert described == there


@pytest.mark.parametrize("page", PAGES)
def test_named_files_exist(page):
    there = {
        path.relative_to(ROOT).as_posix()
        for room in ("src", "tests", "tools")
        for path in (ROOT / room).glob("**/*.*")
    }
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:py|json))`", read_text(page))) - {"miser.py"}
    assert [
        name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)
    ] == []


def test_named_functions_exist():
    definition = ROOT / "src" / "armarium" / "games" / "biblios" / "kernels"
    assert "RULES_VERSION = " in (definition / "rules.py").read_text(encoding="utf-8")
    assert "def _legal_bids" in (definition / "rules.py").read_text(encoding="utf-8")
    assert "def move(" in (definition / "knowledge.py").read_text(encoding="utf-8")


def test_the_five_answers_are_true():
    """Functions named in backticks exist in the named file."""
    answers = read_text("CONTRIBUTING.md").partition("## Five questions")[2].partition("\n## ")[0]
    assert answers.count("| **") == 5
    games = ROOT / "src" / "armarium" / "games"
    for function, file in (
        ("_legal_bids", "biblios/kernels/rules.py"),
        ("is_legal", "biblios/kernels/rules.py"),
        ("legal", "biblios/kernels/rules.py"),
        ("highest_bid", "biblios/kernels/auction.py"),
        ("write_view", "biblios/kernels/view_text.py"),
        ("below", "../core/kernels/chance.py"),
        ("shuffle", "../core/kernels/chance.py"),
        ("deal_key", "../core/seeding.py"),
    ):
        assert f"`{function}`" in answers
        assert f"def {function}(" in (games / file).read_text(encoding="utf-8")
