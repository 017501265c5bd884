"""The city as its player sees it: the ring of towers, tracks, the hand with what it could do, the choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from armarium.games.bibliogamo.cards import LAST_DAY, LEVELS, TYPES
from armarium.games.bibliogamo.terminal.choices import choices_of
from armarium.games.bibliogamo.terminal.naming import Reader

__all__ = ["STYLES", "board", "choices_shown", "heading"]

View = dict[str, Any]

# The colours that the rules give the types; they repeat what the words say already.
STYLES = {
    "researcher": "color(167)",
    "scribe": "color(75)",
    "illustrator": "color(71)",
    "binder": "color(179)",
}
SIDE_BY_SIDE = 110  # columns


def heading(view: View, reader: Reader) -> str:
    return reader.say("bibliogamo_day_of", day=view["day"], count=LAST_DAY)


def board(view: View, reader: Reader, width: int) -> RenderableType:
    ring, facts, hand = _ring(view, reader), _facts(view, reader), _hand(view, reader)
    if width >= SIDE_BY_SIDE:
        side = Table.grid(padding=(0, 4))
        side.add_row(ring, Group(*facts))
        return Group(side, hand, *_open(view, reader))
    return Group(ring, *facts, hand, *_open(view, reader))


def _plain_table() -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def _ring(view: View, reader: Reader) -> Table:
    """A line a space: who works there, books sold (and wanted), and where the Librarian may be tomorrow."""
    table = _plain_table()
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("")
    for kind in TYPES:
        table.add_column(Text(reader.short(kind), style=STYLES[kind]), justify="right")
    table.add_column(reader.say("bibliogamo_books"), justify="right")
    if view["previews"]["tomorrow"] is not None:
        table.add_column(reader.say("bibliogamo_term_tomorrow"), justify="right")
    if view["previews"]["reach"]:
        table.add_column(reader.say("bibliogamo_term_cost"), justify="right")
    table.add_column("")
    for space in range(len(reader.ring)):
        table.add_row(*_space(view, space, reader))
    return table


def _space(view: View, space: int, reader: Reader) -> list[Text]:
    tower, previews = reader.ring[space], view["previews"]
    places: dict[str, int] = view["towers"].get(tower, {})
    row = [
        Text("▸" if view["librarian"] == space else " ", style="bold"),
        Text(str(space), style="dim"),
        Text(reader.place(space)),
    ]
    for kind in TYPES:
        row.append(Text(_filled(kind, places, reader.needs.get(tower, {})), style=STYLES[kind]))
    row.append(Text(_books(view, tower) if space else ""))
    if previews["tomorrow"] is not None:
        cards, every = previews["tomorrow"][space], sum(previews["tomorrow"])
        row.append(Text(f"{round(100 * cards / every)} %" if cards else "·", style="dim"))
    if previews["reach"]:
        row.append(Text(_cost(previews["reach"], space), style="dim"))
    row.append(Text(_state(view, space, reader), style="dim"))
    return row


def _filled(kind: str, places: dict[str, int], needs: Mapping[str, int]) -> str:
    """Filled and needed: 2/3."""
    if kind not in places:
        return "–" if places else ""
    return f"{places[kind]}/{needs[kind]}"


def _books(view: View, tower: str) -> str:
    """Books sold, of those that the collection wants: 1/4."""
    wanted = view["prestige"]["need"].get(tower)
    return f"{view['books'][tower]}/{wanted}" if wanted else str(view["books"][tower])


def _cost(reach: list[dict[str, int]], space: int) -> str:
    """Florins to get there, and the artisans whom levels lost on the way would take."""
    for way in reach:
        if way["space"] == space and way["cost"]:
            return (
                f"{way['cost']} (−{way['gives_back']})" if way["gives_back"] else str(way["cost"])
            )
    return ""


def _state(view: View, space: int, reader: Reader) -> str:
    tower, previews = reader.ring[space], view["previews"]
    if tower in previews["finished"]:
        return reader.say("bibliogamo_sale")
    if tower in previews["lacks"]:
        missing = sum(previews["lacks"][tower].values())
        return reader.say("bibliogamo_term_lacks", count=missing)
    if space == 0 and view["landed"] and view["step"] != "over":
        return reader.say("bibliogamo_term_landed")
    return ""


def _facts(view: View, reader: Reader) -> list[Text]:
    florins, free = view["florins"], view["supply"]
    purse = reader.say("bibliogamo_term_florins", count=florins)
    above = [(level, extra) for level, extra in LEVELS if florins < level]
    if above:
        level, extra = above[0]
        purse = f"{purse} {reader.say('bibliogamo_level_next', level=level, count=extra)}"
    lines = [
        f"{purse} {reader.say('bibliogamo_free', count=free)}",
        _collection(view, reader),
        f"{reader.say('bibliogamo_pile', count=view['draw_left'])} · "
        f"{reader.say('bibliogamo_discard', count=len(view['discard']))}",
    ]
    return [Text(line) for line in lines]


def _collection(view: View, reader: Reader) -> str:
    """How much of it is there; the books of each tower stand in the table."""
    prestige = view["prestige"]
    need = prestige["need"]
    there = sum(min(view["books"][tower], number) for tower, number in need.items())
    points = reader.say("bibliogamo_points", count=prestige["vp"])
    facts = {"name": reader.collection(prestige), "points": points, "total": sum(need.values())}
    return reader.say("bibliogamo_term_collection", count=there, **facts)


def _hand(view: View, reader: Reader) -> Table:
    """A line a card; where it may hire, what it would place in the tower of each space."""
    hires, previews = view["previews"]["hires"], view["previews"]
    table = _plain_table()
    table.add_column(reader.say("bibliogamo_term_card"), justify="right")
    table.add_column(reader.say("bibliogamo_term_icons"))
    table.add_column(reader.say("bibliogamo_term_small"))
    if hires:
        for space in range(1, len(reader.ring)):
            table.add_column(str(space), justify="right")
    table.add_column("")
    for card in view["hand"]:
        icons, small = reader.icons(card), reader.short(reader.cards[card]["blocks"])
        row = [Text(str(card), style="bold"), Text(icons), Text(small)]
        if hires:
            there = hires.get(str(card))
            row += [
                _hire(card, there[tower], reader) if there else Text("")
                for tower in reader.ring[1:]
            ]
        notes = []
        if card in previews["blocked_cards"]:
            notes.append(reader.say("bibliogamo_term_blocked"))
        if card in previews["lifting"]:
            notes.append(reader.say("bibliogamo_term_lifts"))
        row.append(Text(", ".join(notes), style="dim"))
        table.add_row(*row)
    return table


def _hire(card: int, preview: dict[str, Any], reader: Reader) -> Text:
    """+2 placed, −1 lost, ✓ finishes the book."""
    icons = sum(reader.cards[card]["grants"].values())
    placed = icons - preview["loses"] - preview["short"]
    if not placed:
        return Text("·", style="dim")
    lost = f"−{preview['loses']}" if preview["loses"] else ""
    return Text(f"+{placed}{lost}{'✓' if preview['finishes'] else ''}")


def _open(view: View, reader: Reader) -> list[Text]:
    """What the day has brought: the block, a price, a jam."""
    lines = []
    if view["step"] == "over":
        return []
    if view["lifted"]:
        lines.append(Text(reader.say("bibliogamo_heart_lifted")))
    else:
        lines.append(Text(reader.say(f"bibliogamo_rest_{view['blocked']}")))
    offer = view["offer"]
    if offer:
        row = reader.cards[offer["first"]]["pointer"]
        facts = {"first": offer["first"], "second": offer["second"], "row": row}
        lines.append(Text(reader.say("bibliogamo_term_offer", count=offer["price"], **facts)))
    for name, key in (("sale", "bibliogamo_term_sale"), ("redraw", "bibliogamo_term_redraw")):
        prices = view["previews"][name]
        if prices and (name == "redraw" or view["previews"]["finished"]):
            facts = {"low": prices["low"], "high": prices["high"], "mean": _mean(prices, reader)}
            lines.append(Text(reader.say(key, **facts), style="dim"))
    if view["previews"]["jam"]:
        lines.append(Text(reader.say("bibliogamo_jam"), style="bold"))
    return lines


def _mean(prices: dict[str, Any], reader: Reader) -> str:
    whole, _, tenths = f"{prices['mean']:.1f}".partition(".")
    return reader.say("bibliogamo_term_decimal", whole=whole, tenths=tenths)


def choices_shown(view: View, reader: Reader) -> RenderableType:
    """The choices with what to type for each; a hire is shown once, as a card and a tower."""
    lines = []
    hires = [action.split() for action in view["legal"] if action.startswith("hire ")]
    if hires:
        _, card, tower = hires[0]
        facts = {"card": card, "tower": reader.tower(tower), "space": reader.ring.index(tower)}
        lines.append(
            _choice(
                reader.say("bibliogamo_term_key_hire"),
                reader.say("bibliogamo_term_hire_how", **facts),
            )
        )
    for choice in choices_of(view, reader):
        keys = [choice.keys[0]]
        if choice.by_enter:
            keys.append(reader.say("play_key_enter"))
        lines.append(_choice("/".join(keys), choice.label))
    return Padding(Columns(lines, padding=(0, 3), column_first=True), (0, 0, 0, 1))


def _choice(keys: str, label: str) -> Text:
    return Text.assemble((f"[{keys}]", "bold"), " ", label)
