"""Making positions for practice: games of different players, analysed; a position is taken where somebody went wrong
and one answer is surely better than all others.

Everything follows from the seed: the same command writes the same file.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from armarium.analysis.analysing import analyse, analyst_of, versions_of
from armarium.analysis.judging import MARKED
from armarium.analysis.practice.positions import Answered, Position, practice_of
from armarium.games.shelf import open_book
from armarium.games.table.analyst import Progress
from armarium.games.table.game import Game, View
from armarium.games.table.practice import Answer, Practice
from armarium.games.table.record import Record
from armarium.players.load import load
from armarium.players.position import position_of

__all__ = ["as_text", "made", "played"]

EFFORT = 12.0  # of the answers, beside a decision of an analysis
SURE = 2.5  # standard errors by which the best answer is better than the next
EACH = 2  # positions of one theme from one game
DIGITS = 4


def made(name: str, seed: int, number: int, noted: Progress) -> dict[str, Any]:
    """The file of a game: so many positions, as many of each theme; raises NoPractice where there is none."""
    practice, found = practice_of(name), _Found(number, practice_of(name).themes)
    for deal in itertools.count():
        if found.is_whole:
            break
        for position in _in_game(name, practice, seed, deal, found):
            found.put(position)
            noted(len(found.positions), number)
    return {
        "game": name,
        "seed": seed,
        "version": analyst_of(name).version,
        "positions": [vars(position) for position in found.positions],
    }


@dataclass
class _Found:
    """So many of each theme, and of these no more than half with the same answer: else one could guess."""

    number: int
    themes: Sequence[str]
    positions: list[Position] = field(default_factory=list)

    def wants(self, theme: str | None) -> bool:
        if theme is None:
            return False
        own = sum(one.theme == theme for one in self.positions)
        return own < self._share(theme)

    def wants_answer(self, theme: str, best: Sequence[str]) -> bool:
        own = [one for one in self.positions if one.theme == theme]
        same = sum(one.answers[0]["actions"] == list(best) for one in own)
        return 2 * same < self._share(theme)

    def put(self, position: Position) -> None:
        self.positions.append(position)

    @property
    def is_whole(self) -> bool:
        return len(self.positions) >= self.number

    def _share(self, theme: str) -> int:
        whole, rest = divmod(self.number, len(self.themes))
        return whole + (self.themes.index(theme) < rest)


def _in_game(
    name: str, practice: Practice, seed: int, deal: int, found: _Found
) -> Iterator[Position]:
    record, players = played(name, practice, seed, deal)
    games = list(versions_of(Record.parse(record)))
    decisions = [one for one in analyse(record, seed=seed)["decisions"] if one["class"] in MARKED]
    taken: Counter[str] = Counter()
    for decision in sorted(decisions, key=lambda one: -one["cost"]):
        game, seat = games[decision["v"]], decision["seat"]
        view = game.view(seat)
        theme = practice.theme(view)
        if theme is None or not found.wants(theme) or taken[theme] >= EACH:
            continue
        answers = practice.weigh(view, EFFORT, seed + 1)
        if not _is_open(practice, answers) or not found.wants_answer(theme, answers[0].actions):
            continue
        done = _done(games, decision["v"], answers)
        told = [_told(practice, view, answers[0], one, done) for one in answers]
        if done is not answers[0] and told[0]["because"] is not None:
            taken[theme] += 1
            yield Position(theme, seat, players, game.record(), list(done.actions), told)


def played(name: str, practice: Practice, seed: int, deal: int) -> tuple[str, list[str]]:
    """A game of the practice's players, at tables of every size in turn, and who sat where."""
    book = open_book(name)
    seats = book.seats[deal % len(book.seats)]
    players = [practice.players[(deal + n) % len(practice.players)] for n in range(seats)]
    key, *words = (
        hashlib.sha256(f"armarium practice {seed} {deal} {n}".encode()).digest()
        for n in range(seats + 1)
    )
    game = book.game.new(seats, key, **practice.options)
    seated = [
        load(player, int.from_bytes(word[:4], "little"), name)
        for player, word in zip(players, words, strict=True)
    ]
    while (seat := game.to_act) is not None:
        game.play(seated[seat].choose(position_of(game, seat)))
    return game.record(), players


def _is_open(practice: Practice, answers: Sequence[Answer]) -> bool:
    """Something is still to be won, and one answer is surely the best."""
    if not answers:
        return False
    (low, high), (best, *others) = practice.still_open, answers
    is_sure = all(best.worth - one.worth > SURE * one.behind for one in others)
    return is_sure and low <= best.worth <= high


def _done(games: Sequence[Game], v: int, answers: Sequence[Answer]) -> Answer:
    """The answer that the game went on with."""
    actions = [action for _, action in games[-1].actions[v:]]
    for answer in answers:
        if sorted(actions[: len(answer.actions)]) == sorted(answer.actions):
            return answer
    raise AssertionError("what was done is one of the answers")


def _told(practice: Practice, view: View, best: Answer, one: Answer, done: Answer) -> Answered:
    reason = practice.reason(view, best.actions, (done if one is best else one).actions)
    return {
        "actions": list(one.actions),
        "chance": round(one.worth, DIGITS),
        "error": round(one.error, DIGITS),
        "because": None if reason is None else reason.data(),
    }


def as_text(found: dict[str, Any]) -> str:
    """As JSON with a position a line, so that a change shows which."""
    *facts, (name, positions) = found.items()
    head = [f" {json.dumps(key)}: {json.dumps(fact)}" for key, fact in facts]
    lines = ",\n".join(f"  {json.dumps(one)}" for one in positions)
    return "{\n" + ",\n".join([*head, f" {json.dumps(name)}: [\n{lines}\n ]"]) + "\n}\n"
