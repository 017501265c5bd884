"""Recompute the deal, random draws and scores of a record, from docs/chance.md and the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.stream import Stream
from armarium.games.biblios.deal import read_arguments
from armarium.games.biblios.naming import CATEGORIES, family_of, value_of
from armarium.terminal.extension import RecordCheck
from armarium.text.catalogue import translate

__all__ = [
    "BibliosVerifier",
    "ExpectedDeal",
    "draw_deal",
    "recount_points",
    "shuffle_pile",
    "sort_canonically",
]


GOLD_REMOVED = {2: 2, 3: 1, 4: 0}  # of each value
BOX = {2: 21, 3: 12, 4: 7}


def _canonical_list() -> list[str]:
    low, high = "222233344", "111111122"
    values = {"monks": low, "pigments": low, "holy-books": high, "manuscripts": high, "tomes": high}
    cards = [
        f"{category}-{value}{letter}"
        for category, row in values.items()
        for value, letter in zip(row, "abcdefghi")
    ]
    for value in "123":
        cards += [f"gold-{value}"] * 11
    for church in ("church+1", "church-1", "church+1x2", "church-1x2"):
        cards += [church] * 2
    return [*cards, "church~1"]


CANONICAL = _canonical_list()
_PLACE = {card: place for place, card in reversed(list(enumerate(CANONICAL)))}


def sort_canonically(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=_PLACE.__getitem__)


@dataclass(frozen=True)
class ExpectedDeal:
    first: int
    box: list[str]  # in canonical order, including the gold removed by name
    draw: list[str]


def draw_deal(stream: Stream, seats: int) -> ExpectedDeal:
    first = stream.below(seats)
    cards = list(CANONICAL)
    removed = [f"gold-{value}" for value in "123" for _ in range(GOLD_REMOVED[seats])]
    for gold in removed:
        cards.remove(gold)
    stream.shuffle(cards)
    return ExpectedDeal(
        first, sort_canonically([*removed, *cards[: BOX[seats]]]), cards[BOX[seats] :]
    )


def shuffle_pile(stream: Stream, pile: Sequence[str], wanted: Sequence[str] = ()) -> list[str]:
    """Return the auction pile in the order it is turned up. `wanted` is the order of a chosen deal."""
    cards = sort_canonically(pile)
    stream.shuffle(cards)
    done = 0
    for card in wanted:
        if card in cards[done:]:
            found = cards.index(card, done)
            cards[done], cards[found] = cards[found], cards[done]
            done += 1
    return cards


def recount_points(
    hands: list[list[str]], dice: dict[str, int]
) -> tuple[dict[str, int | None], list[int]]:
    """Return the winner of each category, and the points of each seat."""
    won: dict[str, int | None] = {}
    points = [0] * len(hands)
    for category in CATEGORIES:
        best: tuple[int, int] | None = None
        won[category] = None
        for seat, hand in enumerate(hands):
            matches = [card for card in hand if family_of(card) == category]
            if not matches:
                continue
            total = sum(value_of(card) for card in matches)
            letter = -min(ord(card[-1]) for card in matches)
            if best is None or (total, letter) > best:
                best, won[category] = (total, letter), seat
        winner = won[category]
        if winner is not None:
            points[winner] += dice[category]
    return won, points


class BibliosVerifier:
    draw_checks: ClassVar[tuple[str, ...]] = ("pile", "penalties")
    claim_keys: ClassVar[dict[str, str]] = {
        check: f"biblios_play_verify_{check}"
        for check in ("deal", "pile", "pile_none", "penalties", "penalties_none")
    }

    def __init__(self, game: BaseGame, stream: Stream, record: Record) -> None:
        self._game = game
        self._stream = stream
        self._arguments = read_arguments(record)
        self._piles: list[bool] = []
        self._penalties: list[bool] = []

    def check_deal(self) -> RecordCheck:
        if "deal" in self._arguments:
            return RecordCheck("deal", None, "chosen")
        dealt, truth = draw_deal(self._stream, self._game.seats), self._game.truth()
        wanted = self._arguments["first"]
        first = dealt.first if wanted is None else wanted
        ok = truth["draw"] == dealt.draw and truth["box"] == dealt.box and truth["active"] == first
        return RecordCheck("deal", ok, facts=(("count", len(dealt.draw)),))

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        if any(event["event"] == "phase-begun" for event in events):
            self._piles.append(self._check_pile())
        self._penalties += _check_penalties(before, events, self._stream)

    def check_draws(self) -> list[RecordCheck]:
        piles, draws = self._piles, self._penalties
        found = "" if draws else "penalties_none"
        count = (("count", len(draws)),)
        return [
            RecordCheck("pile", all(piles) if piles else None, "" if piles else "pile_none"),
            RecordCheck("penalties", all(draws) if draws else None, found, count),
        ]

    def check_outcome(self) -> RecordCheck:
        outcome = self._game.outcome()
        if outcome is None:
            return RecordCheck("outcome", None, "unfinished")
        points, winners = outcome["points"], outcome["winners"]
        categories, counted = recount_points(self._game.truth()["hands"], outcome["dice"])
        ok = categories == outcome["categories"] and counted == points
        ok = ok and all(counted[seat] == max(counted) for seat in winners)
        facts = (("points", points), ("winners", winners))
        return RecordCheck(
            "outcome",
            ok,
            "",
            facts,
            describe=lambda language: _describe_points(points, winners, language),
        )

    def _check_pile(self) -> bool:
        truth = self._game.truth()
        turned_up = [truth["lot"], *truth["auction"]]
        wanted = self._arguments.get("deal", {}).get("auction", ())
        return turned_up == shuffle_pile(self._stream, turned_up, wanted)


def _describe_points(points: list[int], winners: list[int], language: str) -> str:
    names = ", ".join(translate(language, "play_player_name", seat=seat + 1) for seat in winners)
    return translate(
        language, "biblios_play_verify_points", winners=names, points=", ".join(map(str, points))
    )


def _check_penalties(
    before: dict[str, Any], events: list[dict[str, Any]], stream: Stream
) -> list[bool]:
    """Return for each card of a penalty whether it is the expected one."""
    matches: list[bool] = []
    hand: list[str] = []
    for event in events:
        if event["event"] not in ("card-stolen", "card-lost"):
            continue
        robbed = event["from"] if event["event"] == "card-stolen" else event["seat"]
        hand = hand or sort_canonically(before["hands"][robbed])
        drawn = hand.pop(stream.below(len(hand)))
        matches.append(drawn == event["card"])
    return matches
