"""What Bibliogamo's chance and scoring demand of a record: the deal, every card that came up, the score."""

from __future__ import annotations

from typing import Any, ClassVar

from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.header import arguments_of
from armarium.games.bibliogamo.terminal.counting import recount
from armarium.games.bibliogamo.terminal.dealing import deal, shuffled
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.stream import Stream
from armarium.terminal.proof import Check

__all__ = ["Proof"]

HAND = 5
# Cards that go from the hand to the discard pile; a shuffle later in the same action takes them in.
_DISCARDED = ("block-lifted", "artisans-hired", "card-paid", "library-used")


class Proof:
    draws: ClassVar[tuple[str, ...]] = ("cards", "shuffles")
    claims: ClassVar[dict[str, str]] = {
        "deal": "bibliogamo_term_verify_deal",
        "cards": "bibliogamo_term_verify_cards",
        "shuffles": "bibliogamo_term_verify_shuffles",
        "shuffles_none": "bibliogamo_term_verify_shuffles_none",
        "outcome": "bibliogamo_term_verify_outcome",
    }

    def __init__(self, game: Game, stream: Stream, record: Record) -> None:
        self._game = game
        self._stream = stream
        self._chosen = arguments_of(record).get("deal")
        self._turned_up: list[bool] = []
        self._shuffles: list[bool] = []
        self._pile: list[int] = []  # as chance has laid it, top first

    def deal(self) -> Check:
        truth = self._game.truth()
        if self._chosen is not None:
            self._pile = list(self._chosen["draw"])
        else:
            collection, self._pile = deal(self._stream)
        hand, turned, rest = self._pile[:HAND], self._pile[HAND], self._pile[HAND + 1 :]
        self._pile = rest
        if self._chosen is not None:
            return Check("deal", None, "chosen")
        ok = (truth["hand"], truth["turned"], truth["draw"]) == (sorted(hand), turned, rest)
        ok = ok and truth["prestige"]["id"] == collection
        return Check("deal", ok, facts=(("count", len(rest)),))

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Take from our own pile each card that the events name, and shuffle where they shuffle."""
        discard = set(before["discard"])
        # The first card of a sale may be the last of a pile: the shuffle is told before the price.
        left_over = sum(event["event"] == "price-offered" for event in events)
        for event in events:
            kind = event["event"]
            if kind == "reshuffled":
                is_due = len(self._pile) <= left_over and event["cards"] == len(discard)
                self._shuffles.append(is_due)
                self._pile += shuffled(self._stream, discard)
                discard = set()
            elif kind in _DISCARDED:
                discard.add(event["card"])
            cards = _turned_up(event)
            self._turned_up.append(self._pile[: len(cards)] == cards)
            del self._pile[: len(cards)]
        self._turned_up.append(self._pile == self._game.truth()["draw"])

    def drawn(self) -> list[Check]:
        shuffles = self._shuffles
        found = "" if shuffles else "shuffles_none"
        return [
            Check("cards", all(self._turned_up)),
            Check(
                "shuffles", all(shuffles) if shuffles else None, found, (("count", len(shuffles)),)
            ),
        ]

    def outcome(self) -> Check:
        outcome = self._game.outcome()
        if outcome is None:
            return Check("outcome", None, "unfinished")
        needs = {
            tower["id"]: tower["need"]
            for tower in components_of(self._game.options["components"]).data["tower"]
        }
        is_finished = self._game.options["count_when"] == "finished"
        ok = recount(self._game.truth(), needs, is_finished) == (outcome["score"], outcome["rank"])
        score, rank = outcome["score"], outcome["rank"]
        facts = (("score", score), ("rank", rank))
        return Check(
            "outcome", ok, "", facts, told=lambda language: self._told(score, rank, language)
        )

    def _told(self, score: int, rank: str, language: str) -> str:
        reader = Reader.of(language, components_of(self._game.options["components"]))
        return f"{reader.say('bibliogamo_points', count=score)}, {reader.rank(rank)}"


def _turned_up(event: dict[str, Any]) -> list[int]:
    """The cards that an event took from the draw pile, in order."""
    kind = event["event"]
    if kind == "cards-drawn":
        return list(event["cards"])
    if kind == "card-turned":
        return [event["card"]]
    if kind == "price-offered":
        return [event["first"], event["second"]]
    return [event["second"]] if kind == "price-redrawn" else []
