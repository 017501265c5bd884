"""How deep a TOML text goes, found without parsing it: a key of twenty thousand parts costs the parser gigabytes."""

from __future__ import annotations

import re

__all__ = ["MOST_DEPTH", "is_too_deep"]

MOST_DEPTH = 8  # a set of components needs three

# Texts and remarks, as the parser would find them from left to right; a text may itself be a part of a key, and where
# one does not end the parser stops.
_PASSED = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|\'\'\'.*?(?:\'\'\'|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_PART, _DOT = r"[\w-]++", r"[ \t]*+\.[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:{_DOT}{_PART}){{{MOST_DEPTH}}}")


def is_too_deep(text: str) -> bool:
    """Keys of many parts, and brackets in brackets."""
    bare = _PASSED.sub(lambda found: "" if found[0].startswith("#") else "s", text)
    if _LONG_KEY.search(bare):
        return True
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        if depth > MOST_DEPTH:
            return True
    return False
