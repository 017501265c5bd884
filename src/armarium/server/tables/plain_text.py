"""Clean the text that people write, such as names and chat lines: one line of visible characters."""

from __future__ import annotations

import unicodedata

from armarium.server.errors import BadText

__all__ = ["MAX_MARKS", "clean_text"]

MAX_MARKS = 3  # accents on one letter, including the variation selectors of emoji

_JOINERS = "\u200c\u200d"  # used in composed emoji, and in Persian and Hindi
# Characters of letter and symbol categories that are displayed as nothing: Hangul fillers, an empty braille cell, an
# empty note head. All other invisible code points are in the categories C, Z and M.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"


def clean_text(text: str) -> str:
    """Return the text as one line, without control characters, invisible letters, direction marks or stacks of
    accents.

    Raise BadText if nothing visible is left of a text that was not empty.
    """
    kept: list[str] = []
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        is_begun = bool(kept) and kept[-1] != " "
        if letter in _JOINERS:
            if is_begun and kept[-1] not in _JOINERS:
                kept.append(letter)
        elif category in ("Mn", "Me"):
            if is_begun and marks < MAX_MARKS:
                kept.append(letter)
                marks += 1
        elif category[0] in "CZ" or letter in _BLANK:
            kept.append(" ")
        else:
            kept.append(letter)
            marks = 0
    line = " ".join(word.rstrip(_JOINERS) for word in "".join(kept).split())
    if not line and text.strip():
        raise BadText()
    return line
