"""Draw a view of Biblios as a picture, with the cards of the page."""

from __future__ import annotations

import re
from typing import Any

from armarium.games.biblios.cards import CATEGORIES
from armarium.lab.pictures.svg import CARD, EDGE, INK, LINE, PALE, RAISED, RED, SvgDrawing
from armarium.text import catalogue

__all__ = ["FAMILIES", "picture"]

View = dict[str, Any]

# Background, symbol colour, and text colour (web/src/games/biblios/styles/families.css).
FAMILIES = {
    "monks": ("#573620", "#fdf7e8", "#573620"),
    "pigments": ("#1f5ba8", "#fdf7e8", "#1d4f92"),
    "holy-books": ("#1b7a5c", "#fdf7e8", "#13624a"),
    "manuscripts": ("#e0852a", "#24180e", "#8a4705"),
    "tomes": ("#b51f30", "#fdf7e8", "#9c1526"),
    "gold": ("#e6bd4a", "#2a2018", "#73540a"),
    "church": ("#e2dccd", "#2a2018", "#4a4339"),
}
WIDTH, HEIGHT, MARGIN = 960, 640, 16
SIDE = 190  # width of the column of seats
ROW = 13  # cards in a row of the hand
SIGNS = {"+1": "+1", "-1": "−1", "~1": "±1"}


def picture(view: View) -> str:
    """Return the picture as SVG."""
    leaf = SvgDrawing(WIDTH, HEIGHT)
    _draw_heading(leaf, view)
    _draw_dice(leaf, view)
    _draw_seats(leaf, view)
    _draw_table(leaf, view)
    _draw_hand(leaf, view)
    return str(leaf)


def _translate(key: str, view: View) -> str:
    return catalogue.translate("en", f"biblios_{key}", words=view["options"].get("edition", ""))


def _draw_heading(leaf: SvgDrawing, view: View) -> None:
    leaf.icon("logo", MARGIN, 10, 30, RED)
    leaf.text(MARGIN + 40, 32, _translate(f"phase_{view['phase']}", view), size=22, bold=True)
    discarded = len(view["discard"]) + view["discard_hidden"]
    counts = [
        ("i-pile", view["draw_left"]), ("i-hammer", view["auction_left"]), ("i-discard", discarded),
    ]  # fmt: skip
    for n, (icon, count) in enumerate(counts):
        x = WIDTH - MARGIN - 70 * (3 - n)
        leaf.icon(icon, x, 13, 22, FAMILIES["pigments"][2])
        leaf.text(x + 30, 31, count, size=19, bold=True)
    leaf.line(f"M{MARGIN} 48H{WIDTH - MARGIN}")


def _draw_dice(leaf: SvgDrawing, view: View) -> None:
    across = (WIDTH - 2 * MARGIN) / len(CATEGORIES)
    for n, (family, value) in enumerate(view["dice"].items()):
        x = MARGIN + across * n
        ground, _, ink = FAMILIES[family]
        leaf.icon(f"die-{value}", x + 8, 58, 44, ground)
        leaf.icon(family, x + 62, 58, 24, ink)
        leaf.text(x + 94, 78, value, size=22, bold=True)
        leaf.text(x + 62, 100, _translate(f"category_{family.replace('-', '_')}", view), size=14)
    leaf.line(f"M{MARGIN} 112H{WIDTH - MARGIN}")


def _draw_seats(leaf: SvgDrawing, view: View) -> None:
    for seat, entry in enumerate(view["seats"]):
        y = 124 + 62 * seat
        is_acting = seat == view["to_act"]
        leaf.box(
            MARGIN,
            y,
            SIDE,
            54,
            fill=RAISED if is_acting else "none",
            line=RED if is_acting else LINE,
        )
        leaf.text(MARGIN + 12, y + 24, f"seat {seat}", size=17, bold=seat == view["you"])
        leaf.icon("i-cards", MARGIN + SIDE - 62, y + 8, 20, PALE)
        leaf.text(MARGIN + SIDE - 12, y + 24, entry["size"], size=18, bold=True, at="end")
        leaf.text(MARGIN + 12, y + 44, _describe_seat(view, seat), size=14, colour=PALE)


