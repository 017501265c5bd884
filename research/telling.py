"""Lists the decisions that the stories of a game report as mistakes, for the checks with planted blunders."""

from __future__ import annotations

from dataclasses import dataclass

from armarium.analysis.consistency import agree_prices
from armarium.analysis.report import Analysis, Story
from armarium.analysis.story import collect_facts, tell_stories
from armarium.core.record import Record

__all__ = ["ReportedDecisions", "find_told"]


@dataclass(frozen=True)
class ReportedDecisions:
    """Versions of decisions. A note covers all bids for a card; its mistake is the costliest of them."""

    in_paragraph: frozenset[
        int
    ]  # covered by a sentence of the paragraph, or by its list of further places
    mistakes: frozenset[int]


def find_told(text: str, analysis: Analysis) -> ReportedDecisions:
    """Return the decisions that the stories of a record report."""
    facts = collect_facts(Record.parse(text))
    reported: set[int] = set()
    mistakes: set[int] = set()
    for story in tell_stories(agree_prices(analysis, facts), facts):
        mistakes |= {note["v"] for note in story["notes"]}
        reported |= _versions_in_paragraph(story)
    return ReportedDecisions(frozenset(reported), frozenset(mistakes))


def _versions_in_paragraph(story: Story) -> set[int]:
    """Return the versions of the notes whose own sentence is in the paragraph, or whose place is listed there."""
    places = [
        place
        for sentence in story["sentences"]
        if sentence["code"].startswith("also")
        for place in sentence["facts"]["places"]
    ]
    return {
        v
        for note in story["notes"]
        if note["did"] in story["sentences"] or note["place"] in places
        for v in note["versions"]
    }
