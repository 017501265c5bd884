"""Draw a view of Bibliogamo as a picture, with the symbols of the page."""

from __future__ import annotations

import math
from typing import Any

from armarium.games.bibliogamo.cards import LAST_DAY, SPACES, TYPES
from armarium.games.bibliogamo.components import components_of
from armarium.lab.pictures.svg import CARD, EDGE, INK, LINE, PALE, RAISED, RED, SvgDrawing
from armarium.text import catalogue

__all__ = ["CRAFTS", "picture"]

View = dict[str, Any]

# Background, symbol colour, and text colour (web/src/games/bibliogamo/styles/crafts.css).
CRAFTS = {
    "researcher": ("#b51f30", "#fdf7e8", "#9c1526"),
    "scribe": ("#1f5ba8", "#fdf7e8", "#1d4f92"),
    "illustrator": ("#1b7a5c", "#fdf7e8", "#13624a"),
    "binder": ("#e6bd4a", "#2a2018", "#73540a"),
}
LAPIS = CRAFTS["scribe"][2]
WIDTH, HEIGHT, MARGIN = 960, 720, 16
MIDDLE, RADIUS = (580.0, 300.0), (270.0, 190.0)
TOWER = (176, 92)


def picture(view: View) -> str:
    """Return the picture as SVG."""
    leaf = SvgDrawing(WIDTH, HEIGHT)
    parts = components_of(view["options"]["components"]).data
    leaf.icon("logo", MARGIN, 10, 30, RED)
    leaf.text(
        MARGIN + 40, 32, _translate("day_of", day=view["day"], count=LAST_DAY), size=22, bold=True
    )
    _draw_tracks(leaf, view, parts)
    _draw_ring(leaf, view, parts)
    cards = {card["id"]: card for card in parts["artisan"]}
    if view["turned"] is not None:
        _draw_card(leaf, cards[view["turned"]], MIDDLE[0] - 42, MIDDLE[1] - 66, 84)
    leaf.line(f"M{MARGIN} 556H{WIDTH - MARGIN}", INK, 2)
    for n, number in enumerate(view["hand"]):
        _draw_card(leaf, cards[number], MARGIN + 112 * n, 568, 94)
    return str(leaf)


def _translate(key: str, **facts: catalogue.Fact) -> str:
    return catalogue.translate("en", f"bibliogamo_{key}", **facts)


def _draw_tracks(leaf: SvgDrawing, view: View, parts: Any) -> None:
    lines = [
        ("i-clock", _translate("day"), f"{view['day']} / {LAST_DAY}"),
        ("florin", _translate("florins"), view["florins"]),
        ("holy-books", _translate("books"), sum(view["books"].values())),
        ("artisan", _translate("supply"), view["supply"]),
    ]
    for n, (icon, name, count) in enumerate(lines):
        y = 64 + 40 * n
        leaf.icon(icon, MARGIN, y, 24, LAPIS)
        leaf.text(MARGIN + 34, y + 18, name, size=17)
        leaf.text(220, y + 18, count, size=18, bold=True, at="end")
    prestige = view["prestige"]
    leaf.box(MARGIN, 232, 208, 46 + 26 * len(prestige["need"]), fill=RAISED, line=EDGE)
    leaf.text(MARGIN + 10, 256, prestige["name"], size=16, bold=True)
    leaf.text(MARGIN + 198, 256, prestige["vp"], size=18, bold=True, colour=RED, at="end")
    for n, (tower, need) in enumerate(prestige["need"].items()):
        y = 284 + 26 * n
        leaf.text(MARGIN + 10, y, _tower_name(tower, parts), size=15)
        leaf.text(MARGIN + 198, y, f"{view['books'][tower]} / {need}", size=15, at="end")


def _tower_name(name: str, parts: Any) -> str:
    """Return the name of a tower in this set of components."""
    return str(next(one["name"] for one in parts["tower"] if one["id"] == name))


