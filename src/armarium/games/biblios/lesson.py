"""The first game of Biblios: three seats, chosen cards, and what is said about them.

Whoever learns begins. Where cards are named here it is by what they are, never by their place in the deal: the voice
sees no more than the seat does, and follows whatever the seat chose.
"""

from __future__ import annotations

from typing import Any

from armarium.games.biblios.cards import CATEGORIES, VALUE, kind_of
from armarium.games.biblios.why import gold_in
from armarium.games.table.lesson import Lesson, Step

__all__ = ["LESSON"]

View = dict[str, Any]

DICE = tuple(f"die-{category}" for category in CATEGORIES)
SHELF = tuple(f"col-{family}" for family in (*CATEGORIES, "gold"))
DEAR = 4  # gold for one card: more than most dice are worth

# A turn of the gift phase a line, in the order of the turns; every third is the learner's.
TURNS = """\
pigments-4h gold-1 monks-2c gold-2
holy-books-1a pigments-3g tomes-1a manuscripts-1f
manuscripts-2h gold-3 gold-1 holy-books-2i
church+1 tomes-1d holy-books-1c manuscripts-1e
church~1 tomes-1c manuscripts-1b gold-3
gold-3 gold-1 gold-3 manuscripts-1d
monks-2b gold-3 pigments-3e gold-1
church-1 pigments-4i gold-1 monks-4i
gold-2 pigments-2c monks-3g tomes-2h
pigments-2a tomes-1e gold-2 holy-books-1e
holy-books-1g tomes-2i monks-2a church-1x2
tomes-1b gold-3 gold-3 pigments-2d
pigments-3f gold-1 church-1 manuscripts-1g
holy-books-1f manuscripts-2i gold-1 monks-3e
tomes-1f holy-books-1b gold-2 church+1x2
gold-3 tomes-1g monks-2d gold-2
holy-books-2h gold-3 church+1x2 pigments-2b
manuscripts-1a gold-2 gold-1 gold-2
"""
BOX = """\
monks-3f monks-4h holy-books-1d manuscripts-1c gold-1 gold-1 gold-2 gold-2
gold-2 gold-3 church+1 church-1x2
"""
# In which order cards come up for auction, if they lie there: first one to bid for, then gold, then a church card.
LOTS = """\
pigments-3e tomes-1d tomes-1e tomes-1g gold-2
church-1 church+1 church~1 church-1x2 church+1x2
"""


def record() -> str:
    from armarium.games.biblios.game import Game

    deal = {"draw": TURNS.split(), "box": BOX.split(), "first": 0, "auction": LOTS.split()}
    return Game.new(seats=3, seed=0, deal=deal).record()


# ── what a view shows ──────────────────────────────────────────────────────────────────────────


def family(card: str | None) -> str:
    """The category of a card, or gold, or church."""
    if card is None or card.startswith("church"):
        return "church" if card else ""
    return card.rpartition("-")[0]


def value(card: str) -> int:
    return int(VALUE[kind_of(card)])


def totals(view: View) -> dict[str, int]:
    held = dict.fromkeys(CATEGORIES, 0)
    for card in view["hand"]:
        if family(card) in held:
            held[family(card)] += value(card)
    return held


def is_placing(view: View, place: str = "") -> bool:
    return view["step"] == "allocate" and (not place or place in view["legal"])


def lot_in(view: View, *families: str) -> bool:
    return view["step"] == "bid" and family(view["lot"]) in families


def is_collected(view: View) -> bool:
    return lot_in(view, *CATEGORIES) and totals(view)[family(view["lot"])] > 0


def least(view: View) -> int:
    return int(view["bid"]) + 1


def won_by_letter(view: View) -> str:
    """A category that this seat took from others who have as much; empty if there is none."""
    outcome, you = view["outcome"], view["you"]
    for category, winner in outcome["categories"].items() if outcome else ():
        if (
            winner == you
            and outcome["totals"][category].count(outcome["totals"][category][you]) > 1
        ):
            return str(category)
    return ""


# ── what is proposed ───────────────────────────────────────────────────────────────────────────


def place(where: str) -> Any:
    return lambda view: where


def worth(view: View, card: str) -> tuple[int, int]:
    """To whoever holds this hand: what strengthens a kind that is there first."""
    of = family(card)
    return (value(card) + (2 if totals(view).get(of) else 0), view["dice"].get(of, 0))


def best_public(view: View) -> str:
    best = max(view["public"], key=lambda card: worth(view, card))
    return f"take {best}"


def turn_dice(view: View) -> str:
    """The strongest kind up, or the weakest down; what the card allows decides."""
    held = totals(view)
    up = [action for action in view["legal"] if action.startswith("raise ")]
    down = [action for action in view["legal"] if action.startswith("lower ")]

    def gain(action: str) -> int:
        verb, *dice = action.split()
        return sum(held[die] if verb == "raise" else -held[die] for die in dice)

    return str(max(up or down or view["legal"], key=gain))


def bid_least(view: View) -> str:
    return f"bid {least(view)}"


def bid_a_card(view: View) -> str:
    return "bid 1" if view["bid"] == 0 and len(view["hand"]) > 1 else "pass"


def spare_card(view: View) -> str:
    held = totals(view)
    spare = [card for card in view["hand"] if family(card) in held] or view["hand"]
    return f"pay {min(spare, key=lambda card: (held.get(family(card), 9), value(card)))}"


