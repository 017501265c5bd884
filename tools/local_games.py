"""Describe the games of this build for tables in the browser: `python tools/local_games.py FOLDER`.

Reads the descriptions of the WebAssembly modules in the folder and writes `games.json`: options, levels and the layout
of views and records. Files that a game adds, such as its cards, are written beside it. So the page repeats none of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

import armarium
from armarium import players
from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.registry import find_game, game_names
from armarium.server.bodies import GameInfo, RetentionDays, ServerInfo, option_info
from armarium.server.extension import server_extension

__all__ = ["describe_games"]


def describe_games(folder: Path) -> dict[str, Any]:
    """Return the description of all games that have a module in the folder."""
    modules = {
        name: json.loads((folder / f"{name}.json").read_text("utf-8"))
        for name in game_names()
        if (folder / f"{name}.json").is_file()
    }
    games = {name: _describe(name, module) for name, module in modules.items()}
    infos: dict[str, GameInfo] = {name: game["info"] for name, game in games.items()}
    info = ServerInfo(
        version=armarium.__version__,
        games=infos,
        bots=list(dict.fromkeys(bot for game in infos.values() for bot in game.bots)),
        editions=[edition for game in infos.values() for edition in game.editions],
        local_only=True,
        addresses=[],
        keep=RetentionDays(None, None, None),
        rules="compiled",
        progress=1.0,
    )
    return {"info": info, "games": games}


def _describe(name: str, module: dict[str, Any]) -> dict[str, Any]:
    definition = find_game(name)
    levels = players.levels(name)
    here = {*module["players"], *module.get("network", {}).get("levels", ())}
    info = GameInfo(
        seats=list(definition.seats),
        editions=list(definition.editions),
        options=[option.name for option in definition.options],
        bots=levels,
        # The other levels keep their number, and need a server.
        not_ready=[level for level in levels if level not in here],
        has_daily=False,
        has_practice=False,
        has_odds=False,
        table=[option_info(option) for option in definition.options],
        lesson=None,
    )
    editions = list(definition.editions) or [""]
    examples = {
        edition: _example(definition.game, definition.seats[0], edition) for edition in editions
    }
    header = Record.parse(examples[editions[0]].record()).facts
    return {
        "info": info,
        "tacit": [option.name for option in definition.options if option.is_tacit],
        "options": {edition: game.options for edition, game in examples.items()},
        "facts": list(header),
        "collection_at": _find_collection(name),
    }


def _find_collection(name: str) -> int | None:
    """Return the byte of a state with the number of its collection; None if the game has none."""
    batch: Any = find_game(name).batch
    field = batch.STATE.fields.get("prestige")
    return None if field is None else int(field[1])


def _example(game: type[BaseGame], seats: int, edition: str) -> BaseGame:
    return game.new(seats=seats, seed=0, edition=edition)


def main() -> None:
    folder = Path(sys.argv[1])
    data = describe_games(folder)
    (folder / "games.json").write_bytes(msgspec.json.encode(data) + b"\n")
    for game in data["games"]:
        for name, content in server_extension(game).page_files().items():
            (folder / name).write_bytes(msgspec.json.encode(content) + b"\n")


if __name__ == "__main__":
    main()
