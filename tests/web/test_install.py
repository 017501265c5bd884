"""The installed page: a manifest with icons, a service worker that caches no tables and nothing outdated."""

from __future__ import annotations

import json
import re
import struct
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.seeing import FOCUS, OUTSIDE, WINDOWS, axe_violations, resize_window
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

TIMEOUT_SECONDS = 60  # reached only by a failing test
READY = "() => !!navigator.serviceWorker.controller"
FILES = ("/", "/offline.html", "/offline.css", "/favicon.svg", "/first.js", "/manifest.webmanifest")
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => new URL(url).pathname);
}"""


def cache_all_files(page: Page) -> list[str]:
    """Ask the service worker to cache all files; return their paths once it has."""
    page.evaluate(
        "() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep'))"
    )
    # Not wait_for_function: it takes the promise of an async function for True.
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        paths: list[str] = page.evaluate(KEPT)
        if any(path.endswith("/first.js") for path in paths):  # the last one
            return paths
        page.wait_for_timeout(100)
    raise TimeoutError(f"only {paths} are cached")


def read_png_size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_the_manifest_names_existing_icons(person: Callable[..., BrowserContext]):
    page = person().new_page()
    page.goto("/")
    manifest = json.loads(page.request.get("/manifest.webmanifest").body())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon.get("purpose", "any") for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        wide, high = read_png_size(page.request.get(icon["src"]).body())
        assert icon["sizes"] == f"{wide}x{high}"
    assert read_png_size(page.request.get("/icons/preview.png").body()) == (1200, 630)


def wait_for_service_worker(page: Page) -> None:
    page.goto("/")
    for _ in range(150):
        if page.evaluate(READY):
            return
        page.wait_for_timeout(100)
    pytest.fail("the service worker never took over")


def test_offline_the_page_says_so_and_caches_no_table(
    person: Callable[..., BrowserContext], table_server: ServerProcess
):
    context = person(service_workers="allow")
    page = context.new_page()
    wait_for_service_worker(page)
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page.goto(f"/t/{made['table']}#{made['token']}")
    expect(page.locator(".invite")).to_be_visible()
    kept = cache_all_files(page)
    assert any(re.search("wasm.biblios-.*wasm$", path) for path in kept)
    assert all(path.startswith(("/assets/", "/wasm/", "/icons/")) or path in FILES for path in kept)
    assert not any(".network" in path for path in kept), (
        "a network is cached only when a level needs it"
    )
    context.set_offline(True)
    page.goto(f"/t/{made['table']}")
    expect(page.get_by_role("heading", name="Armarium is offline")).to_be_visible()
    expect(page.get_by_text("hors ligne")).to_be_visible()
    context.set_offline(False)
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


@pytest.mark.variant
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_offline_page_fits_every_window(sit: Callable[..., Page], scheme: str):
    page = sit("/offline.html", color_scheme=scheme)
    for size in WINDOWS.values():
        resize_window(page, **size)
        assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    page.keyboard.press("Tab")
    focus = page.evaluate(FOCUS)
    assert focus["ringed"] and focus["seen"]


@pytest.mark.variant
def test_a_new_build_deletes_the_old_cache(person: Callable[..., BrowserContext]):
    page = person(service_workers="allow").new_page()
    page.goto("/offline.html")  # this page starts no service worker
    old = (
        "async () => (await caches.open('an-older-build')).put('/assets/old.js', new Response('1'))"
    )
    page.evaluate(old)
    assert page.evaluate(KEPT) == ["/assets/old.js"]
    wait_for_service_worker(page)
    assert "/assets/old.js" not in page.evaluate(KEPT)
    worker = page.request.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache" and "__VERSION__" not in worker.text()
