"""A window that shows one picture after another, by Python's own Tk; where there is no screen, none."""

from __future__ import annotations

import base64
import logging
from typing import Any

__all__ = ["Window", "window_of"]

_logger = logging.getLogger(__name__)


def window_of(title: str) -> Window | None:
    """A window or, on a machine without Tk or without a screen, None."""
    try:
        import tkinter

        return Window(tkinter.Tk(), title)
    except Exception as error:  # an ImportError, or Tk's own
        _logger.info("No window can be opened here: %s.", error)
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
        self._image = image  # Tk forgets a picture that nobody else holds
        self._picture.configure(image=image)
        self._root.update()

    def close(self) -> None:
        self._root.destroy()
