"""Every numbered rule, and every ruling of Bibliogamo, has a test with its number."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# The letter of the numbers, and how many sentences each chapter has.
CHAPTERS = {
    "b": {1: 8, 2: 6, 3: 14, 4: 6, 5: 6, 6: 5},
    "l": {1: 8, 2: 10, 3: 6, 4: 9, 5: 8, 6: 4, 7: 10, 8: 1},
}
PAGES = {"b": "biblios.md", "l": "bibliogamo.md"}
RULINGS = set(range(1, 45))


def list_sentences(letter):
    return {
        (chapter, sentence)
        for chapter, last in CHAPTERS[letter].items()
        for sentence in range(1, last + 1)
    }


def list_test_names():
    for page in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield node.name


def parse_test_names():
    """Return letter, chapter, sentence and rulings of each test that names a sentence."""
    for name in list_test_names():
        found = re.match(r"test_([bl])_(\d+)_(\d+)((?:_g_\d+)*)_[a-z]", name)
        if found:
            rulings = {int(number) for number in re.findall(r"_g_(\d+)", found[4])}
            yield found[1], int(found[2]), int(found[3]), rulings


def read_page(letter):
    folder = HERE.parents[1] / "docs" / "rules"
    return (folder / PAGES[letter]).read_text(encoding="utf-8")


@pytest.mark.parametrize("letter", PAGES)
def test_every_sentence_has_a_test(letter):
    tested = {
        (chapter, sentence) for one, chapter, sentence, _ in parse_test_names() if one == letter
    }
    assert tested == list_sentences(letter)


@pytest.mark.parametrize("letter", PAGES)
def test_the_rules_page_has_the_same_sentences(letter):
    numbers = re.findall(rf'<a id="{letter.upper()}-(\d+)\.(\d+)">', read_page(letter))
    assert {(int(chapter), int(sentence)) for chapter, sentence in numbers} == list_sentences(
        letter
    )


def test_every_ruling_has_a_test_at_a_sentence_that_cites_it():
    items = re.findall(r"\*\*L-(\d+)\.(\d+)\*\* (.*(?:\n  .*)*)", read_page("l"))
    cited = {
        (int(chapter), int(sentence), int(ruling))
        for chapter, sentence, text in items
        for ruling in re.findall(r"G-(\d+)", text)
    }
    tested = {
        (chapter, sentence, ruling)
        for letter, chapter, sentence, rulings in parse_test_names()
        for ruling in rulings
        if letter == "l"
    }
    assert tested == cited
    assert {ruling for *_, ruling in tested} == RULINGS
