"""The guided first game of Biblios: three seats, a chosen deal, and the steps of the guide.

The learner has the first seat. The steps select cards by their properties, never by their position in the deal: the
guide sees only the learner's view and adapts to the learner's choices.
"""

from __future__ import annotations

from typing import Any

from armarium.games.biblios.cards import CATEGORIES, VALUE, kind_of
from armarium.games.biblios.why import gold_in
from armarium.server.extension import GuideStep, Lesson

__all__ = ["LESSON"]

View = dict[str, Any]

DICE = tuple(f"die-{category}" for category in CATEGORIES)
SHELF = tuple(f"col-{family}" for family in (*CATEGORIES, "gold"))
EXPENSIVE = 4  # gold for one card; more than most dice are worth

# One line per turn of the gift phase. Every third turn is the learner's.
TURNS = """\
pigments-4h gold-1 monks-2c gold-2
holy-books-1a pigments-3g tomes-1a manuscripts-1f
manuscripts-2h gold-3 gold-1 holy-books-2i
church+1 tomes-1d holy-books-1c manuscripts-1e
church~1 tomes-1c manuscripts-1b gold-3
gold-3 gold-1 gold-3 manuscripts-1d
monks-2b gold-3 pigments-3e gold-1
church-1 monks-3f gold-1 monks-4i
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
pigments-4i monks-4h holy-books-1d manuscripts-1c gold-1 gold-1 gold-2 gold-2
gold-2 gold-3 church+1 church-1x2
"""
# The order in which cards are auctioned, if they are in the pile: a card to bid for, then gold, then a church card.
LOTS = """\
pigments-3e tomes-1d tomes-1e tomes-1g gold-2
church-1 church+1 church~1 church-1x2 church+1x2
"""


def record() -> str:
    from armarium.games.biblios.game import Game

    deal = {"draw": TURNS.split(), "box": BOX.split(), "first": 0, "auction": LOTS.split()}
    return Game.new(seats=3, seed=0, deal=deal).record()


# ── conditions on the view ──────────────────────────────────────────────────────────────────────────


def family(card: str | None) -> str:
    """Return the category of a card, or gold, or church."""
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


def is_lot_of(view: View, *families: str) -> bool:
    return view["step"] == "bid" and family(view["lot"]) in families


def is_lot_collected(view: View) -> bool:
    return is_lot_of(view, *CATEGORIES) and totals(view)[family(view["lot"])] > 0


def lowest_bid(view: View) -> int:
    return int(view["bid"]) + 1


def find_letter_win(view: View) -> str:
    """Return a category that was won by its letter, or an empty string."""
    outcome = view["outcome"]
    for category, winner in outcome["categories"].items() if outcome else ():
        held = outcome["totals"][category]
        if winner is not None and held.count(held[winner]) > 1:
            return str(category)
    return ""


# ── suggested actions ───────────────────────────────────────────────────────────────────────────


def propose_place(where: str) -> Any:
    return lambda view: where


def rate_card(view: View, card: str) -> tuple[int, int]:
    """Rate a card for this hand. Cards of a category already in the hand count more."""
    of = family(card)
    return (value(card) + (2 if totals(view).get(of) else 0), view["dice"].get(of, 0))


def best_public(view: View) -> str:
    return str(max(view["public"], key=lambda card: rate_card(view, card)))


def turn_dice(view: View) -> str:
    """Raise the strongest categories, or lower the weakest, as the card allows."""
    held = totals(view)
    up = [action for action in view["legal"] if action.startswith("raise ")]
    down = [action for action in view["legal"] if action.startswith("lower ")]

    def gain(action: str) -> int:
        verb, *dice = action.split()
        return sum(held[die] if verb == "raise" else -held[die] for die in dice)

    return str(max(up or down or view["legal"], key=gain))


def bid_least(view: View) -> str:
    return f"bid {lowest_bid(view)}"


def spare_card(view: View) -> str:
    """Return the lowest card of the category in which the hand holds least, rather one in which others hold more."""
    held = totals(view)
    seen = [
        totals({"hand": seat["known"]}) for n, seat in enumerate(view["seats"]) if n != view["you"]
    ]
    leads = {of: held[of] >= max(other[of] for other in seen) for of in held}
    spare = [card for card in view["hand"] if family(card) in held]
    return str(min(spare, key=lambda card: (held[family(card)], leads[family(card)], value(card))))


