"""What the arena found, as data: shares of wins, points and leads with their intervals, faults, ratings."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from armarium.lab.arena import one_seat
from armarium.lab.arena.intervals import estimate
from armarium.lab.arena.match import Match
from armarium.lab.arena.ratings import Result, rate
from armarium.lab.arena.shares import WinShare

__all__ = ["report_of", "summary_of", "write_csv"]

EXAMPLES = 5  # of each player's faults


def report_of(matches: list[Match], *, is_pool: bool = False) -> dict[str, Any]:
    report: dict[str, Any] = {"arena": 1, "matches": [summary_of(match) for match in matches]}
    if is_pool:
        report["ratings"] = _ratings(matches)
    return report


def summary_of(match: Match) -> dict[str, Any]:
    setting = match.setting
    if setting.seats == 1:
        return one_seat.summary_of(match, _faults(match))
    deals = match.in_order()
    return {
        "game": setting.game,
        "seats": setting.seats,
        "edition": setting.edition,
        "options": dict(setting.options),
        "seed": setting.seed,
        "deals": len(deals),
        "games": len(deals) * setting.seats,
        "fair": 1 / setting.seats,
        "entrants": [_entrant(match, number) for number in range(len(match.entrants))],
        "faults": _faults(match),
    }


def _entrant(match: Match, number: int) -> dict[str, Any]:
    points, leads = _points(match, number)
    return {
        "player": match.entrants[number],
        "seats_taken": len(match.seats_of(number)),
        **WinShare(match.shares(number), 1 / match.setting.seats).told(),
        "points": estimate(points).told(),
        # Points over the mean of all other seats, in the same deals.
        "lead": estimate(leads).told(),
    }


def _points(match: Match, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Deal by deal: an entrant's mean points, and how far they are above those of the other seats."""
    places = match.seats_of(number)
    others = [p for p in range(match.setting.seats) if p not in places]
    points, leads = [], []
    for result in match.in_order():
        games = np.array([row for row in result.points if row is not None], float)
        if len(games):
            points.append(games[:, places].mean())
            leads.append(points[-1] - games[:, others].mean() if others else 0.0)
    return np.array(points), np.array(leads)


def _faults(match: Match) -> dict[str, Any]:
    faults = [fault for result in match.in_order() for fault in result.faults]
    seen: Counter[str] = Counter()
    examples = []
    for fault in faults:
        seen[fault["player"]] += 1
        if seen[fault["player"]] <= EXAMPLES:
            examples.append(fault)
    kinds = Counter((fault["player"], fault["code"]) for fault in faults)
    by_player = [
        {"player": player, "code": code, "number": number}
        for (player, code), number in kinds.most_common()
    ]
    return {"number": len(faults), "by_player": by_player, "examples": examples}


def _ratings(matches: list[Match]) -> list[dict[str, Any]]:
    """One table of ratings for each number of seats and edition."""
    groups: dict[tuple[int, str], list[Result]] = {}
    for match in matches:
        setting = match.setting
        results = groups.setdefault((setting.seats, setting.edition), [])
        for deal in match.in_order():
            results += [Result(match.line_up, tuple(row), deal.deal) for row in deal.shares]
    return [
        {"seats": seats, "edition": edition, "players": [vars(rating) for rating in rate(results)]}
        for (seats, edition), results in groups.items()
        if results
    ]


def write_csv(matches: list[Match], path: Path) -> None:
    """One line a game and seat."""
    if matches[0].setting.seats == 1:
        return one_seat.write_csv(matches, path)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["seats", "edition", "deal", "rotation", "seat", "player", "share", "points"]
        )
        for match in matches:
            n = match.setting.seats
            for result in match.in_order():
                for rotation, shares in enumerate(result.shares):
                    points = result.points[rotation]
                    for p, name in enumerate(match.line_up):
                        seat, scored = (p + rotation) % n, "" if points is None else points[p]
                        writer.writerow(
                            [
                                n,
                                match.setting.edition,
                                result.deal,
                                rotation,
                                seat,
                                name,
                                shares[p],
                                scored,
                            ]
                        )
