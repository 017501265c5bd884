"""The three decorators of all kernels, and the one place that knows Numba's cache.

Numba's cache does not see through files or flags: a cached caller keeps the old body of a callee in another
file, and a bounds-checked run would silently load unchecked code. So every kernel is cached in a folder named by a
hash of all sources it can depend on, of the versions, and of the flags.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

__all__ = ["cache_folder", "compiled", "door", "inlined", "is_interpreted"]

_PACKAGE = Path(__file__).parents[2]
_FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "SLP_VECTORIZE")

is_interpreted = bool(numba.config.DISABLE_JIT)

# Sets of labels lie sixteen in a row; with this pass of LLVM a loop over them is two instructions wide.
if "NUMBA_SLP_VECTORIZE" not in os.environ:
    numba.config.SLP_VECTORIZE = 1


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule: called by other kernels only, so the wrappers that Python would need are not built."""
    return _jit(function, no_cpython_wrapper=True)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule so small, or called so often, that the call itself would cost most."""
    return _jit(function, no_cpython_wrapper=True, forceinline=True)


def door(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that plain Python calls."""
    return _jit(function, no_cpython_wrapper=False)


def _jit(
    function: Callable[..., Any], *, no_cpython_wrapper: bool, forceinline: bool = False
) -> Callable[..., Any]:
    """Compile on first use and keep it; the interpreter's own function under NUMBA_DISABLE_JIT."""
    if is_interpreted:
        return function
    before = numba.config.CACHE_DIR
    # Set for this decoration only, so that a researcher's own kernels keep their own cache.
    numba.config.CACHE_DIR = str(cache_folder(_rooms(function.__module__)))
    try:
        kernel: Callable[..., Any] = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",  # no kernel divides by zero; half the code of a kernel was checks for it
            no_cfunc_wrapper=True,
            no_cpython_wrapper=no_cpython_wrapper,
            forceinline=forceinline,
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    return kernel


def _rooms(module: str) -> tuple[str, ...]:
    """The folders whose sources a kernel of this module may call: its own and those below."""
    _, layer, *rest = module.split(".")
    if layer == "games":
        return ("games/table",) if rest[0] == "table" else ("games/table", f"games/{rest[0]}")
    if layer == "players":  # a player knows its own game alone
        return ("games/table", f"games/{rest[0]}", f"players/{rest[0]}")
    return ("games", "players", "lab")


@functools.cache
def cache_folder(rooms: tuple[str, ...]) -> Path:
    digest = hashlib.sha256()
    for room in rooms:
        for source in sorted((_PACKAGE / room).rglob("*.py")):
            digest.update(source.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(source.read_bytes() + b"\0")
    flags = [getattr(numba.config, flag) for flag in _FLAGS]
    digest.update(f"{numba.__version__} {np.__version__} {flags}".encode())
    home = os.environ.get("ARMARIUM_CACHE")
    base = Path(home) if home else _user_cache() / "armarium"
    return base / f"kernels-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