def _describe_seat(view: View, seat: int) -> str:
    """Return a short status of a seat."""
    outcome = view.get("outcome")
    if outcome:
        return f"{outcome['points'][seat]} points" + (
            " – wins" if seat in outcome["winners"] else ""
        )
    if seat == view["leader"]:
        return f"leads with {view['bid']}"
    if seat in view["passed"]:
        return "passed"
    return "active" if seat == view["active"] else ""


def _draw_table(leaf: SvgDrawing, view: View) -> None:
    """Draw the card to be decided large, and the public cards beside it."""
    x, y = MARGIN + SIDE + 30, 124
    card = view["lot"] or view["church"] or view.get("drawn")
    if card is not None:
        _draw_card(leaf, card, x, y, 150, view)
    else:
        leaf.box(x, y, 150, 225, line=LINE, dashed=True, round=4)
    for n, open_card in enumerate(view["public"]):
        _draw_card(leaf, open_card, x + 190 + 106 * n, y + 40, 96, view)
    if view["owed"]:
        leaf.text(x + 190, y + 24, f"to pay: {view['owed']}", size=18, bold=True, colour=RED)


def _draw_hand(leaf: SvgDrawing, view: View) -> None:
    leaf.line(f"M{MARGIN} 392H{WIDTH - MARGIN}", INK, 2)
    hand = view.get("hand") or []
    rows = max(1, -(-len(hand) // ROW))
    wide = min(66.0, 2 / 3 * (HEIGHT - 412 - 8 * rows) / rows)
    for n, card in enumerate(hand):
        x, y = MARGIN + (n % ROW) * (wide + 5), 404 + (n // ROW) * (wide * 1.5 + 8)
        _draw_card(leaf, card, x, y, wide, view)


def _parse_card(card: str) -> tuple[str, str, str, int]:
    """Return family, value, letter and the number of dice or coins of a card."""
    if card.startswith("church"):
        return "church", SIGNS[card[6:8]], "", 2 if card.endswith("x2") else 1
    parts = re.fullmatch(r"(.*)-(\d)([a-z]?)", card)
    assert parts is not None
    return parts[1], parts[2], parts[3].upper(), int(parts[2]) if parts[1] == "gold" else 1


def _draw_card(leaf: SvgDrawing, card: str, x: float, y: float, wide: float, view: View) -> None:
    """Draw a card as on the page: value, symbol and letter at the top, a miniature, its name."""
    family, figure, letter, many = _parse_card(card)
    ground, on, ink = FAMILIES[family]
    unit = wide / 100
    leaf.box(x, y, wide, wide * 1.5, fill=CARD, line=EDGE, round=4)
    leaf.box(x + 5 * unit, y + 5 * unit, 34 * unit, 32 * unit, fill=ground, round=1)
    leaf.text(
        x + 22 * unit, y + 31 * unit, figure, size=27 * unit, colour=on, bold=True, at="middle"
    )
    if family == "church":
        for n in range(many):
            leaf.icon("die-1", x + (72 - 24 * n) * unit, y + 11 * unit, 20 * unit, ink)
    else:
        leaf.icon(family, x + 46 * unit, y + 9 * unit, 25 * unit, ink)
        leaf.text(x + 94 * unit, y + 28 * unit, letter, size=20 * unit, bold=True, at="end")
    leaf.draw_ground(family, x + 5 * unit, y + 42 * unit, 90 * unit, 82 * unit, ground, on)
    shown = many if family == "gold" else 1
    size = (56, 38, 27)[shown - 1] * unit
    for n in range(shown):
        left = x + 50 * unit + size * (n - shown / 2)
        leaf.icon(family, left, y + 83 * unit - size / 2, size, on)
    name = _translate(f"category_{family.replace('-', '_')}", view)
    size = min(15.0, 150 / len(name)) * unit
    leaf.text(x + 50 * unit, y + 141 * unit, name, size=size, bold=True, at="middle")
