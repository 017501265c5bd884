"""Runs a stranger's Python class in a process of its own: `python -m armarium.players.host FILE CLASS`."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

from armarium.players.position import position_from

__all__ = ["main"]


def main(path: str, class_name: str) -> None:
    # Whatever the stranger prints goes to the error stream: the answers have a stream of their own.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    player = _class_in(path, class_name)()
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if "start" in message:
            if hasattr(player, "start"):
                player.start(**message["start"])
            continue
        answers.write(f"{player.choose(position_from(message))}\n")
        answers.flush()


def _class_in(path: str, class_name: str) -> Any:
    sys.path.insert(0, str(Path(path).parent))
    spec = importlib.util.spec_from_file_location("stranger", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["stranger"] = module
    spec.loader.exec_module(module)
    return getattr(module, class_name)


if __name__ == "__main__":
    main(*sys.argv[1:3])
