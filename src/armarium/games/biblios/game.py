"""The class Game of Biblios. It implements core.Game with the modules of this package."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from armarium.core.errors import BadSeats, NoKnowledge
from armarium.core.game import View, encode_json, is_seat
from armarium.core.kernels.writing import get_buffer
from armarium.core.option import explicit_options, format_options
from armarium.core.seeding import check_contributions, deal_key, parse_seed, seed_facts
from armarium.core.state_game import Engine, RecordFields, StateGame, copy_states
from armarium.games.biblios import state
from armarium.games.biblios.actions import CODES, FORMS, texts_of
from armarium.games.biblios.deal import BibliosDeal, read_arguments
from armarium.games.biblios.kernels import engine, event_text, outcome_text, revealed, rules, undo
from armarium.games.biblios.kernels.event_words import MAX_BYTES
from armarium.games.biblios.options import EDITIONS, OPTIONS, options_of
from armarium.games.biblios.referee import truth_of
from armarium.games.biblios.state import NONE, set_options
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.games.biblios.view import write_view_json

__all__ = ["Game", "warm"]


class Game(StateGame):
    name: ClassVar[str] = "biblios"
    rules_version: ClassVar[int] = rules.RULES_VERSION
    codes: ClassVar[dict[str, int]] = CODES
    forms: ClassVar[list[str]] = FORMS
    _engine: ClassVar[Engine] = engine
    _texts_of = staticmethod(texts_of)
    _arguments_of = staticmethod(read_arguments)

    _edition: str
    _options: dict[str, Any]
    _contributions: list[bytes | None]
    _deal: BibliosDeal | None
    # The state before the last action, and the code of that action; NONE before the first.
    _before: np.ndarray
    _last_code: int

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
        """Deal a game. Without a seed the deal is random; `deal` sets every card."""
        game = cls.__new__(cls)
        game._edition = edition
        game._options = options_of(game._edition, seats, options)
        game._seed = parse_seed(seed)
        game._contributions = check_contributions(contributions, seats)
        game._deal = None if deal is None else BibliosDeal.parse(deal, seats)
        game._states = state.new_states(1)
        game._actions = []
        game._has_history = True
        game._deal_cards(seats, keep_knowledge)
        game._before, game._last_code = game._states, NONE
        return game

    @classmethod
    def imagine_from(cls, source: BibliosStateFromView, key: np.ndarray) -> Self:
        """Return a game that looks like the given view to its seat. It has no history."""
        view = source.view
        game = cls.__new__(cls)
        edition, options = view["options"]["edition"], dict(view["options"])
        del options["edition"]
        game._options = options_of(edition, len(view["seats"]), options)
        game._edition = edition
        game._seed = bytes(32)  # unused: the key is drawn at random
        game._contributions = [None] * len(view["seats"])
        game._deal = None
        game._states = source.imagine(key)
        game._actions = []
        game._has_history = False
        game._before, game._last_code = game._states, NONE
        return game

    def _deal_cards(self, seats: int, keep_knowledge: bool) -> None:
        s, options = self._states[0], self._options
        set_options(s, seats, options, keep_knowledge)
        key = deal_key(self._seed, [given or bytes(32) for given in self._contributions])
        first = NONE if options["first"] is None else options["first"]
        if self._deal is None:
            engine.begin_at(self._states, 0, key, first)
        else:
            engine.set_key_at(self._states, 0, key)
            self._deal.write_to(s, first)
            engine.begin_dealt_at(self._states, 0)

    @property
    def seats(self) -> int:
        return int(self._states["seats"][0])

    @property
    def edition(self) -> str:
        return self._edition

    @property
    def options(self) -> dict[str, Any]:
        return _list_options(self._edition, self._options)

    def _advance(self, code: int) -> None:
        self._before, self._last_code = copy_states(self._states), code
        engine.apply_at(self._states, 0, code)

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        """Apply all but the last action in compiled code. On an error repeat them one by one, to report the cause."""
        head, before = actions[:-1], self._copy_with_state()
        seats = np.array([seat for seat, _ in head], np.int64)
        codes = np.array([CODES.get(text, NONE) for _, text in head], np.int64)
        if engine.apply_many_at(self._states, 0, seats, codes) == len(head):
            self._actions += [(seat, sys.intern(text)) for seat, text in head]
            super().follow(actions[-1:])
        else:
            self._states = before._states
            super().follow(actions)

    def seen_text(self, seat: int | None) -> bytes:
        self._find_viewer(seat)  # raises an error for an unknown viewer
        return self._write_events(NONE if seat is None else seat)

    def _events_for_referee(self) -> bytes:
        return self._write_events(event_text.REFEREE)

    def _write_events(self, viewer: int) -> bytes:
        page = get_buffer(MAX_BYTES)
        end = event_text.write_events(self._before, self._states, 0, self._last_code, viewer, page)
        return page[:end].tobytes()

    def describe_reveals(self) -> dict[str, Any]:
        assert self._last_code != NONE, "nothing has been played yet"
        page = get_buffer(MAX_BYTES)
        end = revealed.write_revealed(self._before, self._states, 0, page)
        reveals: dict[str, Any] = json.loads(page[:end].tobytes())
        return reveals

    def has_revealed(self) -> bool:
        return bool(revealed.has_revealed(self._before, self._states, 0))

    def may_take_back(self, action: str) -> bool:
        return bool(undo.may_take_back_at(self._states, 0, CODES[action]))

    def view(self, seat: int | None) -> View:
        view: View = json.loads(self.view_text(seat))
        return view

    def view_text(self, seat: int | None) -> bytes:
        self._find_viewer(seat)  # raises an error for an unknown viewer
        options = _json_options(self._edition, tuple(self._options.items()))
        if self.to_act is not None:
            return write_view_json(self._states, seat, options, b"null")
        states = self._states.copy()
        engine.reveal_at(states, 0)  # at the end all hands are open (B-5.6)
        return write_view_json(states, seat, options, self.outcome_text())

    def _find_viewer(self, seat: int | None) -> int:
        """Return the viewer number of a seat or of the public. Raise an error if its knowledge is not kept."""
        if seat is not None and not is_seat(seat, self.seats):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[*range(self.seats), None])
        viewer = state.PUBLIC_VIEWER if seat is None else seat
        if not int(self._states["viewers"][0]) >> viewer & 1:
            public = {"reason": "no-public-view"} if seat is None else {}
            raise NoKnowledge(asked=seat, **public)
        return viewer

    def truth(self) -> dict[str, Any]:
        return truth_of(RecordFields(self._states))

    def outcome_text(self) -> bytes:
        page = get_buffer(MAX_BYTES)
        return page[: outcome_text.write_outcome(self._states, 0, page)].tobytes()

    def _facts(self) -> dict[str, str]:
        facts = {
            "game": self.name,
            "rules": str(self.rules_version),
            "edition": self._edition,
            "seats": str(self.seats),
            "options": format_options(OPTIONS, self._options),
            **seed_facts(self._seed, self._contributions),
        }
        return facts | (self._deal.facts() if self._deal else {})


def _list_options(edition: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return {"edition": edition, **explicit_options(OPTIONS, options)}


@functools.lru_cache(maxsize=256)
def _json_options(edition: str, options: tuple[tuple[str, Any], ...]) -> bytes:
    """Return the options as JSON. They are the same in every view of a game."""
    return encode_json(_list_options(edition, dict(options)))


def warm() -> None:
    """Compile all kernels that a game uses."""
    game = Game.new(seats=4, seed=0)
    truth = game.truth()
    Game.new(seats=4, seed=0, deal={"draw": truth["draw"], "box": truth["box"]})
    game.play(game.legal()[0])
    game.follow([])
    game.may_take_back(game.legal()[0])
    game.has_revealed()
    game.describe_reveals()
    game.outcome_text()
    Game.imagine_from(BibliosStateFromView(game.view(0)), np.zeros(8, "<u4"))
    states = state.new_states(2)
    states[:] = game._states[0]
    engine.force_at(states, 1, 0)
    engine.put_on_top_at(states, 1, 0)
    engine.reveal_at(states, 1)
    game.view(None)
