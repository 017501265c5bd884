"""The data format of an analysis.

`armarium analyse --json` prints it, the server stores it and the page draws it. It contains no texts: `because` is a
code with facts. `add_texts` adds texts in a language: the `reason`, and the names of actions and cards (`told`,
`better`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from armarium.core.registry import find_game
from armarium.text import catalogue

__all__ = [
    "CLASSES",
    "MARKED",
    "Analysis",
    "BoughtLot",
    "Chapter",
    "ConsideredAction",
    "Decision",
    "DecisionClass",
    "Note",
    "Price",
    "RecordFacts",
    "Result",
    "SeatReport",
    "Sentence",
    "Story",
    "Stretch",
    "ValueChange",
    "add_texts",
    "describe_action",
    "describe_reason",
]


DecisionClass = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: tuple[DecisionClass, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
MARKED: tuple[DecisionClass, ...] = ("inaccuracy", "mistake", "blunder")


class ValueChange(TypedDict):
    """How the value of one seat changed, in the game's measure."""

    initial: float
    final: float
    luck: float
    own: float
    others: float


class ConsideredAction(TypedDict):
    """A plausible action as the seat could estimate it."""

    action: str
    chance: float
    error: float


# All fields use the seat's view alone, except `open`: the change of the seat's value with all cards open.
Decision = TypedDict(
    "Decision",
    {
        "v": int,
        "seat": int,
        "action": str,
        "chance": float,
        "best": str,
        "cost": float,
        "class": DecisionClass,
        "because": dict[str, Any] | None,
        "reason": NotRequired[str | None],
        "told": NotRequired[str],
        "better": NotRequired[str],
        "open": float,
        "weighed": list[ConsideredAction],
    },
)


class SeatReport(ValueChange):
    accuracy: float | None
    classes: dict[DecisionClass, int]
    moments: list[int]  # versions of the costliest decisions, costliest first


class BoughtLot(TypedDict):
    v: int
    seat: int
    card: str
    paid: int
    fair: int
    told: NotRequired[str]


Result = Literal["won", "shared", "lost", "score"]


class Sentence(TypedDict):
    """A sentence as a code with facts. `text` is added in a language."""

    code: str
    facts: dict[str, Any]
    text: NotRequired[str]


class Price(TypedDict):
    """What a card was worth to its buyer and what it cost, in gold or, for a gold card, in cards."""

    card: str
    paid: int
    worth: int


class Note(TypedDict):
    """A mistake: what the seat did, and what was better.

    `v` is the version before the decision; `versions` are all decisions that the note covers. `moment` counts from 1
    for the moments of the paragraph, and is 0 for other notes. `chance` and `cost` are what the seat could know. If
    `lost`, the game was lost already, and only the price shows the mistake.
    """

    v: int
    versions: list[int]
    moment: int
    place: Sentence
    did: Sentence
    better: Sentence | None
    price: Price | None
    price_text: NotRequired[str | None]
    chance: float
    cost: float
    lost: bool
    reason: NotRequired[str | None]


class Stretch(TypedDict):
    """Luck and play from version `first` to version `last` with all hands open, and the value at `last`."""

    first: int
    last: int
    label: Sentence
    luck: float
    own: float
    others: float
    value: float


class Story(TypedDict):
    """Why a seat won or lost: the sentences of a paragraph, the notes behind them, and luck and play by stretch."""

    seat: int
    result: Result
    sentences: list[Sentence]
    notes: list[Note]
    stretches: list[Stretch]
    title: NotRequired[str]
    text: NotRequired[str]


class Chapter(TypedDict):
    """A turn, an auction or a day, from version `v` on. `kind` and `number` make its label."""

    v: int
    kind: str
    number: int


class RecordFacts(TypedDict):
    """Facts of the record that a story needs. `moves` (one per action) and `outcome` belong to the game."""

    chapters: list[Chapter]
    actors: list[int]
    winners: list[int]
    moves: list[dict[str, Any]]
    outcome: dict[str, Any]


class Analysis(TypedDict):
    """`curve` and `luck` have one row per version and one number per seat: the referee's value, and the part of its
    change due to chance."""

    game: str
    version: str
    measure: str
    curve: list[list[float]]
    luck: list[list[float]]
    decisions: list[Decision]
    seats: list[SeatReport]
    lots: list[BoughtLot]
    stories: NotRequired[list[Story]]


def add_texts(analysis: Analysis, options: Mapping[str, Any], language: str) -> Analysis:
    """Add texts: the `reason` of every decision that has one, and the names of actions and cards."""
    game = analysis["game"]
    decisions: list[Decision] = [
        {
            **one,
            "reason": describe_reason(game, one["because"], options, language),
            "told": describe_action(game, one["action"], options, language),
            "better": describe_action(game, one["best"], options, language),
        }
        for one in analysis["decisions"]
    ]
    name_facts = find_game(game).name_facts
    lots: list[BoughtLot] = [
        {**lot, "told": str(name_facts({"card": lot["card"]}, options, language)["card"])}
        for lot in analysis["lots"]
    ]
    return {**analysis, "decisions": decisions, "lots": lots}


def describe_reason(
    game: str,
    because: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    language: str,
    kind: Literal["analysis", "advice", "hint"] = "analysis",
) -> str | None:
    """Return a reason as a sentence: in the past tense for an analysis, in the present for advice and hints."""
    if because is None:
        return None
    key = f"{game}_{kind}_{because['code'].replace('-', '_')}"
    return catalogue.translate(
        language, key, **find_game(game).name_facts(because["facts"], options, language)
    )


def describe_action(
    game: str,
    action: str,
    options: Mapping[str, Any],
    language: str,
    view: Mapping[str, Any] | None = None,
) -> str:
    """Return the name of an action at a table with these options, or its text if the game has no name for it.

    With the view, the name can depend on the card on offer and on the step of the turn.
    """
    facts = {"action": action}
    facts |= {key: view[key] for key in ("lot", "step") if view and view.get(key) is not None}
    return str(find_game(game).name_facts(facts, options, language)["action"])
