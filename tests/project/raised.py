"""Every error that the sources raise: the codes it is given, and the facts that are texts of the source's own."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from armarium.core.errors import ArmariumError

__all__ = ["GivenFact", "find_given_facts", "find_unknown_raisers", "list_errors"]

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
# Functions that raise an error with the reason they are given, and its place among their arguments.
RAISERS = {
    "make_stopped_error": ("TableStopped", 0),
    "_failed_error": ("PlayerFailed", 0),
    "refused": ("SeatRefused", 0),
    "disconnect_seat": ("BadToken", 1),
    "_bad_act": ("UnreadableAct", 2),
    "describe_failure": ("BadDatabase", 2),
    "_require": ("BadComponents", 2),
    "_check_amounts": ("BadComponents", 3),
    "BadComponents": ("BadComponents", 1),
}


@dataclass(frozen=True)
class GivenFact:
    """A text literal among the facts of an error; `7` replaces each formatted value."""

    where: str
    error: str
    fact: str
    text: str


@functools.cache  # every worker collects these tests, and parsing all sources takes a second
def _parse_sources() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(SOURCES).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCES.rglob("*.py"))
    ]


def list_errors() -> list[type[ArmariumError]]:
    """Return all error classes, importing only the modules that define one."""
    known, found = {"ArmariumError"}, True
    while found:
        found = False
        for name, tree in _parse_sources():
            for child in tree.body:
                if not isinstance(child, ast.ClassDef) or child.name in known:
                    continue
                if {base.id for base in child.bases if isinstance(base, ast.Name)} & known:
                    known.add(child.name)
                    import_module("armarium." + name.removesuffix(".py").replace("/", "."))
                    found = True
    return sorted(_iter_subclasses(ArmariumError), key=lambda error: error.__name__)


def _iter_subclasses(kind: type[ArmariumError]) -> Iterator[type[ArmariumError]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("armarium."):
            yield child
            yield from _iter_subclasses(child)


def find_unknown_raisers() -> set[str]:
    """Return the names in RAISERS that no source defines: nothing would be checked for them."""
    defined = {
        node.name
        for _, tree in _parse_sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    return set(RAISERS) - defined


def find_given_facts() -> list[GivenFact]:
    names = {error.__name__ for error in list_errors()}
    found = {
        GivenFact(f"{file}:{part.lineno}", error, fact, text)
        for file, tree in _parse_sources()
        for call, functions in _iter_calls(tree)
        for function in functions
        for error, fact, value in _iter_facts(call, function, names)
        for part in _iter_parts(value, function)
        if (text := _read_text(part)) is not None
    }
    return sorted(found, key=lambda one: (one.where, one.fact, one.text))


def _iter_calls(tree: ast.Module) -> Iterator[tuple[ast.Call, tuple[ast.AST, ...]]]:
    """Yield every call with its enclosing functions; one walk, for speed."""
    todo: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, ())]
    while todo:
        node, functions = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions = (*functions, node)
        elif isinstance(node, ast.Call):
            yield node, functions
        todo += [(child, functions) for child in ast.iter_child_nodes(node)]


def _iter_facts(
    call: ast.Call, function: ast.AST, names: set[str]
) -> Iterator[tuple[str, str, ast.expr]]:
    called = (
        call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    )
    if called in RAISERS:
        error, place = RAISERS[called]
        for value in call.args[place:][:1]:
            yield error, "reason", value
    elif called in names:
        error = called
    else:
        return
    for word in call.keywords:
        if word.arg is not None:
            yield error, word.arg, word.value
        else:  # **facts: a dict of this function, or one of two
            for table in _iter_parts(word.value, function):
                if isinstance(table, ast.Dict):
                    for name, value in zip(table.keys, table.values, strict=True):
                        if isinstance(name, ast.Constant):
                            yield error, str(name.value), value


def _iter_parts(value: ast.expr, function: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that a value can be: parts of a list or a sum, both branches, values of a name."""
    match value:
        case ast.List() | ast.Tuple():
            parts = value.elts
        case ast.BinOp():
            parts = [value.left, value.right]
        case ast.BoolOp():
            parts = value.values
        case ast.IfExp():
            parts = [value.body, value.orelse]
        case ast.Name():
            parts = list(_iter_assigned(value.id, function))
        case _:
            yield value
            return
    for part in parts:
        yield from _iter_parts(part, function)


def _iter_assigned(name: str, function: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for one, its in zip(target.elts, node.value.elts, strict=False):
                        if isinstance(one, ast.Name) and one.id == name:
                            yield its


def _read_text(value: ast.expr) -> str | None:
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    if not isinstance(value, ast.JoinedStr):
        return None
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "7" for part in value.values
    )
