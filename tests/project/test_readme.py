"""The README is correct: its Python runs, its links work, its commands exist."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SETTINGS = ROOT / "docs" / "settings.md"
PAGES = [
    README,
    ROOT / "LICENSES.md",
    ROOT / "CHANGELOG.md",
    SETTINGS,
    ROOT / "docs" / "versions.md",
]


def test_the_ten_lines_of_python_run():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 6
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith("https://")]
    missing = [link for link in local if not (page.parent / link).exists()]
    assert page == SETTINGS or local
    assert not missing


def test_every_command_is_one_of_makes():
    named = set(re.findall(r"^make (\S+)|`make (\S+)`", README.read_text(encoding="utf-8"), re.M))
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {first or second for first, second in named} <= set(targets)
    assert {"play", "test", "test-all", "test-slow", "wheel"} <= set(targets)


def test_every_variable_is_documented_in_one_place():
    documented = set(
        re.findall(r"^\| `(ARMARIUM_\w+)`", SETTINGS.read_text(encoding="utf-8"), re.M)
    )
    used = {
        name
        for folder in ("src", "tests", "tools")
        for file in (ROOT / folder).rglob("*.py")
        if "node_modules" not in file.parts
        for name in re.findall(
            r"(?:environ(?:\.get\(|\[)|envvar=)\"(ARMARIUM_\w+)", file.read_text("utf-8")
        )
    }
    assert documented == used
