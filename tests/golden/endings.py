"""The golden games: each way in which a game can end, and each edition, by name.

A scene gives the hands at the end (tests/rulebook/biblios/scenes.py plays a whole game to them); a walk is a whole
game by a fixed way to play. `make.py` wrote each of them down once.
"""

from dataclasses import dataclass, field
from typing import Any

from armarium.games.biblios import Game
from tests.contract.walks import play_out
from tests.rulebook.biblios.scenes import set_up_end

SIX = ["pigments-4h", "pigments-4i", "tomes-2h", "tomes-2i"]
ALSO_SIX = ["holy-books-2h", "holy-books-2i", "manuscripts-2h", "manuscripts-2i"]


@dataclass(frozen=True)
class Golden:
    decided_by: str
    winners: list[int]
    arguments: dict[str, Any] = field(default_factory=dict)
    hands: list[list[str]] | None = None  # a scene
    way: str = ""  # or a walk

    def game(self):
        if self.hands is not None:
            return set_up_end(self.hands, **self.arguments)
        return play_out(Game.new(**self.arguments), self.way)


MANUAL = {"edition": "manual"}
ORIGINAL = {"edition": "scripts-and-scribes"}

GOLDEN = {
    # Each way to end.
    "points": Golden("points", [1], hands=[["monks-4h", "gold-3"], [*SIX, "gold-1"], ["gold-2"]]),
    "points-all-categories-claimed": Golden(
        "points", [2], hands=[[*SIX, "gold-1"], ["monks-2a", "gold-3"], [*ALSO_SIX, "monks-3e", "gold-1"]]
    ),
    "gold": Golden("gold", [1], hands=[["monks-4h", "gold-1", "gold-1"], ["tomes-2h", "gold-3"]]),
    "monks-winner": Golden("monks", [1], ORIGINAL, [["tomes-2h", "gold-3"], ["monks-2d", "gold-1", "gold-2"]]),
    "monks-total-among-the-tied": Golden(
        "monks", [1], hands=[[*SIX, "monks-2a", "gold-1"], [*ALSO_SIX, "monks-3e", "gold-1"], ["monks-4h", "gold-1"]]
    ),
    "monks-letter-among-the-tied": Golden(
        "monks", [1], hands=[[*SIX, "monks-2c", "gold-1"], [*ALSO_SIX, "monks-2b", "gold-1"], ["monks-4h", "gold-1"]]
    ),
    "cascade-to-pigments": Golden(
        "pigments", [0], hands=[[*SIX, "gold-1"], [*ALSO_SIX, "gold-1"], ["monks-4h", "gold-1"]]
    ),
    "cascade-to-manuscripts": Golden(
        "manuscripts", [3], hands=[["gold-1"], ["tomes-2h", "gold-1"], ["gold-1"], ["manuscripts-2h", "gold-1"]]
    ),
    "manual-gold-cards": Golden("gold", [0], MANUAL, [["tomes-2h", "gold-1", "gold-1"], ["monks-4h", "gold-3"]]),
    "manual-totals-in-order": Golden(
        "holy-books", [1], MANUAL,
        [["monks-2a", "pigments-2b", "tomes-1a", "gold-1"], ["monks-2b", "pigments-2a", "holy-books-1a", "gold-3"]],
    ),
    "nothing-collected-shared": Golden(
        "shared", [0, 1], hands=[["gold-3", "gold-1"], ["gold-2", "gold-2"], ["gold-1"]]
    ),
    "manual-shared": Golden(
        "shared", [0, 1], MANUAL, [["monks-2a", "pigments-2d", "gold-1"], ["monks-2b", "pigments-2c", "gold-3"]]
    ),
    # Each edition, both penalties, open collections, every number of seats.
    "walk-iello-2": Golden("points", [0], {"seats": 2, "seed": 11}, way="modest"),
    "walk-iello-4-bluff": Golden(
        "shared", [0, 1, 2, 3], {"seats": 4, "seed": 12, "penalty": "medieval-bluff"}, way="by-chance"
    ),
    "walk-original-3": Golden("points", [0], {"seats": 3, "seed": 13, **ORIGINAL}, way="by-chance"),
    "walk-manual-4": Golden("points", [1], {"seats": 4, "seed": 14, **MANUAL}, way="modest"),
    "walk-open-3": Golden("points", [1], {"seats": 3, "seed": 15, "open_collections": True}, way="modest"),
    "walk-open-manual-2-bluff": Golden(
        "points", [0],
        {"seats": 2, "seed": 16, "open_collections": True, "penalty": "medieval-bluff", **MANUAL}, way="by-chance",
    ),
    "walk-contributions-3": Golden(
        "gold", [0], {"seats": 3, "seed": 17, "contributions": [b"\x01" * 32, None, b"\x02" * 32]}, way="modest"
    ),
}  # fmt: skip
