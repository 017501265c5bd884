"""The story of an analysed game: why a seat won or lost, in sentences.

`tell_stories` is a pure function of the stored analysis and of facts from the record. It returns codes with facts.
`describe_stories` turns them into texts, for `armarium analyse` and for the page.

The win chances of a story are what the seat could know at the time. Only the stretches of luck and play, like the
curve, know all hands.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from armarium.analysis.analysing import find_analyst, replay_versions
from armarium.analysis.consistency import agree_prices, agree_reasons, chapter_at, find_winning_bid
from armarium.analysis.extension import Measure, Storyteller, analysis_extension
from armarium.analysis.report import (
    MARKED,
    Analysis,
    Decision,
    Note,
    Price,
    RecordFacts,
    Result,
    Sentence,
    Story,
    Stretch,
    add_texts,
    describe_reason,
)
from armarium.core.record import Record
from armarium.text import catalogue
from armarium.text.catalogue import Fact, Functions
from armarium.text.events import Viewer, join_list, render_sentence

__all__ = [
    "collect_facts",
    "describe_analysis",
    "describe_stories",
    "tell_stories",
]

MOMENTS = 3  # mistakes described one by one
NOTES = 8  # mistakes in the list; severe ones are never left out
STRETCHES = 8  # rows of luck and play; more if a row would exceed LIMIT
LIMIT = 0.6  # of any part of a stretch of a win chance
LOST = 0.05  # win chance below which only the price tells a mistake
OVERPAID = 2  # gold or cards above the worth of a card


def describe_analysis(
    analysis: Analysis, record: Record, viewer: Viewer, is_partial: bool = False
) -> Analysis:
    """Return the analysis with consistent prices and reasons, the stories of all seats, and texts for a reader.

    The story of a partial analysis never says that there were no mistakes.
    """
    facts = collect_facts(record)
    options = facts["outcome"]["options"]
    agreed = agree_reasons(agree_prices(analysis, facts), facts)
    told = tell_stories(agreed, facts)
    if is_partial:
        told = [{**one, "sentences": _leave_out_no_mistake(one["sentences"])} for one in told]
    stories = describe_stories(told, agreed, options, viewer)
    return {**add_texts(agreed, options, viewer.language), "stories": stories}


def _leave_out_no_mistake(sentences: Sequence[Sentence]) -> list[Sentence]:
    return [one for one in sentences if not one["code"].startswith("no-mistake")]


def collect_facts(record: Record) -> RecordFacts:
    """Return the facts of a record. Partial analyses of a game ask for the same ones again and again."""
    return _collect_facts(record.text())


@functools.lru_cache(maxsize=4)
def _collect_facts(text: str) -> RecordFacts:
    record = Record.parse(text)
    games = list(replay_versions(record))
    last = games[-1]
    actors = [seat for seat, _ in last.actions]
    outcome = last.outcome() or {}
    narrator = analysis_extension(last.name).narrator
    chapters, moves = narrator.collect(games) if narrator is not None else ([], [])
    return {
        "chapters": chapters,
        "actors": actors,
        "winners": outcome.get("winners", []),
        "moves": moves,
        "outcome": {**outcome, "options": dict(last.options)},
    }


def tell_stories(analysis: Analysis, facts: RecordFacts) -> list[Story]:
    """Return the story of every seat, without texts. `analysis` has agreed prices."""
    narrator = analysis_extension(analysis["game"]).narrator
    if narrator is None:
        return []
    measure = find_analyst(analysis["game"]).measure
    return [
        _tell(analysis, facts, seat, measure, narrator) for seat in range(len(analysis["seats"]))
    ]


def _tell(
    analysis: Analysis, facts: RecordFacts, seat: int, measure: Measure, narrator: Storyteller
) -> Story:
    result: Result = "score"
    if measure.name == "chance":
        won: Result = "shared" if len(facts["winners"]) > 1 else "won"
        result = won if seat in facts["winners"] else "lost"
    notes = _find_notes(analysis, facts, seat, measure, narrator)
    return {
        "seat": seat,
        "result": result,
        "sentences": [
            *narrator.tell_result(facts, seat, result),
            *_tell_expectation(analysis, seat, measure),
            *_tell_moments(analysis, seat, notes, result, measure),
            *_tell_luck(analysis, seat, result, measure),
        ],
        "notes": notes,
        "stretches": _split(analysis, facts, seat, measure),
    }


def _find_notes(
    analysis: Analysis, facts: RecordFacts, seat: int, measure: Measure, narrator: Storyteller
) -> list[Note]:
    """Return the mistakes of a seat in the order of the game. The costliest are numbered as moments."""
    groups: dict[Any, list[Decision]] = {}
    for one in analysis["decisions"]:
        if one["seat"] == seat:
            group = facts["moves"][one["v"]]["group"]
            groups.setdefault((chapter_at(facts, one["v"]), group), []).append(one)
    found = [
        note
        for group in groups.values()
        if (note := _make_note(group, analysis, facts, measure, narrator))
    ]
    found.sort(key=_weigh, reverse=True)
    notes = found[:NOTES] + [note for note in found[NOTES:] if note["cost"] >= _severe(measure)]
    moments = [note for note in notes if note["cost"] >= measure.mistake or note["lost"]][:MOMENTS]
    for number, note in enumerate(sorted(moments or notes[:1], key=lambda note: note["v"])):
        note["moment"] = number + 1
    return sorted(notes, key=lambda note: note["v"])


def _make_note(
    group: Sequence[Decision], analysis: Analysis, facts: RecordFacts, measure: Measure,
    narrator: Storyteller,
) -> Note | None:  # fmt: skip
    """Return a note about some decisions that belong together, or None if they were not a mistake."""
    one = max(group, key=lambda other: other["cost"])
    is_lost = measure.name == "chance" and one["chance"] + one["cost"] < LOST
    bought = {find_winning_bid(lot, facts): lot for lot in analysis["lots"]}
    price: Price | None = None
    for other in group:
        if other["v"] in bought:
            lot = bought[other["v"]]
            price = {"card": lot["card"], "paid": lot["paid"], "worth": lot["fair"]}
            if is_lost and lot["paid"] - lot["fair"] >= OVERPAID:
                # The win chance cannot tell what was better; the price can.
                before = facts["moves"][other["v"]]["bid"]
                one = {**other, "best": f"bid {lot['fair']}" if lot["fair"] > before else "pass"}
            elif is_lost:
                return None
    is_overpaid = price is not None and price["paid"] > price["worth"]
    if one["class"] not in MARKED and not (is_lost and is_overpaid):
        return None
    did, better = narrator.tell_decision(facts, one, price)
    chapter = facts["chapters"][chapter_at(facts, one["v"])]
    return {
        "v": one["v"],
        "versions": [other["v"] for other in group],
        "moment": 0,
        "place": {"code": f"in-{chapter['kind']}", "facts": {"number": chapter["number"]}},
        "did": did,
        "better": better,
        "price": price if is_overpaid else None,
        "chance": one["chance"],
        "cost": one["cost"],
        "lost": is_lost and is_overpaid,
    }


def _weigh(note: Note) -> float:
    price = note["price"]
    return note["cost"] + (1e-3 * (price["paid"] - price["worth"]) if price else 0)


def _tell_expectation(analysis: Analysis, seat: int, measure: Measure) -> list[Sentence]:
    if measure.name == "chance":
        return []
    share = analysis["seats"][seat]
    return [_sentence("expected", seat, points=round(share["initial"]))]


def _tell_moments(
    analysis: Analysis, seat: int, notes: Sequence[Note], result: Result, measure: Measure
) -> list[Sentence]:
    moments = [note for note in notes if note["moment"]]
    if not moments:
        return [_sentence(f"no-mistake-{measure.name}", seat)]
    sentences = [_sentence("even-so", seat)] if result in ("won", "shared") else []
    for note in moments:
        sentences.append(note["did"])
        if note["better"]:
            sentences.append(note["better"])
        if note["lost"]:
            sentences.append(_sentence("lost-already", seat))
    costs = [_amount(note["cost"], measure) for note in moments if not note["lost"]]
    if costs:
        number = "one" if len(costs) == 1 else "many"
        told_costs = {"costs": costs, "number": number, "points": costs[0]}
        sentences.append(_sentence(f"cost-{measure.name}", seat, **told_costs))
    rest = [note for note in notes if not note["moment"] and note["cost"] >= _severe(measure)]
    if rest:
        places = list({str(note["place"]): note["place"] for note in rest}.values())
        sentences.append(_sentence(f"also-{measure.name}", seat, places=places))
    return sentences


def _tell_luck(analysis: Analysis, seat: int, result: Result, measure: Measure) -> list[Sentence]:
    luck = analysis["seats"][seat]["luck"]
    if abs(luck) < (measure.blunder if measure.name == "chance" else measure.mistake):
        return []
    side = "for" if luck > 0 else "against"
    fits = (luck > 0) == (result in ("won", "shared"))
    if measure.name == "score":
        return [_sentence(f"luck-{side}-score", seat, points=round(abs(luck)))]
    return [_sentence(f"luck-{side}" if fits else f"luck-{side}-anyway", seat)]


def _severe(measure: Measure) -> float:
    """Return the cost from which no mistake is left out: 20 percentage points, or 2.5 points of a score.

    Costs in points are reduced by a standard error, so a mistake that costs 3 points often shows as 2.5.
    """
    return 2 * measure.blunder if measure.name == "chance" else measure.blunder - 0.5


def _sentence(code: str, seat: int, **facts: Any) -> Sentence:
    return {"code": code, "facts": {"seat": seat, **facts}}


def _amount(value: float, measure: Measure) -> int:
    return round(100 * value) if measure.name == "chance" else max(1, round(value))


def _split(analysis: Analysis, facts: RecordFacts, seat: int, measure: Measure) -> list[Stretch]:
    """Split the game into stretches of whole chapters.

    A stretch is split again while one of its parts is larger than LIMIT, so that no sum over a long game can exceed
    100 percentage points.
    """
    chapters, end = facts["chapters"], len(analysis["curve"]) - 1
    kinds = [list(part) for _, part in itertools.groupby(chapters, lambda one: one["kind"])]
    starts: list[int] = []
    for part in kinds:
        size = max(1, -(-len(part) * len(kinds) // STRETCHES))
        starts += [one["v"] for one in part[::size]]
    ranges = zip(starts, [*starts[1:], end], strict=True)
    return [
        stretch
        for first, last in ranges
        for stretch in _split_again(analysis, facts, seat, first, last, measure)
    ]


def _split_again(
    analysis: Analysis, facts: RecordFacts, seat: int, first: int, last: int, measure: Measure
) -> list[Stretch]:
    """Return the stretch, or its halves: at the start of a chapter, or within the only one."""
    found = _make_stretch(analysis, facts, seat, first, last)
    largest = max(abs(found["luck"]), abs(found["own"]), abs(found["others"]))
    if measure.name == "score" or largest <= LIMIT or last - first == 1:
        return [found]
    starts = [one["v"] for one in facts["chapters"] if first < one["v"] < last]
    middle = starts[len(starts) // 2] if starts else (first + last) // 2
    return [
        *_split_again(analysis, facts, seat, first, middle, measure),
        *_split_again(analysis, facts, seat, middle, last, measure),
    ]


def _make_stretch(
    analysis: Analysis, facts: RecordFacts, seat: int, first: int, last: int
) -> Stretch:
    curve, luck = analysis["curve"], analysis["luck"]
    start = facts["chapters"][chapter_at(facts, first)]
    end = facts["chapters"][chapter_at(facts, last - 1)]
    parts = {"own": 0.0, "others": 0.0, "luck": 0.0}
    for v in range(first, last):
        parts["luck"] += luck[v][seat]
        played = curve[v + 1][seat] - curve[v][seat] - luck[v][seat]
        parts["own" if facts["actors"][v] == seat else "others"] += played
    number = "one" if start is end else "many"
    label = {"first": start["number"], "last": end["number"], "number": number}
    return {
        "first": first,
        "last": last,
        "label": {"code": f"stretch-{start['kind']}", "facts": label},
        "luck": parts["luck"],
        "own": parts["own"],
        "others": parts["others"],
        "value": curve[last][seat],
    }


def describe_stories(
    stories: Sequence[Story], analysis: Analysis, options: Mapping[str, Any], viewer: Viewer
) -> list[Story]:
    """Return the stories with texts for a reader. `viewer.you` is the reader's own seat."""
    game, language = analysis["game"], viewer.language
    narrator = analysis_extension(game).narrator
    assert narrator is not None or not stories
    own = {} if narrator is None else narrator.functions(options, language)
    reasons = {one["v"]: one["because"] for one in analysis["decisions"]}

    def tell(code: str, facts: Mapping[str, Any]) -> str:
        name = code.replace("-", "_")
        key = f"{game}_story_{name}"
        key = key if catalogue.has_key(key) else f"story_{name}"
        whole = {"words": options.get("edition", ""), **facts}
        return render_sentence(key, whole, viewer, functions, lambda fact: _show(fact, language))

    def tell_places(places: Sequence[Sentence]) -> str:
        return join_list(language, [tell(one["code"], one["facts"]) for one in places])

    def tell_amounts(amounts: Sequence[float]) -> str:
        return join_list(language, [str(_show(one, language)) for one in amounts])

    functions: Functions = {**own, "places": tell_places, "costs": tell_amounts}

    def add_text(sentence: Sentence) -> Sentence:
        return {**sentence, "text": tell(sentence["code"], sentence["facts"])}

    def describe_note(note: Note, seat: int) -> Note:
        better, price = note["better"], note["price"]
        return {
            **note,
            "place": add_text(note["place"]),
            "did": add_text(note["did"]),
            "better": None if better is None else add_text(better),
            "price_text": None if price is None else tell("price", {"seat": seat, **price}),
            "reason": None
            if note["lost"]
            else describe_reason(game, reasons[note["v"]], options, language),
        }

    described: list[Story] = []
    for story in stories:
        sentences = [add_text(one) for one in story["sentences"]]
        described.append(
            {
                **story,
                "title": tell(f"title-{story['result']}", {"seat": story["seat"]}),
                "text": " ".join(one["text"] for one in sentences),
                "sentences": sentences,
                "notes": [describe_note(note, story["seat"]) for note in story["notes"]],
                "stretches": [
                    {**one, "label": add_text(one["label"])} for one in story["stretches"]
                ],
            }
        )
    return described


def _show(fact: Any, language: str) -> Fact:
    """Format a number with one decimal in the reader's language."""
    if not isinstance(fact, float):
        return str(fact)
    return f"{fact:.1f}".replace(".", "," if language == "fr" else ".")
