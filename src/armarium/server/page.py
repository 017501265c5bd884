"""The built page: `/`, the seat links and the assets, with a strict content security policy.

A link's preview is made from the address alone, never from a table, so it reveals no name and no card.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import html
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
from armarium.text.catalogue import languages, translate

__all__ = ["PLACE", "Page", "choose_language", "make_preview", "page_folder"]

_PACKAGE = Path(armarium.__file__).parent

_MISSING = """<!doctype html><html lang="en"><title>Armarium</title>
<h1>The page is not built yet</h1>
<p>The server runs, but the folder of the built page is missing. Run <code>make setup</code> in
the folder of Armarium, or name the folder in <code>ARMARIUM_PAGE</code>, and load this page
again.</p></html>
"""

_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_HASHED = re.compile(
    r"(assets|wasm)/.*[-.][\w-]{8,}\.\w+"
)  # file names that contain a content hash
_TEXTS = {
    ".bin",
    ".css",
    ".html",
    ".js",
    ".json",
    ".svg",
    ".wasm",
    ".webmanifest",
}  # fonts are already compressed
_WORKER = "worker.js"
# A service worker has its own policy: it may fetch the page's files from this server, and nothing else.
_WORKERS_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
# The worker that plays in the browser compiles the rules, which are WebAssembly.
_LOCAL_WORKER = "local-worker-"
_LOCAL_WORKERS_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "frame-ancestors 'none'"
)
LONGEST_PATH = 1000
_TITLE = b"<title>Armarium</title>"
_MISSING_MARK = b'<meta name="armarium-missing">'  # the page reads it
_MIN_COMPRESSED_BYTES = 500  # compressing less saves nothing


def page_folder() -> Path:
    """Return the folder in ARMARIUM_PAGE, or the one in the wheel, or the one that a checkout has built."""
    if named := os.environ.get("ARMARIUM_PAGE"):
        return Path(named)
    own = _PACKAGE / "page"
    return own if own.is_dir() else _PACKAGE.parents[1] / "build" / "page"


class Page(StaticFiles):
    """Serve the built page. The folder is read at every request, so a new build appears without a restart."""

    def __init__(
        self, folder: Path, public: str | None = None, hidden: frozenset[str] = frozenset()
    ) -> None:
        """`public`: the public URL, if there is one. `hidden`: paths of the page that this server does not have."""
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # the folder may be built later
        self._public, self._hidden = public, hidden

    def is_not_modified(self, response_headers: Headers, request_headers: Headers) -> bool:
        """Return False for the page itself, because a browser would combine its cached text with the policy of the
        304.
        """
        is_page = response_headers.get("content-type", "").startswith("text/html")
        return not is_page and super().is_not_modified(response_headers, request_headers)

    async def show(self, request: Request) -> Response:
        path = str(request.path_params["path"])
        if "\0" in path or len(path) > LONGEST_PATH or path.strip("/") in self._hidden:
            return await self._missing(request, path)
        try:
            found = await self.get_response(self.get_path(request.scope), request.scope)
        except HTTPException:
            if "." in path.rpartition("/")[2] or path.startswith("api/"):
                return await self._missing(request, path)
            # All other paths belong to the page, which reads the path itself.
            try:
                found = await self.get_response("index.html", request.scope)
            except HTTPException:
                return HTMLResponse(_MISSING, 503, {"Cache-Control": "no-store"})
        if not isinstance(found, FileResponse):
            return found  # a 304
        found.headers.update(_cache_control(path))
        # Read and compress off the event loop, because the disk may be slow.
        is_packed = "gzip" in request.headers.get("accept-encoding", "")
        base = self._public or str(request.base_url)
        tags = make_preview(path, base, request.headers.get("accept-language", ""))
        return await asyncio.to_thread(_text, found, is_packed, tags)

    async def _missing(self, request: Request, path: str) -> Response:
        """Respond with 404: the page for browsers, one line for programs and for missing files."""
        if path.startswith("api/") or "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("not found\n", 404)
        try:
            found = await self.get_response("index.html", request.scope)
        except HTTPException:
            return PlainTextResponse("not found\n", 404)
        assert isinstance(found, FileResponse)
        found.headers.update(_cache_control("index.html"))
        is_packed = "gzip" in request.headers.get("accept-encoding", "")
        language = choose_language(request.headers.get("accept-language", ""))
        title = html.escape(translate(language, "web_no_page")).encode()
        answer = await asyncio.to_thread(_text, found, is_packed, _MISSING_MARK, title)
        answer.status_code = 404
        return answer


def _text(found: FileResponse, is_packed: bool, tags: bytes, title: bytes = b"") -> Response:
    """Return a file of the build, compressed if the client accepts that.

    These files hold no secret whose length could leak. Responses about tables are never compressed.
    """
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
        if title:
            text = text.replace(_TITLE, _TITLE.replace(b"Armarium", title + " · Armarium".encode()))
        headers["vary"] = "Accept-Encoding, Accept-Language"
        headers |= {"cache-control": "no-cache", "content-security-policy": make_policy(text)}
    elif file.name == _WORKER:
        headers["content-security-policy"] = _WORKERS_POLICY
    elif file.name.startswith(_LOCAL_WORKER):
        headers["content-security-policy"] = _LOCAL_WORKERS_POLICY
    if is_packed and len(text) >= _MIN_COMPRESSED_BYTES:
        headers["content-encoding"] = "gzip"
        text = _compress(text)
    return Response(text, headers=headers, media_type=_media_type(file))


def _media_type(file: Path) -> str | None:
    # Not every system knows this type.
    is_manifest = file.suffix == ".webmanifest"
    return "application/manifest+json" if is_manifest else mimetypes.guess_type(file.name)[0]


@lru_cache(maxsize=32)
def _compress(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def make_policy(page: bytes) -> str:
    """Return the content security policy: our own scripts only, and this page's inline scripts by their hashes."""
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(page)
        if script
    ]
    scripts = " ".join(["script-src 'self'", *hashes])
    # A style attribute can move a card but run nothing; the page needs it for animation.
    return (
        f"default-src 'none'; {scripts}; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _cache_control(path: str) -> dict[str, str]:
    if _HASHED.fullmatch(path):
        return {"Cache-Control": "public, max-age=31536000, immutable"}
    return {"Cache-Control": "no-cache"}


PLACE = b"<!--preview-->"
_PICTURE = "/icons/preview.png"
_TABLE = re.compile(r"t/[A-Za-z0-9_-]+/?")


def make_preview(path: str, base: str, accepted: str) -> bytes:
    """Return the meta tags of a link preview. `base`: the public URL; `accepted`: the client's Accept-Language."""
    language = choose_language(accepted)
    kind = "table" if _TABLE.fullmatch(path) else "front"
    title, description = (
        translate(language, f"web_preview_{kind}_{part}") for part in ("title", "text")
    )
    base = base.rstrip("/")
    tags = {
        "og:type": "website",
        "og:site_name": "Armarium",
        "og:title": title,
        "og:description": description,
        "og:url": f"{base}/{path.strip('/')}",
        "og:image": base + _PICTURE,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": translate(language, "web_preview_picture"),
    }
    lines = [
        f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()
    ]
    lines += [
        f'<meta name="description" content="{html.escape(description)}">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return "\n    ".join(lines).encode()


def choose_language(accepted: str) -> str:
    """Return the client's preferred language among those we have."""
    for choice in accepted.split(","):
        language = choice.partition(";")[0].strip().casefold().partition("-")[0]
        if language in languages():
            return language
    return "en"
