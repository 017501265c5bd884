"""The games under their Gymnasium names: `armarium/<Game>-v0`.

Gymnasium has no plugins since its version 1. So that `gymnasium.make` finds the games without an import of ours, a
line in the environment (`armarium_gymnasium.pth`) calls `when_imported` at the start of Python: whoever imports
gymnasium then finds them registered, and nobody else pays more than this small page.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # every start of Python reads this page: even `typing` would be dear
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType

__all__ = ["name_of", "register", "when_imported"]

MODULE = "armarium.lab.adapters.gymnasium"


def name_of(game: str) -> str:
    return f"armarium/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register() -> None:
    """Every game whose book has rows; nothing of the games themselves is loaded."""
    import gymnasium

    from armarium.games import shelf
    from armarium.games.table.book import Book

    for game in shelf.names():
        book = shelf.open_book(game)
        # Asking for rows or batches would compile: does the book have them at all?
        has_rows, has_batch = type(book).rows is not Book.rows, type(book).batch is not Book.batch
        is_solo = book.seats == (1,)
        if has_rows and (is_solo or has_batch) and name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point=f"{MODULE}:OneSeat",
                vector_entry_point=f"{MODULE}_vector:Batch" if is_solo and has_batch else None,
                kwargs={"game": game},
            )


def when_imported() -> None:
    """Register the games as soon as somebody imports gymnasium."""
    if "gymnasium" in sys.modules:
        register()
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds gymnasium as everybody does, once, and adds a last step to its loading."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        from importlib.util import find_spec

        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)  # type: ignore[assignment]
        return spec


class _Loader:
    """The real one; when it has done its work, the games are registered."""

    def __init__(self, real: Loader) -> None:
        self._real = real

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._real
        self._real.exec_module(module)
        register()
