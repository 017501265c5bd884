"""`armarium verify`: is a record whole, were its cards dealt as docs/chance.md says, and was every action allowed?"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armarium.games.biblios import Game
from armarium.games.biblios.header import arguments_of
from armarium.games.table.errors import ArmariumError, BadRecord, OldRules
from armarium.games.table.record import Record
from armarium.terminal.counting import recount
from armarium.terminal.dealing import Stream, canonical, commitment_of, deal, key_of, shuffled_pile

__all__ = ["Check", "verify"]


@dataclass(frozen=True)
class Check:
    """One question: `ok` is None where it could not be asked, or does not arise."""

    name: str
    ok: bool | None
    found: str = ""  # the key of a sentence, or the reason of a refusal
    facts: tuple[tuple[str, Any], ...] = ()


CHECKS = (
    "text",
    "commitment",
    "published",
    "deal",
    "actions",
    "pile",
    "penalties",
    "state",
    "outcome",
)


class _Stop(Exception):
    """What is found next would mean nothing."""


def verify(text: str, published: str | None = None) -> list[Check]:
    """Every check in order; what could not be reached any more stands as not checked."""
    checks = _Checks(text, published)
    with contextlib.suppress(_Stop):
        checks.run()
    done = {check.name: check for check in checks.made}
    missing = [name for name in CHECKS if name not in done and (published or name != "published")]
    order = CHECKS.index
    return sorted(
        [*checks.made, *(Check(name, None) for name in missing)], key=lambda c: order(c.name)
    )


class _Checks:
    def __init__(self, text: str, published: str | None) -> None:
        self.made: list[Check] = []
        self._text = text
        self._published = published

    def run(self) -> None:
        record = self._of_record("text", lambda: Record.parse(self._text))
        self._check_version(record)
        seed = self._of_record("commitment", lambda: _seed(record), quiet=True)
        own = commitment_of(seed)
        self._say("commitment", own == record.facts.get("commitment"), commitment=own)
        if self._published is not None:
            self._say(
                "published", own == self._published.strip().casefold(), commitment=self._published
            )
        if own != record.facts.get("commitment"):
            raise _Stop
        arguments = self._of_record("deal", lambda: arguments_of(record), quiet=True)
        game = self._of_record("deal", lambda: Game.new(**arguments), quiet=True)
        stream = Stream(key_of(seed, arguments.get("contributions") or [None] * game.seats))
        self._check_deal(game, stream, arguments)
        self._play(game, stream, record, arguments)
        self._say("state", game.fingerprint() == record.state)
        self._check_outcome(game)

    def _say(self, name: str, ok: bool | None, found: str = "", **facts: Any) -> None:
        self.made.append(Check(name, ok, found, tuple(facts.items())))

    def _of_record(self, name: str, read: Callable[[], Any], quiet: bool = False) -> Any:
        """A step that the record itself may fail."""
        try:
            result = read()
        except ArmariumError as error:
            self._say(name, False, str(error))
            raise _Stop from error
        if not quiet:
            self._say(name, True)
        return result

    def _check_version(self, record: Record) -> None:
        problem: ArmariumError | None = None
        if record.facts.get("game") != Game.name:
            problem = BadRecord(line=2, reason=f"this is no record of {Game.name}")
        elif record.facts.get("rules") != str(Game.rules_version):
            asked = record.facts.get("rules")
            problem = OldRules(asked=asked, game=Game.name, allowed=Game.rules_version, line=1)
        if problem is not None:
            self.made[-1] = Check("text", False, str(problem))
            raise _Stop

    def _check_deal(self, game: Game, stream: Stream, arguments: dict[str, Any]) -> None:
        if "deal" in arguments:
            self._say("deal", None, "chosen")
            return
        dealt, truth = deal(stream, game.seats), game.truth()
        wanted = arguments["first"]
        first = dealt.first if wanted is None else wanted
        ok = truth["draw"] == dealt.draw and truth["box"] == dealt.box and truth["active"] == first
        self._say("deal", ok, count=len(dealt.draw))

    def _play(self, game: Game, stream: Stream, record: Record, arguments: dict[str, Any]) -> None:
        piles: list[bool] = []
        draws: list[bool] = []
        for number, (seat, action) in enumerate(record.actions, record.first_action_line):
            before = game.truth()
            try:
                events = game.play(action, seat)
            except ArmariumError as error:
                self._say("actions", False, f"{number}: {error}")
                raise _Stop from error
            if any(event["event"] == "phase-begun" for event in events):
                wanted = arguments.get("deal", {}).get("auction", ())
                piles.append(_is_pile(game, stream, wanted))
            draws += _penalty_draws(before, events, stream)
        self._say("actions", True, count=len(record.actions))
        self._say("pile", all(piles) if piles else None, "" if piles else "pile_none")
        found = "" if draws else "penalties_none"
        self._say("penalties", all(draws) if draws else None, found, count=len(draws))

    def _check_outcome(self, game: Game) -> None:
        outcome = game.outcome()
        if outcome is None:
            self._say("outcome", None, "unfinished")
            return
        categories, points = recount(game.truth()["hands"], outcome["dice"])
        ok = categories == outcome["categories"] and points == outcome["points"]
        ok = ok and all(points[seat] == max(points) for seat in outcome["winners"])
        self._say("outcome", ok, points=outcome["points"], winners=outcome["winners"])


def _seed(record: Record) -> bytes:
    try:
        seed = bytes.fromhex(record.fact("seed"))
    except ValueError as error:
        raise BadRecord(line=record.lines["seed"], reason="the seed cannot be read") from error
    return seed


def _is_pile(game: Game, stream: Stream, wanted: list[str]) -> bool:
    truth = game.truth()
    turned_up = [truth["lot"], *truth["auction"]]
    return turned_up == shuffled_pile(stream, turned_up, wanted)


def _penalty_draws(
    before: dict[str, Any], events: list[dict[str, Any]], stream: Stream
) -> list[bool]:
    """Was each card that a penalty took the one that chance demands?"""
    held: list[bool] = []
    hand: list[str] = []
    for event in events:
        if event["event"] not in ("card-stolen", "card-lost"):
            continue
        robbed = event["from"] if event["event"] == "card-stolen" else event["seat"]
        hand = hand or canonical(before["hands"][robbed])
        drawn = hand.pop(stream.below(len(hand)))
        held.append(drawn == event["card"])
    return held
