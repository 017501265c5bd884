"""Kernels that are the same for every game, written once (`kernels/doors`, `slots`, `random_play`) and bound to a game.

A closure over the game's rules would be the plain way, but Numba finds none on disk again: the key of a closure holds
what it closes over, a kernel among that is pickled under a random number, and so every process compiles anew and leaves
one more file. A generic kernel therefore calls the game's functions by their names, as globals. Binding makes a copy
of it whose globals are the game's and which belongs to the game's module: it is cached like that module's own kernels,
in a folder named by all of its sources.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from armarium.games.table import compiled

__all__ = ["Binding", "generic"]

Kernel = Callable[..., Any]


def generic(function: Kernel) -> Kernel:
    """Marks a kernel that is to be bound to a game before anybody can call it."""
    return function


class Binding:
    """Ties generic kernels to the functions of a game, by name; what was bound is known to what is bound later."""

    def __init__(self, module: str, *, rules: ModuleType, **functions: Kernel) -> None:
        self._names: dict[str, Any] = {
            "rules": rules,
            **functions,
            "__name__": module,
            "__file__": sys.modules[module].__file__,
        }

    def compiled(self, function: Kernel) -> Kernel:
        return self._bind(function, compiled.compiled)

    def door(self, function: Kernel) -> Kernel:
        return self._bind(function, compiled.door)

    def _bind(self, function: Kernel, compile_it: Callable[[Kernel], Kernel]) -> Kernel:
        assert isinstance(function, FunctionType)
        copy = FunctionType(
            function.__code__, {**function.__globals__, **self._names}, function.__name__
        )
        copy.__doc__ = function.__doc__
        kernel = compile_it(copy)
        self._names[function.__name__] = kernel
        return kernel
