"""The report of an arena as plain data: win shares, points, ratings and faults, or scores in a game for one seat."""

from __future__ import annotations

import csv
import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from armarium.core.registry import find_game
from armarium.lab.arena import provenance
from armarium.lab.arena.intervals import WinShare, estimate, estimate_share
from armarium.lab.arena.match import Match
from armarium.lab.arena.ratings import RatedGame, rate
from armarium.lab.arena.scores import compute_score
from armarium.lab.arena.strength import compute_strength
from armarium.lab.extension import lab_extension

__all__ = ["make_report", "make_strength_report", "summarise_match", "write_csv"]


EXAMPLES = 5  # faults listed per player


def make_report(
    matches: list[Match], *, is_pool: bool = False, suite: str | None = None
) -> dict[str, Any]:
    """Return the report. `suite` is the name of a scored suite that the matches are from."""
    report: dict[str, Any] = {"arena": 1, "matches": [summarise_match(match) for match in matches]}
    if is_pool:
        report["ratings"] = _ratings(matches)
    if suite is not None:
        report.update(_scores(matches, suite))
    return report


def make_strength_report(
    matches: list[Match],
    suite: str,
    label: str | None,
    weights: Iterable[Path],
    compute: dict[str, Any],
) -> dict[str, Any]:
    """Return the worst share over the opponents at each number of seats, with the hashes of everybody who played."""
    setting, player = matches[0].setting, matches[0].entrants[0]
    opponents = dict.fromkeys(match.entrants[1] for match in matches)
    return {
        "strength": 1,
        "game": setting.game,
        "rules": find_game(setting.game).game.rules_version,
        "suite": suite,
        "commitment": setting.commitment or None,
        "player": provenance.describe_player(player, setting.game, label, weights),
        "opponents": [provenance.describe_player(name, setting.game) for name in opponents],
        "package": provenance.describe_package(),
        "weights": provenance.game_weights(setting.game),
        "compute": compute,
        "seats": [one.to_dict() for one in compute_strength(matches)],
        "faults": [_faults(match) for match in matches if _faults(match)["number"]],
    }


def _scores(matches: list[Match], suite_name: str) -> dict[str, Any]:
    """Return the score of each player, and the difference of each pair on the same deals."""
    game = matches[0].setting.game
    suite = lab_extension(game).suites[suite_name]
    by_player: dict[str, list[Match]] = {}
    for match in matches:
        by_player.setdefault(match.entrants[0], []).append(match)
    scores = {player: compute_score(game, suite, own) for player, own in by_player.items()}
    return {
        "suite": suite_name,
        "scores": [{"player": player, **score.to_dict()} for player, score in scores.items()],
        "differences": [
            {"player": one, "minus": other, **scores[one].subtract(scores[other]).to_dict()}
            for one, other in itertools.combinations(scores, 2)
        ],
    }


def summarise_match(match: Match) -> dict[str, Any]:
    setting = match.setting
    if setting.seats == 1:
        return _summarise_solo_match(match, _faults(match))
    deals = match.list_completed()
    return {
        **_describe_setting(match),
        "deals": len(deals),
        "games": len(deals) * setting.seats,
        "fair": 1 / setting.seats,
        "entrants": [_summarise_entrant(match, number) for number in range(len(match.entrants))],
        "faults": _faults(match),
    }


def _describe_setting(match: Match) -> dict[str, Any]:
    return {**match.setting.to_dict(), "options": dict(match.setting.options)}


def _summarise_entrant(match: Match, number: int) -> dict[str, Any]:
    points, leads = _points(match, number)
    return {
        "player": match.entrants[number],
        "seats_taken": len(match.places_of(number)),
        **WinShare(match.shares(number), 1 / match.setting.seats).to_dict(),
        "points": estimate(points).to_dict(),
        # Points above the mean of all other seats, in the same deals.
        "lead": estimate(leads).to_dict(),
    }


