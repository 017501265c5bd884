"""`armarium verify`: check that a record is intact, its deal follows docs/chance.md, and every action is legal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from armarium.core.errors import ArmariumError, BadRecord, OldRules
from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.registry import find_game, game_of_record
from armarium.core.seeding import read_seeds
from armarium.core.stream import Stream, compute_commitment, compute_key
from armarium.terminal.extension import RecordCheck, RecordVerifier
from armarium.terminal.plain import NoVerifier, terminal_ui
from armarium.text.catalogue import translate
from armarium.text.errors import describe_error

__all__ = ["format_report", "verify"]


class _StopChecks(Exception):
    """Stops the checks: later ones would be meaningless."""


def verify(text: str, published: str | None = None) -> list[RecordCheck]:
    """Run all checks. Checks that were not reached are included with `ok=None`."""
    checks = _RecordChecks(text, published)
    with contextlib.suppress(_StopChecks):
        checks.run()
    order = [
        "text",
        "commitment",
        "published",
        "deal",
        "actions",
        *checks.verifier.draw_checks,
        "state",
        "outcome",
    ]
    if published is None:
        order.remove("published")
    by_name = {check.name: check for check in checks.results}
    return [checks.with_claim(by_name.get(name) or RecordCheck(name, None)) for name in order]


class _RecordChecks:
    def __init__(self, text: str, published: str | None) -> None:
        self.results: list[RecordCheck] = []
        self.verifier: type[RecordVerifier] = NoVerifier  # until the game is known
        self._text = text
        self._published = published

    def with_claim(self, check: RecordCheck) -> RecordCheck:
        key = check.found if check.ok is None and check.found else check.name
        claim = self.verifier.claim_keys.get(key, f"play_verify_{key}")
        return replace(check, claim=claim)

    def run(self) -> None:
        record = self._run_step("text", lambda: Record.parse(self._text))
        game_class = self._check_version(record)
        seed = self._run_step("commitment", lambda: _read_seed(record), quiet=True)
        own = compute_commitment(seed)
        self._add_result("commitment", own == record.facts.get("commitment"), commitment=own)
        if self._published is not None:
            self._add_result(
                "published", own == self._published.strip().casefold(), commitment=self._published
            )
        if own != record.facts.get("commitment"):
            raise _StopChecks
        game: BaseGame = self._run_step("deal", lambda: game_class.from_record(record), quiet=True)
        given = read_seeds(record).get("contributions") or [None] * game.seats
        verifier = self.verifier(game, Stream(compute_key(seed, given)), record)
        self.results.append(verifier.check_deal())
        self._play(game, verifier, record)
        self.results += verifier.check_draws()
        self._add_result("state", game.fingerprint() == record.state)
        self.results.append(verifier.check_outcome())

    def _add_result(self, name: str, ok: bool | None, found: str = "", **facts: Any) -> None:
        self.results.append(RecordCheck(name, ok, found, tuple(facts.items())))

    def _run_step(self, name: str, read: Callable[[], Any], quiet: bool = False) -> Any:
        """Run a step that a bad record may fail."""
        try:
            result = read()
        except ArmariumError as error:
            self.results.append(RecordCheck(name, False, str(error), error=error))
            raise _StopChecks from error
        if not quiet:
            self._add_result(name, True)
        return result

    def _check_version(self, record: Record) -> type[BaseGame]:
        """Return the game class, if it has the rules version of the record."""
        try:
            name = game_of_record(record).name
            game = find_game(name).game
            if record.facts.get("rules") != str(game.rules_version):
                asked = record.facts.get("rules")
                raise OldRules(asked=asked, game=name, allowed=game.rules_version, line=1)
        except ArmariumError as error:
            self.results[-1] = RecordCheck("text", False, str(error), error=error)
            raise _StopChecks from error
        self.verifier = terminal_ui(name).verifier
        return game

    def _play(self, game: BaseGame, verifier: RecordVerifier, record: Record) -> None:
        for number, (seat, action) in enumerate(record.actions, record.first_action_line):
            before = game.truth()
            try:
                events = game.play(action, seat)
            except ArmariumError as error:
                bad_record = BadRecord(line=number, reason="record-action", cause=error)
                self.results.append(
                    RecordCheck("actions", False, f"{number}: {error}", error=bad_record)
                )
                raise _StopChecks from error
            verifier.follow(before, events)
        self._add_result("actions", True, count=len(record.actions))


def _read_seed(record: Record) -> bytes:
    try:
        seed = bytes.fromhex(record.fact("seed"))
    except ValueError as error:
        raise BadRecord(line=record.lines["seed"], reason="seed-unreadable") from error
    return seed


def format_report(checks: list[RecordCheck], language: str) -> list[str]:
    answers = {ok: translate(language, f"play_verify_{key}") for ok, key in _ANSWERS.items()}
    width = max(len(answer) for answer in answers.values())
    lines = [
        f"{answers[check.ok]:<{width}}  {_describe_check(check, language)}" for check in checks
    ]
    is_valid = all(check.ok is not False for check in checks)
    return [*lines, translate(language, "play_verify_good" if is_valid else "play_verify_bad")]


_ANSWERS = {True: "yes", False: "no", None: "none"}


def _describe_check(check: RecordCheck, language: str) -> str:
    claim = translate(language, check.claim)
    if check.ok is None:
        if check.found:
            return claim
        return translate(language, "play_verify_unreached", claim=claim)
    if check.ok is False and check.error is not None:
        reason = describe_error(check.error, language).rstrip(".")
        return translate(language, "play_verify_because", claim=claim, reason=reason)
    if check.ok and check.describe is not None:
        return translate(
            language, "play_verify_because", claim=claim, reason=check.describe(language)
        )
    return claim
