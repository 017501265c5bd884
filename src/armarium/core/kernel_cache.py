"""The cache of compiled kernels: a folder named after everything that a kernel's code depends on.

Numba's own cache looks at one file. It would keep the old body of a rule that a cached caller inlined from another
file, and unchecked code in a run with bounds checks. So a kernel's folder is named after a hash of its module and all
modules it imports, directly or indirectly, of the versions, and of the flags. The path of the sources does not matter:
a checkout, its copy and an installed package share a cache.

The cache is in `ARMARIUM_CACHE`, or in the user's cache folder. If neither is writable, it is in a temporary folder
that lasts as long as the process, with a message. It is never beside the sources.
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
from numba.core.registry import cpu_target

__all__ = [
    "KernelCacheLocator",
    "cache_base",
    "disable_compiler",
    "folder_of",
    "has_lasting_cache",
    "machine_name",
    "sources_of",
    "used_folders",
]

_FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "SLP_VECTORIZE")
# Sets of labels have sixteen entries; with this LLVM pass a loop over them takes two instructions.
if "NUMBA_SLP_VECTORIZE" not in os.environ:
    numba.config.SLP_VECTORIZE = 1

_FROM = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT = re.compile(r"^\s*import\s+([\w.]+)", re.MULTILINE)
_NAME = re.compile(r"\w+")

used_folders: set[Path] = set()  # of the kernels that this process has decorated
_temporary: set[Path] = set()  # caches that end with this process


class KernelCacheLocator(caching._CacheLocator):  # type: ignore[misc]  # Numba has no types
    """Tells Numba where a function is cached, whether the cache is fresh, and how to tell functions apart."""

    def __init__(self, function: Callable[..., Any]) -> None:
        # The module that owns the kernel: a bound generic kernel belongs to the game (binding.py).
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
        used_folders.add(locator._folder)
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
    queue = [(module, file)]
    while queue:
        name, path = queue.pop()
        if name not in found:
            found[name] = path.read_bytes()
            for imported in _imports(found[name].decode("utf-8"), name):
                if imported.partition(".")[0] in packages and (there := _find_source(imported)):
                    queue.append((imported, there))
    return found


def _imports(text: str, importer: str) -> Iterator[str]:
    """Yield the names of imported modules. `from games import cards` may import a module or a name."""
    for origin, names in _FROM.findall(text):
        if origin.startswith("."):
            up = len(origin) - len(origin.lstrip("."))
            origin = ".".join([*importer.split(".")[:-up], *filter(None, [origin.lstrip(".")])])
        members = [f"{origin}.{name}" for name in _NAME.findall(names)]
        modules = [member for member in members if _find_source(member)]
        yield from modules
        if len(modules) < len(members):
            yield origin
    yield from _IMPORT.findall(text)


@functools.cache
def _find_source(module: str) -> Path | None:
    """Return the source of a module, or None if it is not a module. Only packages already imported are looked at."""
    package, _, name = module.rpartition(".")
    if not package:
        spec = find_spec(module)
        return Path(spec.origin) if spec and spec.origin else None
    parent = _find_source(package)
    if parent is None or parent.name != "__init__.py":
        return None
    for file in (parent.parent / f"{name}.py", parent.parent / name / "__init__.py"):
        if file.is_file():
            return file
    return None


@functools.cache
def cache_base() -> Path:
    """Return the folder of all caches; checked once."""
    named = os.environ.get("ARMARIUM_CACHE")
    try:
        base = Path(named) if named else platformdirs.user_cache_path("armarium")
        base.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=base).close()
    except (OSError, RuntimeError) as error:
        base = Path(tempfile.mkdtemp(prefix="armarium-"))
        _temporary.add(base)
        atexit.register(shutil.rmtree, base, ignore_errors=True)
        print(
            f"armarium: cannot cache compiled rules ({error}), so every process compiles them again. "
            "Set ARMARIUM_CACHE to a writable folder.",
            file=sys.stderr,
        )
    return base


def has_lasting_cache() -> bool:
    """Return whether other processes find what this one compiles."""
    return cache_base() not in _temporary


def machine_name() -> str:
    """Return what compiled code depends on besides sources and versions: the processor and the version of Python."""
    return f"{cpu_target.target_context.codegen().magic_tuple()} {sys.implementation.cache_tag}"


def disable_compiler() -> None:
    """Interpret the kernels in this process and in those that it starts. Call it before kernels are imported."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    numba.config.DISABLE_JIT = 1
