"""`armarium verify`: is a record whole, were its cards dealt as docs/chance.md says, and was every action allowed?"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from armarium.games.shelf import book_of, open_book
from armarium.games.table.errors import ArmariumError, BadRecord, OldRules
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.seeding import read_seeds
from armarium.games.table.stream import Stream, commitment_of, key_of
from armarium.terminal.plain.proof import Unproved
from armarium.terminal.proof import Check, Proof
from armarium.terminal.room import room_of

__all__ = ["verify"]


class _Stop(Exception):
    """What is found next would mean nothing."""


def verify(text: str, published: str | None = None) -> list[Check]:
    """Every check in order; what could not be reached any more stands as not checked."""
    checks = _Checks(text, published)
    with contextlib.suppress(_Stop):
        checks.run()
    order = [
        "text",
        "commitment",
        "published",
        "deal",
        "actions",
        *checks.proof.draws,
        "state",
        "outcome",
    ]
    if published is None:
        order.remove("published")
    done = {check.name: check for check in checks.made}
    return [checks.worded(done.get(name) or Check(name, None)) for name in order]


class _Checks:
    def __init__(self, text: str, published: str | None) -> None:
        self.made: list[Check] = []
        self.proof: type[Proof] = Unproved  # until it is known which game this is
        self._text = text
        self._published = published

    def worded(self, check: Check) -> Check:
        said = check.found if check.ok is None and check.found else check.name
        claim = self.proof.claims.get(said, f"play_verify_{said}")
        return replace(check, claim=claim)

    def run(self) -> None:
        record = self._of_record("text", lambda: Record.parse(self._text))
        game_class = self._check_version(record)
        seed = self._of_record("commitment", lambda: _seed(record), quiet=True)
        own = commitment_of(seed)
        self._say("commitment", own == record.facts.get("commitment"), commitment=own)
        if self._published is not None:
            self._say(
                "published", own == self._published.strip().casefold(), commitment=self._published
            )
        if own != record.facts.get("commitment"):
            raise _Stop
        game: Game = self._of_record("deal", lambda: game_class.begun(record), quiet=True)
        given = read_seeds(record).get("contributions") or [None] * game.seats
        proof = self.proof(game, Stream(key_of(seed, given)), record)
        self.made.append(proof.deal())
        self._play(game, proof, record)
        self.made += proof.drawn()
        self._say("state", game.fingerprint() == record.state)
        self.made.append(proof.outcome())

    def _say(self, name: str, ok: bool | None, found: str = "", **facts: Any) -> None:
        self.made.append(Check(name, ok, found, tuple(facts.items())))

    def _of_record(self, name: str, read: Callable[[], Any], quiet: bool = False) -> Any:
        """A step that the record itself may fail."""
        try:
            result = read()
        except ArmariumError as error:
            self.made.append(Check(name, False, str(error), refusal=error))
            raise _Stop from error
        if not quiet:
            self._say(name, True)
        return result

    def _check_version(self, record: Record) -> type[Game]:
        """The recorded game's rulebook, if these are the rules it was played by."""
        try:
            name = book_of(record).name
            game = open_book(name).game
            if record.facts.get("rules") != str(game.rules_version):
                asked = record.facts.get("rules")
                raise OldRules(asked=asked, game=name, allowed=game.rules_version, line=1)
        except ArmariumError as error:
            self.made[-1] = Check("text", False, str(error), refusal=error)
            raise _Stop from error
        self.proof = room_of(name).proof
        return game

    def _play(self, game: Game, proof: Proof, record: Record) -> None:
        for number, (seat, action) in enumerate(record.actions, record.first_action_line):
            before = game.truth()
            try:
                events = game.play(action, seat)
            except ArmariumError as error:
                told = BadRecord(line=number, reason="record-action", cause=error)
                self.made.append(Check("actions", False, f"{number}: {error}", refusal=told))
                raise _Stop from error
            proof.follow(before, events)
        self._say("actions", True, count=len(record.actions))


def _seed(record: Record) -> bytes:
    try:
        seed = bytes.fromhex(record.fact("seed"))
    except ValueError as error:
        raise BadRecord(line=record.lines["seed"], reason="seed-unreadable") from error
    return seed
