"""The memory aid: which cards are still in the draw pile, and what they show; the discard pile is open (L-8.1)."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.games.bibliogamo.cards import TYPES
from armarium.games.bibliogamo.terminal.naming import Reader

__all__ = ["memory"]


def memory(view: dict[str, Any], reader: Reader) -> RenderableType:
    """Counts of the pile, then every card of it with all that it shows."""
    pile = [reader.cards[card] for card in view["unseen"]]
    steps = {step: sum(card["librarian"] == step for card in pile) for step in (1, 0, -1)}
    blocks = {kind: sum(card["blocks"] == kind for card in pile) for kind in TYPES}
    lines = [
        reader.say("bibliogamo_pile", count=len(pile)),
        reader.say("bibliogamo_term_pile_steps", on=steps[1], none=steps[0], back=steps[-1]),
        reader.say("bibliogamo_term_pile_blocks", crew=reader.crew(blocks)),
    ]
    return Group(*(Text(line) for line in lines), _table(view["unseen"], reader))


def _table(cards: list[int], reader: Reader) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for key in ("card", "step", "small", "icons", "pointer", "prices"):
        table.add_column(reader.say(_HEADS[key]), justify="right" if key == "card" else "left")
    for number in cards:
        card = reader.cards[number]
        step = f"{card['librarian']:+d}".replace("-", "−") if card["librarian"] else "0"
        prices = " ".join(str(value) for value in card["florins"])
        small = reader.short(card["blocks"])
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
