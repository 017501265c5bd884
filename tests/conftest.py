"""What every test relies on."""

import inspect
from pathlib import Path

import pytest
from hypothesis import settings

# A first call may compile for seconds, and the machine may be shared: no time limit an example.
settings.register_profile("armarium", deadline=None, print_blob=True)
settings.load_profile("armarium")

HERE = Path(__file__).parent
# Whatever lies in these folders plays many games: all of it is for `make test-laws`.
AT_LENGTH = {"laws", "twins", "players", "analysis", "gpu"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that drive a browser share one worker, those with an event loop another, and both come first.

    One browser at a time is enough for a small machine, and it takes as long as all the rest: so it
    begins at once. Playwright leaves its loop running in its worker, where a test with a loop of its own
    could not start one: as the second group, those are dealt to another worker. With no workers at all, the
    browser comes last instead.
    """
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in AT_LENGTH:
            item.add_marker(pytest.mark.at_length)
        group = _group(item)
        if group:
            item.add_marker(pytest.mark.xdist_group(group))
    has_workers = hasattr(config, "workerinput")
    order = ("browser", "loop", None) if has_workers else ("loop", None, "browser")
    items.sort(key=lambda item: order.index(_group(item)))


def _group(item: pytest.Item) -> str | None:
    if item.get_closest_marker("browser"):
        return "browser"
    if "playwright" in getattr(item, "fixturenames", ()):
        raise pytest.UsageError(f"{item.nodeid} drives a browser and is not marked `browser`")
    has_loop = inspect.iscoroutinefunction(getattr(item, "function", None))
    return "loop" if has_loop or "tests/server/" in item.nodeid else None
