"""The functions of a game's WebAssembly module: a few lines each around the kernels of the package.

A pointer is an address in the module's memory. `describe` lists the sizes of the buffers. Positions and lengths are
written as 64-bit integers.
"""

from __future__ import annotations

import base64
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import carray, from_dtype, types
from wasm_network import network_record, sampling_table, working_memory

from armarium.core.game import encode_json
from armarium.core.kernels import patch
from armarium.core.registry import find_game
from armarium.core.state_game import RecordFields
from armarium.players.network.kernels.choosing import choose_action
from armarium.players.network.network import network_file

__all__ = ["Export", "describe", "list_exports"]

Export = tuple[str, Any, Callable[..., Any]]  # name, signature, function

TEXT_BYTES = 1 << 14  # of every text but a view

_NUMBER, _NUMBERS = types.int64, types.CPointer(types.int64)
_LETTERS, _ENDS = types.CPointer(types.uint8), types.CPointer(types.int32)


def describe(game: str) -> dict[str, Any]:
    """Return what a caller must know: sizes in bytes, the texts of the actions, how to set up a game, the players."""
    batch = _module(game, "kernels.batch")
    return {
        "game": game,
        "rules": _module(game, "kernels.rules").RULES_VERSION,
        "sizes": {
            "state": batch.STATE.itemsize,
            "row": batch.SIZE,
            "mask": batch.MASK_SIZE,
            "view": _module(game, "kernels.view_text").MAX_BYTES,
            "text": TEXT_BYTES,
            "player": _player_memory(game).itemsize,
            "network_memory": _network_memory(game),
        },
        "actions": list(batch.TEXTS),
        "players": list(_module(game, "players.kernels.whole_games").COMPILED),
        **_describe_tables(game, batch),
    }


def _describe_tables(game: str, batch: Any) -> dict[str, Any]:
    """Describe blank states, and where to write the seats and the options that differ from the defaults.

    An option's byte is 1 if the table's option has `value`, else 0. `parts`: collections as JSON, which belong into
    views and truths.
    """
    definition = find_game(game)
    edition = definition.editions[0] if definition.editions else None
    offsets = {name: field[1] for name, field in batch.STATE.fields.items()}
    blanks = {
        str(seats): batch.template(seats, edition, True, {})[0].tobytes()
        for seats in definition.seats
    }
    collections: list[str] = []
    if "prestige" in offsets:
        collections = _list_collections(game, batch)
    return {
        "seats_offset": offsets.get("seats"),
        "viewers_offset": offsets.get("viewers"),
        "options": [
            {
                "name": option.name,
                "field": option.flag.field,
                "offset": offsets[option.flag.field],
                "value": option.flag.value,
            }
            for option in definition.options
            if option.flag
        ],
        "blanks": {seats: base64.b64encode(blank).decode() for seats, blank in blanks.items()},
        "parts": {"prestige": collections},
    }


def _list_collections(game: str, batch: Any) -> list[str]:
    """Return each collection as the JSON of a view."""
    components, referee = (_module(game, name) for name in ("components", "referee"))
    standard, found = components.components_of(components.STANDARD), []
    states = batch.template(1, None, True, {})[0]
    for number in range(len(standard.collections)):
        states["prestige"] = number
        found.append(encode_json(referee.prestige_of(RecordFields(states), standard)).decode())
    return found


def list_exports(game: str) -> list[Export]:
    """Return the exported functions of a game."""
    batch = _module(game, "kernels.batch")
    state = types.CPointer(from_dtype(batch.STATE))
    memory = types.CPointer(from_dtype(_player_memory(game)))
    return [
        *_list_network(game, state),
        *_list_rules(batch, _module(game, "kernels.engine"), state),
        ("write_view", types.void(state, _NUMBER, _LETTERS, _NUMBERS), _view_writer(game)),
        *_list_texts(game, state),
        ("choose", _NUMBER(state, _NUMBER, _NUMBER, memory), _chooser(game)),
        *_list_patch(),
    ]


def _module(game: str, name: str) -> Any:
    return importlib.import_module(f"armarium.games.{game}.{name}")


def _network_memory(game: str) -> int:
    if network_file(game) is None:
        return 0
    return working_memory(network_record(game)).itemsize


