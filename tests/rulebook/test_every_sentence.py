"""Every numbered sentence of the rules has a test that bears its number."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
SENTENCES = {
    (chapter, sentence)
    for chapter, last in {1: 8, 2: 6, 3: 13, 4: 6, 5: 6, 6: 5}.items()
    for sentence in range(1, last + 1)
}


def numbers_in_names():
    for page in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found = re.match(r"test_b_(\d+)_(\d+)_[a-z]", node.name)
                if found:
                    yield int(found[1]), int(found[2])


def test_every_sentence_has_a_test():
    assert set(numbers_in_names()) == SENTENCES


def test_the_rules_page_has_the_same_sentences():
    page = (HERE.parents[1] / "docs" / "rules" / "biblios.md").read_text(encoding="utf-8")
    numbers = re.findall(r'<a id="B-(\d+)\.(\d+)">', page)
    assert {(int(chapter), int(sentence)) for chapter, sentence in numbers} == SENTENCES
