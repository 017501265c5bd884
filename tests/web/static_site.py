"""Serves the built folder for static hosts under a path, compressed, as any web server would."""

from __future__ import annotations

import gzip
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

__all__ = ["SITE", "download_record", "serve_site"]

COMPRESSED = {".bin", ".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"}
SITE = Path(__file__).parents[2] / "build" / "static"


@contextmanager
def serve_site(folder: Path) -> Iterator[str]:
    """Copy the site into a sub-folder, serve it with Python's own server, and yield its address."""
    assert any((SITE / "wasm").glob("games-*.json")), "run `make site` first"
    shutil.copytree(SITE, folder / "games" / "armarium")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/games/armarium/"
        server.shutdown()


@lru_cache
def _compress(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send_head(self) -> Any:
        file = Path(self.translate_path(self.path))
        if file.is_dir():
            file /= "index.html"
        is_packed = "gzip" in self.headers.get("Accept-Encoding", "")
        if not is_packed or file.suffix not in COMPRESSED or not file.is_file():
            return super().send_head()
        packed = _compress(file)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        return BytesIO(packed)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


def download_record(page: Page) -> str:
    """Press the button of a finished game in the browser that saves its record."""
    with page.expect_download() as found:
        page.locator("[data-act=record]").click()
    return Path(found.value.path()).read_text("ascii")
