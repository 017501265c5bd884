"""A library that only this part of the house needs, or one clear line on how to get it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError

__all__ = ["MissingLibrary", "wanted"]


class MissingLibrary(ArmariumError):
    code: ClassVar[str] = "missing-library"
    sentence: ClassVar[str] = (
        'This needs {asked}, which is not installed: pip install "armarium[{extra}]".'
    )


def wanted(module: str, extra: str = "lab") -> Any:
    """The module, if it is installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingLibrary(asked=module, extra=extra) from error
