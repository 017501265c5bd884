"""Where this machine keeps the tables: the folder that its platform has for a program's data.

Caches have a place of their own (`games/table/kernel_cache.py`), and the log goes to standard error. All places, and
the variables that change them, are listed in `docs/settings.md`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

__all__ = ["database_file"]

_NAME = "armarium.db"


def database_file() -> Path:
    """The file of the tables. One that an earlier version began elsewhere is used where it lies, and this is said:
    moving a file that another server has open could lose the last actions."""
    file = platformdirs.user_data_path("armarium", appauthor=False) / _NAME
    earlier = _earlier()
    if file == earlier or file.exists() or not earlier.exists():
        return file
    print(
        f"armarium: the tables of an earlier version are used where they lie, in {earlier.parent}; "
        f"this platform's own place is {file.parent}.",
        file=sys.stderr,
    )
    return earlier


def _earlier() -> Path:
    """The first versions took every platform for Linux."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "armarium" / _NAME
