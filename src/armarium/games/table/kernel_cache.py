"""Where compiled kernels are kept: in a folder named by everything that a kernel's code can depend on.

Numba's own cache looks at one file. It would keep the old body of a rule that a cached caller took from another file,
and unchecked code in a run that asks for bounds checks. So a kernel's folder is named by a hash of its module and of
all modules that it imports, one from the other, of the versions, and of the flags: a changed rule is looked for in
another folder. The place of the sources does not count: a checkout, its copy and an installed package share a cache.

Kept under `ARMARIUM_CACHE`, else in the user's cache folder; where neither can be written, in a temporary folder that
lasts as long as the process (said once). Never beside the sources.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import caching

__all__ = ["KernelCacheLocator", "cache_base", "folder_of", "sources_of"]

_FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "SLP_VECTORIZE")
_FROM = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT = re.compile(r"^\s*import\s+([\w.]+)", re.MULTILINE)
_NAME = re.compile(r"\w+")


class KernelCacheLocator(caching._CacheLocator):  # type: ignore[misc]  # Numba has no types
    """What Numba asks of a cache: where a function lies, whether it is fresh, what parts it from its namesakes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        # The module that it belongs to: a generic kernel that was bound to a game is the game's (binding.py).
        file = function.__globals__.get("__file__") or function.__code__.co_filename
        self._folder = folder_of(function.__module__, Path(file))
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name  # a folder never holds code of other sources

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> KernelCacheLocator:
        locator = cls(function)
        os.makedirs(locator.get_cache_path(), exist_ok=True)
        return locator


@functools.cache
def folder_of(module: str, file: Path) -> Path:
    digest = hashlib.sha256()
    for name, source in sorted(sources_of(module, file).items()):
        digest.update(f"{name}\0".encode() + source + b"\0")
    flags = [getattr(numba.config, flag) for flag in _FLAGS]
    digest.update(f"{numba.__version__} {np.__version__} {flags}".encode())
    return cache_base() / "kernels" / f"{module}-{digest.hexdigest()[:16]}"


def sources_of(module: str, file: Path) -> dict[str, bytes]:
    """The module and all that it imports from its own package or from ours, one from the other."""
    packages = {__name__.partition(".")[0], module.partition(".")[0]}
    found: dict[str, bytes] = {}
    open_ends = [(module, file)]
    while open_ends:
        name, path = open_ends.pop()
        if name not in found:
            found[name] = path.read_bytes()
            for imported in _imports(found[name].decode("utf-8"), name):
                if imported.partition(".")[0] in packages and (there := _file_of(imported)):
                    open_ends.append((imported, there))
    return found


def _imports(text: str, importer: str) -> Iterator[str]:
    """Names of modules, and of what may be modules: `from games import cards` may mean either."""
    for origin, names in _FROM.findall(text):
        if origin.startswith("."):
            up = len(origin) - len(origin.lstrip("."))
            origin = ".".join([*importer.split(".")[:-up], *filter(None, [origin.lstrip(".")])])
        members = [f"{origin}.{name}" for name in _NAME.findall(names)]
        modules = [member for member in members if _file_of(member)]
        yield from modules
        if len(modules) < len(members):
            yield origin
    yield from _IMPORT.findall(text)


@functools.cache
def _file_of(module: str) -> Path | None:
    """The source of a module; None for what is no module. Nothing is imported but packages already open."""
    package, _, name = module.rpartition(".")
    if not package:
        spec = find_spec(module)
        return Path(spec.origin) if spec and spec.origin else None
    parent = _file_of(package)
    if parent is None or parent.name != "__init__.py":
        return None
    for file in (parent.parent / f"{name}.py", parent.parent / name / "__init__.py"):
        if file.is_file():
            return file
    return None


@functools.cache
def cache_base() -> Path:
    """The folder of all caches, tried once."""
    named = os.environ.get("ARMARIUM_CACHE")
    try:
        base = Path(named) if named else platformdirs.user_cache_path("armarium")
        base.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=base).close()
    except (OSError, RuntimeError) as error:
        base = Path(tempfile.mkdtemp(prefix="armarium-"))
        atexit.register(shutil.rmtree, base, ignore_errors=True)
        print(
            f"armarium: compiled rules cannot be kept ({error}); they are made again by every process. "
            "ARMARIUM_CACHE names a folder that can be written.",
            file=sys.stderr,
        )
    return base