def _player_memory(game: str) -> np.dtype[Any]:
    """Return the record in which a compiled player works."""
    memory: np.dtype[Any] = _module(game, "players.kernels.whole_games").MEMORY
    return memory


def _list_rules(batch: Any, engine: Any, state: Any) -> list[Export]:
    begin_at, apply_at, is_legal_at = engine.begin_at, engine.apply_at, engine.is_legal_at
    fill_row, fill_mask = batch.observe, batch.mask
    row_words, mask_words = batch.SIZE // 8, batch.MASK_SIZE // 8

    def begin(states, key, first):
        begin_at(carray(states, 1), 0, carray(key, 8), first)

    def apply(states, code):
        apply_at(carray(states, 1), 0, code)

    def is_legal(states, code):
        return int(is_legal_at(carray(states, 1), 0, code))

    def actor(states):
        return int(carray(states, 1)[0].actor)

    def write_mask(states, out):
        fill_mask(carray(states, 1)[0], carray(out, mask_words))

    def write_row(states, seat, out):
        fill_row(carray(states, 1)[0], seat, carray(out, row_words))

    key = types.CPointer(types.uint32)
    return [
        ("begin", types.void(state, key, _NUMBER), begin),
        ("apply", types.void(state, _NUMBER), apply),
        ("is_legal", _NUMBER(state, _NUMBER), is_legal),
        ("actor", _NUMBER(state), actor),
        ("write_mask", types.void(state, _NUMBERS), write_mask),
        ("write_row", types.void(state, _NUMBER, _NUMBERS), write_row),
    ]


def _view_writer(game: str) -> Callable[..., Any]:
    """`ends`: where the parts belong that the kernel does not write, such as the options, and the end."""
    text = _module(game, "kernels.view_text")
    write, size = text.write_view, text.MAX_BYTES
    if not hasattr(_module(game, "kernels.engine"), "reveal_at"):

        def write_view(states, seat, out, ends):
            found = write(carray(states, 1), 0, seat, carray(out, size))
            positions = carray(ends, 3)
            for n in range(len(found)):
                positions[n] = found[n]

        return write_view

    reveal = _module(game, "kernels.engine").reveal_at

    def write_final_view(states, seat, out, ends):
        shown = carray(states, 1).copy()
        if shown[0].actor < 0:
            reveal(shown, 0)  # at the end all hands are open (B-5.6)
        found = write(shown, 0, seat, carray(out, size))
        positions = carray(ends, 2)
        for n in range(len(found)):
            positions[n] = found[n]

    return write_final_view


def _list_texts(game: str, state: Any) -> list[Export]:
    """Events, reasons, undo rules, outcome and truth."""
    write_events, has_revealed, write_outcome, write_truth = (
        _list_texts_of_open_game(game)
        if hasattr(_module(game, "kernels.event_text"), "has_revealed")
        else _list_texts_of_hidden_game(game)
    )
    undo = _module(game, "kernels.undo").may_take_back_at
    reason = _module(game, "kernels.reasons").write_reason_at

    def may_take_back(states, code):
        return int(undo(carray(states, 1), 0, code))

    def write_reason(states, code, out):
        return int(reason(carray(states, 1), 0, code, carray(out, TEXT_BYTES)))

    def drawn(states):
        return int(carray(states, 1)[0].drawn)

    return [
        ("write_events", _NUMBER(state, state, _NUMBER, _NUMBER, _LETTERS), write_events),
        ("has_revealed", _NUMBER(state, state), has_revealed),
        ("write_outcome", _NUMBER(state, _NUMBER, _LETTERS), write_outcome),
        ("write_truth", _NUMBER(state, _LETTERS, _NUMBERS), write_truth),
        ("may_take_back", _NUMBER(state, _NUMBER), may_take_back),
        ("write_reason", _NUMBER(state, _NUMBER, _LETTERS), write_reason),
        ("drawn", _NUMBER(state), drawn),
    ]


def _list_texts_of_hidden_game(game: str) -> tuple[Callable[..., Any], ...]:
    events = _module(game, "kernels.event_text").write_events
    revealed = _module(game, "kernels.revealed").has_revealed
    outcome = _module(game, "kernels.outcome_text").write_outcome
    truth = _module(game, "kernels.truth_text").write_truth

    def write_events(before, after, code, viewer, out):
        there = carray(out, TEXT_BYTES)
        return int(events(carray(before, 1), carray(after, 1), 0, code, viewer, there))

    def has_revealed(before, after):
        return int(revealed(carray(before, 1), carray(after, 1), 0))

    def write_outcome(states, sealed, out):
        return int(outcome(carray(states, 1), 0, carray(out, TEXT_BYTES)))

    def write_truth(states, out, ends):
        carray(ends, 1)[0] = -1  # nothing is left out
        return int(truth(carray(states, 1), 0, carray(out, TEXT_BYTES)))

    return write_events, has_revealed, write_outcome, write_truth


