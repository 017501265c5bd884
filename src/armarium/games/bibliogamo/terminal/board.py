"""Render the city: towers, tracks, the hand, the choices, and the cards left in the draw pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from armarium.games.bibliogamo.cards import LAST_DAY, LEVELS, TYPES
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.terminal.choices import list_choices

__all__ = ["STYLES", "board", "describe_turn", "heading", "make_choices", "memory"]


View = dict[str, Any]

# The colours of the types in the rules. They only repeat what the text says.
STYLES = {
    "researcher": "color(167)",
    "scribe": "color(75)",
    "illustrator": "color(71)",
    "binder": "color(179)",
}
SIDE_BY_SIDE = 110  # columns


def heading(view: View, reader: BibliogamoNames) -> str:
    return reader.translate("bibliogamo_day_of", day=view["day"], count=LAST_DAY)


def board(view: View, reader: BibliogamoNames, width: int) -> RenderableType:
    ring, facts, hand = (
        _make_ring_table(view, reader),
        _make_fact_lines(view, reader),
        _make_hand_table(view, reader),
    )
    if width >= SIDE_BY_SIDE:
        side = Table.grid(padding=(0, 4))
        side.add_row(ring, Group(*facts))
        return Group(side, hand, *_make_day_lines(view, reader))
    return Group(ring, *facts, hand, *_make_day_lines(view, reader))


def _new_table() -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def _make_ring_table(view: View, reader: BibliogamoNames) -> Table:
    """Make one line per space: its artisans, books sold and wanted, and the chance of the Librarian tomorrow."""
    table = _new_table()
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("")
    for kind in TYPES:
        table.add_column(Text(reader.short_name(kind), style=STYLES[kind]), justify="right")
    table.add_column(reader.translate("bibliogamo_books"), justify="right")
    if view["previews"]["tomorrow"] is not None:
        table.add_column(reader.translate("bibliogamo_term_tomorrow"), justify="right")
    if view["previews"]["reach"]:
        table.add_column(reader.translate("bibliogamo_term_cost"), justify="right")
    table.add_column("")
    for space in range(len(reader.ring)):
        table.add_row(*_make_space_row(view, space, reader))
    return table


def _make_space_row(view: View, space: int, reader: BibliogamoNames) -> list[Text]:
    tower, previews = reader.ring[space], view["previews"]
    places: dict[str, int] = view["towers"].get(tower, {})
    row = [
        Text("▸" if view["librarian"] == space else " ", style="bold"),
        Text(str(space), style="dim"),
        Text(reader.place(space)),
    ]
    for kind in TYPES:
        row.append(
            Text(_format_artisans(kind, places, reader.needs.get(tower, {})), style=STYLES[kind])
        )
    row.append(Text(_format_books(view, tower) if space else ""))
    if previews["tomorrow"] is not None:
        cards, every = previews["tomorrow"][space], sum(previews["tomorrow"])
        row.append(Text(f"{round(100 * cards / every)} %" if cards else "·", style="dim"))
    if previews["reach"]:
        row.append(Text(_format_cost(previews["reach"], space), style="dim"))
    row.append(Text(_describe_space(view, space, reader), style="dim"))
    return row


def _format_artisans(kind: str, places: dict[str, int], needs: Mapping[str, int]) -> str:
    """Format placed and needed artisans: 2/3."""
    if kind not in places:
        return "–" if places else ""
    return f"{places[kind]}/{needs[kind]}"


def _format_books(view: View, tower: str) -> str:
    """Format books sold and wanted by the collection: 1/4."""
    wanted = view["prestige"]["need"].get(tower)
    return f"{view['books'][tower]}/{wanted}" if wanted else str(view["books"][tower])


def _format_cost(reach: list[dict[str, int]], space: int) -> str:
    """Format the florins to get there, and the artisans lost on the way."""
    for way in reach:
        if way["space"] == space and way["cost"]:
            return (
                f"{way['cost']} (−{way['gives_back']})" if way["gives_back"] else str(way["cost"])
            )
    return ""


def _describe_space(view: View, space: int, reader: BibliogamoNames) -> str:
    tower, previews = reader.ring[space], view["previews"]
    if tower in previews["finished"]:
        return reader.translate("bibliogamo_sale")
    if tower in previews["lacks"]:
        missing = sum(previews["lacks"][tower].values())
        return reader.translate("bibliogamo_term_lacks", count=missing)
    if space == 0 and view["landed"] and view["step"] != "over":
        return reader.translate("bibliogamo_term_landed")
    return ""


def _make_fact_lines(view: View, reader: BibliogamoNames) -> list[Text]:
    florins, free = view["florins"], view["supply"]
    purse = reader.translate("bibliogamo_term_florins", count=florins)
    above = [(level, extra) for level, extra in LEVELS if florins < level]
    if above:
        level, extra = above[0]
        purse = f"{purse} {reader.translate('bibliogamo_level_next', level=level, count=extra)}"
    lines = [
        f"{purse} {reader.translate('bibliogamo_free', count=free)}",
        _describe_collection(view, reader),
        f"{reader.translate('bibliogamo_pile', count=view['draw_left'])} · "
        f"{reader.translate('bibliogamo_discard', count=len(view['discard']))}",
    ]
    return [Text(line) for line in lines]


def _describe_collection(view: View, reader: BibliogamoNames) -> str:
    """Describe the progress of the collection."""
    prestige = view["prestige"]
    need = prestige["need"]
    there = sum(min(view["books"][tower], number) for tower, number in need.items())
    points = reader.translate("bibliogamo_points", count=prestige["vp"])
    facts = {"name": reader.collection(prestige), "points": points, "total": sum(need.values())}
    return reader.translate("bibliogamo_term_collection", count=there, **facts)


def _make_hand_table(view: View, reader: BibliogamoNames) -> Table:
    """Make one line per card; if it may hire, with its effect in each tower."""
    hires, previews = view["previews"]["hires"], view["previews"]
    table = _new_table()
    table.add_column(reader.translate("bibliogamo_term_card"), justify="right")
    table.add_column(reader.translate("bibliogamo_term_icons"))
    table.add_column(reader.translate("bibliogamo_term_small"))
    if hires:
        for space in range(1, len(reader.ring)):
            table.add_column(str(space), justify="right")
    table.add_column("")
    for card in view["hand"]:
        icons, small = reader.icons(card), reader.short_name(reader.cards[card]["blocks"])
        row = [Text(str(card), style="bold"), Text(icons), Text(small)]
        if hires:
            there = hires.get(str(card))
            row += [
                _format_hire(card, there[tower], reader) if there else Text("")
                for tower in reader.ring[1:]
            ]
        notes = []
        if card in previews["blocked_cards"]:
            notes.append(reader.translate("bibliogamo_term_blocked"))
        if card in previews["lifting"]:
            notes.append(reader.translate("bibliogamo_term_lifts"))
        row.append(Text(", ".join(notes), style="dim"))
        table.add_row(*row)
    return table


def _format_hire(card: int, preview: dict[str, Any], reader: BibliogamoNames) -> Text:
    """Format a hire preview: +2 placed, −1 lost, ✓ finishes the book."""
    icons = sum(reader.cards[card]["grants"].values())
    placed = icons - preview["loses"] - preview["short"]
    if not placed:
        return Text("·", style="dim")
    lost = f"−{preview['loses']}" if preview["loses"] else ""
    return Text(f"+{placed}{lost}{'✓' if preview['finishes'] else ''}")


def _make_day_lines(view: View, reader: BibliogamoNames) -> list[Text]:
    """Return lines about the day: the block, prices, a jam."""
    lines = []
    if view["step"] == "over":
        return []
    if view["lifted"]:
        lines.append(Text(reader.translate("bibliogamo_heart_lifted")))
    else:
        lines.append(Text(reader.translate(f"bibliogamo_rest_{view['blocked']}")))
    offer = view["offer"]
    if offer:
        row = reader.cards[offer["first"]]["pointer"]
        facts = {"first": offer["first"], "second": offer["second"], "row": row}
        lines.append(Text(reader.translate("bibliogamo_term_offer", count=offer["price"], **facts)))
    for name, key in (("sale", "bibliogamo_term_sale"), ("redraw", "bibliogamo_term_redraw")):
        prices = view["previews"][name]
        if prices and (name == "redraw" or view["previews"]["finished"]):
            facts = {
                "low": prices["low"],
                "high": prices["high"],
                "mean": _format_mean(prices, reader),
            }
            lines.append(Text(reader.translate(key, **facts), style="dim"))
    if view["previews"]["jam"]:
        lines.append(Text(reader.translate("bibliogamo_jam"), style="bold"))
    return lines


def _format_mean(prices: dict[str, Any], reader: BibliogamoNames) -> str:
    whole, _, tenths = f"{prices['mean']:.1f}".partition(".")
    return reader.translate("bibliogamo_term_decimal", whole=whole, tenths=tenths)


_TURNS = {
    "move": "bibliogamo_term_turn_move",
    "give-back": "bibliogamo_now_give",
    "sell": "bibliogamo_term_turn_sell",
    "price": "bibliogamo_term_turn_price",
    "hire": "bibliogamo_term_turn_hire",
    "place": "bibliogamo_term_turn_place",
    "pay": "bibliogamo_now_pay",
    "library": "bibliogamo_now_library_card",
    "transfer": "bibliogamo_term_turn_transfer",
    "retrain": "bibliogamo_term_turn_retrain",
    "over": "turn_over",
}


def describe_turn(view: View, reader: BibliogamoNames) -> str:
    """Return a sentence that says what the game is waiting for."""
    step, facts = view["step"], {"count": view["owed"]}
    if step == "sell":
        facts = {"tower": reader.place(view["librarian"])}
    elif step == "place":
        facts = {"count": view["supply"], "tower": reader.tower(view["hired"]["tower"])}
    elif step == "hire":
        facts = {"count": 2 - view["hires"]}
    elif step == "transfer":
        facts = {"count": view["transfer"]["left"]}
    elif step == "retrain":
        facts = {"tower": reader.tower(view["transfer"]["to"])}
    return reader.translate(_TURNS[step], **facts)


def make_choices(view: View, reader: BibliogamoNames) -> RenderableType:
    """Show the choices with the keys to type. Hires are shown once, as a card and a tower."""
    lines = []
    hires = [action.split() for action in view["legal"] if action.startswith("hire ")]
    if hires:
        _, card, tower = hires[0]
        facts = {"card": card, "tower": reader.tower(tower), "space": reader.ring.index(tower)}
        lines.append(
            _make_choice_line(
                reader.translate("bibliogamo_term_key_hire"),
                reader.translate("bibliogamo_term_hire_how", **facts),
            )
        )
    for choice in list_choices(view, reader):
        keys = [choice.keys[0]]
        if choice.by_enter:
            keys.append(reader.translate("play_key_enter"))
        lines.append(_make_choice_line("/".join(keys), choice.label))
    return Padding(Columns(lines, padding=(0, 3), column_first=True), (0, 0, 0, 1))


def _make_choice_line(keys: str, label: str) -> Text:
    return Text.assemble((f"[{keys}]", "bold"), " ", label)


def memory(view: dict[str, Any], reader: BibliogamoNames) -> RenderableType:
    """Show counts of the draw pile, then all its cards."""
    pile = [reader.cards[card] for card in view["unseen"]]
    steps = {step: sum(card["librarian"] == step for card in pile) for step in (1, 0, -1)}
    blocks = {kind: sum(card["blocks"] == kind for card in pile) for kind in TYPES}
    lines = [
        reader.translate("bibliogamo_pile", count=len(pile)),
        reader.translate("bibliogamo_term_pile_steps", on=steps[1], none=steps[0], back=steps[-1]),
        reader.translate("bibliogamo_term_pile_blocks", crew=reader.crew(blocks)),
    ]
    return Group(*(Text(line) for line in lines), _make_pile_table(view["unseen"], reader))


def _make_pile_table(cards: list[int], reader: BibliogamoNames) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for key in ("card", "step", "small", "icons", "pointer", "prices"):
        table.add_column(
            reader.translate(_HEADS[key]), justify="right" if key == "card" else "left"
        )
    for number in cards:
        card = reader.cards[number]
        step = f"{card['librarian']:+d}".replace("-", "−") if card["librarian"] else "0"
        prices = " ".join(str(value) for value in card["florins"])
        small = reader.short_name(card["blocks"])
        table.add_row(str(number), step, small, reader.icons(number), str(card["pointer"]), prices)
    return table


_HEADS = {
    "card": "bibliogamo_term_card",
    "step": "bibliogamo_term_step",
    "small": "bibliogamo_term_small",
    "icons": "bibliogamo_term_icons",
    "pointer": "bibliogamo_term_pointer",
    "prices": "bibliogamo_term_prices",
}
