"""A browser and a server for all tests; each makes tables of its own there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import ARGS, find_browser
from tests.web.server_process import ServerProcess

PATIENCE = 60_000  # milliseconds; the machine may be shared

Sit = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = {"executable_path": find_browser(), "args": ARGS, "timeout": PATIENCE}
    return {**browser_type_launch_args, **found}


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("house") / "tables.db") as house:
        yield house


@pytest.fixture
def person(
    browser: Browser, table_server: ServerProcess
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes people: each a browser of their own, with nothing remembered."""
    expect.set_options(timeout=PATIENCE)
    contexts: list[BrowserContext] = []

    def make(**more: Any) -> BrowserContext:
        # A worker would answer before the routes of a test do; who tests it asks for it.
        wishes = {
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",
            **more,
        }
        context = browser.new_context(base_url=table_server.address, **wishes)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def sit(person: Callable[..., BrowserContext]) -> Sit:
    """Opens an address as a new person; says so if the page's own script fails."""

    def open_page(address: str, **more: Any) -> Page:
        page = person(**more).new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(address)
        return page

    return open_page


@pytest.fixture
def db(table_server: ServerProcess) -> Path:
    return table_server.db
