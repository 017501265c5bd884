"""An installed page: a manifest with icons of our own, a worker that keeps nothing of tables and shows nothing old."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.seeing import FOCUS, OUTSIDE, WINDOWS, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

READY = "() => !!navigator.serviceWorker.controller"
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => new URL(url).pathname);
}"""


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_the_manifest_names_icons_that_are_there(person: Callable[..., BrowserContext]):
    page = person().new_page()
    page.goto("/")
    told = json.loads(page.request.get("/manifest.webmanifest").body())
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    pictures = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    assert {icon.get("purpose", "any") for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        wide, high = size_of(page.request.get(icon["src"]).body())
        assert icon["sizes"] == f"{wide}x{high}"
    assert size_of(page.request.get("/icons/preview.png").body()) == (1200, 630)


def controlled(page: Page) -> None:
    page.goto("/")
    for _ in range(150):
        if page.evaluate(READY):
            return
        page.wait_for_timeout(100)
    pytest.fail("the worker never takes over")


def test_without_a_line_the_page_says_so_and_keeps_nothing_of_tables(
    person: Callable[..., BrowserContext], table_server: ServerProcess
):
    context = person(service_workers="allow")
    page = context.new_page()
    controlled(page)
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page.goto(f"/t/{made['table']}#{made['token']}")
    expect(page.locator(".invite")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert kept and all(
        path.startswith("/assets/") or path in ("/offline.html", "/offline.css", "/favicon.svg")
        for path in kept
    ), kept
    context.set_offline(True)
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Armarium is offline")).to_be_visible()
    expect(page.get_by_text("hors ligne")).to_be_visible()
    context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_without_a_line_fits_every_window(sit: Callable[..., Page], scheme: str):
    page = sit("/offline.html", color_scheme=scheme)
    for size in WINDOWS.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []
    page.keyboard.press("Tab")
    focus = page.evaluate(FOCUS)
    assert focus["ringed"] and focus["seen"]


@pytest.mark.matrix
def test_another_build_leaves_nothing_of_the_old_one(person: Callable[..., BrowserContext]):
    page = person(service_workers="allow").new_page()
    page.goto("/offline.html")  # it starts no worker
    old = (
        "async () => (await caches.open('an-older-build')).put('/assets/old.js', new Response('1'))"
    )
    page.evaluate(old)
    assert page.evaluate(KEPT) == ["/assets/old.js"]
    controlled(page)
    assert "/assets/old.js" not in page.evaluate(KEPT)
    worker = page.request.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache" and "__VERSION__" not in worker.text()
