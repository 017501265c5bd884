"""The table as one seat sees it: dice and hand by family, the other hands, the piles, the card on offer."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from armarium.games.biblios.terminal.choices import choices_of
from armarium.games.biblios.terminal.naming import (
    CATEGORIES,
    Reader,
    family_of,
    is_gold,
    short,
    value_of,
)
from armarium.games.biblios.why import gold_in

__all__ = ["STYLES", "board", "choices_shown", "hand_table", "heading", "turn_sentence"]

View = dict[str, Any]

# Colour repeats what the words say already.
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


def heading(view: View, reader: Reader) -> str:
    phase = reader.say(f"biblios_phase_{view['phase']}")
    if view["phase"] == "auction":
        count = reader.say("biblios_play_lot_number", number=view["lot_number"], count=view["lots"])
        return f"{phase} · {count}"
    return phase


def board(view: View, reader: Reader, width: int) -> RenderableType:
    hand, seats = hand_table(view, reader), _seats_table(view, reader)
    if width >= SIDE_BY_SIDE:
        side = Table.grid(padding=(0, 4))
        side.add_row(hand, Group(seats, Text(""), _piles(view, reader)))
        return Group(side, *_offers(view, reader))
    return Group(hand, seats, _piles(view, reader), *_offers(view, reader))


def hand_table(view: View, reader: Reader, hand: list[str] | None = None) -> Table:
    """A line a family: its die, and of the hand the total and the cards."""
    hand = view["hand"] if hand is None else hand
    is_yours = view["you"] is not None
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.say("biblios_play_die"), justify="right")
    if is_yours:
        table.add_column(reader.say("biblios_play_total"), justify="right")
        table.add_column(reader.say("biblios_play_hand", count=len(hand)))
    for family in (*CATEGORIES, "gold"):
        cards = [card for card in hand if family_of(card) == family]
        style = STYLES[family]
        die = str(view["dice"][family]) if family in view["dice"] else ""
        row = [Text(reader.category(family), style=style), Text(die, style="bold")]
        if is_yours:
            total = str(sum(value_of(card) for card in cards)) if cards else "–"
            row += [Text(total), Text(" ".join(short(card) for card in cards), style=style)]
        if is_yours or family in view["dice"]:
            table.add_row(*row)
    return table


def _seats_table(view: View, reader: Reader) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for seat, entry in enumerate(view["seats"]):
        name = reader.name(seat)
        if seat == view["you"]:
            name = reader.say("biblios_play_seat_you", name=name)
        mark = "▸" if seat == view["to_act"] else " "
        size = reader.say("biblios_count_cards", count=entry["size"])
        table.add_row(mark, name, size, _status(view, seat, entry, reader))
    return table


def _status(view: View, seat: int, entry: dict[str, Any], reader: Reader) -> str:
    parts = []
    if seat == view["active"]:
        parts.append(reader.say("biblios_play_seat_active"))
    if seat == view["leader"]:
        parts.append(reader.say("biblios_play_seat_leads", count=view["bid"]))
    if seat in view["passed"]:
        parts.append(reader.say("biblios_play_seat_passed"))
    if seat in view["barred"]:
        parts.append(reader.say("biblios_play_seat_barred"))
    if entry["open"]:
        parts.append(reader.say("biblios_play_seat_open", cards=reader.cards(entry["open"])))
    return " · ".join(parts)


def _piles(view: View, reader: Reader) -> Text:
    piles = []
    if view["phase"] == "gift":
        piles.append(reader.say("biblios_play_draw_left", count=view["draw_left"]))
    piles.append(reader.say("biblios_play_auction_left", count=view["auction_left"]))
    discarded = len(view["discard"]) + view["discard_hidden"]
    piles.append(reader.say("biblios_play_discard", count=discarded))
    return Text(" · ".join(piles), style="dim")


def _offers(view: View, reader: Reader) -> list[Text]:
    """What lies open: the public space, the card on offer with its bids, the church card."""
    lines = []
    if view["public"]:
        lines.append(reader.say("biblios_play_public_space", cards=reader.cards(view["public"])))
    elif view["phase"] == "gift":
        lines.append(reader.say("biblios_play_public_space_empty"))
    if view["lot"] and view["step"] != "over":
        lot = reader.say("biblios_play_lot", card=reader.card(view["lot"]))
        if view["leader"] is None:
            bid = reader.say("biblios_play_no_bid")
        else:
            name = reader.name(view["leader"])
            bid = reader.say("biblios_play_highest_bid", count=view["bid"], name=name)
        lines.append(f"{lot} · {bid}")
    if view["step"] == "pay" and view["paid_count"]:
        paid = reader.cards(view["paid"]) or reader.say(
            "biblios_count_cards", count=view["paid_count"]
        )
        lines.append(reader.say("biblios_play_paid", cards=paid))
    return [Text(line) for line in lines]


def turn_sentence(view: View, reader: Reader) -> str:
    """What is being waited for, in words."""
    step, seat = view["step"], view["to_act"]
    if step == "over":
        return reader.say("turn_over")
    card = view["church"] or view["lot"] or view["drawn"]
    facts: dict[str, str | int] = {"card": reader.card(card)} if card else {}
    if seat != reader.you:
        return reader.say(f"biblios_turn_{step}_other", name=reader.name(seat), **facts)
    if step == "church":
        return reader.say(f"biblios_turn_church_{reader.church_does(view['church'])}_you")
    unit = "cards" if is_gold(view["lot"]) else "gold"
    if step == "bid" and view["leader"] is None:
        return reader.say(f"biblios_turn_bid_first_{unit}_you", **facts)
    if step == "bid":
        leader = reader.name(view["leader"])
        return reader.say(f"biblios_turn_bid_{unit}_you", leader=leader, count=view["bid"], **facts)
    if step == "pay":
        way = "pay_or_refuse" if "refuse" in view["legal"] else "pay"
        return reader.say(f"biblios_turn_{way}_{unit}_you", count=view["owed"], **facts)
    return reader.say(f"biblios_turn_{step}_you", **facts)


def choices_shown(view: View, reader: Reader) -> RenderableType:
    """The choices with what to type for each; bids as a span of numbers, with the means to pay them."""
    lines = []
    bids = [int(action.split()[1]) for action in view["legal"] if action.startswith("bid ")]
    if bids:
        unit = "cards" if is_gold(view["lot"]) else "gold"
        span = str(bids[0]) if len(bids) == 1 else f"{bids[0]}–{bids[-1]}"
        means = len(view["hand"]) if unit == "cards" else gold_in(view["hand"])
        held = reader.say(f"biblios_play_means_{unit}", count=means)
        lines.append(_choice(span, f"{reader.say(f'biblios_play_bid_{unit}')} {held}"))
    for choice in choices_of(view, reader):
        enter = [reader.say("play_key_enter")] if choice.by_enter else []
        keys = dict.fromkeys([*choice.keys[: 2 - len(enter)], *enter])
        lines.append(_choice("/".join(keys), choice.label))
    return Padding(Columns(lines, padding=(0, 3), column_first=True), (0, 0, 0, 1))


def _choice(keys: str, label: str) -> Text:
    return Text.assemble((f"[{keys}]", "bold"), " ", label)