def may_spare_a_card(view: View) -> bool:
    return (
        view["step"] == "pay"
        and family(view["lot"]) == "gold"
        and any(family(card) in CATEGORIES for card in view["hand"])
    )


def _pass(view: View) -> str:
    return "pass"


def drawn_facts(view: View) -> dict[str, str | int]:
    return {"card": view["drawn"]}


def lot_facts(view: View) -> dict[str, str | int]:
    """Return the card on offer, its category, and the total with it."""
    card, of = view["lot"], family(view["lot"])
    return {"card": card, "category": of, "total": totals(view)[of] + value(card)}


def take_facts(view: View) -> dict[str, str | int]:
    card = best_public(view)
    of = family(card)
    if of not in CATEGORIES:
        return {"card": card, "kind": of, "category": CATEGORIES[0], "total": 0}
    held = totals(view)[of]
    kind = "held" if held else "new"
    return {"card": card, "kind": kind, "category": of, "total": held + value(card)}


def die_facts(view: View) -> dict[str, str | int]:
    action = turn_dice(view)
    return {"card": view["church"], "action": action, "way": action.split()[0]}


def spare_facts(view: View) -> dict[str, str | int]:
    card = spare_card(view)
    return {"card": card, "category": family(card), "total": totals(view)[family(card)]}


def tie_facts(view: View) -> dict[str, str | int]:
    category, outcome = find_letter_win(view), view["outcome"]
    winner = outcome["categories"][category]
    return {
        "category": category,
        "total": outcome["totals"][category][winner],
        "letter": outcome["letters"][category][winner],
    }


# ── the steps ──────────────────────────────────────────────────────────────────────────────────

