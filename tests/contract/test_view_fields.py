"""Views and events have the fields that `games/<game>/shapes.py` declares: all of them, no others, of those types."""

from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest

from armarium.core.registry import find_game, game_names

from .walks import begin, case_id, list_cases, list_viewers, walk

DECLARED = [name for name in game_names() if find_game(name).shapes]


def find_faults(value: Any, kind: Any, where: str) -> list[str]:
    """Return where a value violates its declared type."""
    origin = get_origin(kind)
    if kind is Any or (value is None and kind in (None, NoneType)):
        return []
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{where}: {value!r} is no {kind.__name__}"]
        hints = get_type_hints(kind, include_extras=True)
        needed = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
        found = [f"{where}.{key} is missing" for key in needed - set(value)]
        found += [f"{where}.{key} is not declared" for key in set(value) - set(hints)]
        plain = get_type_hints(kind)
        return found + [
            fault
            for key in set(value) & set(hints)
            for fault in find_faults(value[key], plain[key], f"{where}.{key}")
        ]
    if origin in (Union, UnionType):
        each = [find_faults(value, part, where) for part in get_args(kind)]
        return [] if [] in each else min(each, key=len)
    if origin is Literal:
        return [] if value in get_args(kind) else [f"{where}: {value!r} is not among {kind}"]
    if origin is list and isinstance(value, list):
        (item,) = get_args(kind)
        return [f for n, one in enumerate(value) for f in find_faults(one, item, f"{where}[{n}]")]
    if origin is dict and isinstance(value, dict):
        key, item = get_args(kind)
        of_keys = [f for one in value for f in find_faults(one, key, f"{where} key")]
        return of_keys + [
            f for k, one in value.items() for f in find_faults(one, item, f"{where}.{k}")
        ]
    is_right = type(value) is kind or (kind is float and type(value) is int)
    return [] if is_right else [f"{where}: {value!r} is no {kind}"]


# `make test` tries one of eight.
CASES = [
    pytest.param(case, marks=pytest.mark.thorough if n % 8 else ())
    for n, case in enumerate(list_cases(*DECLARED))
]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_views_and_events_are_as_declared(case):
    game = begin(case)
    shapes = find_game(game.name).shapes
    for step, _ in walk(game):
        for viewer in list_viewers(game):
            for event in game.seen(viewer):
                assert find_faults(event, shapes["Event"], "event") == []
            if step % 23 == 0:
                assert find_faults(game.view(viewer), shapes["View"], "view") == []
    for viewer in list_viewers(game):
        assert find_faults(game.view(viewer), shapes["View"], "view") == []


def test_a_fault_is_found():
    view = find_game("biblios").game.new(2, seed=1).view(0)
    kind = find_game("biblios").shapes["View"]
    assert find_faults({**view, "bid": "1"}, kind, "view") == ["view.bid: '1' is no <class 'int'>"]
    assert find_faults({**view, "more": 1}, kind, "view") == ["view.more is not declared"]
    del view["lot"]
    assert find_faults(view, kind, "view") == ["view.lot is missing"]
