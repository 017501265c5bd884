"""The built page: `/`, the seat links and the assets, with a strict content security policy."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

import armarium
from armarium.server.net.preview import PLACE, preview

__all__ = ["Page", "page_folder"]

_PACKAGE = Path(armarium.__file__).parent

_MISSING = """<!doctype html><html lang="en"><title>Armarium</title>
<h1>The page is not built yet</h1>
<p>The server runs, but the folder of the built page is missing. Run <code>make setup</code> in
the folder of Armarium, or name the folder in <code>ARMARIUM_PAGE</code>, and load this page
again.</p></html>
"""

_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_HASHED = re.compile(r"assets/.*[-.][\w-]{8,}\.\w+")  # what the build names by content
_TEXTS = {".css", ".html", ".js", ".svg", ".webmanifest"}  # fonts are packed already
_WORKER = "worker.js"
# A worker is bound by the policy it came with: it asks this house for the page's files, and runs nothing else.
_WORKERS_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
LONGEST_PATH = 1000
_SMALL = 500  # bytes; packing less saves nothing


def page_folder() -> Path:
    """The one that is named, the one that a wheel brought, or the one that a checkout has built."""
    if named := os.environ.get("ARMARIUM_PAGE"):
        return Path(named)
    own = _PACKAGE / "page"
    return own if own.is_dir() else _PACKAGE.parents[1] / "build" / "page"


class Page(StaticFiles):
    """Looks at the folder at every request: a page built meanwhile appears without a restart."""

    def __init__(
        self, folder: Path, public: str | None = None, hidden: frozenset[str] = frozenset()
    ) -> None:
        """`public`: the address that others find the house at, where it has one; `hidden`: paths of the page that this
        house does not have."""
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # it may be built later
        self._public, self._hidden = public, hidden

    def is_not_modified(self, response_headers: Headers, request_headers: Headers) -> bool:
        """Never of a page itself: a browser would keep its text and take the sealed policy of the answer."""
        is_page = response_headers.get("content-type", "").startswith("text/html")
        return not is_page and super().is_not_modified(response_headers, request_headers)

    async def show(self, request: Request) -> Response:
        path = str(request.path_params["path"])
        if "\0" in path or len(path) > LONGEST_PATH or path.strip("/") in self._hidden:
            return _nowhere()
        try:
            found = await self.get_response(self.get_path(request.scope), request.scope)
        except HTTPException:
            if "." in path.rpartition("/")[2] or path.startswith("api/"):
                return _nowhere()
            # Every other address is the page's own: it reads the path itself.
            try:
                found = await self.get_response("index.html", request.scope)
            except HTTPException:
                return HTMLResponse(_MISSING, 503, {"Cache-Control": "no-store"})
        if not isinstance(found, FileResponse):
            return found  # as whoever asks has it already
        found.headers.update(_caching(path))
        # The disk may be slow, and the event loop belongs to the tables.
        is_packed = "gzip" in request.headers.get("accept-encoding", "")
        base = self._public or str(request.base_url)
        tags = preview(path, base, request.headers.get("accept-language", ""))
        return await asyncio.to_thread(_text, found, is_packed, tags)


def _nowhere() -> Response:
    return PlainTextResponse("not found\n", 404)


def _text(found: FileResponse, is_packed: bool, tags: bytes) -> Response:
    """Packed for whoever can unpack it. Only files of the build come here, and they hold no secret
    whose length could be guessed at; answers of tables are never packed."""
    file = Path(found.path)
    if file.suffix not in _TEXTS:
        return found
    text = file.read_bytes()
    headers = {
        name: found.headers[name] for name in ("cache-control", "etag") if name in found.headers
    }
    headers["vary"] = "Accept-Encoding"
    if file.suffix == ".html":
        text = text.replace(PLACE, tags)
        headers["vary"] = "Accept-Encoding, Accept-Language"
        headers |= {"cache-control": "no-cache", "content-security-policy": policy_for(text)}
    elif file.name == _WORKER:
        headers["content-security-policy"] = _WORKERS_POLICY
    if is_packed and len(text) >= _SMALL:
        headers["content-encoding"] = "gzip"
        text = _packed(text)
    return Response(text, headers=headers, media_type=_kind(file))


def _kind(file: Path) -> str | None:
    # Not every system's list knows it.
    is_manifest = file.suffix == ".webmanifest"
    return "application/manifest+json" if is_manifest else mimetypes.guess_type(file.name)[0]


@lru_cache(maxsize=32)
def _packed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def policy_for(html: bytes) -> str:
    """Only our own scripts, and the inline ones of this very page by their hashes."""
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(html)
        if script
    ]
    scripts = " ".join(["script-src 'self'", *hashes])
    # A style attribute can move a card but run nothing; the page needs it for motion.
    return (
        f"default-src 'none'; {scripts}; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _caching(path: str) -> dict[str, str]:
    if _HASHED.fullmatch(path):
        return {"Cache-Control": "public, max-age=31536000, immutable"}
    return {"Cache-Control": "no-cache"}
