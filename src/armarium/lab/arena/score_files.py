"""Score files: the results of one player in a scored suite, with hashes of everything they depend on.

The last hash covers the rest of the file. It finds mistakes and careless edits. Only playing the deals again proves a
result: that needs the same player, the same version of the package and, with secret deals, the seed file.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from armarium.core.errors import ArmariumError
from armarium.core.registry import find_game, game_names
from armarium.lab.arena.deals import SecretSeed, derive_deal_seed
from armarium.lab.arena.match import Match, make_suite_matches
from armarium.lab.arena.provenance import describe_package, game_weights
from armarium.lab.arena.scores import SuiteScore, compute_score, list_values, score_values
from armarium.lab.extension import Suite, lab_extension

__all__ = ["SCHEMA", "BadScore", "CheckedScore", "make_score_file", "read_score", "write_score"]

SCHEMA = 1
_HUGE = 1e12
_SHARES = 12  # every share of a win is a multiple of 1/12: one to four seats share it


class BadScore(ArmariumError):
    code: ClassVar[str] = "bad-score"
    sentence: ClassVar[str] = "The score file {asked} is refused: {reason}."
    reasons: ClassVar = {
        "score-none": "it is not a score file",
        "score-form": "its “{found}” is missing or malformed",
        "score-format": "its format is {found}, but this program reads {wanted}",
        "score-changed": "its contents do not match its sha256 hash, so it was changed",
        "score-suite": "there is no scored suite “{found}” of “{game}”",
        "score-rules": "it was made with rules version {found}, but this program has {wanted}",
        "score-weights": "its opponents used other network weights than those of this program",
        "score-matches": "its matches are not those of the suite",
        "score-values": "a result of match {found} is missing or impossible",
        "score-deals": "its deals are not those of the suite",
        "score-commitment": "its deals are secret, and belong to another seed file",
        "score-aggregate": "its score is {found}, but its results give {wanted}",
    }


def _is_text(value: Any) -> bool:
    """Return True for text that a table can show: a control character could redraw the reader's terminal."""
    return isinstance(value, str) and value.isprintable()


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _HUGE


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_commitment(value: Any) -> bool:
    return value is None or (
        isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None
    )


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


# What the leaderboard reports from a file without computing it again.
_FORM: Mapping[str, Callable[[Any], bool]] = {
    "commitment": _is_commitment,
    "player": _is_object,
    "player.name": _is_text,
    "player.kind": _is_text,
    "player.sha256": _is_text,
    "package": _is_object,
    "compute": _is_object,
    "compute.processor_s": lambda value: value is None or _is_number(value),
    "compute.decisions": _is_count,
    "compute.deals": _is_count,
    "faults": _is_count,
}


class CheckedScore(NamedTuple):
    """A score file that passed all checks, and its score computed from its results."""

    path: Path
    data: dict[str, Any]
    score: SuiteScore


def make_score_file(
    suite_name: str, matches: Sequence[Match], player: dict[str, Any], compute: dict[str, Any]
) -> dict[str, Any]:
    """Return the contents of a score file: plain data without paths, host names or secret seeds."""
    setting = matches[0].setting
    game, suite = setting.game, lab_extension(setting.game).suites[suite_name]
    data = {
        "armarium_score": SCHEMA,
        "game": game,
        "rules": find_game(game).game.rules_version,
        "suite": suite_name,
        "commitment": setting.commitment or None,
        "deals_sha256": _hash_deals(matches),
        "player": player,
        "package": describe_package(),
        "weights": game_weights(game),
        "compute": compute,
        "matches": [{**_describe_match(match), "results": list_values(match)} for match in matches],
        "faults": sum(len(result.faults) for match in matches for result in match.list_completed()),
        "score": compute_score(game, suite, matches).to_dict(),
    }
    return {**data, "sha256": _hash_data(data)}


def write_score(path: Path, data: dict[str, Any]) -> None:
    """Write one match per line."""
    lines = ",\n  ".join(json.dumps(match, ensure_ascii=False) for match in data["matches"])
    text = json.dumps({**data, "matches": []}, indent=1, ensure_ascii=False)
    text = text.replace('"matches": []', f'"matches": [\n  {lines}\n ]')
    path.write_text(text + "\n", encoding="utf-8")


def _describe_match(match: Match) -> dict[str, Any]:
    opponent = match.entrants[1] if len(match.entrants) > 1 else None
    return {"edition": match.setting.edition, "seats": match.setting.seats, "opponent": opponent}


