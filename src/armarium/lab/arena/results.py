"""The results file of an arena: a line that says what is played, then one a deal, so that a run can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError
from armarium.lab.arena.match import DealResult, Match

__all__ = ["BadResults", "Writer", "read_results"]


class BadResults(ArmariumError):
    code = "bad-results"
    sentence = "The results file {asked} cannot be gone on with: {reason}."
    reasons: ClassVar = {
        "results-none": "it is not a results file",
        "results-other": "it belongs to other matches; choose another file",
    }


def _header(matches: list[Match]) -> dict[str, Any]:
    plan = [{**asdict(m.setting), "entrants": list(m.entrants)} for m in matches]
    return json.loads(json.dumps({"arena": 1, "matches": plan}))  # type: ignore[no-any-return]


class Writer:
    def __init__(self, path: Path | None, matches: list[Match]) -> None:
        self._file = None
        if path is not None:
            is_new = not path.exists() or path.stat().st_size == 0
            self._file = path.open("a", encoding="utf-8")
            if is_new:
                self._line(_header(matches))

    def _line(self, fact: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(fact, separators=(",", ":")) + "\n")
            self._file.flush()

    def __enter__(self) -> Callable[[int, DealResult], None]:
        return lambda number, result: self._line({"match": number, **asdict(result)})

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def read_results(path: Path, matches: list[Match]) -> None:
    """Take up what an earlier run has written; a line that it could not finish is dropped."""
    if not path.exists() or path.stat().st_size == 0:
        return
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    lines = whole.splitlines()
    try:
        facts = [json.loads(line) for line in lines]
    except ValueError as error:
        raise BadResults(asked=path.name, reason="results-none") from error
    if not facts or facts[0] != _header(matches):
        raise BadResults(asked=path.name, reason="results-other")
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    for fact in facts[1:]:
        match = matches[fact.pop("match")]
        result = DealResult(**fact)
        if result.deal < match.deals:
            match.results[result.deal] = result
