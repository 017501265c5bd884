"""A game of Biblios: the promise of games/table, kept by the chapters of this folder."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, ClassVar, Self

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.actions import CODES, FORMS, texts_of
from armarium.games.biblios.deal import Deal
from armarium.games.biblios.editions import EDITIONS, Options, options_of
from armarium.games.biblios.events import Deed, Glance, ending, showed, tell
from armarium.games.biblios.header import arguments_of, options_text
from armarium.games.biblios.kernels import engine, following, rules
from armarium.games.biblios.referee import hands_of, outcome_of, truth_of
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.state import NONE, set_options
from armarium.games.biblios.view import eye_text
from armarium.games.table.errors import BadSeats, NoKnowledge
from armarium.games.table.game import Event, View, as_text, is_seat
from armarium.games.table.seeding import contributions_of, deal_key, facts_of, seed_of
from armarium.games.table.state_game import Engine, StateGame
from armarium.games.table.states import Fields

__all__ = ["Game"]


class Game(StateGame):
    name: ClassVar[str] = "biblios"
    rules_version: ClassVar[int] = rules.RULES_VERSION
    codes: ClassVar[dict[str, int]] = CODES
    forms: ClassVar[list[str]] = FORMS
    _engine: ClassVar[Engine] = engine
    _texts_of = staticmethod(texts_of)
    _arguments_of = staticmethod(arguments_of)

    _edition: str
    _options: Options
    _contributions: list[bytes | None]
    _deal: Deal | None
    _last: Deed | None

    @classmethod
    def new(
        cls,
        seats: int = 3,
        seed: int | bytes | None = None,
        edition: str = EDITIONS[0],
        *,
        deal: dict[str, Any] | None = None,
        contributions: list[bytes | None] | None = None,
        keep_knowledge: bool = True,
        **options: Any,
    ) -> Self:
        """Deal a game. Without a seed the cards are random; a chosen deal sets them card by card."""
        game = cls.__new__(cls)
        game._edition = edition
        game._options = options_of(game._edition, seats, options)
        game._seed = seed_of(seed)
        game._contributions = contributions_of(contributions, seats)
        game._deal = None if deal is None else Deal.checked(deal, seats)
        game._states = state.new_states(1)
        game._actions = []
        game._has_past = True
        game._last = None
        game._begin(seats, keep_knowledge)
        return game

    @classmethod
    def imagined(cls, sketch: Sketch, key: np.ndarray) -> Self:
        """A game that looks like the sketched view to its seat; it has no past."""
        view = sketch.view
        game = cls.__new__(cls)
        edition, options = view["options"]["edition"], dict(view["options"])
        del options["edition"]
        game._options = options_of(edition, len(view["seats"]), options)
        game._edition = edition
        game._seed = bytes(32)  # of no meaning: the key is drawn anew
        game._contributions = [None] * len(view["seats"])
        game._deal = None
        game._states = sketch.imagine(key)
        game._actions = []
        game._has_past = False
        game._last = None
        return game

    def _begin(self, seats: int, keep_knowledge: bool) -> None:
        s, options = self._states[0], self._options
        set_options(s, seats, options, keep_knowledge)
        key = deal_key(self._seed, [given or bytes(32) for given in self._contributions])
        first = NONE if options.first is None else options.first
        if self._deal is None:
            engine.begin_at(self._states, 0, key, first)
        else:
            engine.set_key_at(self._states, 0, key)
            self._deal.lay(s, first)
            engine.begin_dealt_at(self._states, 0)

    @property
    def seats(self) -> int:
        return int(self._states["seats"][0])

    @property
    def edition(self) -> str:
        return self._edition

    @property
    def options(self) -> dict[str, Any]:
        return _options_of(self._edition, self._options)

    def _apply(self, code: int) -> list[Event]:
        before = Glance(*engine.glance_at(self._states, 0))
        engine.apply_at(self._states, 0, code)
        after = Glance(*engine.glance_at(self._states, 0))
        count = int(self._states["move_count"][0])
        self._last = Deed(code, before, after, self._states["moves"][0, :count].tolist())
        return self._told(None)

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        """All but the last in compiled code; where that comes to a halt, one by one, so that an error says why."""
        most, before = actions[:-1], self._copied()
        seats = np.array([seat for seat, _ in most], np.int64)
        codes = np.array([CODES.get(text, NONE) for _, text in most], np.int64)
        if following.follow_at(self._states, 0, seats, codes) == len(most):
            self._actions += [(seat, sys.intern(text)) for seat, text in most]
            super().follow(actions[-1:])
        else:
            self._states = before._states
            super().follow(actions)

    def seen(self, seat: int | None) -> list[Event]:
        return self._told(self._eye(seat))

    def _told(self, eye: int | None) -> list[Event]:
        if self._last is None:
            return []
        events = tell(self._last, eye)
        if self._last.after.step != state.ENDED:
            return events
        outcome = self.outcome()
        assert outcome is not None
        return events + ending(outcome, hands_of(Fields(self._states)))

    def showed(self) -> dict[str, Any]:
        assert self._last is not None, "nothing has been played yet"
        return showed(self._last)

    def view(self, seat: int | None) -> View:
        view: View = json.loads(self.view_text(seat))
        return view

    def view_text(self, seat: int | None) -> bytes:
        self._eye(seat)  # it must be one that knows something
        options = _options_text(self._edition, self._options)
        if self.to_act is not None:
            return eye_text(self._states, seat, options, b"null")
        states = self._states.copy()
        engine.reveal_at(states, 0)  # at its end all hands lie open
        return eye_text(states, seat, options, as_text(self.outcome()))

    def _eye(self, seat: int | None) -> int:
        """The eye of a seat, or of the public; a game may have been told to keep none."""
        if seat is not None and not is_seat(seat, self.seats):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[*range(self.seats), None])
        eye = state.PUBLIC_EYE if seat is None else seat
        if not int(self._states["eyes"][0]) >> eye & 1:
            public = {"reason": "no-public-eye"} if seat is None else {}
            raise NoKnowledge(asked=seat, **public)
        return eye

    def truth(self) -> dict[str, Any]:
        return truth_of(Fields(self._states))

    def outcome(self) -> dict[str, Any] | None:
        return outcome_of(Fields(self._states))

    def _facts(self) -> dict[str, str]:
        facts = {
            "game": self.name,
            "rules": str(self.rules_version),
            "edition": self._edition,
            "seats": str(self.seats),
            "options": options_text(self._options),
            **facts_of(self._seed, self._contributions),
        }
        return facts | (self._deal.facts() if self._deal else {})


def _options_of(edition: str, options: Options) -> dict[str, Any]:
    return {"edition": edition, **asdict(options)}


@functools.lru_cache(maxsize=256)
def _options_text(edition: str, options: Options) -> bytes:
    """The same all through a game, and in every view of it."""
    return as_text(_options_of(edition, options))