def _pass(view: View) -> str:
    return "pass"


def of_lot(view: View) -> dict[str, str | int]:
    return {"category": family(view["lot"])}


def of_tie(view: View) -> dict[str, str | int]:
    category, outcome = won_by_letter(view), view["outcome"]
    return {
        "category": category,
        "total": outcome["totals"][category][view["you"]],
        "letter": outcome["letters"][category][view["you"]],
    }


# ── the voice ──────────────────────────────────────────────────────────────────────────────────

STEPS = (
    Step("dice", "dice", is_placing, "B-1.1", DICE),
    Step("turn", "gift", is_placing, "B-2.1", ("keep", "auction", "public")),
    Step(
        "keep",
        "gift",
        lambda v: (
            is_placing(v, "keep") and family(v["drawn"]) in CATEGORIES and value(v["drawn"]) == 4
        ),
        "B-2.3",
        ("keep",),
        place("keep"),
    ),
    Step(
        "give",
        "gift",
        lambda v: is_placing(v, "public") and v["drawn"] == "gold-1",
        "B-2.2",
        ("public",),
        place("public"),
    ),
    Step(
        "pile",
        "gift",
        lambda v: (
            is_placing(v, "auction") and family(v["drawn"]) in CATEGORIES and value(v["drawn"]) == 2
        ),
        "B-2.2",
        ("auction",),
        place("auction"),
    ),
    Step(
        "forced",
        "gift",
        lambda v: is_placing(v) and len(v["legal"]) == 1,
        "B-2.3",
        lambda v: (v["legal"][0],),
        lambda v: v["legal"][0],
    ),
    Step(
        "take-last",
        "take",
        lambda v: v["step"] == "take" and len(v["public"]) == 1,
        "B-2.4",
        ("public",),
        lambda v: v["legal"][0],
    ),
    Step(
        "take",
        "take",
        lambda v: v["step"] == "take" and len(v["public"]) > 1,
        "B-2.4",
        ("public",),
        best_public,
    ),
    Step(
        "church",
        "church",
        lambda v: is_placing(v, "keep") and family(v["drawn"]) == "church",
        "B-4.1",
        ("keep",),
        place("keep"),
    ),
    Step("die", "church", lambda v: v["step"] == "church", "B-4.3", ("church-dice",), turn_dice),
    Step("shelf", "gift", lambda v: is_placing(v) and len(v["hand"]) >= 5, "B-5.2", SHELF),
    Step(
        "coin",
        "gift",
        lambda v: is_placing(v, "keep") and v["drawn"] == "gold-3",
        "B-3.5",
        ("keep",),
        place("keep"),
    ),
    Step(
        "letter",
        "gift",
        lambda v: is_placing(v, "keep") and v["drawn"].endswith("a"),
        "B-5.2",
        ("drawn", "keep"),
        place("keep"),
    ),
    Step("auction", "auction", lambda v: v["step"] == "bid", "B-3.1", ("lot",)),
    Step(
        "bid",
        "auction",
        lambda v: is_collected(v) and gold_in(v["hand"]) >= least(v) and least(v) < DEAR,
        "B-3.3",
        ("bid",),
        bid_least,
        lambda v: of_lot(v) | {"count": least(v)},
    ),
    Step(
        "pass",
        "auction",
        lambda v: lot_in(v, *CATEGORIES) and not is_collected(v),
        "B-3.3",
        ("pass",),
        _pass,
        of_lot,
    ),
    Step(
        "dear",
        "auction",
        lambda v: lot_in(v, *CATEGORIES) and least(v) >= DEAR,
        "B-5.2",
        ("pass",),
        _pass,
        lambda v: {"count": least(v)},
    ),
    Step(
        "beyond",
        "auction",
        lambda v: lot_in(v, "church", *CATEGORIES) and gold_in(v["hand"]) < least(v),
        "B-3.9",
        ("pass",),
        _pass,
        lambda v: {"count": gold_in(v["hand"])},
    ),
    Step(
        "pay",
        "auction",
        lambda v: v["step"] == "pay" and family(v["lot"]) != "gold",
        "B-3.5",
        ("pay",),
        lambda v: v["payment"][0],
    ),
    Step("church-lot", "church", lambda v: lot_in(v, "church"), "B-4.1", ("lot",)),
    Step("gold-lot", "gold", lambda v: lot_in(v, "gold"), "B-3.6", ("lot", "bid"), bid_a_card),
    Step(
        "cards",
        "gold",
        lambda v: v["step"] == "pay" and family(v["lot"]) == "gold",
        "B-3.6",
        SHELF,
        spare_card,
    ),
    Step(
        "last",
        "score",
        lambda v: v["step"] == "bid" and v["auction_left"] <= 2,
        "B-5.4",
        ("auction",),
    ),
    Step("score", "score", lambda v: v["step"] == "over", "B-5.2"),
    Step("tie", "score", lambda v: bool(won_by_letter(v)), "B-5.2", facts=of_tie),
    Step("end", "score", lambda v: v["step"] == "over", "B-5.4"),
)

LESSON = Lesson(
    minutes=7,
    bots=(("Hildegard", "novice"), ("Bede", "novice")),
    parts=("dice", "gift", "take", "church", "auction", "gold", "score"),
    steps=STEPS,
    record=record,
)
