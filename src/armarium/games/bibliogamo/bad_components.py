"""What can be wrong with a set of components: each reason a code with its facts, and a plain sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError

__all__ = ["REASONS", "BadComponents", "shown"]

# The game's catalogue says the same in every language, under `bibliogamo_reason_` and the code.
REASONS = {
    "entry-missing": "it is missing",
    "not-a-set": "a file was expected, not {found}",
    "file-not-found": "there is no such file",
    "file-is-folder": "it is a folder",
    "file-forbidden": "it may not be read",
    "file-unreadable": "it cannot be read",
    "not-utf8": "it is not UTF-8 text",
    "not-toml": "it is not TOML",
    "not-toml-at": "it is not TOML, see line {line}, column {column}",
    "too-deep": "its keys and brackets go deeper than {most} levels",
    "not-a-table": "a table was expected",
    "not-a-list": "a list was expected",
    "not-tables": "a list of tables was expected",
    "wrong-count": "the rules say {number}, the file {found}",
    "no-count": "the rules say {number}, the file nothing",
    "wrong-levels": "the rules say 1, 2 and 3 artisans at 15, 30 and 45",
    "unknown-tower": "there is no tower {found}; the towers are {allowed}",
    "wrong-ring": "the Grand Library comes first, then each tower once",
    "wrong-id": "ids run from {low} to {high}",
    "not-once": "it must be there once, not {times} times",
    "not-three-types": "a book needs three of the four types of artisans",
    "too-many-artisans": "it needs more artisans than there are",
    "wrong-books": "it lists {books} books; 1 to {most} can be marked",
    "wrong-icons": "it grants {icons} artisans; 1 to {most} exist",
    "unknown-artisan": "there is no artisan {found}; there are {allowed}",
    "not-four-prices": "four values were expected",
    "wrong-number": "a whole number from {low} to {high} was expected, not {found}",
    "wrong-name": "a name of 1 to {most} letters was expected",
}
_LONGEST = 60  # letters of what stands in somebody's file


class BadComponents(ArmariumError):
    """`facts` hold the entry, the reason's code, and what the reason's sentence tells."""

    code = "bad-components"
    sentence = "The components cannot be used, {entry}: {reason}."
    reasons: ClassVar[Mapping[str, str]] = REASONS

    def __init__(self, entry: str, reason: str, **facts: Any) -> None:
        """`entry` is its name in the file, the path of a file that cannot be read, or `file` for all of a text."""
        super().__init__(entry=entry, reason=reason, game="bibliogamo", **facts)


def shown(found: Any) -> str:
    """What a file holds, short enough for a sentence."""
    try:
        text = json.dumps(found, ensure_ascii=False, default=str)
    except RecursionError:
        return "…"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
