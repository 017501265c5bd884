"""The fields of Bibliogamo's views and events, with their types and meanings.

The page's types and the tables of docs/views.md are generated from these. tests/contract/test_view_fields.py checks the
kernel that writes views against them. Nothing is checked at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from armarium.core.option import option_types
from armarium.games.bibliogamo.options import OPTIONS

__all__ = [
    "EVENTS",
    "SHAPES",
    "BibliogamoOutcome",
    "BibliogamoView",
    "CardId",
    "ComponentSet",
    "Craft",
    "Crew",
    "Event",
    "Tower",
]

Craft = Literal["researcher", "scribe", "illustrator", "binder"]
Tower = Literal["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"]
CardId = int


class Crew(TypedDict):
    """Numbers of artisans by craft. A missing craft means 0."""

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
    days_left: Annotated[int, "40 − day"]
    next_step: Annotated[
        Step | Literal["day"] | None,
        'the step after `done`, or `"day"` for a new day; `null` if `done` is not legal',
    ]
    reach: Annotated[
        list[Reach],
        "in `move`: every space that can be paid for, cost 0 where he stands; `gives_back` counts the "
        "artisans that levels lost on the way would take; otherwise `[]`",
    ]
    tomorrow: Annotated[
        list[int] | None,
        "seven numbers: how many of the cards that may be turned tomorrow take him to each space, if he stays "
        "and the turn ends now; `null` on the last day",
    ]
    hires: Annotated[
        dict[str, dict[Tower, HirePreview]],
        "in `move`, `sell` and `hire`, for each card that may hire: `loses`: icons that do not fit, `short`: "
        "icons that fit but for which the supply is too small, and then `places` is the most of each type; "
        "otherwise `{}`",
    ]
    blocked_cards: Annotated[list[CardId], "cards of the hand that are blocked"]
    lifting: Annotated[list[CardId], "cards that can lift the block now"]
    sale: Annotated[
        Prices | None,
        "in `move` and `sell`: the possible first prices, from the unseen cards; otherwise `null`",
    ]
    redraw: Annotated[
        Prices | None, "the possible next prices, while a new price is allowed; otherwise `null`"
    ]
    lacks: Annotated[dict[str, Crew], "the artisans that started towers still need"]
    finished: Annotated[list[Tower], "towers with a finished book"]
    jam: Annotated[
        bool,
        "whether no book is finished and every started tower needs more artisans than the supply has",
    ]


class Hired(TypedDict):
    card: CardId
    tower: Tower
    left: Crew


class PriceOffer(TypedDict):
    first: CardId
    second: CardId
    price: int
    replaced: list[CardId]


# `from` is a keyword in Python, so this is not a class.
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


class BibliogamoOutcome(TypedDict):
    score: Annotated[int, "points"]
    books: Annotated[int, "the number of books that count"]
    by_tower: Annotated[dict[Tower, int], "books by tower"]
    florins: Annotated[int, "at the end"]
    prestige: Annotated[bool, "whether the collection is complete"]
    prestige_vp: Annotated[int, "the points of the collection; 0 if it is incomplete"]
    rank: Annotated[Rank, "the rank for the score"]
    winners: Annotated[list[int], "`[0]`"]


# Derived from the table of options (options.py).
if TYPE_CHECKING:
    Options = dict[str, Any]
else:
    Options = TypedDict(
        "Options", {**option_types(OPTIONS), "components": Literal["standard"] | ComponentSet}
    )


class BibliogamoView(TypedDict):
    game: Annotated[Literal["bibliogamo"], "the name of the game"]
    rules: Annotated[int, "the rules version"]
    you: Annotated[int | None, "0, or `null` for a spectator"]
    day: Annotated[int, "1…40"]
    step: Annotated[Step, "what is being decided"]
    to_act: Annotated[int | None, "0; `null` when over"]
    librarian: Annotated[Space, "the space of the librarian"]
    landed: Annotated[bool, "whether the Grand Library may be used this turn"]
    florins: Annotated[int, "your florins"]
    supply: Annotated[int, "free artisans"]
    reserve: Annotated[int, "artisans that join at florin levels"]
    towers: Annotated[
        dict[Tower, Crew],
        "the artisans in each tower: for each of its three types the number, even if it is 0",
    ]
    books: Annotated[dict[Tower, int], "books sold"]
    hand: Annotated[list[CardId], "your cards"]
    discard: Annotated[list[CardId], "the discard pile"]
    turned: Annotated[CardId, "the card of the day"]
    blocked: Annotated[Craft | None, "the blocked type; `null` once it is lifted"]
    lifted: Annotated[bool, "whether the block was lifted"]
    hires: Annotated[int, "hires begun this turn, 0…2"]
    hired: Annotated[
        Hired | None,
        "from a hire until it is paid; `left` are the icons that the player still places by choice (`{}`: "
        "none); otherwise `null`",
    ]
    owed: Annotated[int, "artisans still to be returned for a lost level"]
    offer: Annotated[PriceOffer | None, "while a price is open; otherwise `null`"]
    transfer: Annotated[
        Transfer | None,
        "at the Grand Library, once a card is discarded: moves left, the two towers (`null` before the first "
        "move), and who is on the way in `retrain` (else `null`); otherwise `null`",
    ]
    prestige: Annotated[Collection, "the collection"]
    draw_left: Annotated[int, "the number of cards in the draw pile"]
    unseen: Annotated[list[CardId], "the cards in the draw pile, in ascending order"]
    previews: Annotated[Previews, "what actions would do, below"]
    legal: Annotated[list[str], "your legal actions"]
    options: Annotated[
        Options,
        'every option in force; `components` is `"standard"`, or an owner’s whole set as data',
    ]
    outcome: Annotated[
        BibliogamoOutcome | None, "`null` until the game is over; then the result, below"
    ]


# Each event with its facts.
EVENTS = {
    "day-begun": "`day`",
    "librarian-walked": "`from`, `to`: the three spaces",
    "card-turned": "`card`, `from`, `to` (its extra step), `blocks` (a type)",
    "step-paid": "`from`, `to`",
    "level-lost": "`level` (15, 30, 45), `artisans`",
    "artisan-given-back": "`tower`, `type`",
    "block-lifted": "`card`, `type`",
    "price-offered": "`first`, `second`, `price`",
    "price-redrawn": "`first`, `second`, `price`, `day` (as it is now)",
    "level-reached": "`level` (15, 30, 45), `artisans`",
    "book-sold": "`tower`, `price`",
    "artisans-hired": "`card`, `tower`, `placed` {type: n} (at once), `icons` {type: n} (what the card offered)",
    "artisan-placed": "`tower`, `type`: an artisan that you chose, or that remained after the choice",
    "card-paid": "`card`",
    "library-used": "`card`, `moves`",
    "artisan-moved": "`type`, `as` (another type only where artisans may be retrained), `from`, `to`",
    "cards-drawn": "`cards`, in the order of the draw",
    "reshuffled": "`cards`: how many",
    "game-ended": "`score`, `books`, `florins`, `prestige`, `rank`",
}
if TYPE_CHECKING:
    EventName = str
else:
    EventName = Literal[tuple(EVENTS)]

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
    """A set of components as data, in the format of docs/components.md."""

    components: ComponentSet


# The types that the page needs, by their TypeScript names.
SHAPES: dict[str, Any] = {
    "View": BibliogamoView,
    "Outcome": BibliogamoOutcome,
    "Event": Event,
    "ComponentsAnswer": ComponentsAnswer,
    "Craft": Craft,
    "TowerId": Tower,
    "Step": Step,
    "Rank": Rank,
    "EventName": EventName,
}
