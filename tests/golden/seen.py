"""Golden games as one seat's page saw them, for the page's verification of the shuffle (web/tests/verify).

python -m tests.golden.seen        writes tests/golden/seen.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from armarium.core.record import Record
from armarium.core.registry import find_game

__all__ = ["FILE", "collect_seen"]

HERE = Path(__file__).parent
FILE = HERE / "seen.json"
# Contributions, penalties of both kinds, open collections, shuffles of a discard pile, sales.
GAMES = (
    "walk-contributions-3",
    "walk-iello-2",
    "walk-iello-4-bluff",
    "walk-open-3",
    "bibliogamo-apprentice",
    "bibliogamo-contribution",
    "bibliogamo-chained-prices",
    "bibliogamo-chosen-deal",
)
VIEWER = 0
TOLD = ("game", "you", "to_act", "legal", "prestige")  # of the view, what a proof may ask


def collect_seen() -> dict[str, Any]:
    return {name: _parse_line((HERE / "records" / f"{name}.txt").read_text()) for name in GAMES}


def _parse_line(text: str) -> dict[str, Any]:
    record = Record.parse(text)
    game = find_game(record.facts["game"]).game.from_record(record)
    lines = [{"v": 0, "events": game.seen(VIEWER)}]
    for v, (seat, action) in enumerate(record.actions, 1):
        game.play(action, seat)
        lines.append({"v": v, "events": game.seen(VIEWER)})
    view = game.view(VIEWER)
    return {
        "record": text,
        "seats": game.seats,
        "view": {name: view[name] for name in TOLD if name in view},
        "lines": [line for line in lines if line["v"] or line["events"]],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(collect_seen(), separators=(",", ":")) + "\n", encoding="utf-8")
