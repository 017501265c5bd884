"""The components (towers, cards and collections) as data from a TOML file, validated entry by entry.

components.toml is a reconstruction and names the source of each entry. Owners of the printed game can load their own
file in the same format.
"""

from __future__ import annotations

import errno
import functools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.component_checks import (
    MAX_DEPTH,
    BadComponents,
    check_components,
    format_value,
    is_too_deep,
)

__all__ = ["STANDARD", "BadComponents", "Components", "components_of", "from_text"]

STANDARD = "standard"
_FILE = Path(__file__).with_name("components.toml")


@dataclass(frozen=True)
class Components:
    """A validated set. `data` is the file as plain dicts and lists, for views and records."""

    name: str
    data: dict[str, Any]

    def tables(self) -> dict[str, Any]:
        """Return the components as fields of the state."""
        data = self.data
        towers = {tower["id"]: tower for tower in data["tower"]}
        spaces = data["ring"]["spaces"]
        artisans = sorted(data["artisan"], key=lambda card: card["id"])
        return {
            "tower_at": [TOWERS.index(place) if place in TOWERS else -1 for place in spaces],
            "need": [[towers[tower]["need"].get(t, 0) for t in TYPES] for tower in TOWERS],
            "grants": [[card["grants"].get(t, 0) for t in TYPES] for card in artisans],
            "walks": [card["librarian"] for card in artisans],
            "blocks": [TYPES.index(card["blocks"]) for card in artisans],
            "row": [card["pointer"] - 1 for card in artisans],
            "pays": [card["florins"] for card in artisans],
            "collection": [
                [one["need"].get(tower, 0) for tower in TOWERS] for one in self.collections
            ],
            "collection_points": [one["vp"] for one in self.collections],
        }

    @property
    def collections(self) -> list[dict[str, Any]]:
        return sorted(self.data["prestige"], key=lambda one: int(one["id"]))

    def get_option_value(self) -> str | dict[str, Any]:
        """Return the value of `components=` that gives this set again, also in another process."""
        return STANDARD if self.name == STANDARD else self.data


def components_of(asked: str | Path | dict[str, Any]) -> Components:
    """Return the standard set, the set of a file, or a set given as data (as in views and records)."""
    if isinstance(asked, dict):
        return Components("own", check_components(asked))
    if asked == STANDARD:
        return _load_standard()
    if not isinstance(asked, str | Path):
        raise BadComponents("components", "not-a-set", found=format_value(asked))
    try:
        text = Path(asked).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadComponents(str(asked), "not-utf8") from error
    except (OSError, ValueError) as error:  # a file name with a null character raises ValueError
        reason = _FILE_REASONS.get(getattr(error, "errno", None), "file-unreadable")
        raise BadComponents(str(asked), reason) from error
    return from_text(text)


_FILE_REASONS: dict[int | None, str] = {
    errno.ENOENT: "file-not-found",
    errno.EISDIR: "file-is-folder",
    errno.EACCES: "file-forbidden",
}


def from_text(text: str) -> Components:
    """Parse the text of a TOML file. Deeply nested texts are rejected first, because parsing them is expensive."""
    if is_too_deep(text):
        raise BadComponents("file", "too-deep", most=MAX_DEPTH)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad TOML, huge numbers, deep nesting
        raise _not_toml(text, error) from error
    return Components("own", check_components(data))


def _not_toml(text: str, error: Exception) -> BadComponents:
    """Return an error with the position. The parser's message is dropped, because it is only in English."""
    if found := re.search(r"\(at line (\d+), column (\d+)\)", str(error)):
        line, column = int(found[1]), int(found[2])
    elif "end of document" in str(error):
        lines = text.split("\n")
        line, column = len(lines), len(lines[-1]) + 1
    else:
        return BadComponents("file", "not-toml")
    return BadComponents("file", "not-toml-at", line=line, column=column)


@functools.cache
def _load_standard() -> Components:
    return Components(STANDARD, check_components(tomllib.loads(_FILE.read_text(encoding="utf-8"))))
