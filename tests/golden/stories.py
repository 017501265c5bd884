"""Write the golden stories: python -m tests.golden.stories [name …]

Each file of `analyses` holds a record, its analysis with rounded numbers, and the story of every seat in both
languages. With `--retell`, only the texts are written again. A new analysis takes minutes and is needed only for new
games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from armarium.analysis.analysing import analyse
from armarium.analysis.report import Analysis
from armarium.analysis.story import describe_analysis
from armarium.core.record import Record
from armarium.core.registry import find_game
from armarium.players import load, position_of
from armarium.text.catalogue import languages
from armarium.text.events import Viewer

FOLDER = Path(__file__).parent / "analyses"
NAMES = ("Ada", "Bede", "Odo", "Ivo")
EFFORT = 0.5
DIGITS = 3
LITTLE = 0.01  # smaller costs are left out, except of bids

# The players and the seed of each game.
GAMES: dict[str, tuple[str, tuple[str, ...], int, dict[str, Any]]] = {
    "two-levels": ("biblios", ("novice", "prior"), 5, {}),
    "three-levels": ("biblios", ("oblate", "novice", "monk"), 3, {}),
    "random-against-two": ("biblios", ("random", "novice", "oblate"), 7, {}),
    "four-levels": ("biblios", ("monk", "prior", "novice", "oblate"), 11, {}),
    "two-strong": ("biblios", ("prior", "monk"), 2, {}),
    "other-edition": ("biblios", ("oblate", "prior", "monk"), 12, {"edition": "scripts-and-scribes"}),
    "random-against-monk": ("biblios", ("random", "monk"), 9, {}),
    "three-novices": ("biblios", ("novice", "novice", "novice"), 21, {}),
    "four-oblates": ("biblios", ("oblate", "oblate", "oblate", "oblate"), 22, {}),
    "three-priors": ("biblios", ("prior", "prior", "prior"), 23, {}),
    "manual": ("biblios", ("novice", "oblate"), 24, {"edition": "manual"}),
    "two-at-random": ("biblios", ("random", "random"), 25, {}),
    "medieval-bluff": ("biblios", ("monk", "novice", "prior"), 26, {"penalty": "medieval-bluff"}),
    "oblate-and-monk": ("biblios", ("oblate", "monk"), 27, {}),
    "beyond-means": ("biblios", ("novice", "random", "prior"), 28, {"beyond_means": True}),
    "prior-first": ("biblios", ("prior", "novice", "monk"), 29, {}),
    "monk-first": ("biblios", ("monk", "oblate", "novice"), 30, {}),
    "oblate-and-novice": ("biblios", ("oblate", "novice"), 31, {}),
    "four-mixed": ("biblios", ("prior", "oblate", "novice", "monk"), 32, {}),
    "careful-city": ("bibliogamo", ("careful",), 3, {}),
    "random-city": ("bibliogamo", ("random",), 4, {}),
    "second-careful-city": ("bibliogamo", ("careful",), 8, {}),
    "third-careful-city": ("bibliogamo", ("careful",), 11, {}),
    "second-random-city": ("bibliogamo", ("random",), 12, {}),
    "monk-and-prior": ("biblios", ("monk", "prior"), 41, {}),
    "novice-and-random": ("biblios", ("novice", "random"), 42, {}),
    "two-oblates": ("biblios", ("oblate", "oblate"), 43, {}),
    "may-refuse": ("biblios", ("oblate", "random"), 44, {"may_refuse": True}),
    "two-monks": ("biblios", ("monk", "monk"), 45, {}),
    "prior-and-novice": ("biblios", ("prior", "novice"), 46, {}),
    "two-scribes": ("biblios", ("novice", "monk"), 47, {"edition": "scripts-and-scribes"}),
    "two-oblates-and-novice": ("biblios", ("oblate", "oblate", "novice"), 50, {}),
    "planner-city": ("bibliogamo", ("planner",), 13, {}),
    "second-planner-city": ("bibliogamo", ("planner",), 14, {}),
    "fourth-careful-city": ("bibliogamo", ("careful",), 15, {}),
    "third-random-city": ("bibliogamo", ("random",), 16, {}),
    "oblate-between": ("biblios", ("novice", "oblate", "prior"), 52, {"edition": "manual"}),
    "fifth-careful-city": ("bibliogamo", ("careful",), 17, {}),
}  # fmt: skip
# Shared wins are rare, so these are golden records.
RECORDED = {"shared-by-two": "manual-shared", "shared-by-four": "walk-iello-4-bluff"}
STORIES = (*GAMES, *RECORDED)


def play(name: str) -> str:
    """Play a game, or read it, and return its record."""
    if name in RECORDED:
        return (FOLDER.parent / "records" / f"{RECORDED[name]}.txt").read_text("ascii")
    game_name, players, seed, options = GAMES[name]
    game = find_game(game_name).game.new(len(players), seed, **options)
    seated = [load(player, seat, game_name) for seat, player in enumerate(players)]
    while (seat := game.to_act) is not None:
        game.play(seated[seat].choose(position_of(game, seat)))
    return game.record()


def tell(text: str, analysis: Analysis) -> dict[str, list[dict[str, Any]]]:
    """Return title, paragraph and notes of every seat in every language; the reader sits at seat 0."""
    record = Record.parse(text)
    seats = len(analysis["seats"])
    texts = {}
    for language in languages():
        viewer = Viewer(language, NAMES[:seats], 0)
        stories = describe_analysis(analysis, record, viewer)["stories"]
        texts[language] = [
            {
                "title": story["title"],
                "text": story["text"],
                "notes": [
                    " ".join(
                        part
                        for part in (
                            note["did"]["text"],
                            note["better"] and note["better"]["text"],
                            note["price_text"] and f"({note['price_text']})",
                            note["reason"],
                        )
                        if part
                    )
                    for note in story["notes"]
                ],
            }
            for story in stories
        ]
    return texts


def write(name: str, record: str, analysis: Analysis) -> None:
    rounded = json.loads(
        json.dumps(analysis), parse_float=lambda digits: round(float(digits), DIGITS)
    )
    rounded["decisions"] = [
        one
        for one in rounded["decisions"]
        if one["cost"] > LITTLE or one["action"].startswith("bid")
    ]
    for one in rounded["decisions"]:
        one["weighed"] = [other for other in one["weighed"] if other["action"] == "pass"]
    whole = {"record": record, "analysis": rounded}
    data = json.dumps(whole, separators=(",", ":"))
    texts = json.dumps(tell(record, rounded), ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(f"{data}\n", encoding="ascii", newline="\n")
    (FOLDER / f"{name}.story.json").write_text(f"{texts}\n", encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> None:
    names = [name for name in arguments if name != "--retell"] or list(STORIES)
    for name in names:
        if "--retell" in arguments:
            stored = json.loads((FOLDER / f"{name}.json").read_text("ascii"))
            write(name, stored["record"], stored["analysis"])
        else:
            record = play(name)
            write(name, record, analyse(record, effort=EFFORT))
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
