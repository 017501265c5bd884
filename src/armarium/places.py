"""The default database file, in the platform's folder for application data.

`core/kernel_cache.py` chooses the cache folder; logs go to standard error. `docs/settings.md` lists all
locations and the variables that change them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

__all__ = ["database_file"]

_NAME = "armarium.db"


def database_file() -> Path:
    """Return the database file. If only the earlier location has one, print a notice and use it there.

    Moving a file that another server has open could lose the last actions.
    """
    file = platformdirs.user_data_path("armarium", appauthor=False) / _NAME
    earlier = _earlier()
    if file == earlier or file.exists() or not earlier.exists():
        return file
    print(
        f"armarium: using the database of an earlier version in {earlier.parent}; "
        f"the default folder on this platform is {file.parent}.",
        file=sys.stderr,
    )
    return earlier


def _earlier() -> Path:
    """Return the location that the first versions used on every platform: the one for Linux."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "armarium" / _NAME
