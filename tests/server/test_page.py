"""The page, its assets, and the headers around them."""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path

import pytest

from armarium.server import page
from tests.server.in_memory import Server

SCRIPT = "document.documentElement.dataset.theme = 'night'"
HTML = f'<!doctype html><script>{SCRIPT}</script><script src="/a.js"></script>'

PACKED = {"Accept-Encoding": "gzip, br"}
LONG = "/* the same again and again */" * 100


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(HTML)
    (folder / "assets" / "index-DuR0yK3a.js").write_text("1")
    for name in ("long-DuR0yK3a.js", "long-DuR0yK3a.css", "long.svg", "long.bin", "long.woff2"):
        (folder / "assets" / name).write_text(LONG)
    (folder / "wasm").mkdir()
    (folder / "wasm" / "biblios-0123456789ab.wasm").write_bytes(b"\0asm")
    (folder / "favicon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_the_page_folder_is_the_configured_one_then_the_packages_then_the_checkouts(
    monkeypatch, tmp_path: Path
):
    package = tmp_path / "src" / "armarium"
    monkeypatch.setattr(page, "_PACKAGE", package)
    monkeypatch.delenv("ARMARIUM_PAGE", raising=False)
    assert page.page_folder() == tmp_path / "build" / "page"
    (package / "page").mkdir(parents=True)
    assert page.page_folder() == package / "page"
    monkeypatch.setenv("ARMARIUM_PAGE", str(tmp_path / "mine"))
    assert page.page_folder() == tmp_path / "mine"


async def test_a_missing_page_says_how_to_build_it(server: Server):
    answer = await server.get("/")
    assert answer.status == 503
    assert "make setup" in answer.text


@pytest.mark.parametrize("address", ["/", "/t/abcdefghij", "/learn"])
async def test_the_page_is_served_for_its_own_addresses(server: Server, built: Path, address: str):
    answer = await server.get(address)
    assert (answer.status, answer.text) == (200, HTML)
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["referrer-policy"] == "no-referrer"


async def test_hashed_assets_are_kept_for_ever_and_others_are_not(server: Server, built: Path):
    for address in ("/assets/index-DuR0yK3a.js", "/wasm/biblios-0123456789ab.wasm"):
        answer = await server.get(address)
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]
        assert ("javascript" in answer.headers["content-type"]) == address.endswith(".js")
    answer = await server.get("/favicon.svg")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    ["/missing.js", "/assets/none.css", "/api/none", "/../secret.txt", "/%2e%2e/secret.txt"],
)
async def test_a_missing_file_is_404(server: Server, built: Path, address: str):
    answer = await server.get(address)
    assert answer.status == 404
    assert "secret" not in answer.text


NAVIGATING = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("address", ["/admin", "/admin/", "/missing.html", "/" + "x" * 1001])
@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Page not found"), ("fr-FR,en", "Cette page n’existe pas")],
)
async def test_browsers_get_the_page_for_a_missing_path(
    server: Server, built: Path, address: str, language: str, title: str
):
    page = "<!doctype html><!--preview--><title>Armarium</title><script>1</script>"
    (built / "index.html").write_text(page)
    answer = await server.get(address, **NAVIGATING, **{"Accept-Language": language})
    assert answer.status == 404
    assert f"<title>{title} · Armarium</title>" in answer.text
    assert '<meta name="armarium-missing">' in answer.text, "the page shows what it says"
    assert "sha256-" in answer.headers["content-security-policy"]
    assert "Accept-Language" in answer.headers["vary"]
    assert "armarium-missing" not in (await server.get("/settings", **NAVIGATING)).text


@pytest.mark.parametrize("address", ["/api/none", "/api/admin/tables"])
async def test_programs_get_one_line_for_a_missing_path(server: Server, built: Path, address: str):
    answer = await server.get(address, **NAVIGATING)
    assert (answer.status, answer.text) == (404, "not found\n")


async def test_a_missing_path_without_a_built_page_is_one_line(server: Server):
    answer = await server.get("/admin", **NAVIGATING)
    assert (answer.status, answer.text) == (404, "not found\n")


async def test_every_answer_has_safe_headers(server: Server):
    for address in ("/api/info", "/healthz", "/metrics", "/api/tables/nowhere", "/none.js"):
        headers = (await server.get(address)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("name", ["long-DuR0yK3a.js", "long-DuR0yK3a.css", "long.svg", "long.bin"])
async def test_long_text_files_are_compressed_on_request(server: Server, built: Path, name: str):
    plain = await server.get(f"/assets/{name}")
    packed = await server.get(f"/assets/{name}", **PACKED)
    assert plain.text == LONG and "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == LONG.encode()
    for header in ("cache-control", "content-type"):
        assert packed.headers[header] == plain.headers[header]
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


async def test_other_responses_are_not_compressed(server: Server, built: Path):
    """Fonts, short files and, above all, responses that may hold a secret stay uncompressed."""
    body = {"game": "biblios", "seats": [{"name": "Ada" * 8}, {"bot": "novice"}]}
    made = (await server.post("/api/tables", body, **PACKED)).json
    for address in (
        "/assets/long.woff2",
        "/favicon.svg",
        "/api/info",
        f"/api/tables/{made['table']}",
        "/metrics",
    ):
        answer = await server.get(address, **PACKED)
        assert answer.status == 200
        assert "content-encoding" not in answer.headers, address


async def test_a_compressed_page_has_its_policy(server: Server, built: Path):
    (built / "index.html").write_text(HTML + LONG)
    answer = await server.get("/", **PACKED)
    assert gzip.decompress(answer.body).decode() == HTML + LONG
    assert "sha256-" in answer.headers["content-security-policy"]
