"""The shapes of Biblios' views and events (docs/views.md), for the page's types only.

The server passes views on as the rules build them; nothing here is checked while playing.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

__all__ = ["SHAPES", "Category", "Dice", "Event", "Outcome", "Place", "SeatView", "View"]

Category = Literal["monks", "pigments", "holy-books", "manuscripts", "tomes"]
Phase = Literal["gift", "auction", "over"]
Step = Literal["allocate", "take", "church", "bid", "pay", "over"]
Place = str  # box, draw, auction, hidden, hand-0 … hand-3; in knowledge also hand-1.a
Card = str  # monks-4h, gold-3, church+1x2
Seat = int

# One key a category, by its full spelling: the page indexes dice by category.
Dice = TypedDict(
    "Dice", {"monks": int, "pigments": int, "holy-books": int, "manuscripts": int, "tomes": int}
)


class Maybe(TypedDict):
    card: Card
    also: list[Place]


class SeatView(TypedDict):
    size: int
    known: list[Card]
    maybe: list[Maybe]
    open: list[Card]


class Allocated(TypedDict):
    keep: bool
    auction: bool
    public: int
    left: int


class KnowledgeRow(TypedDict):
    at: list[Place]
    cards: list[Card]


class Knowledge(TypedDict):
    you: list[KnowledgeRow]
    everyone: list[KnowledgeRow]


class Outcome(TypedDict):
    winners: list[Seat]
    points: list[int]
    categories: dict[Category, Seat | None]
    decided_by: str
    dice: Dice
    totals: dict[Category, list[int]]
    letters: dict[Category, list[str | None]]
    gold: list[int]
    gold_cards: list[int]


class View(TypedDict):
    game: Literal["biblios"]
    rules: int
    you: Seat | None
    phase: Phase
    step: Step
    active: Seat
    to_act: Seat | None
    first: Seat
    dice: Dice
    hand: list[Card]
    seats: list[SeatView]
    drawn: Card | None
    allocated: Allocated
    public: list[Card]
    lot: Card | None
    lot_number: int
    lots: int
    bid: int
    leader: Seat | None
    passed: list[Seat]
    barred: list[Seat]
    owed: int | None
    paid: list[Card] | None
    paid_count: int
    payment: list[str] | None
    church: Card | None
    placed: list[Card]
    paid_hidden: list[Card]
    unseen: dict[Card, int]
    draw_left: int
    auction_left: int
    box_size: int
    discard: list[Card]
    discard_hidden: int
    legal: list[str]
    options: dict[str, Any]
    knowledge: Knowledge
    outcome: Outcome | None


# `from` is a word of Python's own.
DieTurned = TypedDict("DieTurned", {"category": Category, "from": int, "to": int})

EventName = Literal[
    "card-kept",
    "card-auctioned",
    "card-made-public",
    "card-drawn",
    "card-taken",
    "turn-begun",
    "phase-begun",
    "lot-turned-up",
    "bid",
    "passed",
    "lot-won",
    "card-paid",
    "lot-bought",
    "could-not-pay",
    "refused-to-pay",
    "card-stolen",
    "card-lost",
    "lot-offered-again",
    "lot-discarded",
    "church-acquired",
    "church-used",
    "church-declined",
    "hands-revealed",
    "category-won",
    "category-unclaimed",
    "game-won",
]

# One flat shape: the page tells most events by whatever facts are there.
Event = TypedDict(
    "Event",
    {
        "event": EventName,
        "seat": NotRequired[Seat],
        "card": NotRequired[Card],
        "phase": NotRequired[Phase],
        "number": NotRequired[int],
        "amount": NotRequired[int],
        "face": NotRequired[Literal["up", "down"]],
        "from": NotRequired[Seat],
        "by": NotRequired[Seat],
        "barred": NotRequired[list[Seat]],
        "dice": NotRequired[list[DieTurned]],
        "hands": NotRequired[list[list[Card]]],
        "category": NotRequired[Category],
        "total": NotRequired[int],
        "points": NotRequired[int | list[int]],
        "tied": NotRequired[list[Seat]],
        "letter": NotRequired[str | None],
        "winners": NotRequired[list[Seat]],
        "decided_by": NotRequired[str],
    },
)

# What the page's types are made from, and names for unions of words, which the types themselves do not carry.
SHAPES: dict[str, Any] = {
    "View": View,
    "Event": Event,
    "Category": Category,
    "Phase": Phase,
    "Step": Step,
    "EventName": EventName,
}
