"""How far something long is: on the terminal, and never in what is piped on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress as Progressing

if TYPE_CHECKING:
    from armarium.games.table.analyst import Progress

__all__ = ["bar"]


@contextlib.contextmanager
def bar() -> Iterator[Progress]:
    with Progressing(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of)
