"""A lazy view behaves like a dict, whatever is read from it, in any order."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armarium.server.tables.state import LazyView

plain = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5)
values = st.recursive(
    plain, lambda more: st.lists(more, max_size=3) | st.dictionaries(st.text(max_size=3), more)
)
names = st.sampled_from(["step", "hand", "you", "legal", "é", ""])
views = st.dictionaries(names, values)

ABSENT = object()
# What can be asked of a mapping and one key.
OPERATIONS: dict[str, Callable[[Mapping[str, Any], str], Any]] = {
    "[]": lambda view, name: view[name],
    "get": lambda view, name: view.get(name),
    "get or": lambda view, name: view.get(name, 7),
    "in": lambda view, name: name in view,
    "not a name": lambda view, _: (7 in view, None in view, view.get(7)),  # type: ignore[call-overload, comparison-overlap]
    "len": lambda view, _: len(view),
    "bool": lambda view, _: bool(view),
    "list": lambda view, _: list(view),
    "keys": lambda view, _: list(view.keys()),
    "keys as a set": lambda view, name: view.keys() & {name},
    "values": lambda view, _: list(view.values()),
    "items": lambda view, _: list(view.items()),
    "dict": lambda view, _: dict(view),
    "unpacked": lambda view, _: {**view},
    "copy": lambda view, _: dict(copy.deepcopy(view)),
    "pickle": lambda view, _: dict(pickle.loads(pickle.dumps(view))),
    "match": lambda view, _: _get_step(view),
    "equal": lambda view, _: (view == dict(view), dict(view) == view, view != dict(view)),
    "unequal": lambda view, _: (view == {"other": 1}, view == 7),  # type: ignore[comparison-overlap]
}


def _get_step(view: Mapping[str, Any]) -> Any:
    match view:
        case {"step": step}:
            return step
    return ABSENT


def ask(view: Mapping[str, Any], operation: str, name: str) -> Any:
    try:
        return OPERATIONS[operation](view, name)
    except KeyError as error:
        return KeyError, error.args


@settings(max_examples=300)
@given(views, st.lists(st.tuples(st.sampled_from(list(OPERATIONS)), names), min_size=1, max_size=8))
def test_a_lazy_view_behaves_like_a_dict(view: dict[str, Any], asked: list[tuple[str, str]]):
    lazy = LazyView(json.dumps(view).encode())
    for operation, name in asked:
        assert ask(lazy, operation, name) == ask(view, operation, name), operation


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_first_access_behaves_like_a_dict(operation: str):
    view = {"step": "bid", "hand": ["gold-1"], "you": None}
    for name in ("step", "you", "absent"):
        lazy = LazyView(json.dumps(view).encode())
        assert ask(lazy, operation, name) == ask(view, operation, name)


def test_a_field_is_decoded_once(monkeypatch: pytest.MonkeyPatch):
    decoded: list[bytes] = []
    decode = msgspec.json.decode

    def count_call(text: Any) -> Any:
        decoded.append(bytes(text))
        return decode(text)

    monkeypatch.setattr(msgspec.json, "decode", count_call)
    view = LazyView(b'{"hand": ["gold-1"], "step": "bid", "seats": [1, 2]}')
    assert "hand" in view and list(view) == ["hand", "step", "seats"] and not decoded
    assert view["hand"] is view["hand"] is view.get("hand")
    assert dict(view) == dict(view.items()) == view
    assert sorted(decoded) == [b'"bid"', b'["gold-1"]', b"[1, 2]"]
