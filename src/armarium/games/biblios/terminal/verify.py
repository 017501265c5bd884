"""What Biblios' chance and scoring demand of a record: the deal, the auction pile, the penalty draws, the points."""

from __future__ import annotations

from typing import Any, ClassVar

from armarium.games.biblios.header import arguments_of
from armarium.games.biblios.terminal.counting import recount
from armarium.games.biblios.terminal.dealing import canonical, deal, shuffled_pile
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.stream import Stream
from armarium.terminal.proof import Check
from armarium.words import say

__all__ = ["Proof"]


class Proof:
    draws: ClassVar[tuple[str, ...]] = ("pile", "penalties")
    claims: ClassVar[dict[str, str]] = {
        check: f"biblios_play_verify_{check}"
        for check in ("deal", "pile", "pile_none", "penalties", "penalties_none")
    }

    def __init__(self, game: Game, stream: Stream, record: Record) -> None:
        self._game = game
        self._stream = stream
        self._arguments = arguments_of(record)
        self._piles: list[bool] = []
        self._penalties: list[bool] = []

    def deal(self) -> Check:
        if "deal" in self._arguments:
            return Check("deal", None, "chosen")
        dealt, truth = deal(self._stream, self._game.seats), self._game.truth()
        wanted = self._arguments["first"]
        first = dealt.first if wanted is None else wanted
        ok = truth["draw"] == dealt.draw and truth["box"] == dealt.box and truth["active"] == first
        return Check("deal", ok, facts=(("count", len(dealt.draw)),))

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        if any(event["event"] == "phase-begun" for event in events):
            self._piles.append(self._is_pile())
        self._penalties += _penalty_draws(before, events, self._stream)

    def drawn(self) -> list[Check]:
        piles, draws = self._piles, self._penalties
        found = "" if draws else "penalties_none"
        count = (("count", len(draws)),)
        return [
            Check("pile", all(piles) if piles else None, "" if piles else "pile_none"),
            Check("penalties", all(draws) if draws else None, found, count),
        ]

    def outcome(self) -> Check:
        outcome = self._game.outcome()
        if outcome is None:
            return Check("outcome", None, "unfinished")
        points, winners = outcome["points"], outcome["winners"]
        categories, counted = recount(self._game.truth()["hands"], outcome["dice"])
        ok = categories == outcome["categories"] and counted == points
        ok = ok and all(counted[seat] == max(counted) for seat in winners)
        facts = (("points", points), ("winners", winners))
        return Check(
            "outcome", ok, "", facts, told=lambda language: _told(points, winners, language)
        )

    def _is_pile(self) -> bool:
        truth = self._game.truth()
        turned_up = [truth["lot"], *truth["auction"]]
        wanted = self._arguments.get("deal", {}).get("auction", ())
        return turned_up == shuffled_pile(self._stream, turned_up, wanted)


def _told(points: list[int], winners: list[int], language: str) -> str:
    names = ", ".join(say(language, "play_player_name", seat=seat + 1) for seat in winners)
    return say(
        language, "biblios_play_verify_points", winners=names, points=", ".join(map(str, points))
    )


def _penalty_draws(
    before: dict[str, Any], events: list[dict[str, Any]], stream: Stream
) -> list[bool]:
    """Was each card that a penalty took the one that chance demands?"""
    held: list[bool] = []
    hand: list[str] = []
    for event in events:
        if event["event"] not in ("card-stolen", "card-lost"):
            continue
        robbed = event["from"] if event["event"] == "card-stolen" else event["seat"]
        hand = hand or canonical(before["hands"][robbed])
        drawn = hand.pop(stream.below(len(hand)))
        held.append(drawn == event["card"])
    return held
