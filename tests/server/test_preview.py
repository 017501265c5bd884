"""What a pasted link shows: a title, a sentence, a picture; never a name or a card of a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armarium.games import shelf
from tests.server.pipes import Server

HTML = "<!doctype html><head><!--preview--><title>Armarium</title></head>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text(HTML)
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "worker.js").write_text("1")
    return folder


def tags(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text))


async def test_the_front_page_shows_itself_in_the_readers_language(built: Path, server: Server):
    english = tags((await server.get("/")).text)
    answer = await server.get("/", **{"Accept-Language": "de, fr-CA;q=0.8, en;q=0.5"})
    french = tags(answer.text)
    assert english["og:title"] != french["og:title"] and "médiévaux" in french["og:title"]
    assert english["og:image"].endswith("/icons/preview.png")
    assert english["og:image"].startswith("http://127.0.0.1:8000/")
    assert english["twitter:card"] == "summary_large_image"
    assert "Accept-Language" in answer.headers["vary"]


async def test_an_invitation_tells_nothing_of_its_table(built: Path, server: Server):
    seats = [{"name": "Ada Lovelace"}, {"name": "Secret Friend"}]
    made = (await server.post("/api/tables", {"game": shelf.DEFAULT, "seats": seats})).json
    shown = (await server.get(f"/t/{made['table']}")).text
    other = (await server.get("/t/nothinghere")).text
    # The same for every table, one that is not there included: only its own address differs.
    assert shown.replace(made["table"], "nothinghere") == other
    assert "Ada" not in shown and "Secret" not in shown
    assert tags(shown)["og:title"] != tags((await server.get("/")).text)["og:title"]


async def test_an_address_cannot_write_into_the_page(built: Path, server: Server):
    answer = await server.get('/t/a"><script>alert(1)</script>')
    assert "<script>" not in answer.text


async def test_the_manifest_is_called_one(built: Path, server: Server):
    answer = await server.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"


async def test_the_worker_may_ask_this_house_and_nobody_else(built: Path, server: Server):
    answer = await server.get("/worker.js")
    policy = answer.headers["content-security-policy"]
    assert policy == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    assert answer.headers["cache-control"] == "no-cache"
