"""Run a third-party player in its own process: one JSON message per line in, one answer per line out.

python -m armarium.players.host FILE CLASS                              a class in a file
python -m armarium.players.host --spec ENTRY GAME NAME SETTINGS SEED    a player of a package
python -m armarium.players.host --list ENTRY                            what a package registers, as JSON

The first line is a greeting, which says whether the player has `choose_batch`. If it has, it is sent observation rows
and masks and answers with action codes; otherwise it is sent views and answers with action texts.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import queue
import sys
import threading
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import IO, Any

import numpy as np

from armarium.players.player import Player, as_player
from armarium.players.position import position_from
from armarium.players.spec import PlayerSpec
from armarium.players.third_party import READY, READY_FOR_ROWS, UNREADABLE

__all__ = ["main"]

GRACE_SECONDS = 5.0  # seconds for the last answer after the input has ended


def main(arguments: list[str]) -> None:
    # Send whatever the player prints to stderr: the answers have their own stream.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    match arguments:
        case ["--list", entry]:
            _list_specs(_load_specs(entry), answers)
        case ["--spec", entry, game, name, settings, seed]:
            player = _make_player(_load_specs(entry), game, name, settings, seed)
            if player is None:
                _write_line(UNREADABLE, answers)
            else:
                _serve(player, answers)
        case [path, class_name]:
            _serve(as_player(_load_class(path, class_name)()), answers)
        case _:
            raise SystemExit(__doc__)


def _serve(player: Player, answers: IO[str]) -> None:
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    _write_line(READY_FOR_ROWS if player.takes_rows else READY, answers)
    while (line := lines.get()) is not None:
        message: dict[str, Any] = json.loads(line)
        if "start" in message:
            player.start(**message["start"])
        elif "rows" in message:
            rows, masks = (
                _read_array(message[name], message["count"]) for name in ("rows", "masks")
            )
            codes = player.choose_batch(rows, masks)
            _write_line(" ".join(map(str, codes.tolist())), answers)
        else:
            _write_line(player.choose(position_from(message)), answers)


def _read_array(text: str, count: int) -> np.ndarray:
    """Return `count` rows of int8, which the player may write to."""
    return np.frombuffer(bytearray(base64.b64decode(text)), np.int8).reshape(count, -1)


def _listen(lines: queue.Queue[str | None]) -> None:
    """Read in a thread: if the parent process is gone, a player that never finishes must not stay behind."""
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def _write_line(line: str, answers: IO[str]) -> None:
    answers.write(f"{line}\n")
    answers.flush()


def _list_specs(specs: list[PlayerSpec], answers: IO[str]) -> None:
    data = [
        {"name": spec.name, "game": spec.game, "level": spec.level, "settings": spec.settings}
        for spec in specs
    ]
    _write_line(json.dumps(data), answers)


def _load_specs(entry: str) -> list[PlayerSpec]:
    specs: list[PlayerSpec] = EntryPoint("asked", entry, "armarium.players").load()
    return list(specs)


def _make_player(
    specs: list[PlayerSpec], game: str, name: str, settings: str, seed: str
) -> Player | None:
    """Make the player, or return None if it cannot read its settings."""
    spec = next(spec for spec in specs if (spec.game, spec.name) == (game, name))
    player = spec.make(int(seed) if seed else None, settings)
    return None if player is None else as_player(player)


def _load_class(path: str, class_name: str) -> Any:
    sys.path.insert(0, str(Path(path).parent))
    spec = importlib.util.spec_from_file_location("third_party_player", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["third_party_player"] = module
    spec.loader.exec_module(module)
    return getattr(module, class_name)


if __name__ == "__main__":
    main(sys.argv[1:])
