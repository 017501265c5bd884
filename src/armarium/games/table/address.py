"""An address of a game's own on a server, without anything that a server is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Address", "Answer"]


@dataclass(frozen=True)
class Answer:
    """JSON-ready data, or a text to be saved as a file of this name."""

    data: Any = None
    text: str | None = None
    file_name: str = ""
    media_type: str = "application/json"


@dataclass(frozen=True)
class Address:
    """What is sent there, at most so many bytes, goes to `answer`, which raises an ArmariumError for what is wrong.

    `answer` may take its time: it is called apart from the tables.
    """

    method: Literal["GET", "POST"]
    path: str
    answer: Callable[[bytes], Answer]
    most_bytes: int = 0