def _list_texts_of_open_game(game: str) -> tuple[Callable[..., Any], ...]:
    events = _module(game, "kernels.event_text").write_events
    revealed = _module(game, "kernels.event_text").has_revealed
    outcome = _module(game, "kernels.outcome_text").write_outcome
    truth = _module(game, "kernels.truth_text").write_truth

    def write_events(before, after, code, viewer, out):
        return int(events(carray(after, 1), 0, carray(out, TEXT_BYTES)))

    def has_revealed(before, after):
        return int(revealed(carray(after, 1), 0))

    def write_outcome(states, sealed, out):
        return int(outcome(carray(states, 1), 0, sealed, carray(out, TEXT_BYTES)))

    def write_truth(states, out, ends):
        collection, end = truth(carray(states, 1), 0, carray(out, TEXT_BYTES))
        carray(ends, 1)[0] = collection
        return int(end)

    return write_events, has_revealed, write_outcome, write_truth


def _chooser(game: str) -> Callable[..., Any]:
    choose_at = _module(game, "players.kernels.whole_games").choose_at

    def choose(states, player, word, memory):
        return int(choose_at(carray(states, 1), player, word, carray(memory, 1)))

    return choose


def _list_network(game: str, state: Any) -> list[Export]:
    """The choice of a level that is the network alone, for the seat to act, or from a row and a mask."""
    if network_file(game) is None:
        return []
    batch, record, table = (
        _module(game, "kernels.batch"),
        network_record(game),
        sampling_table(game),
    )
    observe = batch.observe_exactly_at
    row_words, mask_words, actions = batch.SIZE // 8, batch.MASK_SIZE // 8, len(batch.TEXTS)

    def choose_network(states, level, word, network, memory):
        games = carray(states, 1)
        rows, masks = np.empty((1, row_words), np.int64), np.empty((1, mask_words), np.int64)
        observe(games, 0, games[0].actor, rows, masks)
        return int(
            choose_action(
                carray(network, 1)[0],
                carray(memory, 1)[0],
                rows.view(np.int8),
                masks.view(np.int8)[0][:actions],
                table[level, 0],
                table[level, 1],
                word,
            )
        )

    def choose_from_row(row, mask, level, word, network, memory):
        hundredths, least = 0, 0
        if level >= 0:
            hundredths, least = table[level, 0], table[level, 1]
        return int(
            choose_action(
                carray(network, 1)[0],
                carray(memory, 1)[0],
                carray(row, (1, row_words)).view(np.int8),
                carray(mask, mask_words).view(np.int8)[:actions],
                hundredths,
                least,
                word,
            )
        )

    network = types.CPointer(from_dtype(record.dtype))
    memory = types.CPointer(from_dtype(working_memory(record)))
    return [
        ("choose_network", _NUMBER(state, _NUMBER, _NUMBER, network, memory), choose_network),
        (
            "choose_from_row",
            _NUMBER(_NUMBERS, _NUMBERS, _NUMBER, _NUMBER, network, memory),
            choose_from_row,
        ),
    ]


def _list_patch() -> list[Export]:
    mark_ends, write = patch.find_ends, patch.write_patch

    def find_ends(text, length, ends):
        return int(mark_ends(carray(text, length), carray(ends, length)))

    def write_patch(before, before_ends, before_length, after, after_ends, after_length, out):
        return write(
            carray(before, before_length),
            carray(before_ends, before_length),
            carray(after, after_length),
            carray(after_ends, after_length),
            carray(out, 2 * after_length + 4096),
        )

    return [
        ("find_ends", _NUMBER(_LETTERS, _NUMBER, _ENDS), find_ends),
        (
            "write_patch",
            _NUMBER(_LETTERS, _ENDS, _NUMBER, _LETTERS, _ENDS, _NUMBER, _LETTERS),
            write_patch,
        ),
    ]
