"""The class Game of Bibliogamo. It implements core.Game with the modules of this package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from armarium.core.errors import (
    BadSeats,
    NoKnowledge,
    UnknownEdition,
)
from armarium.core.game import View, encode_json, is_seat
from armarium.core.kernels.writing import get_buffer
from armarium.core.seeding import check_contributions, deal_key, parse_seed, seed_facts
from armarium.core.state_game import Engine, RecordFields, StateGame
from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.actions import CODES, FORMS, texts_of
from armarium.games.bibliogamo.cards import SEATS, SPACES
from armarium.games.bibliogamo.components import STANDARD, Components, components_of
from armarium.games.bibliogamo.deal import (
    BibliogamoDeal,
    facts_of_table,
    new_undealt_states,
    read_arguments,
)
from armarium.games.bibliogamo.kernels import (
    engine,
    event_text,
    forecast,
    outcome_text,
    rules,
    undo,
)
from armarium.games.bibliogamo.kernels import event_words as words
from armarium.games.bibliogamo.kernels.view_text import MAX_BYTES, write_view
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.referee import prestige_of, truth_of
from armarium.games.bibliogamo.state import NONE
from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView

__all__ = ["ConstantParts", "Game", "warm", "write_view_json"]


class Game(StateGame):
    name: ClassVar[str] = "bibliogamo"
    rules_version: ClassVar[int] = rules.RULES_VERSION
    codes: ClassVar[dict[str, int]] = CODES
    forms: ClassVar[list[str]] = FORMS
    _engine: ClassVar[Engine] = engine
    _texts_of = staticmethod(texts_of)
    _arguments_of = staticmethod(read_arguments)

    _options: dict[str, Any]
    _components: Components
    _contributions: list[bytes | None]
    _deal: BibliogamoDeal | None
    _keeps_knowledge: bool
    _constant_parts: ConstantParts | None = None  # created for the first view

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
        """Deal a game. Without a seed the deal is random; `deal` sets every card."""
        if isinstance(seats, bool) or seats not in SEATS:
            raise BadSeats(asked=seats, allowed=list(SEATS))
        if edition:
            raise UnknownEdition(asked=edition, reason="one-edition", allowed=[])
        game = cls.__new__(cls)
        game._options = options_of(options)
        game._components = components_of(components)
        game._seed = parse_seed(seed)
        game._contributions = check_contributions(contributions, 1)
        game._deal = None if deal is None else BibliogamoDeal.parse(deal, game._components)
        game._keeps_knowledge = keep_knowledge
        game._states = new_undealt_states(game._options, game._components)
        game._actions = []
        game._has_history = True
        game._deal_cards()
        return game

    @classmethod
    def imagine_from(cls, source: BibliogamoStateFromView, key: np.ndarray) -> Self:
        """Return a game that looks like the given view. It has no history."""
        game = cls.__new__(cls)
        game._options = source.options
        game._components = source.components
        game._seed = bytes(32)  # unused: the key is drawn at random
        game._contributions = [None]
        game._deal = None
        game._keeps_knowledge = True
        game._states = source.imagine(key)
        game._actions = []
        game._has_history = False
        return game

    def _deal_cards(self) -> None:
        key = deal_key(self._seed, [given or bytes(32) for given in self._contributions])
        if self._deal is None:
            engine.begin_at(self._states, 0, key, NONE)
        else:
            engine.set_key_at(self._states, 0, key)
            self._deal.write_to(self._states[0])
            engine.begin_dealt_at(self._states, 0)

    @property
    def seats(self) -> int:
        return 1

    @property
    def options(self) -> dict[str, Any]:
        return {**self._options, "components": self._components.get_option_value()}

    @property
    def components(self) -> Components:
        return self._components

    def _advance(self, code: int) -> None:
        engine.apply_at(self._states, 0, code)

    def seen_text(self, seat: int | None) -> bytes:
        """Return the events of the last action, or of the first day. All viewers see everything."""
        self._check_viewer(seat)
        return self._events_for_referee()

    def _events_for_referee(self) -> bytes:
        page = get_buffer(words.MAX_BYTES)
        return page[: event_text.write_events(self._states, 0, page)].tobytes()

    def describe_reveals(self) -> dict[str, Any]:
        assert self._actions, "nothing has been played yet"
        page = get_buffer(words.MAX_BYTES)
        end = event_text.write_revealed(self._states, 0, page)
        reveals: dict[str, Any] = json.loads(page[:end].tobytes())
        return reveals

    def has_revealed(self) -> bool:
        return bool(event_text.has_revealed(self._states, 0))

    def may_take_back(self, action: str) -> bool:
        return bool(undo.may_take_back_at(self._states, 0, CODES[action]))

    def view(self, seat: int | None) -> View:
        """Return the view as data. The options are not parsed from JSON, because own components are a long text."""
        constant = self._get_constant_parts()._replace(options=b"null")
        view: View = json.loads(self._write_view(seat, constant))
        view["options"] = self.options
        return view

    def view_text(self, seat: int | None) -> bytes:
        return self._write_view(seat, self._get_constant_parts())

    def _write_view(self, seat: int | None, constant: ConstantParts) -> bytes:
        self._check_viewer(seat)
        return write_view_json(self._states, seat, constant, self.outcome_text())

    def _get_constant_parts(self) -> ConstantParts:
        if self._constant_parts is None:
            prestige = prestige_of(RecordFields(self._states), self._components)
            self._constant_parts = ConstantParts(encode_json(prestige), encode_json(self.options))
        return self._constant_parts

    def _check_viewer(self, seat: int | None) -> None:
        if seat is not None and not is_seat(seat, 1):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[0, None])
        if not self._keeps_knowledge:
            public = {"reason": "no-public-view"} if seat is None else {}
            raise NoKnowledge(asked=seat, **public)

    def truth(self) -> dict[str, Any]:
        return truth_of(RecordFields(self._states), self._components)

    def outcome_text(self) -> bytes:
        return self._write_outcome(is_sealed=False)

    def _write_outcome(self, is_sealed: bool) -> bytes:
        page = get_buffer(words.MAX_BYTES)
        end = outcome_text.write_outcome(self._states, 0, int(is_sealed), page)
        return page[:end].tobytes()

    def _sealed_outcome(self) -> dict[str, Any] | None:
        sealed: dict[str, Any] | None = json.loads(self._write_outcome(is_sealed=True))
        return sealed

    def _facts(self) -> dict[str, str]:
        facts = {
            "game": self.name,
            "rules": str(self.rules_version),
            **facts_of_table(self._options, self._components),
            **seed_facts(self._seed, self._contributions),
        }
        return facts | (self._deal.facts() if self._deal else {})


class ConstantParts(NamedTuple):
    """The JSON parts that are equal in all views of a game. Own components are long, so they are encoded once."""

    prestige: bytes
    options: bytes


def write_view_json(
    states: np.ndarray, seat: int | None, constant: ConstantParts, outcome: bytes
) -> bytes:
    """Return the view as JSON."""
    page = get_buffer(MAX_BYTES)
    prestige, options, end = write_view(states, 0, NONE if seat is None else seat, page)
    parts = (
        page[:prestige].tobytes(),
        constant.prestige,
        page[prestige:options].tobytes(),
        constant.options,
        page[options:end].tobytes(),
        outcome,
        b"}",
    )
    return b"".join(parts)


def warm() -> None:
    """Compile all kernels that a game uses."""
    game = Game.new(seed=0)
    Game.new(seed=0, deal={"draw": list(range(1, 48)), "prestige": 1})
    game.play(game.legal()[-1])
    game.may_take_back(game.legal()[0])
    game.has_revealed()
    game.describe_reveals()
    game.outcome_text()
    Game.imagine_from(BibliogamoStateFromView(game.view(0)), np.zeros(8, "<u4"))
    states = state.new_states(2)
    states[:] = game._states[0]
    engine.want_at(states, 1, 0)
    forecast.next_price_at(states, 1)
    forecast.sale_at(states, 1)
    forecast.tomorrow_at(states, 1, np.zeros(SPACES, np.int64))