def _draw_ring(leaf: SvgDrawing, view: View, parts: Any) -> None:
    places = [
        (MIDDLE[0] + RADIUS[0] * math.sin(turn), MIDDLE[1] - RADIUS[1] * math.cos(turn))
        for turn in (2 * math.pi * space / SPACES for space in range(SPACES))
    ]
    path = "L".join(f"{x:g} {y:g}" for x, y in places)
    leaf.line(f"M{path}Z", LINE, 7)
    needs = {one["id"]: one["need"] for one in parts["tower"]}
    for space, (x, y) in enumerate(places):
        tower = parts["ring"]["spaces"][space]
        is_here = view["librarian"] == space
        left, top = x - TOWER[0] / 2, y - TOWER[1] / 2
        leaf.box(
            left, top, *TOWER, fill=RAISED, round=4,
            line=LAPIS if is_here else EDGE, thick=3 if is_here else 1,
        )  # fmt: skip
        if tower in needs:
            _draw_tower(leaf, view, tower, needs[tower], left, top, _tower_name(tower, parts))
        else:
            leaf.icon("grand-library", x - 22, y - 26, 44, PALE)
        if is_here:
            leaf.box(left + TOWER[0] - 18, top + TOWER[1] - 18, 34, 34, fill=LAPIS, round=17)
            leaf.icon("librarian", left + TOWER[0] - 13, top + TOWER[1] - 13, 24, CARD)


def _draw_tower(
    leaf: SvgDrawing,
    view: View,
    tower: str,
    need: dict[str, int],
    left: float,
    top: float,
    name: str,
) -> None:
    """Draw a tower: a box per needed artisan, filled if one is placed."""
    crew = view["towers"][tower]
    leaf.icon("tower", left + 8, top + 6, 18, PALE)
    leaf.text(left + 32, top + 21, name, size=16, bold=True)
    leaf.text(left + TOWER[0] - 8, top + 21, view["books"][tower], size=16, bold=True, at="end")
    places = [
        (craft, n < crew[craft]) for craft in TYPES if craft in need for n in range(need[craft])
    ]
    for n, (craft, is_filled) in enumerate(places):
        x, y = left + 10 + (n % 4) * 40, top + 30 + (n // 4) * 29
        ground, on, ink = CRAFTS[craft]
        leaf.box(
            x, y, 34, 24, fill=ground if is_filled else "none", line=ground, dashed=not is_filled
        )
        leaf.icon(craft, x + 9, y + 4, 16, on if is_filled else ink)


def _draw_card(leaf: SvgDrawing, card: dict[str, Any], x: float, y: float, wide: float) -> None:
    """Draw a card as on the page: the librarian's step, the blocked craft, four prices, a pointer, large icons."""
    unit = wide / 100
    leaf.box(x, y, wide, wide * 1.5, fill=CARD, line=EDGE, round=4)
    leaf.box(x + 5 * unit, y + 5 * unit, 46 * unit, 28 * unit, fill=INK, round=1)
    leaf.icon("librarian", x + 8 * unit, y + 9 * unit, 19 * unit, CARD)
    walk = card["librarian"]
    step = f"{walk:+d}".replace("-", "−") if walk else "0"
    leaf.text(x + 29 * unit, y + 26 * unit, step, size=20 * unit, colour=CARD, bold=True)
    leaf.icon(card["blocks"], x + 66 * unit, y + 8 * unit, 22 * unit, CRAFTS[card["blocks"]][2])
    leaf.line(f"M{x + 64 * unit:g} {y + 31 * unit:g}l{26 * unit:g} {-26 * unit:g}", RED, 2)
    for n, price in enumerate(card["florins"]):
        leaf.text(
            x + 12 * unit, y + (56 + 26 * n) * unit, price, size=18 * unit, bold=True, at="middle"
        )
    leaf.line(f"M{x + 24 * unit:g} {y + 40 * unit:g}V{y + 142 * unit:g}")
    crew = [craft for craft in TYPES for _ in range(card["grants"].get(craft, 0))]
    size = min(36.0, 100 / max(1, len(crew))) * unit
    for n, craft in enumerate(crew):
        top = y + 92 * unit + (size + 2 * unit) * (n - len(crew) / 2)
        ground, on, _ = CRAFTS[craft]
        leaf.box(x + 56 * unit - size / 2, top, size, size, fill=ground)
        leaf.icon(craft, x + 56 * unit - size * 0.36, top + size * 0.14, size * 0.72, on)
    pointer = y + (42 + 26 * (card["pointer"] - 1)) * unit
    leaf.icon("i-play", x + 84 * unit, pointer, 13 * unit, CRAFTS["binder"][2])
