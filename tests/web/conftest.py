"""A browser and a server shared by all tests; each test creates its own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import ARGS, find_browser
from tests.web.scenes import Scene, Seats, store_scene, store_scene_in_browser
from tests.web.server_process import ServerProcess
from tests.web.static_site import serve_site

PATIENCE = 60_000  # milliseconds; the machine may be shared

Sit = Callable[..., Page]
Visit = Callable[..., tuple[Page, Seats]]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = {"executable_path": find_browser(), "args": ARGS, "timeout": PATIENCE}
    return {**browser_type_launch_args, **found}


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page on a static host, without a server."""
    with serve_site(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture
def person(
    browser: Browser, table_server: ServerProcess
) -> Iterator[Callable[..., BrowserContext]]:
    """Create people, each with a fresh browser context."""
    expect.set_options(timeout=PATIENCE)
    contexts: list[BrowserContext] = []

    def make(**more: Any) -> BrowserContext:
        # A service worker would answer before a test's routes; tests of the worker enable it.
        options = {
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",
            **more,
        }
        context = browser.new_context(base_url=table_server.address, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def sit(person: Callable[..., BrowserContext]) -> Sit:
    """Open an address as a new person; fail if the page's script throws."""

    def open_page(address: str, **more: Any) -> Page:
        page = person(**more).new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(address)
        return page

    return open_page


@pytest.fixture
def db(table_server: ServerProcess) -> Path:
    return table_server.db


@pytest.fixture(params=["server", "browser"])
def visit(request: pytest.FixtureRequest, sit: Sit, db: Path, site: str) -> Visit:
    """Open a table at a moment: on a server, and in the browser without one."""

    def open_table(
        scene: Scene, seat: int | None = 0, bots: bool = False, **more: Any
    ) -> tuple[Page, Seats]:
        if request.param == "server":
            seats = store_scene(db, scene, bots=bots)
            return sit(seats.link(seat), **more), seats
        page = sit("about:blank", **more)
        seats = store_scene_in_browser(page, site, scene, bots=bots)
        page.goto(seats.link(seat))
        return page, seats

    return open_table
