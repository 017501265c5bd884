"""Bind kernels that are the same for every game (`kernels/entries`, `slots`, `random_play`) to a game.

A closure over the game's rules would be simpler, but Numba cannot cache it: the cache key of a closure contains what it
closes over, and a kernel is pickled under a random number. So every process would compile again and leave one more
file. A generic kernel therefore calls the game's functions by name, as globals. Binding makes a copy whose globals are
the game's and which belongs to the game's module. It is cached like that module's own kernels, in a folder named after
all of its sources.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from armarium.core import jit

__all__ = ["Binding", "generic"]

Kernel = Callable[..., Any]


def generic(function: Kernel) -> Kernel:
    """Mark a kernel that must be bound to a game before it can be called."""
    return function


class Binding:
    """Binds generic kernels to the functions of a game, by name. A bound kernel is available to kernels bound later."""

    def __init__(self, module: str, *, rules: ModuleType, **functions: Kernel) -> None:
        self._names: dict[str, Any] = {
            "rules": rules,
            **functions,
            "__name__": module,
            "__file__": sys.modules[module].__file__,
        }

    def jit(self, function: Kernel) -> Kernel:
        return self._bind(function, jit.jit)

    def jit_entry(self, function: Kernel) -> Kernel:
        return self._bind(function, jit.jit_entry)

    def _bind(self, function: Kernel, compile_kernel: Callable[[Kernel], Kernel]) -> Kernel:
        assert isinstance(function, FunctionType)
        code = function.__code__
        if code.co_freevars:
            raise TypeError(
                f"{function.__name__} is a closure over {', '.join(code.co_freevars)}, which cannot be bound to a game"
            )
        if code.co_kwonlyargcount:
            raise TypeError(
                f"{function.__name__} has keyword-only arguments, which Numba does not support"
            )
        names = {**function.__globals__, **self._names}
        copy = FunctionType(code, names, function.__name__, function.__defaults__)
        copy.__doc__ = function.__doc__
        kernel = compile_kernel(copy)
        self._names[function.__name__] = kernel
        return kernel
