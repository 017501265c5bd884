"""Pytest settings and markers shared by all tests."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: the first call may compile for seconds, and other programs may use the machine.
settings.register_profile("armarium", deadline=None, print_blob=True)
settings.load_profile("armarium")

HERE = Path(__file__).parent
# Tests in these folders play many games, so only `make test-all` runs them.
THOROUGH = {"laws", "twins", "players", "analysis", "gpu"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Group and order the tests so that two workers are busy to the end.

    Playwright keeps its event loop running, and a second loop cannot start in that worker. So the files of tests that
    use a loop come first, then those of browser tests, and the remaining tests one by one. A worker gets its tests in
    this order. Without workers, browser tests run last.
    """
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in THOROUGH:
            item.add_marker(pytest.mark.thorough)
        if group := _find_group(item):
            item.add_marker(pytest.mark.xdist_group(group))
    yield  # Other hooks replace tests, and bring together those that share a fixture, so sort after them.
    order = ["loop", "browser", ""] if hasattr(config, "workerinput") else ["loop", "", "browser"]
    items.sort(key=lambda item: order.index(_find_kind(item)))


def _find_group(item: pytest.Item) -> str:
    """Return the tests that run in the same worker: a file of tests with an event loop or a browser."""
    kind = _find_kind(item)
    return kind and f"{kind} {item.path.relative_to(HERE)}"


def _find_kind(item: pytest.Item) -> str:
    if item.get_closest_marker("browser"):
        return "browser"
    if "playwright" in getattr(item, "fixturenames", ()):
        raise pytest.UsageError(f"{item.nodeid} drives a browser and is not marked `browser`")
    has_loop = inspect.iscoroutinefunction(getattr(item, "function", None))
    return "loop" if has_loop or "tests/server/" in item.nodeid else ""
