"""What people at a table say to each other: a line of plain text, a ready phrase, or a reaction.

Talk is for those who sit there: whoever watches neither hears nor says anything. Phrases and reactions travel as codes
and are read in the reader's own language. Lines are entries of the log; they go on over rounds and restarts.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby, islice

from armarium.server.errors import BadTalk
from armarium.server.table.log import Said
from armarium.server.table.messages import Say
from armarium.server.table.table import Table

__all__ = ["MOST_LETTERS", "MOST_TALK", "checked_line", "plain"]

MOST_LETTERS = 240  # of a line
MOST_TALK = 3000  # lines of a table
MOST_MARKS = 3  # accents upon one letter
JOINER = "\u200d"  # of emoji that are made of several


def checked_line(table: Table, seat: int, message: Say, now: float) -> Said:
    """The entry that a message makes; raises what it cannot be said for."""
    if table.chairs[seat].muted:
        raise BadTalk(reason="talk-muted")
    if table.talked >= MOST_TALK:
        raise BadTalk(reason="talk-full", allowed=MOST_TALK)
    asked = [message.text, message.phrase, message.reaction]
    if sum(what is not None for what in asked) != 1:
        raise BadTalk(reason="talk-one")
    text = None if message.text is None else plain(message.text)
    if text == "":
        raise BadTalk(reason="talk-empty")
    if text is not None and len(text) > MOST_LETTERS:
        raise BadTalk(reason="talk-too-long", asked=len(text), allowed=MOST_LETTERS)
    return Said(seat, int(now), message.id, text, message.phrase, message.reaction)


def plain(text: str) -> str:
    """One line: no control characters, nothing that turns the direction of what follows, no towers of accents."""
    kept = "".join(c if _is_kept(c) else " " for c in text)
    runs = groupby(kept, lambda c: unicodedata.category(c) in ("Mn", "Me"))
    calm = "".join("".join(islice(run, MOST_MARKS) if is_mark else run) for is_mark, run in runs)
    return " ".join(calm.split()).strip(JOINER)


def _is_kept(letter: str) -> bool:
    return (
        letter == JOINER or not unicodedata.category(letter).startswith(("C", "Z")) or letter == " "
    )
