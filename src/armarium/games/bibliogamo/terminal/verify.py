"""Recompute the deal, shuffles and scores of a record, from docs/chance.md and the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.stream import Stream
from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.deal import read_arguments
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.terminal.extension import RecordCheck

__all__ = ["CARDS", "BibliogamoVerifier", "draw_deal", "recount_score", "shuffle_cards"]


CARDS = range(1, 48)
COLLECTIONS = 7


def draw_deal(stream: Stream) -> tuple[int, list[int]]:
    """Return the id of the collection, and the deck, top first. Its first five cards are the hand."""
    collection = 1 + stream.below(COLLECTIONS)
    return collection, shuffle_cards(stream, CARDS)


def shuffle_cards(stream: Stream, cards: Iterable[int]) -> list[int]:
    """Return these cards shuffled, top first."""
    pile = sorted(cards)
    stream.shuffle(pile)
    return pile


_RANKS = {0: "apprentice", 8: "journeyman", 20: "master", 33: "guildmaster", 44: "grand-librarian"}


def recount_score(
    truth: dict[str, Any], needs: dict[str, dict[str, int]], counts_finished: bool
) -> tuple[int, str]:
    books = dict(truth["books"])
    if counts_finished:
        for tower, artisans in truth["towers"].items():
            books[tower] += all(artisans[kind] >= n for kind, n in needs[tower].items() if n)
    wanted = truth["prestige"]["need"]
    score = sum(books.values()) + truth["florins"] // 5
    if all(books[tower] >= n for tower, n in wanted.items()):
        score += truth["prestige"]["vp"]
    return score, _RANKS[max(least for least in _RANKS if score >= least)]


HAND = 5
# Events that discard a card from the hand. A later shuffle of the same action includes it.
_DISCARDED = ("block-lifted", "artisans-hired", "card-paid", "library-used")


class BibliogamoVerifier:
    draw_checks: ClassVar[tuple[str, ...]] = ("cards", "shuffles")
    claim_keys: ClassVar[dict[str, str]] = {
        "deal": "bibliogamo_term_verify_deal",
        "cards": "bibliogamo_term_verify_cards",
        "shuffles": "bibliogamo_term_verify_shuffles",
        "shuffles_none": "bibliogamo_term_verify_shuffles_none",
        "outcome": "bibliogamo_term_verify_outcome",
    }

    def __init__(self, game: BaseGame, stream: Stream, record: Record) -> None:
        self._game = game
        self._stream = stream
        self._chosen = read_arguments(record).get("deal")
        self._turned_up: list[bool] = []
        self._shuffles: list[bool] = []
        self._pile: list[int] = []  # the expected draw pile, top first

    def check_deal(self) -> RecordCheck:
        truth = self._game.truth()
        if self._chosen is not None:
            self._pile = list(self._chosen["draw"])
        else:
            collection, self._pile = draw_deal(self._stream)
        hand, turned, rest = self._pile[:HAND], self._pile[HAND], self._pile[HAND + 1 :]
        self._pile = rest
        if self._chosen is not None:
            return RecordCheck("deal", None, "chosen")
        ok = (truth["hand"], truth["turned"], truth["draw"]) == (sorted(hand), turned, rest)
        ok = ok and truth["prestige"]["id"] == collection
        return RecordCheck("deal", ok, facts=(("count", len(rest)),))

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Take each card of the events from the expected pile, and shuffle when the events do."""
        discard = set(before["discard"])
        # The first card of a sale may be the last of the pile; its shuffle event then comes before the price.
        left_over = sum(event["event"] == "price-offered" for event in events)
        for event in events:
            kind = event["event"]
            if kind == "reshuffled":
                is_due = len(self._pile) <= left_over and event["cards"] == len(discard)
                self._shuffles.append(is_due)
                self._pile += shuffle_cards(self._stream, discard)
                discard = set()
            elif kind in _DISCARDED:
                discard.add(event["card"])
            cards = _turned_up(event)
            self._turned_up.append(self._pile[: len(cards)] == cards)
            del self._pile[: len(cards)]
        self._turned_up.append(self._pile == self._game.truth()["draw"])

    def check_draws(self) -> list[RecordCheck]:
        shuffles = self._shuffles
        found = "" if shuffles else "shuffles_none"
        return [
            RecordCheck("cards", all(self._turned_up)),
            RecordCheck(
                "shuffles", all(shuffles) if shuffles else None, found, (("count", len(shuffles)),)
            ),
        ]

    def check_outcome(self) -> RecordCheck:
        outcome = self._game.outcome()
        if outcome is None:
            return RecordCheck("outcome", None, "unfinished")
        needs = {
            tower["id"]: tower["need"]
            for tower in components_of(self._game.options["components"]).data["tower"]
        }
        is_finished = self._game.options["count_when"] == "finished"
        ok = recount_score(self._game.truth(), needs, is_finished) == (
            outcome["score"],
            outcome["rank"],
        )
        score, rank = outcome["score"], outcome["rank"]
        facts = (("score", score), ("rank", rank))
        return RecordCheck(
            "outcome",
            ok,
            "",
            facts,
            describe=lambda language: self._describe_score(score, rank, language),
        )

    def _describe_score(self, score: int, rank: str, language: str) -> str:
        reader = BibliogamoNames.of(language, components_of(self._game.options["components"]))
        return f"{reader.translate('bibliogamo_points', count=score)}, {reader.rank(rank)}"


def _turned_up(event: dict[str, Any]) -> list[int]:
    """Return the cards that an event took from the draw pile, in order."""
    kind = event["event"]
    if kind == "cards-drawn":
        return list(event["cards"])
    if kind == "card-turned":
        return [event["card"]]
    if kind == "price-offered":
        return [event["first"], event["second"]]
    return [event["second"]] if kind == "price-redrawn" else []
