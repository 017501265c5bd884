"""The components as data: towers, cards and collections from a TOML file, checked entry by entry.

The file beside this one is a reconstruction, and says so for each entry; an owner of the printed game may load
another of the same form.
"""

from __future__ import annotations

import errno
import functools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armarium.games.bibliogamo.bad_components import BadComponents, shown
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.component_checks import checked
from armarium.games.bibliogamo.toml_depth import MOST_DEPTH, is_too_deep

__all__ = ["STANDARD", "BadComponents", "Components", "components_of", "from_text"]

STANDARD = "standard"
_FILE = Path(__file__).with_name("components.toml")


@dataclass(frozen=True)
class Components:
    """A checked set. `data` is the file as plain dicts and lists, for views and records."""

    name: str
    data: dict[str, Any]

    def tables(self) -> dict[str, Any]:
        """The fields of the state that hold them."""
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

    def asked(self) -> str | dict[str, Any]:
        """What `components=` must be to get this set again, in another process too."""
        return STANDARD if self.name == STANDARD else self.data


def components_of(asked: str | Path | dict[str, Any]) -> Components:
    """The standard set, a file's, or one given as data (as a view or a record holds it)."""
    if isinstance(asked, dict):
        return Components("own", checked(asked))
    if asked == STANDARD:
        return _standard()
    if not isinstance(asked, str | Path):
        raise BadComponents("components", "not-a-set", found=shown(asked))
    try:
        text = Path(asked).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadComponents(str(asked), "not-utf8") from error
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        reason = _FILE_REASONS.get(getattr(error, "errno", None), "file-unreadable")
        raise BadComponents(str(asked), reason) from error
    return from_text(text)


_FILE_REASONS: dict[int | None, str] = {
    errno.ENOENT: "file-not-found",
    errno.EISDIR: "file-is-folder",
    errno.EACCES: "file-forbidden",
}


def from_text(text: str) -> Components:
    """A set from the text of a TOML file; what would cost the parser dear is not given to it."""
    if is_too_deep(text):
        raise BadComponents("file", "too-deep", most=MOST_DEPTH)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad TOML, absurd numbers, endless nesting
        raise _not_toml(text, error) from error
    return Components("own", checked(data))


def _not_toml(text: str, error: Exception) -> BadComponents:
    """Where it is wrong; what the parser says about it is in its own language."""
    if found := re.search(r"\(at line (\d+), column (\d+)\)", str(error)):
        line, column = int(found[1]), int(found[2])
    elif "end of document" in str(error):
        lines = text.split("\n")
        line, column = len(lines), len(lines[-1]) + 1
    else:
        return BadComponents("file", "not-toml")
    return BadComponents("file", "not-toml-at", line=line, column=column)


@functools.cache
def _standard() -> Components:
    return Components(STANDARD, checked(tomllib.loads(_FILE.read_text(encoding="utf-8"))))
