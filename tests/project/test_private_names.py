"""Tests use public names. Exceptions are listed here with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOOKS_INSIDE = "there is no other way to see it from outside, and a player never should"
REPLACES = "stands in for a machine, a disk, a clock or a long job that cannot be had in a test"
CACHES = "a cache that one test must empty, because it installs a game or player of its own"

ALLOWED = {
    # The live server: what is in memory and in its log, while it runs.
    **dict.fromkeys(("_store", "_tables", "_database", "_tasks", "_timer", "_sweep", "_load_due_tables"), LOOKS_INSIDE),
    **dict.fromkeys(("_bots", "_player_keys", "_task", "_players", "_bot_settings"), LOOKS_INSIDE),
    **dict.fromkeys(("_find_worker", "_workers"), LOOKS_INSIDE),
    **dict.fromkeys(("_keys", "_done", "_draw_seed", "_wait_for_next_round"), LOOKS_INSIDE),
    **dict.fromkeys(("_seats", "_of", "_bucket", "_left", "_split_messages"), LOOKS_INSIDE),
    **dict.fromkeys(("_claim", "_release", "_lock_connection", "_is_closing", "_number"), LOOKS_INSIDE),
    **dict.fromkeys(("_serve", "_bind", "_lan_addresses", "_set_pragmas", "_Worker", "_PACKAGE"), REPLACES),
    **dict.fromkeys(("_started", "_COMMANDS", "_run_job", "_read", "_report_soon"), REPLACES),
    # The lab: adapters hide the game on purpose, and the network its layers.
    **dict.fromkeys(("_game", "_games", "_seat", "_table", "_slots", "_encode_row", "_pool_slots"), LOOKS_INSIDE),
    **dict.fromkeys(("_flatten", "_loss", "_policy", "_quantise_first", "_choose"), LOOKS_INSIDE),
    **dict.fromkeys(("_CompiledChooser", "_ViewChooser"), LOOKS_INSIDE),
    **dict.fromkeys(("_play_from_views", "_find_random_event", "_CHOICES", "_RANKS"), LOOKS_INSIDE),
    # What is found or read once a process.
    **dict.fromkeys(("_third_party", "_built_in", "_definitions", "_load_once", "_catalogue", "_page_folder"), CACHES),
    "_replace": "a public method of named tuples",
}  # fmt: skip


def is_private(name: object) -> bool:
    return (
        isinstance(name, str) and name.startswith("_") and not name.startswith("__") and name != "_"
    )


def list_defined(tree: ast.AST) -> set[str]:
    """Return the private names that a module and its classes define."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return {name for name in found if is_private(name)}


@cache
def list_package_names() -> frozenset[str]:
    return frozenset(
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in list_defined(ast.parse(path.read_text(encoding="utf-8")))
    )


def find_touched(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield private names of other modules that a test reads, imports or replaces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("armarium"):
            yield from ((node.lineno, one.name) for one in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("setattr"):
            names = [one.value for one in node.args[1:2] if isinstance(one, ast.Constant)]
            yield from ((node.lineno, name) for name in names if isinstance(name, str))


def test_tests_touch_no_other_private_names():
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if "node_modules" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        forbidden = list_package_names() - list_defined(tree) - ALLOWED.keys()
        for line, name in find_touched(tree):
            if is_private(name) and name in forbidden:
                found.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "line",
    ["game._states[0]", "from armarium.cli import _inner", "monkeypatch.setattr(module, '_x', 1)"],
)
def test_the_search_would_find_one(line):
    assert [name for _, name in find_touched(ast.parse(line)) if is_private(name)]
    assert not [
        name for _, name in find_touched(ast.parse("self._mine = cls._ours")) if is_private(name)
    ]
