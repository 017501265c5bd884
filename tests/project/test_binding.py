"""A generic kernel that is bound to a game does what it was written to do, or is refused."""

import types

import numba
import pytest

from armarium.core import jit
from armarium.core.binding import Binding, generic

RULES = types.ModuleType("rules")
worth = None


@generic
def multiply_and_add(number, factor=3, more=1):
    return factor * worth(number) + more  # type: ignore[misc]


@generic
def keyword_only(number, *, factor=3):
    return factor * worth(number)  # type: ignore[misc]


def make_closure(factor):
    @generic
    def closure(number):
        return factor * worth(number)  # type: ignore[misc]

    return closure


@numba.njit
def multiply_by_ten(number):
    return 10 * number


@pytest.fixture(params=[lambda function: function, numba.njit], ids=["interpreted", "compiled"])
def binding(request, monkeypatch):
    """Compile without the cache on disk."""
    monkeypatch.setattr(jit, "jit", request.param)
    return Binding(__name__, rules=RULES, worth=multiply_by_ten)


def test_defaults_are_kept(binding):
    bound = binding.jit(multiply_and_add)
    assert (bound(2), bound(2, 1), bound(2, 1, 5)) == (61, 21, 25)


def test_what_cannot_be_bound_is_refused(binding):
    with pytest.raises(TypeError, match="closure is a closure over factor"):
        binding.jit(make_closure(2))
    with pytest.raises(TypeError, match="keyword_only has keyword-only arguments"):
        binding.jit(keyword_only)
