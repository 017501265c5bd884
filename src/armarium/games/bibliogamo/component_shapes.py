"""The shapes of Bibliogamo's components as data (docs/components.md), for the page's types only."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

__all__ = ["CardId", "ComponentSet", "Craft", "Crew", "Tower"]

Craft = Literal["researcher", "scribe", "illustrator", "binder"]
Tower = Literal["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"]
CardId = int


class Crew(TypedDict):
    """Artisans by craft; what is not there is none."""

    researcher: NotRequired[int]
    scribe: NotRequired[int]
    illustrator: NotRequired[int]
    binder: NotRequired[int]


class ArtisanCard(TypedDict):
    id: CardId
    librarian: int
    blocks: Craft
    grants: Crew
    pointer: int
    florins: list[int]
    provenance: NotRequired[str]


class TowerPart(TypedDict):
    id: Tower
    name: str
    ring_index: int
    need: Crew
    name_provenance: NotRequired[str]
    need_provenance: NotRequired[str]
    position_provenance: NotRequired[str]


class CollectionPart(TypedDict):
    id: int
    name: str
    vp: int
    need: dict[str, int]
    provenance: NotRequired[str]


class FlorinLevel(TypedDict):
    florins: int
    extra_artisans: int


class Ring(TypedDict):
    spaces: list[str]


class ComponentSet(TypedDict):
    provenance: NotRequired[dict[str, str]]
    counts: dict[str, int]
    florin_levels: list[FlorinLevel]
    limits: NotRequired[dict[str, int]]
    ring: Ring
    colours: NotRequired[dict[str, str]]
    tower: list[TowerPart]
    prestige: list[CollectionPart]
    artisan: list[ArtisanCard]
