"""The site of the documentation: every page has its place, and the reference names modules that there are.

What else could be wrong with it (links, docstrings) stops `make docs`, which needs tools of its own.
"""

import ast
import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_page_has_its_place():
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    placed = set(re.findall(r": ([\w./-]+\.md)$", settings, re.M))
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert pages - placed == set()
    reference = {f"api/{name}.md" for name in list_modules()}
    assert placed - pages == reference | {"CONTRIBUTING.md", "CHANGELOG.md"}


def read_table(name):
    """Return a table of tools/site_pages.py without importing MkDocs."""
    tree = ast.parse((ROOT / "tools" / "site_pages.py").read_text(encoding="utf-8"))
    (found,) = [
        node.value for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    ]  # fmt: skip
    return ast.literal_eval(found)


def list_modules():
    return {page: named for page, (_, named) in read_table("REFERENCE").items()}


def test_every_linked_file_at_the_top_exists():
    assert [file for file in read_table("TOP_LEVEL_PAGES") if not (ROOT / file).is_file()] == []


def test_the_reference_names_modules_that_there_are():
    missing = [
        name
        for named in list_modules().values()
        for name in named
        if importlib.util.find_spec(name) is None
    ]
    assert not missing


def find_untyped(module):
    """Return the public parameters and results of a module that are annotated as Any, except keyword arguments."""
    spec = importlib.util.find_spec(module)
    nodes: list[tuple[str, ast.AST]] = [
        ("", ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
    ]
    while nodes:
        name, node = nodes.pop()
        for child in getattr(node, "body", []):
            if not isinstance(child, ast.ClassDef | ast.FunctionDef):
                continue
            if child.name.startswith("_") and child.name != "__init__":
                continue
            nodes.append((f"{name}{child.name}.", child))
            if isinstance(child, ast.FunctionDef) and not name.endswith("__init__."):
                found = {a.arg: a.annotation for a in [*child.args.args, *child.args.kwonlyargs]}
                for arg, annotation in {**found, "the result": child.returns}.items():
                    if annotation and {"Any"} & set(ast.unparse(annotation).split(" | ")):
                        yield f"{module}.{name}{child.name}: {arg}"


# What can be anything: data for JSON, a number from a request, the value of an option, objects of Dask.
MAY_BE_ANY = {
    "armarium.core.errors.format_fact: fact",
    "armarium.core.executor.DaskExecutor.__init__: client",
    "armarium.core.executor.DaskExecutor.__init__: own",
    "armarium.core.game.encode_json: data",
    "armarium.core.game.is_seat: asked",
    "armarium.core.option.Option.check: value",
    "armarium.core.option.Option.parse: the result",
    "armarium.core.option.set_flags: state",
    "armarium.core.option.to_word: the result",
    "armarium.core.option.to_word: value",
    "armarium.core.record.Record.read: the result",
}


def test_the_reference_has_real_types():
    found = {
        one for named in list_modules().values() for name in named for one in find_untyped(name)
    }
    assert found == MAY_BE_ANY
