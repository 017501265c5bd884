"""The server extension of Bibliogamo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from armarium.server.extension import ExtraRoute, Lesson, ServerExtension

__all__ = ["SERVER"]


class BibliogamoServer(ServerExtension):
    has_daily = True
    stops_at_cards = True

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """Return True: until a card is turned up, nothing is hidden."""
        return True

    def options_to_store(self, game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        from armarium.games.bibliogamo.server.own_components import check_option

        kept = super().options_to_store(game, asked)
        return (
            kept | {"components": check_option(kept["components"])}
            if "components" in kept
            else kept
        )

    @property
    def routes(self) -> Sequence[ExtraRoute]:
        from armarium.games.bibliogamo.server.own_components import ROUTES

        return ROUTES

    def page_files(self) -> Mapping[str, Any]:
        from armarium.games.bibliogamo.server.own_components import standard_set

        return {"components.json": {"components": standard_set()}}

    @property
    def lesson(self) -> Lesson:
        from armarium.games.bibliogamo.server.lesson import LESSON

        return LESSON


SERVER = BibliogamoServer()
