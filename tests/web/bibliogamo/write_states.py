"""Write the states in which web/tests/bibliogamo/shown.test.ts draws the page.

    python -m tests.web.bibliogamo.write_states

Run it again after a change of the view. The states are moments of real games, the same ones every time.
"""

import json
from pathlib import Path

from armarium.games import bibliogamo
from armarium.games.bibliogamo.components import components_of
from tests.web.bibliogamo.hands import find_moment

PLACE = Path(__file__).parents[3] / "web" / "tests" / "bibliogamo" / "states.json"
NAMES = ("move", "price", "blocked", "library", "transfer", "late", "results", "results-poor")
LAST = 6  # lines of the log, enough for the walk of the day


def make_state(name: str) -> dict:
    scene = find_moment(f"bibliogamo-{name}")
    game = bibliogamo.Game.new(seed=scene.seed)
    lines = []
    for version, (_, action) in enumerate(scene.actions, 1):
        lines.append({"v": version, "events": game.play(action)})
    seat = {"name": "Ada", "bot": None, "open": False, "connected": True, "rematch": False}
    table = {
        "id": name, "game": "bibliogamo", "edition": "", "options": {}, "round": 1, "started": True,
        "over": game.to_act is None, "v": len(lines), "seats": [seat], "you": 0, "pace": "human",
        "memory": "seen", "commitment": None, "next_commitment": None,
    }  # fmt: skip
    return {"table": table, "view": game.view(0), "lines": lines[-LAST:]}


if __name__ == "__main__":
    states = {
        "components": components_of("standard").data,
        **{name: make_state(name) for name in NAMES},
    }
    PLACE.write_text(json.dumps(states, ensure_ascii=False, default=list) + "\n", encoding="utf-8")
