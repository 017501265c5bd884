"""The site of the documentation: every page has its place, and the reference names modules that there are.

What else could be wrong with it (links, docstrings) stops `make docs`, which needs tools of its own.
"""

import ast
import importlib.util
import re
from pathlib import Path

HOUSE = Path(__file__).parents[2]


def test_every_page_has_its_place():
    told = (HOUSE / "mkdocs.yml").read_text(encoding="utf-8")
    placed = set(re.findall(r": ([\w./-]+\.md)$", told, re.M))
    pages = {str(page.relative_to(HOUSE / "docs")) for page in (HOUSE / "docs").rglob("*.md")}
    assert pages - placed == set()
    reference = {f"api/{name}.md" for name in modules()}
    assert placed - pages == reference | {"CONTRIBUTING.md", "CHANGELOG.md"}


def table(name):
    """Of tools/site_pages.py, read without the site's own tools."""
    tree = ast.parse((HOUSE / "tools" / "site_pages.py").read_text(encoding="utf-8"))
    (found,) = [
        node.value for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == name
    ]  # fmt: skip
    return ast.literal_eval(found)


def modules():
    return {page: named for page, (_, named) in table("REFERENCE").items()}


def test_what_lies_at_the_top_of_the_house_is_there():
    assert [file for file in table("TOP") if not (HOUSE / file).is_file()] == []


def test_the_reference_names_modules_that_there_are():
    missing = [
        name
        for named in modules().values()
        for name in named
        if importlib.util.find_spec(name) is None
    ]
    assert not missing
