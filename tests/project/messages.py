"""The raw catalogues, and every variant of an entry."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from armarium.core import registry
from armarium.text.catalogue import languages, placeholders, render

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
# The package's own catalogue, and one per game.
FOLDERS = {"": SOURCES / "text"} | {
    game: SOURCES / "games" / game / "text" for game in registry.game_names()
}
EDITIONS = ("iello", "scripts-and-scribes")
_LOCAL = re.compile(r"local (\w+) = .*: (?!plural)\w+")


def catalogue(language: str, folder: Path) -> dict[str, Any]:
    entries = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return {key: entry for key, entry in entries.items() if not key.startswith("$")}


CATALOGUES = {
    language: {
        key: entry
        for folder in FOLDERS.values()
        for key, entry in catalogue(language, folder).items()
    }
    for language in languages()
}


def iter_variants(language: str, key: str, fact: Callable[[str], str | int]) -> Iterator[str]:
    """Yield the text of each variant, in the words of both editions; `fact` gives the value of a placeholder."""
    entry = CATALOGUES[language][key]
    message = {"declarations": [], "match": {"": ""}} if isinstance(entry, str) else entry[0]
    computed = [found[1] for line in message["declarations"] if (found := _LOCAL.fullmatch(line))]
    facts = {name: fact(name) for name in [*placeholders(language, key), *computed]}
    for conditions in message["match"]:
        chosen: dict[str, str | int] = {
            name: int(wanted) if wanted.isdecimal() else wanted
            for name, wanted in re.findall(r"(\w+)=([\w-]+)", conditions)
            if name in facts
        }
        for words in EDITIONS:
            yield render(language, key, {**facts, **chosen, "words": words})
