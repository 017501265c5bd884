"""The four decorators of all kernels; `kernel_cache` says where what they compile is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numba

from armarium.games.table import announcing
from armarium.games.table.kernel_cache import KernelCacheLocator

__all__ = ["borrowing", "compiled", "door", "inlined", "is_interpreted"]

is_interpreted = bool(numba.config.DISABLE_JIT)
announcing.listen()

_LOCATOR = f"{KernelCacheLocator.__module__}.{KernelCacheLocator.__name__}"

# Sets of labels lie sixteen in a row; with this pass of LLVM a loop over them is two instructions wide.
if "NUMBA_SLP_VECTORIZE" not in os.environ:
    numba.config.SLP_VECTORIZE = 1


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule: called by other kernels only, so the wrappers that Python would need are not built."""
    return _jit(function, no_cpython_wrapper=True)


def borrowing(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that reads and writes the arrays it is lent, makes none and gives none back: nobody counts who holds them.
    Counting is atomic, and was a quarter of the time that writing a view took."""
    return _jit(function, no_cpython_wrapper=True, counts=False)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule so small, or called so often, that the call itself would cost most; it borrows too."""
    return _jit(function, no_cpython_wrapper=True, forceinline=True, counts=False)


def door(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that plain Python calls."""
    return _jit(function, no_cpython_wrapper=False)


def _jit(
    function: Callable[..., Any],
    *,
    no_cpython_wrapper: bool,
    forceinline: bool = False,
    counts: bool = True,
) -> Callable[..., Any]:
    """Compile on first use and keep it; the interpreter's own function under NUMBA_DISABLE_JIT."""
    if is_interpreted:
        return function
    before = numba.config.CACHE_LOCATOR_CLASSES
    # Set for this decoration only, so that a researcher's own kernels keep their own cache.
    numba.config.CACHE_LOCATOR_CLASSES = _LOCATOR
    try:
        kernel: Callable[..., Any] = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",  # no kernel divides by zero; half the code of a kernel was checks for it
            no_cfunc_wrapper=True,
            no_cpython_wrapper=no_cpython_wrapper,
            forceinline=forceinline,
            _nrt=counts,  # Numba's word for counting who holds an array; without it, making one is an error
        )(function)
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = before
    return kernel