def _hash_data(data: dict[str, Any]) -> str:
    rest = {name: value for name, value in data.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_deals(matches: Sequence[Match]) -> str:
    digest = hashlib.sha256()
    for match in matches:
        for deal in range(match.deals):
            seed = derive_deal_seed(match.setting, deal)
            digest.update(f"{match.setting.edition} {match.setting.seats} {seed}\n".encode())
    return digest.hexdigest()


def read_score(path: Path, secret: SecretSeed | None = None) -> CheckedScore:
    """Read a score file and check it: its hash, its suite and opponents, every result and the score.

    Public deals are derived again. Secret deals are only checked against a seed file.
    """
    try:
        data = json.loads(path.read_bytes())
        if not isinstance(data, dict) or "armarium_score" not in data:
            raise BadScore(asked=path.name, reason="score-none")
        if data["armarium_score"] != SCHEMA:
            found = str(data["armarium_score"])
            raise BadScore(asked=path.name, reason="score-format", found=found, wanted=SCHEMA)
        if data.get("sha256") != _hash_data(data):
            raise BadScore(asked=path.name, reason="score-changed")
        _check_form(path.name, data)
        suite = _check_suite(path.name, data)
        _check_deals(path.name, data, secret)
        columns = [match["results"] for match in data["matches"]]
        for number, match in enumerate(data["matches"], 1):
            if len(match["results"]) != suite.deals or not all(
                _is_possible(value, match["seats"]) for value in match["results"]
            ):
                raise BadScore(asked=path.name, reason="score-values", found=number)
        score = score_values(data["game"], suite, columns)
        _check_aggregate(path.name, data["score"], score)
    except (
        ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError
    ) as error:  # fmt: skip
        raise BadScore(asked=path.name, reason="score-none") from error
    return CheckedScore(path, data, score)


def _check_form(name: str, data: dict[str, Any]) -> None:
    for key, is_valid in _FORM.items():
        value: Any = data
        for part in key.split("."):
            value = value.get(part, ...)  # an Ellipsis is never valid
        if not is_valid(value):
            raise BadScore(asked=name, reason="score-form", found=key)


def _check_suite(name: str, data: dict[str, Any]) -> Suite:
    game, suite_name = data["game"], data["suite"]
    suite = lab_extension(game).suites.get(suite_name) if game in game_names() else None
    if suite is None or not suite.is_scored:
        raise BadScore(asked=name, reason="score-suite", found=suite_name, game=game)
    definition = find_game(game)
    rules = definition.game.rules_version
    if data["rules"] != rules:
        raise BadScore(asked=name, reason="score-rules", found=data["rules"], wanted=rules)
    if data["weights"] != game_weights(definition.name):
        raise BadScore(asked=name, reason="score-weights")
    wanted = [
        _describe_match(match) for match in make_suite_matches(data["game"], data["suite"], "")
    ]
    found = [
        {key: match[key] for key in ("edition", "seats", "opponent")} for match in data["matches"]
    ]
    if found != wanted:
        raise BadScore(asked=name, reason="score-matches")
    return suite


def _check_deals(name: str, data: dict[str, Any], secret: SecretSeed | None) -> None:
    commitment = data["commitment"]
    if commitment is not None and secret is None:
        return
    if commitment is not None and secret is not None and commitment != secret.commitment:
        raise BadScore(asked=name, reason="score-commitment")
    matches = make_suite_matches(data["game"], data["suite"], "", secret if commitment else None)
    if data["deals_sha256"] != _hash_deals(matches):
        raise BadScore(asked=name, reason="score-deals")


def _is_possible(value: float | None, seats: int) -> bool:
    if seats == 1:
        return value is None or (abs(value) < _HUGE and value == int(value))
    if value is None or not 0 <= value <= 1:
        return False
    parts = value * _SHARES * seats
    return abs(parts - round(parts)) < 1e-6


def _check_aggregate(name: str, stored: dict[str, Any], score: SuiteScore) -> None:
    wanted = score.to_dict()
    same = stored.keys() == wanted.keys() and all(
        math.isclose(found, number, rel_tol=1e-9, abs_tol=1e-9)
        for found, number in zip(_numbers(stored), _numbers(wanted), strict=True)
    )
    if not same:
        shown = {"found": f"{stored['mean']:.3f}", "wanted": f"{wanted['mean']:.3f}"}
        raise BadScore(asked=name, reason="score-aggregate", **shown)


def _numbers(data: dict[str, Any]) -> list[float]:
    flat = {
        **data,
        **data["anytime"],
        "anytime": 0.0,
        "first_low": data["low"],
        "first_high": data["high"],
    }
    return [float(-1.0 if flat[key] is None else flat[key]) for key in sorted(flat)]
