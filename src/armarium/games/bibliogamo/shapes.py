"""The shapes of Bibliogamo's views and events (docs/views.md), for the page's types only.

The server passes views on as the rules build them; nothing here is checked while playing.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from armarium.games.bibliogamo.component_shapes import CardId, ComponentSet, Craft, Crew, Tower

__all__ = ["SHAPES", "Event", "Outcome", "View"]

Step = Literal[
    "move",
    "give-back",
    "sell",
    "price",
    "hire",
    "place",
    "pay",
    "library",
    "transfer",
    "retrain",
    "over",
]
Rank = Literal["apprentice", "journeyman", "master", "guildmaster", "grand-librarian"]
Space = int  # of the ring; 0 is the Grand Library


class Prices(TypedDict):
    low: int
    high: int
    mean: float


class HirePreview(TypedDict):
    places: Crew
    loses: int
    short: int
    finishes: bool


class Reach(TypedDict):
    space: Space
    cost: int
    gives_back: int


class Previews(TypedDict):
    days_left: int
    next_step: Step | Literal["day"] | None
    reach: list[Reach]
    tomorrow: list[int] | None
    hires: dict[str, dict[Tower, HirePreview]]
    blocked_cards: list[CardId]
    lifting: list[CardId]
    sale: Prices | None
    redraw: Prices | None
    lacks: dict[str, Crew]
    finished: list[Tower]
    jam: bool


class Hired(TypedDict):
    card: CardId
    tower: Tower
    left: Crew


class PriceOffer(TypedDict):
    first: CardId
    second: CardId
    price: int
    replaced: list[CardId]


# `from` is a word of Python's own.
Transfer = TypedDict(
    "Transfer",
    {
        "card": CardId,
        "left": int,
        "from": Tower | None,
        "to": Tower | None,
        "type": Craft | None,
    },
)


class Collection(TypedDict):
    id: int
    name: str
    vp: int
    need: dict[str, int]


class Outcome(TypedDict):
    score: int
    books: int
    by_tower: dict[Tower, int]
    florins: int
    prestige: bool
    prestige_vp: int
    rank: Rank
    winners: list[int]


class Options(TypedDict):
    redraw_chains: bool
    block_scope: Literal["large", "any"]
    transfer_keeps_type: bool
    count_when: Literal["sold", "finished"]
    landing: Literal["rest", "every-stop"]
    transfer_count: Literal["up-to", "exact"]
    components: Literal["standard"] | ComponentSet


class View(TypedDict):
    game: Literal["bibliogamo"]
    rules: int
    you: int | None
    day: int
    step: Step
    to_act: int | None
    librarian: Space
    landed: bool
    florins: int
    supply: int
    reserve: int
    towers: dict[Tower, Crew]
    books: dict[Tower, int]
    hand: list[CardId]
    discard: list[CardId]
    turned: CardId
    blocked: Craft | None
    lifted: bool
    hires: int
    hired: Hired | None
    owed: int
    offer: PriceOffer | None
    transfer: Transfer | None
    prestige: Collection
    draw_left: int
    unseen: list[CardId]
    previews: Previews
    legal: list[str]
    options: Options
    outcome: Outcome | None


EventName = Literal[
    "day-begun",
    "librarian-walked",
    "card-turned",
    "step-paid",
    "level-lost",
    "artisan-given-back",
    "block-lifted",
    "price-offered",
    "price-redrawn",
    "level-reached",
    "book-sold",
    "artisans-hired",
    "artisan-placed",
    "card-paid",
    "library-used",
    "artisan-moved",
    "cards-drawn",
    "reshuffled",
    "game-ended",
]

Event = TypedDict(
    "Event",
    {
        "event": EventName,
        "day": NotRequired[int],
        "from": NotRequired[Space | Tower],
        "to": NotRequired[Space | Tower],
        "card": NotRequired[CardId],
        "cards": NotRequired[int | list[CardId]],
        "blocks": NotRequired[Craft],
        "level": NotRequired[int],
        "artisans": NotRequired[int],
        "tower": NotRequired[Tower],
        "type": NotRequired[Craft],
        "as": NotRequired[Craft],
        "first": NotRequired[CardId],
        "second": NotRequired[CardId],
        "price": NotRequired[int],
        "placed": NotRequired[Crew],
        "icons": NotRequired[Crew],
        "moves": NotRequired[int],
        "score": NotRequired[int],
        "books": NotRequired[int],
        "florins": NotRequired[int],
        "prestige": NotRequired[bool],
        "rank": NotRequired[Rank],
    },
)


class ComponentsAnswer(TypedDict):
    """A set of components as data, in the form of docs/components.md."""

    components: ComponentSet


# What the page's types are made from, and names for unions of words, which the types themselves do not carry.
SHAPES: dict[str, Any] = {
    "View": View,
    "Event": Event,
    "ComponentsAnswer": ComponentsAnswer,
    "Craft": Craft,
    "TowerId": Tower,
    "Step": Step,
    "Rank": Rank,
    "EventName": EventName,
}
