"""What happened, as a sentence: the one place that turns an event (docs/views.md) into words.

`tell` knows every kind of event. `brief` is for a log on a small screen: it leaves out what the next line says anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from armarium.games.biblios.terminal.naming import Reader, is_gold

__all__ = ["KINDS", "Happening", "brief", "tell"]

Event = dict[str, Any]


@dataclass(frozen=True)
class Happening:
    """An event and what its sentence must know besides: the card on offer, and what counts in a tie."""

    event: Event
    lot: str | None = None
    by_gold_cards: bool = False

    @property
    def kind(self) -> str:
        return str(self.event["event"])


def tell(happening: Happening, reader: Reader) -> str:
    return _TELLERS[happening.kind](happening, reader)


def brief(happenings: Iterable[Happening], reader: Reader) -> list[str]:
    """The lines of a log: no card looked at by others, no bought lot told twice, face-down cards counted."""
    lines: list[str] = []
    paid = 0
    told = list(happenings)
    for here, after in zip(told, [*told[1:], None]):
        kind, seat = here.kind, here.event.get("seat")
        if kind == "card-drawn" or (kind == "lot-won" and after is None):
            continue
        if kind == "lot-won" and after is not None and after.kind not in _UNPAID:
            continue
        if kind == "card-paid" and "card" not in here.event:
            paid += 1
            if after is None or after.kind != "card-paid":
                lines.append(_by(reader, "biblios_event_cards_paid_face_down", seat, count=paid))
                paid = 0
            continue
        lines.append(tell(here, reader))
    return lines


_UNPAID = ("could-not-pay", "refused-to-pay")


def _by(reader: Reader, key: str, seat: Any, **facts: Any) -> str:
    """The sentence for "you", or for another by name."""
    if seat == reader.you:
        return reader.say(f"{key}_you", **facts)
    return reader.say(f"{key}_other", name=reader.name(seat), **facts)


def _plain(happening: Happening, reader: Reader) -> str:
    return reader.say(_key(happening), **_card(happening.event, reader))


def _someone(happening: Happening, reader: Reader) -> str:
    event = happening.event
    facts = {"count": event["amount"]} if "amount" in event else {}
    return _by(reader, _key(happening), event["seat"], **facts, **_card(event, reader))


def _maybe_hidden(happening: Happening, reader: Reader) -> str:
    return _with_card(_key(happening), happening.event, reader)


def _with_card(key: str, event: Event, reader: Reader) -> str:
    if "card" in event:
        return _by(reader, key, event["seat"], **_card(event, reader))
    return reader.say(f"{key}_other_hidden", name=reader.name(event["seat"]))


def _card_paid(happening: Happening, reader: Reader) -> str:
    event = happening.event
    key = (
        "biblios_event_card_paid" if event["face"] == "up" else "biblios_event_card_paid_face_down"
    )
    return _with_card(key, event, reader)


def _phase_begun(happening: Happening, reader: Reader) -> str:
    return reader.say(f"biblios_event_phase_begun_{happening.event['phase']}")


def _bid(happening: Happening, reader: Reader) -> str:
    event = happening.event
    unit = "cards" if is_gold(happening.lot) else "gold"
    return _by(reader, f"biblios_event_bid_{unit}", event["seat"], count=event["amount"])


def _lot_bought(happening: Happening, reader: Reader) -> str:
    event = happening.event
    unit = "cards" if is_gold(event["card"]) else "gold"
    facts = {"card": reader.card(event["card"]), "count": event["amount"]}
    return _by(reader, f"biblios_event_lot_bought_{unit}", event["seat"], **facts)


def _card_stolen(happening: Happening, reader: Reader) -> str:
    event = happening.event
    if "card" not in event:
        facts = {"name": reader.name(event["seat"]), "victim": reader.name(event["from"])}
        return reader.say("biblios_event_card_stolen_other_hidden", **facts)
    card = reader.card(event["card"])
    if event["from"] == reader.you:
        return reader.say(
            "biblios_event_card_stolen_from_you", name=reader.name(event["seat"]), card=card
        )
    return _by(
        reader,
        "biblios_event_card_stolen",
        event["seat"],
        card=card,
        victim=reader.name(event["from"]),
    )


def _church_used(happening: Happening, reader: Reader) -> str:
    event = happening.event
    way = "raised" if event["dice"][0]["to"] > event["dice"][0]["from"] else "lowered"
    dice = [(reader.category(die["category"]), die["from"], die["to"]) for die in event["dice"]]
    if len(dice) == 1:
        category, old, new = dice[0]
        facts = {"category": category, "old": old, "new": new}
        return _by(reader, f"biblios_event_church_used_{way}", event["seat"], **facts)
    facts = {}
    for which, (category, old, new) in zip(("first", "second"), dice):
        facts |= {which: category, f"{which}_old": old, f"{which}_new": new}
    return _by(reader, f"biblios_event_church_used_{way}_two", event["seat"], **facts)


def _category_won(happening: Happening, reader: Reader) -> str:
    event = happening.event
    facts = {name: event[name] for name in ("total", "points")}
    facts["category"] = reader.category(event["category"])
    if event["letter"] is None:
        return _by(reader, "biblios_event_category_won", event["seat"], **facts)
    return _by(
        reader, "biblios_event_category_won_letter", event["seat"], letter=event["letter"], **facts
    )


def _category_unclaimed(happening: Happening, reader: Reader) -> str:
    category = reader.category(happening.event["category"])
    return reader.say("biblios_event_category_unclaimed", category=category)


def _game_won(happening: Happening, reader: Reader) -> str:
    event = happening.event
    winners, decided_by = event["winners"], event["decided_by"]
    points = event["points"][winners[0]]
    if decided_by == "shared":
        others = reader.seats([seat for seat in winners if seat != reader.you])
        who = "you" if reader.you in winners else "other"
        return reader.say(f"biblios_event_game_won_shared_{who}", names=others, points=points)
    key, facts = f"biblios_event_game_won_{decided_by}", {"points": points}
    if decided_by == "gold" and happening.by_gold_cards:
        key = "biblios_event_game_won_gold_cards"
    elif decided_by not in ("points", "gold"):
        key = "biblios_event_game_won_category"
        facts["category"] = reader.category(decided_by)
    return _by(reader, key, winners[0], **facts)


def _key(happening: Happening) -> str:
    return "biblios_event_" + happening.kind.replace("-", "_")


def _card(event: Event, reader: Reader) -> dict[str, str]:
    return {"card": reader.card(event["card"])} if "card" in event else {}


_TELLERS: dict[str, Callable[[Happening, Reader], str]] = {
    "game-begun": _someone,
    "card-kept": _maybe_hidden,
    "card-auctioned": _maybe_hidden,
    "card-made-public": _someone,
    "card-drawn": _maybe_hidden,
    "card-taken": _someone,
    "turn-begun": _someone,
    "phase-begun": _phase_begun,
    "lot-turned-up": _someone,
    "bid": _bid,
    "passed": _someone,
    "lot-won": _someone,
    "card-paid": _card_paid,
    "lot-bought": _lot_bought,
    "could-not-pay": _someone,
    "refused-to-pay": _someone,
    "card-stolen": _card_stolen,
    "card-lost": _maybe_hidden,
    "lot-offered-again": _plain,
    "lot-discarded": _plain,
    "church-acquired": _someone,
    "church-used": _church_used,
    "church-declined": _someone,
    "hands-revealed": _plain,
    "category-won": _category_won,
    "category-unclaimed": _category_unclaimed,
    "game-won": _game_won,
}
KINDS = tuple(_TELLERS)
