"""Make practice positions from analysed games between different players.

A position is taken where a player made a mistake and one answer is clearly the best. Everything follows from the seed:
the same command writes the same file.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from armarium.analysis.analysing import analyse, find_analyst, replay_versions
from armarium.analysis.consistency import ENOUGH
from armarium.analysis.extension import AnswerValue, Practice, Progress
from armarium.analysis.practice import EvaluatedAnswer, PracticePosition, find_practice
from armarium.analysis.report import MARKED
from armarium.core.errors import Reason
from armarium.core.game import BaseGame, View
from armarium.core.record import Record
from armarium.core.registry import find_game
from armarium.players.load import load
from armarium.players.position import position_of

__all__ = ["format_positions", "is_large_enough", "make_positions", "play_game"]

ANSWER_EFFORT = 12.0  # effort per answer, relative to one decision of an analysis
MIN_STANDARD_ERRORS = 2.5  # standard errors between the best answer and the next
MAX_PER_THEME = 2  # positions per theme and game
DIGITS = 4


def make_positions(name: str, seed: int, number: int, progress: Progress) -> dict[str, Any]:
    """Make the data of a practice file, with the same number of positions for each theme.

    Raises NoPractice if the game has no practice.
    """
    practice, found = find_practice(name), _PositionQuota(number, find_practice(name).themes)
    for deal in itertools.count():
        if found.is_full:
            break
        for position in _find_positions(name, practice, seed, deal, found):
            found.add(position)
            progress(len(found.positions), number)
    return {
        "game": name,
        "seed": seed,
        "version": find_analyst(name).version,
        "positions": [vars(position) for position in found.positions],
    }


@dataclass
class _PositionQuota:
    """The positions so far.

    At most half of a theme's positions may have the same best answer, so that guessing does not pay.
    """

    number: int
    themes: Sequence[str]
    positions: list[PracticePosition] = field(default_factory=list)

    def needs(self, theme: str | None) -> bool:
        if theme is None:
            return False
        own = sum(one.theme == theme for one in self.positions)
        return own < self._share(theme)

    def needs_answer(self, theme: str, best: Sequence[str]) -> bool:
        own = [one for one in self.positions if one.theme == theme]
        same = sum(one.answers[0]["actions"] == list(best) for one in own)
        return 2 * same < self._share(theme)

    def add(self, position: PracticePosition) -> None:
        self.positions.append(position)

    @property
    def is_full(self) -> bool:
        return len(self.positions) >= self.number

    def _share(self, theme: str) -> int:
        whole, rest = divmod(self.number, len(self.themes))
        return whole + (self.themes.index(theme) < rest)


def _find_positions(
    name: str, practice: Practice, seed: int, deal: int, found: _PositionQuota
) -> Iterator[PracticePosition]:
    record, players = play_game(name, practice, seed, deal)
    games = list(replay_versions(Record.parse(record)))
    decisions = [one for one in analyse(record, seed=seed)["decisions"] if one["class"] in MARKED]
    taken: Counter[str] = Counter()
    for decision in sorted(decisions, key=lambda one: -one["cost"]):
        game, seat = games[decision["v"]], decision["seat"]
        view = game.view(seat)
        theme = practice.find_theme(view)
        if theme is None or not found.needs(theme) or taken[theme] >= MAX_PER_THEME:
            continue
        answers = practice.evaluate_answers(view, ANSWER_EFFORT, seed + 1)
        if not _is_open(practice, answers) or not found.needs_answer(theme, answers[0].actions):
            continue
        played = _find_played(games, decision["v"], answers)
        if practice.explain(view, answers[0].actions, played.actions) is None:
            continue
        data = [_answer_data(practice, view, answers[0], one, played) for one in answers]
        if played is not answers[0]:
            taken[theme] += 1
            yield PracticePosition(theme, seat, players, game.record(), list(played.actions), data)


def play_game(name: str, practice: Practice, seed: int, deal: int) -> tuple[str, list[str]]:
    """Play a game between the practice's players; return its record and the player of each seat.

    The number of seats changes from deal to deal.
    """
    definition = find_game(name)
    seats = definition.seats[deal % len(definition.seats)]
    players = [practice.players[(deal + n) % len(practice.players)] for n in range(seats)]
    key, *words = (
        hashlib.sha256(f"armarium practice {seed} {deal} {n}".encode()).digest()
        for n in range(seats + 1)
    )
    game = definition.game.new(seats, key, **practice.options)
    loaded = [
        load(player, int.from_bytes(word[:4], "little"), name)
        for player, word in zip(players, words, strict=True)
    ]
    while (seat := game.to_act) is not None:
        game.play(loaded[seat].choose(position_of(game, seat)))
    return game.record(), players


def _is_open(practice: Practice, answers: Sequence[AnswerValue]) -> bool:
    """Return True if the game is undecided and one answer is clearly the best."""
    if not answers:
        return False
    (low, high), (best, *others) = practice.undecided_range, answers
    is_sure = all(best.value - one.value > MIN_STANDARD_ERRORS * one.gap_error for one in others)
    return is_sure and low <= best.value <= high


def _find_played(games: Sequence[BaseGame], v: int, answers: Sequence[AnswerValue]) -> AnswerValue:
    """Return the answer that was played in the game."""
    actions = [action for _, action in games[-1].actions[v:]]
    for answer in answers:
        if sorted(actions[: len(answer.actions)]) == sorted(answer.actions):
            return answer
    raise AssertionError("the action played must be one of the answers")


def _answer_data(
    practice: Practice, view: View, best: AnswerValue, one: AnswerValue, played: AnswerValue
) -> EvaluatedAnswer:
    other = played if one is best else one
    reason = practice.explain(view, best.actions, other.actions)
    cost = best.value - other.value
    if reason is not None and not is_large_enough(practice, view, reason, cost):
        reason = None
    return {
        "actions": list(one.actions),
        "chance": round(one.value, DIGITS),
        "error": round(one.error, DIGITS),
        "because": None if reason is None else reason.data(),
    }


def is_large_enough(practice: Practice, view: View, reason: Reason, cost: float) -> bool:
    """Return True if a reason can account for an answer's cost. No reason is better than one that nobody believes."""
    return practice.size_of(view, reason) >= ENOUGH * cost


def format_positions(found: dict[str, Any]) -> str:
    """Format the file as JSON with one position per line, so that diffs are readable."""
    *facts, (name, positions) = found.items()
    head = [f" {json.dumps(key)}: {json.dumps(fact)}" for key, fact in facts]
    lines = ",\n".join(f"  {json.dumps(one)}" for one in positions)
    return "{\n" + ",\n".join([*head, f" {json.dumps(name)}: [\n{lines}\n ]"]) + "\n}\n"
