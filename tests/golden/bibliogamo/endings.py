"""The golden games of Bibliogamo: every rank, with and without the collection, every option, own components."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from armarium.games import bibliogamo
from tests.contract.walks import play_out

STANDARD = Path(bibliogamo.__file__).with_name("components.toml")


def make_own_components():
    """Return own components with another ring, other names and other prices."""
    data = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
    spaces = data["ring"]["spaces"]
    data["ring"]["spaces"] = [spaces[0], *reversed(spaces[1:])]
    data["tower"][0]["name"] = "Chroniques"
    for card in data["artisan"]:
        card["florins"] = [10 - value for value in card["florins"]]
    return data


@dataclass(frozen=True)
class BibliogamoGolden:
    score: int
    rank: str
    prestige: bool
    arguments: dict[str, Any] = field(default_factory=dict)
    way: str = "planner"  # or another player, or a way of tests/contract/walks.py

    def game(self):
        return play_out(bibliogamo.Game.new(**self.arguments), self.way)


CITY = {
    # Each rank, the collection reached or missed; the first five are named by the ranks of their time.
    "bibliogamo-apprentice": BibliogamoGolden(0, "apprentice", False, {"seed": 1}, "by-chance"),
    "bibliogamo-journeyman": BibliogamoGolden(13, "journeyman", False, {"seed": 1}, "careful"),
    "bibliogamo-master": BibliogamoGolden(20, "master", False, {"seed": 8}, "careful"),
    "bibliogamo-guildmaster": BibliogamoGolden(34, "guildmaster", True, {"seed": 9}),
    "bibliogamo-grand-librarian": BibliogamoGolden(41, "guildmaster", True, {"seed": 8}),
    "bibliogamo-top-rank": BibliogamoGolden(44, "grand-librarian", True, {"seed": 17}),
    # Each switch, contributions, a chosen deal, an owner's own cards.
    "bibliogamo-chained-prices": BibliogamoGolden(
        40, "guildmaster", True, {"seed": 21, "redraw_chains": True}
    ),
    "bibliogamo-any-icon-blocks": BibliogamoGolden(
        41, "guildmaster", True, {"seed": 21, "block_scope": "any"}
    ),
    "bibliogamo-retrained": BibliogamoGolden(
        38, "guildmaster", True, {"seed": 21, "transfer_keeps_type": False}
    ),
    "bibliogamo-finished-books": BibliogamoGolden(
        41, "guildmaster", True, {"seed": 21, "count_when": "finished"}
    ),
    "bibliogamo-every-stop": BibliogamoGolden(
        39, "guildmaster", True, {"seed": 21, "landing": "every-stop"}
    ),
    "bibliogamo-exact-transfer": BibliogamoGolden(
        36, "guildmaster", True, {"seed": 22, "transfer_count": "exact"}
    ),
    "bibliogamo-contribution": BibliogamoGolden(
        17, "journeyman", False, {"seed": 23, "contributions": [b"\x03" * 32]}, "careful"
    ),
    "bibliogamo-chosen-deal": BibliogamoGolden(
        34,
        "guildmaster",
        True,
        {"seed": 24, "deal": {"draw": list(range(47, 0, -1)), "prestige": 3}},
    ),
    "bibliogamo-own-cards": BibliogamoGolden(
        45, "grand-librarian", True, {"seed": 22, "components": make_own_components()}
    ),
}
