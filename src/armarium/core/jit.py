"""The four decorators of all kernels, and what depends on whether kernels are compiled. See `kernel_cache`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from armarium.core import announcing
from armarium.core.kernel_cache import KernelCacheLocator

__all__ = [
    "is_interpreted",
    "jit",
    "jit_entry",
    "jit_inline",
    "jit_no_refcount",
    "zeroed_records",
]

is_interpreted = bool(numba.config.DISABLE_JIT)
announcing.register_listener()

_LOCATOR = f"{KernelCacheLocator.__module__}.{KernelCacheLocator.__name__}"


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel that only other kernels call, without the wrappers that Python would need."""
    return _jit(function, no_cpython_wrapper=True)


def jit_no_refcount(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel that neither creates nor returns arrays, without reference counting.

    Atomic reference counting took a quarter of the time of writing a view.
    """
    return _jit(function, no_cpython_wrapper=True, refcount=False)


def jit_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Inline a small kernel into its callers, without reference counting."""
    return _jit(function, no_cpython_wrapper=True, forceinline=True, refcount=False)


def jit_entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel that plain Python calls."""
    return _jit(function, no_cpython_wrapper=False)


def _jit(
    function: Callable[..., Any],
    *,
    no_cpython_wrapper: bool,
    forceinline: bool = False,
    refcount: bool = True,
) -> Callable[..., Any]:
    """Compile on first use and cache the result; with NUMBA_DISABLE_JIT, return the Python function."""
    if is_interpreted:
        return function
    before = numba.config.CACHE_LOCATOR_CLASSES
    # Set for this decoration only, so that other kernels in the process keep their own cache.
    numba.config.CACHE_LOCATOR_CLASSES = _LOCATOR
    try:
        kernel: Callable[..., Any] = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",  # no kernel divides by zero; the checks were half of the code
            no_cfunc_wrapper=True,
            no_cpython_wrapper=no_cpython_wrapper,
            forceinline=forceinline,
            _nrt=refcount,  # Numba's name for reference counting; without it, creating an array is an error
        )(function)
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = before
    return kernel


def zeroed_records(dtype: np.dtype[Any], number: int) -> np.ndarray:
    """Return zeroed records; interpreted rules get a record array with attribute access."""
    records = np.zeros(number, dtype)
    return records.view(np.recarray) if is_interpreted else records
