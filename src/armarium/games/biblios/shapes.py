"""The fields of Biblios' views and events, with their types and meanings.

The page's types and the tables of docs/views.md are generated from these. tests/contract/test_view_fields.py checks the
kernel that writes views against them. Nothing is checked at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

__all__ = [
    "EVENTS",
    "SHAPES",
    "BibliosOutcome",
    "BibliosView",
    "Category",
    "Dice",
    "Event",
    "Place",
    "SeatView",
]

Category = Literal["monks", "pigments", "holy-books", "manuscripts", "tomes"]
Phase = Literal["gift", "auction", "over"]
Step = Literal["allocate", "take", "church", "bid", "pay", "over"]
Place = str  # box, draw, auction, hidden, hand-0 … hand-3; in knowledge also hand-1.a
Card = str  # monks-4h, gold-3, church+1x2
Seat = int

# One key per category: the page indexes dice by category.
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


class BibliosOutcome(TypedDict):
    winners: Annotated[list[Seat], "the seats that won"]
    points: Annotated[list[int], "per seat"]
    categories: Annotated[dict[Category, Seat | None], "who won each category; `null`: nobody"]
    decided_by: Annotated[
        str,
        'the last step that separated the players: `"points"`, `"gold"`, a category, or `"shared"`',
    ]
    dice: Annotated[Dice, "the dice at the end"]
    totals: Annotated[dict[Category, list[int]], "per category: the total of each seat"]
    letters: Annotated[
        dict[Category, list[str | None]], "per category: the best letter of each seat, or `null`"
    ]
    gold: Annotated[list[int], "the value of the gold per seat"]
    gold_cards: Annotated[list[int], "gold cards per seat"]


class BibliosView(TypedDict):
    game: Annotated[Literal["biblios"], "the name of the game"]
    rules: Annotated[int, "the rules version"]
    you: Annotated[Seat | None, "the seat, or `null` for a spectator"]
    phase: Annotated[Phase, "the phase"]
    step: Annotated[Step, "what is being decided"]
    active: Annotated[Seat, "the active seat"]
    to_act: Annotated[Seat | None, "the seat to act; `null` when the game is over"]
    first: Annotated[Seat, "the first player"]
    dice: Annotated[Dice, "1…6 for each category"]
    hand: Annotated[list[Card], "your cards, open ones included; `[]` for a spectator"]
    seats: Annotated[
        list[SeatView],
        "one entry per seat: `size` (cards in that hand), `known` (certainly there; your own: all), `maybe` "
        '(each `{"card", "also": [places]}`: may be there, or in those other places), `open` (face up before '
        "it, with open collections)",
    ]
    drawn: Annotated[Card | None, "the card you are looking at, or `null`"]
    allocated: Annotated[
        Allocated,
        "the places of this turn that are filled; `left` counts the cards still to be placed, the one being "
        "looked at included",
    ]
    public: Annotated[list[Card], "cards of the public space"]
    lot: Annotated[Card | None, "the card on offer, or `null`"]
    lot_number: Annotated[int, "its number from 1; 0 before the auctions"]
    lots: Annotated[int, "the total number of auctions"]
    bid: Annotated[int, "the highest bid; 0 for none"]
    leader: Annotated[Seat | None, "the seat with the highest bid, or `null`"]
    passed: Annotated[list[Seat], "seats that passed in this auction"]
    barred: Annotated[list[Seat], "seats penalised on this card"]
    owed: Annotated[
        int, "while paying: what is still owed, in gold, or in cards for a gold lot; otherwise 0"
    ]
    paid: Annotated[
        list[Card],
        "while paying: the cards paid so far; for a gold lot only the payer sees which, others get `[]`",
    ]
    paid_count: Annotated[int, "how many cards have been paid so far"]
    payment: Annotated[
        list[str] | None,
        'while you pay: the cheapest payment as a list of actions (`["pay gold-2"]`); otherwise `null`',
    ]
    church: Annotated[Card | None, "the church card being resolved, or `null`"]
    placed: Annotated[list[Card], "your cards that are certainly still in the auction pile"]
    paid_hidden: Annotated[list[Card], "your face-down payments"]
    unseen: Annotated[
        dict[Card, int], "`{kind: n}`: the cards whose place you do not know for certain"
    ]
    draw_left: Annotated[int, "cards in the draw pile, including the one being looked at"]
    auction_left: Annotated[int, "cards in the auction pile, without the lot"]
    box_size: Annotated[int, "cards removed at set-up, including gold"]
    discard: Annotated[list[Card], "the face-up discards"]
    discard_hidden: Annotated[int, "the number of face-down discards"]
    legal: Annotated[list[str], "your legal actions; `[]` when another seat is to act"]
    options: Annotated[dict[str, Any], "the edition and the options in force"]
    knowledge: Annotated[
        Knowledge,
        'what this seat (`you`) and everybody (`everyone`) knows of hidden places; a row is `{"at": [places], '
        '"cards": [cards]}`: each of these cards lies in one of those places',
    ]
    outcome: Annotated[
        BibliosOutcome | None, "`null` until the game is over; then the result, below"
    ]


# `from` is a keyword in Python, so these are not classes.
DieTurned = TypedDict("DieTurned", {"category": Category, "from": int, "to": int})

# Each event with its facts. `card` is missing if the viewer did not see it.
EVENTS = {
    "card-kept": "`seat`, `card` (only the player who placed it sees it; everyone sees a kept church card)",
    "card-auctioned": "`seat`, `card` (only the player who placed it sees it; everyone sees a kept church card)",
    "card-made-public": "`seat`, `card`",
    "card-drawn": "`seat`, `card` (only the player who drew it sees it)",
    "card-taken": "`seat`, `card`",
    "turn-begun": "`seat`: the next active seat of the gift phase",
    "phase-begun": '`phase`: `"auction"`',
    "lot-turned-up": "`seat` (active), `card`, `number`",
    "bid": "`seat`, `amount`",
    "passed": "`seat`",
    "lot-won": "`seat`, `card`, `amount`: the highest bidder must now pay",
    "card-paid": '`seat`, `face` (`"up"`, `"down"`), `card` (face down: the payer\'s only)',
    "lot-bought": "`seat`, `card`, `amount`",
    "could-not-pay": "`seat`, `amount`",
    "refused-to-pay": "`seat`, `amount`",
    "card-stolen": "`seat` (the taker), `from`, `card` (only these two see it; everyone if it was face up)",
    "card-lost": "`seat` (medieval bluff: discarded face down), `by` (the left neighbour), `card` (the "
    "owner's only, or all if it lay open)",
    "lot-offered-again": "`card`, `barred`",
    "lot-discarded": "`card`",
    "church-acquired": "`seat`, `card`",
    "church-used": "`seat`, `card`, `dice`: [{`category`, `from`, `to`}]",
    "church-declined": "`seat`, `card`",
    "hands-revealed": "`hands` [[cards] per seat]",
    "category-won": "`category`, `seat`, `total`, `points`, `tied` [seats with the same total], `letter` "
    "(the one that decided, or null)",
    "category-unclaimed": "`category`, `points`",
    "game-won": "`winners`, `points`, `decided_by`",
}
if TYPE_CHECKING:
    EventName = str
else:
    EventName = Literal[tuple(EVENTS)]

# One flat shape: the page renders most events from the facts that are present.
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

# The types that the page needs, by their TypeScript names.
SHAPES: dict[str, Any] = {
    "View": BibliosView,
    "Outcome": BibliosOutcome,
    "Event": Event,
    "Category": Category,
    "Phase": Phase,
    "Step": Step,
    "EventName": EventName,
}
