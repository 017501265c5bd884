"""Compile every kernel of a game once, with a line that says so: part of set-up, so that nobody waits later.

`python -m armarium.games.warm GAME`; without a name, all games one after the other.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from armarium.games.shelf import names, open_book
from armarium.games.table import announcing

__all__ = ["main", "warm"]


def warm(name: str) -> None:
    """Compile a game's doors by going through them (about a second when they are cached)."""
    open_book(name).warm()


def main(what: str = "rules", warm: Callable[[str], None] = warm) -> None:
    announcing.silence()
    for name in sys.argv[1:] or names():
        # Whole lines: another game may be compiled beside this one.
        print(f"• compiling the {what} of {name} (once; about a minute) …", flush=True)
        begun = time.monotonic()
        warm(name)
        print(f"• the {what} of {name}: ready after {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
