"""A game of Bibliogamo: the promise of games/table, kept by the chapters of this folder."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from armarium.games.bibliogamo.actions import CODES, FORMS, texts_of
from armarium.games.bibliogamo.before_deal import before_deal
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.components import STANDARD, Components, components_of
from armarium.games.bibliogamo.deal import Deal
from armarium.games.bibliogamo.events import showed, tell
from armarium.games.bibliogamo.header import arguments_of, facts_of_table
from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.options import Options, options_of
from armarium.games.bibliogamo.ranks import sealed
from armarium.games.bibliogamo.referee import outcome_of, prestige_of, truth_of
from armarium.games.bibliogamo.sketch import Sketch
from armarium.games.bibliogamo.state import NONE
from armarium.games.bibliogamo.view import Lasting, eye_text
from armarium.games.table.errors import (
    BadSeats,
    NoKnowledge,
    UnknownEdition,
)
from armarium.games.table.game import Event, View, as_text, is_seat
from armarium.games.table.seeding import contributions_of, deal_key, facts_of, seed_of
from armarium.games.table.state_game import Engine, StateGame
from armarium.games.table.states import Fields

__all__ = ["Game"]


class Game(StateGame):
    name: ClassVar[str] = "bibliogamo"
    rules_version: ClassVar[int] = rules.RULES_VERSION
    codes: ClassVar[dict[str, int]] = CODES
    forms: ClassVar[list[str]] = FORMS
    _engine: ClassVar[Engine] = engine
    _texts_of = staticmethod(texts_of)
    _arguments_of = staticmethod(arguments_of)

    _options: Options
    _components: Components
    _contributions: list[bytes | None]
    _deal: Deal | None
    _keeps_knowledge: bool
    _lasting: Lasting | None = None  # made for the first view

    @classmethod
    def new(
        cls,
        seats: int = 1,
        seed: int | bytes | None = None,
        edition: str = "",
        *,
        deal: dict[str, Any] | None = None,
        contributions: list[bytes | None] | None = None,
        keep_knowledge: bool = True,
        components: str | Path | dict[str, Any] = STANDARD,
        **options: Any,
    ) -> Self:
        """Deal a game. Without a seed the cards are random; a chosen deal sets them card by card."""
        if isinstance(seats, bool) or seats not in SEATS:
            raise BadSeats(asked=seats, allowed=list(SEATS))
        if edition:
            raise UnknownEdition(asked=edition, reason="one-edition", allowed=[])
        game = cls.__new__(cls)
        game._options = options_of(options)
        game._components = components_of(components)
        game._seed = seed_of(seed)
        game._contributions = contributions_of(contributions, 1)
        game._deal = None if deal is None else Deal.checked(deal, game._components)
        game._keeps_knowledge = keep_knowledge
        game._states = before_deal(game._options, game._components)
        game._actions = []
        game._has_past = True
        game._begin()
        return game

    @classmethod
    def imagined(cls, sketch: Sketch, key: np.ndarray) -> Self:
        """A game that looks like the sketched view; it has no past."""
        game = cls.__new__(cls)
        game._options = sketch.options
        game._components = sketch.components
        game._seed = bytes(32)  # of no meaning: the key is drawn anew
        game._contributions = [None]
        game._deal = None
        game._keeps_knowledge = True
        game._states = sketch.imagine(key)
        game._actions = []
        game._has_past = False
        return game

    def _begin(self) -> None:
        key = deal_key(self._seed, [given or bytes(32) for given in self._contributions])
        if self._deal is None:
            engine.begin_at(self._states, 0, key, NONE)
        else:
            engine.set_key_at(self._states, 0, key)
            self._deal.lay(self._states[0])
            engine.begin_dealt_at(self._states, 0)

    @property
    def seats(self) -> int:
        return 1

    @property
    def options(self) -> dict[str, Any]:
        return {**asdict(self._options), "components": self._components.asked()}

    @property
    def components(self) -> Components:
        return self._components

    def _apply(self, code: int) -> list[Event]:
        engine.apply_at(self._states, 0, code)
        return self._told()

    def seen(self, seat: int | None) -> list[Event]:
        """Everything that happens is open; at the start, how the first day began."""
        self._check_eye(seat)
        return self._told()

    def _deeds(self) -> list[list[int]]:
        count = int(self._states["deed_count"][0])
        deeds: list[list[int]] = self._states["deeds"][0, :count].tolist()
        return deeds

    def _told(self) -> list[Event]:
        events = tell(self._deeds(), self._states["grants"][0])
        outcome = self.outcome()
        if outcome is not None:
            names = ("score", "books", "florins", "prestige", "rank")
            events.append({"event": "game-ended", **{name: outcome[name] for name in names}})
        return events

    def showed(self) -> dict[str, Any]:
        assert self._actions, "nothing has been played yet"
        return showed(self._deeds())

    def view(self, seat: int | None) -> View:
        """The options are not read back: an owner's components are a long text, and the same in every view."""
        lasting = self._lasting_texts()._replace(options=b"null")
        view: View = json.loads(self._text(seat, lasting))
        view["options"] = self.options
        return view

    def view_text(self, seat: int | None) -> bytes:
        return self._text(seat, self._lasting_texts())

    def _text(self, seat: int | None, lasting: Lasting) -> bytes:
        self._check_eye(seat)
        return eye_text(self._states, seat, lasting, as_text(self.outcome()))

    def _lasting_texts(self) -> Lasting:
        if self._lasting is None:
            prestige = prestige_of(Fields(self._states), self._components)
            self._lasting = Lasting(as_text(prestige), as_text(self.options))
        return self._lasting

    def _check_eye(self, seat: int | None) -> None:
        if seat is not None and not is_seat(seat, 1):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[0, None])
        if not self._keeps_knowledge:
            public = {"reason": "no-public-eye"} if seat is None else {}
            raise NoKnowledge(asked=seat, **public)

    def truth(self) -> dict[str, Any]:
        return truth_of(Fields(self._states), self._components)

    def outcome(self) -> dict[str, Any] | None:
        return outcome_of(Fields(self._states))

    def _sealed_outcome(self) -> dict[str, Any] | None:
        outcome = self.outcome()
        return None if outcome is None else sealed(outcome)

    def _facts(self) -> dict[str, str]:
        facts = {
            "game": self.name,
            "rules": str(self.rules_version),
            **facts_of_table(self._options, self._components),
            **facts_of(self._seed, self._contributions),
        }
        return facts | (self._deal.facts() if self._deal else {})
