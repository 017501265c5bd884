"""Compile every kernel of every game once, with a line that says so: part of set-up, so that nobody waits later."""

from __future__ import annotations

import time

from armarium.games.shelf import BOOKS, open_book

__all__ = ["main", "warm"]


def warm(name: str) -> float:
    """Compile a game's doors by going through them; the seconds it took (about one when they are cached)."""
    begun = time.monotonic()
    open_book(name).warm()
    return time.monotonic() - begun


def main() -> None:
    for name in BOOKS:
        print(f"Compiling the rules of {name} (once; about a minute) …", end="", flush=True)
        print(f" ready after {warm(name):.1f} s.", flush=True)


if __name__ == "__main__":
    main()
