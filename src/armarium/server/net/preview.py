"""What a link shows where it is pasted: a title, a sentence and a picture of the house.

It is made from the address alone and never from a table, so that it can tell no name and no card of anybody's.
"""

from __future__ import annotations

import html
import re

from armarium.words import languages, say

__all__ = ["PLACE", "preview"]

PLACE = b"<!--preview-->"
_PICTURE = "/icons/preview.png"
_TABLE = re.compile(r"t/[A-Za-z0-9_-]+/?")


def preview(path: str, base: str, accepted: str) -> bytes:
    """The tags for the head of a page; `base` is where the house is found, `accepted` what the reader speaks."""
    language = _spoken(accepted)
    kind = "table" if _TABLE.fullmatch(path) else "front"
    title, told = (say(language, f"web_preview_{kind}_{part}") for part in ("title", "told"))
    base = base.rstrip("/")
    tags = {
        "og:type": "website",
        "og:site_name": "Armarium",
        "og:title": title,
        "og:description": told,
        "og:url": f"{base}/{path.strip('/')}",
        "og:image": base + _PICTURE,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": say(language, "web_preview_picture"),
    }
    lines = [
        f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()
    ]
    lines += [
        f'<meta name="description" content="{html.escape(told)}">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return "\n    ".join(lines).encode()


def _spoken(accepted: str) -> str:
    """The first language of the reader's that the house speaks."""
    for wish in accepted.split(","):
        tongue = wish.partition(";")[0].strip().casefold().partition("-")[0]
        if tongue in languages():
            return tongue
    return "en"
