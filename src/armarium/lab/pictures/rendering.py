"""Render a view for an environment: as text, pixels or in a window."""

from __future__ import annotations

import base64
import logging
from typing import Any

import numpy as np

from armarium.core.errors import BadOption
from armarium.core.game import View
from armarium.lab.extension import lab_extension
from armarium.lab.pictures.image import pixels, png

__all__ = ["Renderer", "Window", "open_window"]


_logger = logging.getLogger(__name__)


def open_window(title: str) -> Window | None:
    """Open a window, or return None on a machine without Tk or without a screen."""
    try:
        import tkinter

        return Window(tkinter.Tk(), title)
    except Exception as error:  # an ImportError or a Tk error
        _logger.info("Cannot open a window: %s.", error)
        return None


class Window:
    def __init__(self, root: Any, title: str) -> None:
        import tkinter

        self._root, self._image = root, None
        root.title(title)
        self._picture = tkinter.Label(root)
        self._picture.pack()

    def show(self, png: bytes) -> None:
        import tkinter

        image: Any = tkinter.PhotoImage(master=self._root, data=base64.b64encode(png))
        self._image = image  # Tk does not keep a reference to the image
        self._picture.configure(image=image)
        self._root.update()

    def close(self) -> None:
        self._root.destroy()


class Renderer:
    """Renders views: `rgb_array` as an image, `ansi` as text, `human` in a window.

    Without a screen, `human` shows nothing and a warning says so once. A game without pictures renders as text only.
    """

    def __init__(self, game: str, mode: str | None) -> None:
        self._game, self._mode = game, mode
        self._draw = lab_extension(game).picture
        self._window: Window | None = None
        self._has_tried = False
        allowed = [None, "human", *(["rgb_array"] if self._draw else []), "ansi"]
        if mode not in allowed:
            raise BadOption(option="render_mode", asked=mode, allowed=allowed)

    def render(self, view: View) -> np.ndarray | str | None:
        if self._mode == "rgb_array":
            assert self._draw is not None
            return pixels(self._draw(view))
        if self._mode == "human":
            self._render_for_human(view)
        return _format_view(view) if self._mode == "ansi" else None

    def _render_for_human(self, view: View) -> None:
        if self._draw is None:
            print(_format_view(view))
            return
        if not self._has_tried:
            self._window = open_window(self._game)
            if self._window is None:
                _logger.warning("There is no screen for render_mode 'human'; 'ansi' returns text.")
        self._has_tried = True
        if self._window is not None:
            self._window.show(png(self._draw(view)))

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
        self._window, self._has_tried = None, False

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the window, which cannot be pickled."""
        return {**self.__dict__, "_window": None, "_has_tried": False}


def _format_view(view: View) -> str:
    return "\n".join(f"{name}: {value}" for name, value in view.items() if name != "knowledge")
