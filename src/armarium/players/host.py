"""A stranger's player in a process of its own: one JSON view a line in, one action text a line out.

python -m armarium.players.host FILE CLASS                              a class of a file
python -m armarium.players.host --spec ENTRY GAME NAME SETTINGS SEED    a player that a package registers; it greets
python -m armarium.players.host --list ENTRY                            what a package registers, as JSON
"""

from __future__ import annotations

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

from armarium.players.player import Player, as_player
from armarium.players.position import position_from
from armarium.players.spec import PlayerSpec
from armarium.players.strangers import READY, UNREADABLE

__all__ = ["main"]

GRACE = 5.0  # seconds for the last answer, once nobody asks any more


def main(arguments: list[str]) -> None:
    # Whatever the stranger prints goes to the error stream: the answers have a stream of their own.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    match arguments:
        case ["--list", entry]:
            _list(_registered(entry), answers)
        case ["--spec", entry, game, name, settings, seed]:
            player = _made(_registered(entry), game, name, settings, seed)
            _say(READY if player else UNREADABLE, answers)
            if player:
                _serve(player, answers)
        case [path, class_name]:
            _serve(as_player(_class_in(path, class_name)()), answers)
        case _:
            raise SystemExit(__doc__)


def _serve(player: Player, answers: IO[str]) -> None:
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while (line := lines.get()) is not None:
        message: dict[str, Any] = json.loads(line)
        if "start" in message:
            player.start(**message["start"])
            continue
        _say(player.choose(position_from(message)), answers)


def _listen(lines: queue.Queue[str | None]) -> None:
    """Beside the thinking: whoever asked may be gone, and a player that thinks for ever must not stay behind."""
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)
    time.sleep(GRACE)
    os._exit(1)


def _say(line: str, answers: IO[str]) -> None:
    answers.write(f"{line}\n")
    answers.flush()


def _list(specs: list[PlayerSpec], answers: IO[str]) -> None:
    told = [
        {"name": spec.name, "game": spec.game, "level": spec.level, "settings": spec.settings}
        for spec in specs
    ]
    _say(json.dumps(told), answers)


def _registered(entry: str) -> list[PlayerSpec]:
    specs: list[PlayerSpec] = EntryPoint("asked", entry, "armarium.players").load()
    return list(specs)


def _made(specs: list[PlayerSpec], game: str, name: str, settings: str, seed: str) -> Player | None:
    """None: it cannot read its settings."""
    spec = next(spec for spec in specs if (spec.game, spec.name) == (game, name))
    made = spec.make(int(seed) if seed else None, settings)
    return None if made is None else as_player(made)


def _class_in(path: str, class_name: str) -> Any:
    sys.path.insert(0, str(Path(path).parent))
    spec = importlib.util.spec_from_file_location("stranger", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["stranger"] = module
    spec.loader.exec_module(module)
    return getattr(module, class_name)


if __name__ == "__main__":
    main(sys.argv[1:])
