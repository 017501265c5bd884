"""The preview of a link shows a title, a sentence and a picture, and never a name or a card of a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armarium.core import registry
from tests.server.in_memory import Server

HTML = "<!doctype html><head><!--preview--><title>Armarium</title></head>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text(HTML)
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "worker.js").write_text("1")
    return folder


def read_tags(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text))


async def test_the_front_page_shows_itself_in_the_readers_language(built: Path, server: Server):
    english = read_tags((await server.get("/")).text)
    answer = await server.get("/", **{"Accept-Language": "de, fr-CA;q=0.8, en;q=0.5"})
    french = read_tags(answer.text)
    assert english["og:title"] != french["og:title"] and "Moyen Âge" in french["og:title"]
    assert english["og:image"].endswith("/icons/preview.png")
    assert english["og:image"].startswith("http://127.0.0.1:8000/")
    assert english["twitter:card"] == "summary_large_image"
    assert "Accept-Language" in answer.headers["vary"]


async def test_a_link_preview_reveals_nothing_about_its_table(built: Path, server: Server):
    seats = [{"name": "Ada Lovelace"}, {"name": "Secret Friend"}]
    made = (await server.post("/api/tables", {"game": registry.DEFAULT_GAME, "seats": seats})).json
    shown = (await server.get(f"/t/{made['table']}")).text
    other = (await server.get("/t/nothinghere")).text
    # Equal for every table, even a missing one; only the path differs.
    assert shown.replace(made["table"], "nothinghere") == other
    assert "Ada" not in shown and "Secret" not in shown
    assert read_tags(shown)["og:title"] != read_tags((await server.get("/")).text)["og:title"]


async def test_a_path_cannot_inject_html(built: Path, server: Server):
    answer = await server.get('/t/a"><script>alert(1)</script>')
    assert "<script>" not in answer.text


async def test_the_manifest_has_its_media_type(built: Path, server: Server):
    answer = await server.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"


async def test_the_service_worker_may_fetch_from_this_server_only(built: Path, server: Server):
    answer = await server.get("/worker.js")
    policy = answer.headers["content-security-policy"]
    assert policy == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    assert answer.headers["cache-control"] == "no-cache"
