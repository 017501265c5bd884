"""The memory aid: what a seat can know of hidden places, in words. It says no more than the view does."""

from __future__ import annotations

from typing import Any

from armarium.games.biblios.terminal.naming import Reader

__all__ = ["memory"]


def memory(view: dict[str, Any], reader: Reader) -> list[str]:
    lines = []
    for seat, entry in enumerate(view["seats"]):
        if seat == view["you"]:
            continue
        name = reader.name(seat)
        if entry["known"]:
            cards = reader.cards(entry["known"])
            lines.append(reader.say("biblios_play_memory_known", name=name, cards=cards))
        # A card that may also lie in the box was never seen: it may be anywhere.
        once_known = [maybe["card"] for maybe in entry["maybe"] if "box" not in maybe["also"]]
        if once_known:
            cards = reader.cards(once_known)
            lines.append(reader.say("biblios_play_memory_maybe", name=name, cards=cards))
    if view["placed"]:
        lines.append(reader.say("biblios_play_memory_placed", cards=reader.cards(view["placed"])))
    if view["paid_hidden"]:
        lines.append(
            reader.say("biblios_play_memory_paid", cards=reader.cards(view["paid_hidden"]))
        )
    return lines or [reader.say("biblios_play_memory_nothing")]