STEPS = (
    GuideStep("dice", "dice", is_placing, "B-1.1", DICE),
    GuideStep("turn", "gift", is_placing, "B-2.1", ("keep", "auction", "public")),
    GuideStep(
        "keep",
        "gift",
        lambda v: (
            is_placing(v, "keep") and family(v["drawn"]) in CATEGORIES and value(v["drawn"]) == 4
        ),
        "B-2.3",
        ("keep",),
        propose_place("keep"),
        facts=drawn_facts,
    ),
    GuideStep(
        "give",
        "gift",
        lambda v: is_placing(v, "public") and v["drawn"] == "gold-1",
        "B-2.2",
        ("public",),
        propose_place("public"),
        facts=drawn_facts,
    ),
    GuideStep(
        "pile",
        "gift",
        lambda v: (
            is_placing(v, "auction") and family(v["drawn"]) in CATEGORIES and value(v["drawn"]) == 2
        ),
        "B-2.2",
        ("auction",),
        propose_place("auction"),
        facts=drawn_facts,
    ),
    GuideStep(
        "forced",
        "gift",
        lambda v: is_placing(v) and len(v["legal"]) == 1,
        "B-2.3",
        lambda v: (v["legal"][0],),
        lambda v: v["legal"][0],
        facts=drawn_facts,
    ),
    GuideStep(
        "take-last",
        "take",
        lambda v: v["step"] == "take" and len(v["public"]) == 1,
        "B-2.4",
        ("public",),
        lambda v: v["legal"][0],
        facts=lambda v: {"card": v["public"][0]},
    ),
    GuideStep(
        "take",
        "take",
        lambda v: v["step"] == "take" and len(v["public"]) > 1,
        "B-2.4",
        lambda v: (f"public-{best_public(v)}",),
        lambda v: f"take {best_public(v)}",
        take_facts,
    ),
    GuideStep(
        "church",
        "church",
        lambda v: is_placing(v, "keep") and family(v["drawn"]) == "church",
        "B-4.1",
        ("keep",),
        propose_place("keep"),
        facts=drawn_facts,
    ),
    GuideStep(
        "die",
        "church",
        lambda v: v["step"] == "church",
        "B-4.3",
        ("church-dice",),
        turn_dice,
        die_facts,
    ),
    GuideStep(
        "strip", "gift", lambda v: is_placing(v) and len(v["hand"]) >= 2, "B-5.2", ("leaders",)
    ),
    GuideStep(
        "mark", "gift", lambda v: is_placing(v) and len(v["hand"]) >= 3, "B-1.1", ("rule-mark",)
    ),
    GuideStep(
        "memory", "gift", lambda v: is_placing(v) and len(v["hand"]) >= 4, "B-2.4", ("memory",)
    ),
    GuideStep("shelf", "gift", lambda v: is_placing(v) and len(v["hand"]) >= 5, "B-5.2", SHELF),
    GuideStep(
        "coin",
        "gift",
        lambda v: is_placing(v, "keep") and v["drawn"] == "gold-3",
        "B-3.5",
        ("keep",),
        propose_place("keep"),
        facts=drawn_facts,
    ),
    GuideStep(
        "letter",
        "gift",
        lambda v: is_placing(v, "keep") and v["drawn"].endswith("a"),
        "B-5.2",
        ("drawn", "keep"),
        propose_place("keep"),
        facts=drawn_facts,
    ),
    GuideStep("auction", "auction", lambda v: v["step"] == "bid", "B-3.1", ("lot",)),
    GuideStep(
        "auto",
        "auction",
        lambda v: v["step"] == "bid" and v["lot_number"] >= 5,
        "B-3.3",
        ("auto-actions",),
    ),
    GuideStep(
        "bid",
        "auction",
        lambda v: (
            is_lot_collected(v)
            and gold_in(v["hand"]) >= lowest_bid(v)
            and lowest_bid(v) < EXPENSIVE
        ),
        "B-3.3",
        ("bid",),
        bid_least,
        lambda v: lot_facts(v) | {"count": lowest_bid(v)},
    ),
    GuideStep(
        "pass",
        "auction",
        lambda v: is_lot_of(v, *CATEGORIES) and not is_lot_collected(v),
        "B-3.3",
        ("pass",),
        _pass,
        lot_facts,
    ),
    GuideStep(
        "dear",
        "auction",
        lambda v: is_lot_of(v, *CATEGORIES) and lowest_bid(v) >= EXPENSIVE,
        "B-5.2",
        ("pass",),
        _pass,
        lambda v: lot_facts(v) | {"count": lowest_bid(v)},
    ),
    GuideStep(
        "beyond",
        "auction",
        lambda v: is_lot_of(v, "church", *CATEGORIES) and gold_in(v["hand"]) < lowest_bid(v),
        "B-3.9",
        ("pass",),
        _pass,
        lambda v: {"count": gold_in(v["hand"]), "card": v["lot"]},
    ),
    GuideStep(
        "pay",
        "auction",
        lambda v: v["step"] == "pay" and family(v["lot"]) != "gold",
        "B-3.5",
        ("pay",),
        lambda v: v["payment"][0],
    ),
    GuideStep("church-lot", "church", lambda v: is_lot_of(v, "church"), "B-4.1", ("lot",)),
    GuideStep(
        "gold-lot",
        "gold",
        lambda v: is_lot_of(v, "gold") and v["bid"] == 0 and len(v["hand"]) > 1,
        "B-3.6",
        ("lot", "bid"),
        lambda v: "bid 1",
        lambda v: {"card": v["lot"]},
    ),
    GuideStep(
        "cards",
        "gold",
        may_spare_a_card,
        "B-3.6",
        lambda v: (f"col-{family(spare_card(v))}",),
        lambda v: f"pay {spare_card(v)}",
        spare_facts,
    ),
    GuideStep(
        "last",
        "score",
        lambda v: v["step"] == "bid" and v["auction_left"] <= 2,
        "B-5.4",
        ("auction",),
    ),
    GuideStep("score", "score", lambda v: v["step"] == "over", "B-5.2"),
    GuideStep("tie", "score", lambda v: bool(find_letter_win(v)), "B-5.2", facts=tie_facts),
    GuideStep("end", "score", lambda v: v["step"] == "over", "B-5.4"),
)

LESSON = Lesson(
    minutes=7,
    bots=(("Hildegard", "novice"), ("Bede", "novice")),
    parts=("dice", "gift", "take", "church", "auction", "gold", "score"),
    steps=STEPS,
    record=record,
    hides={
        "strip": ("leaders",),
        "mark": ("rule-mark",),
        "memory": ("memory",),
        "auto": ("auto-actions",),
    },
)
