"""Every error that the sources raise, and the texts that are given to it as reason or as what is allowed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from armarium.games.table.errors import ArmariumError

__all__ = ["every_error", "phrases"]

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
# Functions that raise with the text they are given, and its place among their arguments.
RAISERS = {"stopped": 0, "_failed": 0, "_demand": 2}
PHRASES = ("reason", "allowed", "to_act")


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        yield path.relative_to(SOURCES).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def every_error() -> list[type[ArmariumError]]:
    """All kinds, from the modules that define one; the whole package is not imported for it."""
    for name, tree in _trees():
        bases = [b for c in tree.body if isinstance(c, ast.ClassDef) for b in c.bases]
        if any(isinstance(base, ast.Name) and base.id == "ArmariumError" for base in bases):
            import_module("armarium." + name.removesuffix(".py").replace("/", "."))
    return sorted(_below(ArmariumError), key=lambda error: error.__name__)


def _below(kind: type[ArmariumError]) -> Iterator[type[ArmariumError]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("armarium."):
            yield child
            yield from _below(child)


def phrases() -> dict[str, str]:
    """Where a text stands in the sources and what it is, and the text; 7 stands for whatever is put into it."""
    names = {error.__name__: error.sentence for error in every_error()}
    return {
        f"{file}:{part.lineno} {fact}": text
        for file, tree in _trees()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for fact, value in _given(call, names)
        for part in _parts(value, function)
        if (text := _text(part)) is not None
    }


def _given(call: ast.Call, names: dict[str, str]) -> Iterator[tuple[str, ast.expr]]:
    called = (
        call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    )
    if called in names:
        for word in call.keywords:
            # A fact that the sentence does not tell is for programs.
            if word.arg in PHRASES and f"{{{word.arg}}}" in names[called]:
                yield word.arg, word.value
        for value in call.args[1:2]:  # BadComponents(entry, reason)
            yield "reason", value
    elif called in RAISERS:
        for value in call.args[RAISERS[called] :][:1]:
            yield "reason", value


def _parts(value: ast.expr, function: ast.AST) -> Iterator[ast.expr]:
    """The texts that an expression can be: those of a list, of a sum, of either branch, of a name."""
    match value:
        case ast.List() | ast.Tuple():
            parts = value.elts
        case ast.BinOp():
            parts = [value.left, value.right]
        case ast.IfExp():
            parts = [value.body, value.orelse]
        case ast.Name():
            parts = list(_assigned(value.id, function))
        case _:
            yield value
            return
    for part in parts:
        yield from _parts(part, function)


def _assigned(name: str, function: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value


def _text(value: ast.expr) -> str | None:
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    if not isinstance(value, ast.JoinedStr):
        return None
    parts = [part.value if isinstance(part, ast.Constant) else None for part in value.values]
    if not any(part and any(letter.isalpha() for letter in part) for part in parts):
        return None  # nothing but what is put into it
    return "".join("7" if part is None else str(part) for part in parts)
