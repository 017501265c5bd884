"""What every test relies on."""

import pytest
from hypothesis import settings

# A first call may compile for seconds, and the machine may be shared: no time limit an example.
settings.register_profile("armarium", deadline=None, print_blob=True)
settings.load_profile("armarium")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that drive a browser share one worker, and come last.

    One browser at a time is enough for a small machine, and Playwright leaves its event loop
    running in the worker, where a test with a loop of its own could no longer start one.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
