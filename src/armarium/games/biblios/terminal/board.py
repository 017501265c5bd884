"""Render the table as one seat sees it, the cards the seat knows, and the final scores."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from armarium.core.game import Event
from armarium.games.biblios.naming import (
    CATEGORIES,
    BibliosNames,
    family_of,
    is_gold,
    short_name,
    value_of,
)
from armarium.games.biblios.terminal.choices import list_choices
from armarium.games.biblios.why import gold_in

__all__ = [
    "STYLES",
    "board",
    "describe_turn",
    "hand_table",
    "heading",
    "make_choices",
    "memory",
    "results",
]


View = dict[str, Any]

# Colours only repeat what the text says.
STYLES = {
    "monks": "color(137)",
    "pigments": "color(75)",
    "holy-books": "color(71)",
    "manuscripts": "color(179)",
    "tomes": "color(167)",
    "gold": "bold color(220)",
    "church": "bold",
}
SIDE_BY_SIDE = 100  # columns


def heading(view: View, reader: BibliosNames) -> str:
    phase = reader.translate(f"biblios_phase_{view['phase']}")
    if view["phase"] == "auction":
        count = reader.translate(
            "biblios_play_lot_number", number=view["lot_number"], count=view["lots"]
        )
        return f"{phase} · {count}"
    return phase


def board(view: View, reader: BibliosNames, width: int) -> RenderableType:
    hand, seats = hand_table(view, reader), _make_seats_table(view, reader)
    if width >= SIDE_BY_SIDE:
        side = Table.grid(padding=(0, 4))
        side.add_row(hand, Group(seats, Text(""), _make_piles_line(view, reader)))
        return Group(side, *_make_offer_lines(view, reader))
    return Group(hand, seats, _make_piles_line(view, reader), *_make_offer_lines(view, reader))


def hand_table(view: View, reader: BibliosNames, hand: list[str] | None = None) -> Table:
    """Make one line per family: its die, and the total and cards of the hand."""
    hand = view["hand"] if hand is None else hand
    is_yours = view["you"] is not None
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.translate("biblios_play_die"), justify="right")
    if is_yours:
        table.add_column(reader.translate("biblios_play_total"), justify="right")
        table.add_column(reader.translate("biblios_play_hand", count=len(hand)))
    for family in (*CATEGORIES, "gold"):
        cards = [card for card in hand if family_of(card) == family]
        style = STYLES[family]
        die = str(view["dice"][family]) if family in view["dice"] else ""
        row = [Text(reader.category(family), style=style), Text(die, style="bold")]
        if is_yours:
            total = str(sum(value_of(card) for card in cards)) if cards else "–"
            row += [Text(total), Text(" ".join(short_name(card) for card in cards), style=style)]
        if is_yours or family in view["dice"]:
            table.add_row(*row)
    return table


def _make_seats_table(view: View, reader: BibliosNames) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for seat, entry in enumerate(view["seats"]):
        name = reader.name(seat)
        if seat == view["you"]:
            name = reader.translate("biblios_play_seat_you", name=name)
        mark = "▸" if seat == view["to_act"] else " "
        size = reader.translate("biblios_count_cards", count=entry["size"])
        table.add_row(mark, name, size, _describe_status(view, seat, entry, reader))
    return table


def _describe_status(view: View, seat: int, entry: dict[str, Any], reader: BibliosNames) -> str:
    parts = []
    if seat == view["active"]:
        parts.append(reader.translate("biblios_play_seat_active"))
    if seat == view["leader"]:
        parts.append(reader.translate("biblios_play_seat_leads", count=view["bid"]))
    if seat in view["passed"]:
        parts.append(reader.translate("biblios_play_seat_passed"))
    if seat in view["barred"]:
        parts.append(reader.translate("biblios_play_seat_barred"))
    if entry["open"]:
        parts.append(reader.translate("biblios_play_seat_open", cards=reader.cards(entry["open"])))
    return " · ".join(parts)


def _make_piles_line(view: View, reader: BibliosNames) -> Text:
    piles = []
    if view["phase"] == "gift":
        piles.append(reader.translate("biblios_play_draw_left", count=view["draw_left"]))
    piles.append(reader.translate("biblios_play_auction_left", count=view["auction_left"]))
    discarded = len(view["discard"]) + view["discard_hidden"]
    piles.append(reader.translate("biblios_play_discard", count=discarded))
    return Text(" · ".join(piles), style="dim")


def _make_offer_lines(view: View, reader: BibliosNames) -> list[Text]:
    """Return lines for the open cards: the public space, the lot with its bids, the church card."""
    lines = []
    if view["public"]:
        lines.append(
            reader.translate("biblios_play_public_space", cards=reader.cards(view["public"]))
        )
    elif view["phase"] == "gift":
        lines.append(reader.translate("biblios_play_public_space_empty"))
    if view["lot"] and view["step"] != "over":
        lot = reader.translate("biblios_play_lot", card=reader.card(view["lot"]))
        if view["leader"] is None:
            bid = reader.translate("biblios_play_no_bid")
        else:
            name = reader.name(view["leader"])
            bid = reader.translate("biblios_play_highest_bid", count=view["bid"], name=name)
        lines.append(f"{lot} · {bid}")
    if view["step"] == "pay" and view["paid_count"]:
        paid = reader.cards(view["paid"]) or reader.translate(
            "biblios_count_cards", count=view["paid_count"]
        )
        lines.append(reader.translate("biblios_play_paid", cards=paid))
    return [Text(line) for line in lines]


def describe_turn(view: View, reader: BibliosNames) -> str:
    """Return a sentence that says what the game is waiting for."""
    step, seat = view["step"], view["to_act"]
    if step == "over":
        return reader.translate("turn_over")
    card = view["church"] or view["lot"] or view["drawn"]
    facts: dict[str, str | int] = {"card": reader.card(card)} if card else {}
    if seat != reader.you:
        return reader.translate(f"biblios_turn_{step}_other", name=reader.name(seat), **facts)
    if step == "church":
        return reader.translate(f"biblios_turn_church_{reader.church_effect(view['church'])}_you")
    unit = "cards" if is_gold(view["lot"]) else "gold"
    if step == "bid" and view["leader"] is None:
        return reader.translate(f"biblios_turn_bid_first_{unit}_you", **facts)
    if step == "bid":
        leader = reader.name(view["leader"])
        return reader.translate(
            f"biblios_turn_bid_{unit}_you", leader=leader, count=view["bid"], **facts
        )
    if step == "pay":
        way = "pay_or_refuse" if "refuse" in view["legal"] else "pay"
        return reader.translate(f"biblios_turn_{way}_{unit}_you", count=view["owed"], **facts)
    return reader.translate(f"biblios_turn_{step}_you", **facts)


def make_choices(view: View, reader: BibliosNames) -> RenderableType:
    """Show the choices with the keys to type; bids as a range of numbers, with what the hand can pay."""
    lines = []
    bids = [int(action.split()[1]) for action in view["legal"] if action.startswith("bid ")]
    if bids:
        unit = "cards" if is_gold(view["lot"]) else "gold"
        span = str(bids[0]) if len(bids) == 1 else f"{bids[0]}–{bids[-1]}"
        means = len(view["hand"]) if unit == "cards" else gold_in(view["hand"])
        held = reader.translate(f"biblios_play_means_{unit}", count=means)
        lines.append(
            _make_choice_line(span, f"{reader.translate(f'biblios_play_bid_{unit}')} {held}")
        )
    for choice in list_choices(view, reader):
        enter = [reader.translate("play_key_enter")] if choice.by_enter else []
        keys = dict.fromkeys([*choice.keys[: 2 - len(enter)], *enter])
        lines.append(_make_choice_line("/".join(keys), choice.label))
    return Padding(Columns(lines, padding=(0, 3), column_first=True), (0, 0, 0, 1))


def _make_choice_line(keys: str, label: str) -> Text:
    return Text.assemble((f"[{keys}]", "bold"), " ", label)


def memory(view: dict[str, Any], reader: BibliosNames) -> list[str]:
    lines = []
    for seat, entry in enumerate(view["seats"]):
        if seat == view["you"]:
            continue
        name = reader.name(seat)
        if entry["known"]:
            cards = reader.cards(entry["known"])
            lines.append(reader.translate("biblios_play_memory_known", name=name, cards=cards))
        # A card that may also be in the box was never seen, so it is omitted.
        once_known = [maybe["card"] for maybe in entry["maybe"] if "box" not in maybe["also"]]
        if once_known:
            cards = reader.cards(once_known)
            lines.append(reader.translate("biblios_play_memory_maybe", name=name, cards=cards))
    if view["placed"]:
        lines.append(
            reader.translate("biblios_play_memory_placed", cards=reader.cards(view["placed"]))
        )
    if view["paid_hidden"]:
        lines.append(
            reader.translate("biblios_play_memory_paid", cards=reader.cards(view["paid_hidden"]))
        )
    return lines or [reader.translate("biblios_play_memory_nothing")]


SCORING = ("category-won", "category-unclaimed", "game-won")


def results(outcome: dict[str, Any], events: list[Event], reader: BibliosNames) -> RenderableType:
    """Show the final scores by category: totals and letters, points, and the tie-break."""
    lines = [Text("· " + reader.event(event)) for event in events if event["event"] in SCORING]
    lines[-1].stylize("bold")
    legend = Text(reader.translate("biblios_play_results_legend"), style="dim")
    return Group(_make_results_table(outcome, reader), legend, Text(""), *lines)


def _make_results_table(outcome: dict[str, Any], reader: BibliosNames) -> Table:
    """Make the table of totals and best letters. An asterisk marks the winner of a die."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.translate("biblios_play_die"), justify="right")
    for name in reader.names:
        table.add_column(name, justify="right")
    for category in CATEGORIES:
        row = [Text(reader.category(category), style=STYLES[category])]
        row.append(Text(str(outcome["dice"][category]), style="bold"))
        totals, letters = outcome["totals"][category], outcome["letters"][category]
        for seat, (total, letter) in enumerate(zip(totals, letters)):
            won = outcome["categories"][category] == seat
            cell = f"{total} {letter} {'*' if won else ' '}" if letter else "–  "
            row.append(Text(cell, style="bold" if won else ""))
        table.add_row(*row)
    gold = [
        Text(f"{value} ({cards})  ") for value, cards in zip(outcome["gold"], outcome["gold_cards"])
    ]
    table.add_row(Text(reader.category("gold"), style=STYLES["gold"]), "", *gold)
    points = [Text(f"{points}  ", style="bold") for points in outcome["points"]]
    table.add_row(Text(reader.translate("biblios_play_points"), style="bold"), "", *points)
    return table