def _points(match: Match, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return an entrant's mean points per deal, and their lead over the mean of the other seats."""
    places = match.places_of(number)
    others = [p for p in range(match.setting.seats) if p not in places]
    points, leads = [], []
    for result in match.list_completed():
        games = np.array([row for row in result.points if row is not None], float)
        if len(games):
            points.append(games[:, places].mean())
            leads.append(points[-1] - games[:, others].mean() if others else 0.0)
    return np.array(points), np.array(leads)


def _faults(match: Match) -> dict[str, Any]:
    faults = [fault for result in match.list_completed() for fault in result.faults]
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
    """Return a table of ratings for each number of seats and edition."""
    groups: dict[tuple[int, str], list[RatedGame]] = {}
    for match in matches:
        setting = match.setting
        results = groups.setdefault((setting.seats, setting.edition), [])
        for deal in match.list_completed():
            results += [RatedGame(match.line_up, tuple(row), deal.deal) for row in deal.shares]
    return [
        {"seats": seats, "edition": edition, "players": [vars(rating) for rating in rate(results)]}
        for (seats, edition), results in groups.items()
        if results
    ]


def write_csv(matches: list[Match], path: Path) -> None:
    """Write one line per game and seat."""
    if matches[0].setting.seats == 1:
        return _write_solo_csv(matches, path)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["seats", "edition", "deal", "rotation", "seat", "player", "share", "points"]
        )
        for match in matches:
            n = match.setting.seats
            for result in match.list_completed():
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


def _figures(match: Match, entrant: int, name: str) -> np.ndarray:
    """Return one number per deal, NaN for a game that ended with a fault."""
    facts = [result.facts[entrant] for result in match.list_completed()]
    return np.array([np.nan if fact is None else float(fact[name]) for fact in facts])


def _kinds(match: Match, name: str) -> list[Any]:
    """Return the kind of each deal, or None if the game has no kinds or no entrant finished the deal."""
    found = [[fact.get(name) for fact in result.facts if fact] for result in match.list_completed()]
    return [kinds[0] if kinds else None for kinds in found]


def _share_names(match: Match, names: tuple[str, ...]) -> list[str]:
    """Return the figures that are yes-or-no facts: their means are shares."""
    facts = [fact for result in match.list_completed() for fact in result.facts if fact]
    return [name for name in names if facts and all(isinstance(f[name], bool) for f in facts)]


def _summarise_solo_match(match: Match, faults: dict[str, Any]) -> dict[str, Any]:
    deals, lab = match.list_completed(), lab_extension(match.setting.game)
    names, kinds = lab.figures, np.array(_kinds(match, lab.deals_by), object)
    shares = _share_names(match, names)
    first = _figures(match, 0, names[0])

    def describe(name: str, values: np.ndarray) -> dict[str, float | None]:
        return (estimate_share(values) if name in shares else estimate(values)).to_dict()

    entrants = []
    for number, player in enumerate(match.entrants):
        figures = {name: _figures(match, number, name) for name in names}
        by_kind = {
            str(kind): {name: describe(name, of[kinds == kind]) for name, of in figures.items()}
            for kind in sorted(set(kinds.tolist()) - {None})
        }
        entrants.append(
            {
                "player": player,
                **{name: describe(name, values) for name, values in figures.items()},
                # Relative to the first entrant, deal by deal.
                "lead": estimate(figures[names[0]] - first).to_dict(),
                f"by_{lab.deals_by}": by_kind,
            }
        )
    return {
        **_describe_setting(match),
        "deals": len(deals),
        "games": len(deals) * len(match.entrants),
        "figures": list(names),
        "shares": shares,
        "deals_by": lab.deals_by,
        "entrants": entrants,
        "faults": faults,
    }


def _write_solo_csv(matches: list[Match], path: Path) -> None:
    """Write one line per game."""
    definition = find_game(matches[0].setting.game)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        edition = ["edition"] if definition.editions else []
        writer.writerow(
            [
                *edition,
                "deal",
                lab_extension(definition.name).deals_by,
                "player",
                *lab_extension(definition.name).figures,
            ]
        )
        for match in matches:
            edition = [match.setting.edition] if definition.editions else []
            for result in match.list_completed():
                for player, fact in zip(match.entrants, result.facts, strict=True):
                    kind, *figures = (
                        (fact or {}).get(name, "")
                        for name in (
                            lab_extension(definition.name).deals_by,
                            *lab_extension(definition.name).figures,
                        )
                    )
                    writer.writerow([*edition, result.deal, kind, player, *figures])
