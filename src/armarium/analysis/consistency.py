"""Make the parts of an analysis agree before a story tells them: prices with better moves, reasons with costs.

They are estimated in different worlds, so an analysis as stored can contradict itself.
"""

from __future__ import annotations

from armarium.analysis.extension import analysis_extension
from armarium.analysis.report import Analysis, BoughtLot, Decision, RecordFacts

__all__ = ["ENOUGH", "agree_prices", "agree_reasons", "chapter_at", "find_winning_bid"]

SURE = 0.02  # difference in win chance that settles whether a bid was right
ENOUGH = 0.5  # part of its cost that a reason must account for: nobody believes a smaller one


def agree_prices(analysis: Analysis, facts: RecordFacts) -> Analysis:
    """Return the analysis with fair prices that agree with the better moves.

    The two are estimated in different worlds. If passing was clearly better, the card was worth no more than the bid
    before. If a bid was clearly right, the card was worth at least that bid.
    """
    decisions = {one["v"]: one for one in analysis["decisions"]}
    lots: list[BoughtLot] = []
    for lot in analysis["lots"]:
        bids = [decisions[v] for v in _find_bids(lot, facts) if v in decisions]
        fair = lot["fair"]
        if bids:
            costliest = max(bids, key=lambda one: one["cost"])  # the one that a note tells
            fair = _agree(fair, lot["paid"], costliest, facts["moves"][costliest["v"]]["bid"])
        lots.append({**lot, "fair": fair})
    return {**analysis, "lots": lots}


def _find_bids(lot: BoughtLot, facts: RecordFacts) -> list[int]:
    """Return the versions before the buyer's bids for this card."""
    last = find_winning_bid(lot, facts)
    chapter = chapter_at(facts, last)
    return [
        v
        for v in range(last + 1)
        if facts["actors"][v] == lot["seat"]
        and facts["moves"][v].get("is_bid")
        and chapter_at(facts, v) == chapter
    ]


def find_winning_bid(lot: BoughtLot, facts: RecordFacts) -> int:
    """Return the version before the buyer's last bid; −1 if there is none."""
    for v in range(lot["v"] - 1, -1, -1):
        if facts["actors"][v] == lot["seat"] and facts["moves"][v].get("is_bid"):
            return v
    return -1


def _agree(fair: int, paid: int, decision: Decision, bid_before: int) -> int:
    if decision["cost"] >= SURE:
        if decision["best"] == "pass":
            return min(fair, bid_before)
        return max(fair, int(decision["best"].removeprefix("bid ")))
    passing = [one["chance"] for one in decision["weighed"] if one["action"] == "pass"]
    return max(fair, paid) if passing and passing[0] < decision["chance"] - SURE else fair


def agree_reasons(analysis: Analysis, facts: RecordFacts) -> Analysis:
    """Return the analysis without the reasons that account for too little of their costs.

    A card bought above its worth has its price as the reason. `analysis` has agreed prices.
    """
    narrator = analysis_extension(analysis["game"]).narrator
    if narrator is None:
        return analysis
    overpaid = {
        v for lot in analysis["lots"] if lot["paid"] > lot["fair"] for v in _find_bids(lot, facts)
    }

    def is_enough(one: Decision) -> bool:
        size = narrator.measure_reason(facts, one, one["v"] in overpaid)
        return size >= ENOUGH * one["cost"]

    decisions: list[Decision] = [
        one if one["because"] is None or is_enough(one) else {**one, "because": None}
        for one in analysis["decisions"]
    ]
    return {**analysis, "decisions": decisions}


def chapter_at(facts: RecordFacts, v: int) -> int:
    return max(n for n, chapter in enumerate(facts["chapters"]) if chapter["v"] <= v)
