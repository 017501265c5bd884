"""Only a game's own folders name the game. Otherwise a third game would need changes elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = {"biblios", "bibliogamo", "city"}  # the last: what the second was once called
GAMES = (ROOT / "src/armarium/games", ROOT / "web/src/games")
KINDS = {".css", ".html", ".js", ".json", ".mjs", ".py", ".svelte", ".svg", ".toml", ".ts"}
MADE = {"__pycache__", "node_modules", "paraglide"}  # by programs, from what is read here anyway
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# The game that is used where none is named.
DEFAULT = ("src/armarium/core/registry.py", 'DEFAULT_GAME = "')


def list_areas() -> list[str]:
    """Return the folders to check: all packages and tools; docs, examples and tests may name games."""
    rooms = [path for path in sorted((ROOT / "src/armarium").iterdir()) if path.name not in MADE]
    web = [path for path in sorted((ROOT / "web/src").iterdir()) if path.name not in MADE]
    found = [*rooms, *web, ROOT / "tools", ROOT / "bench"]
    return [path.relative_to(ROOT).as_posix() for path in found]


def iter_sources(area: Path) -> Iterator[Path]:
    for path in sorted([area, *area.rglob("*")]):
        owner = next((games for games in GAMES if games in path.parents), None)
        is_a_games = owner is not None and path.relative_to(owner).parts[0] in NAMES
        is_made = bool(MADE & set(path.relative_to(ROOT).parts))
        if path.is_file() and path.suffix in KINDS and not is_a_games and not is_made:
            yield path


def find_game_names(line: str) -> set[str]:
    """Return the games that a line names, also within longer names such as biblios_seed."""
    return {part.lower() for part in PART.findall(line)} & NAMES


@pytest.mark.parametrize("area", list_areas())
def test_no_game_is_named_outside_its_folders(area):
    found = []
    for path in iter_sources(ROOT / area):
        name = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            is_default = name == DEFAULT[0] and line.startswith(DEFAULT[1])
            if find_game_names(line) and not is_default:
                found.append(f"{name}:{number}: {line.strip()[:100]}")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "line",
    ["class CityView:", "biblios_seed = 1", "the Biblios table", "import { city }", "BIBLIOGAMO"],
)
def test_the_search_would_find_one(line):
    assert find_game_names(line)


def test_words_that_only_resemble_a_game_name_are_ignored():
    assert not find_game_names("velocity, capacity, publicity, a bibliography")
    assert any(path.name == "registry.py" for path in iter_sources(ROOT / "src/armarium/core"))
