"""How environments render, in the words of Gymnasium and PettingZoo, for every game on the shelf."""

from __future__ import annotations

from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.games.table.game import View
from armarium.lab.pictures.image import pixels, png
from armarium.lab.pictures.window import Window, window_of

__all__ = ["Showing"]


class Showing:
    """`rgb_array` is an image, `ansi` text, `human` a window or, where none can be opened, printed text.

    A game without pictures has only text.
    """

    def __init__(self, game: str, mode: str | None) -> None:
        self._game, self._mode = game, mode
        self._draw = open_book(game).picture
        self._window: Window | None = None
        self._has_tried = False
        allowed = [None, "human", *(["rgb_array"] if self._draw else []), "ansi"]
        if mode not in allowed:
            raise BadOption(option="render_mode", asked=mode, allowed=allowed)

    def show(self, view: View) -> Any:
        if self._mode == "rgb_array":
            assert self._draw is not None
            return pixels(self._draw(view))
        if self._mode == "human":
            self._show_person(view)
        return _lines(view) if self._mode == "ansi" else None

    def _show_person(self, view: View) -> None:
        if not self._has_tried and self._draw is not None:
            self._window = window_of(self._game)
        self._has_tried = True
        if self._window is None or self._draw is None:
            print(_lines(view))
        else:
            self._window.show(png(self._draw(view)))

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
        self._window, self._has_tried = None, False

    def __getstate__(self) -> dict[str, Any]:
        """A window stays where it is."""
        return {**self.__dict__, "_window": None, "_has_tried": False}


def _lines(view: View) -> str:
    return "\n".join(f"{name}: {value}" for name, value in view.items() if name != "knowledge")
