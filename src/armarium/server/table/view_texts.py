"""What every eye sees of a table, as text: made once, however many look through it, and kept until the next step.

A patch is made of two such texts of one eye, and of nothing else: what an eye cannot see cannot be in it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from armarium.games.table.game import Game
from armarium.games.table.kernels.patch import patch_text
from armarium.server.table.eyes import Eye

__all__ = ["Fields", "ViewTexts"]

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Fields(dict[str, Any]):
    """A view of which nobody asks more than a field or two: each is read from the text when it is asked for."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self._texts = _fields.decode(text)

    def __missing__(self, name: str) -> Any:
        value = self[name] = msgspec.json.decode(self._texts[name])
        return value


class ViewTexts:
    def __init__(self) -> None:
        self._latest: dict[Eye, tuple[Game, bytes]] = {}

    def view(self, game: Game, eye: Eye) -> bytes:
        """A game that a table holds is never played on with: its view stays what it is."""
        known = self._latest.get(eye)
        if known is not None and known[0] is game:
            return known[1]
        text = game.view_text(eye)
        self._latest[eye] = (game, text)
        return text

    def patch(self, before: Game, after: Game, eye: Eye) -> bytes:
        was = self.view(before, eye)
        return patch_text(was, self.view(after, eye))
