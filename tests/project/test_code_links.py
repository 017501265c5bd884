"""docs/architecture.md names functions as `src/…/file.py#function`: each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
LINKS = sorted(set(re.findall(r"`(src/[\w/]+\.py)#([\w.]+)`", PAGE)))


def test_both_ways_are_shown():
    assert len(LINKS) >= 15


@pytest.mark.parametrize(("file", "name"), LINKS, ids=[f"{file}#{name}" for file, name in LINKS])
def test_a_function_that_the_page_names_exists(file: str, name: str):
    scope: list[ast.stmt] = ast.parse((ROOT / file).read_text("utf-8")).body
    for part in name.split("."):
        kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        found = [node for node in scope if isinstance(node, kinds) and node.name == part]
        assert found, f"{file} has no {name}"
        scope = found[0].body
