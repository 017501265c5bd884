"""What happened in the city, and what it waits for, as sentences: events (docs/views.md) and steps in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from armarium.games.bibliogamo.terminal.naming import Reader

__all__ = ["KINDS", "brief", "tell", "turn_sentence"]

Event = dict[str, Any]


def tell(event: Event, reader: Reader) -> str:
    return _TELLERS[event["event"]](event, reader)


def brief(events: Iterable[Event], reader: Reader) -> list[str]:
    """The lines of a log: the walk is told with the card, a day by its heading."""
    return [tell(event, reader) for event in events if event["event"] != "librarian-walked"]


def _day(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_term_event_day", day=event["day"])


def _walked(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_term_event_walked", place=reader.place_there(event["to"]))


def _turned(event: Event, reader: Reader) -> str:
    rest = reader.say(f"bibliogamo_rest_{event['blocks']}")
    place = reader.place_there(event["to"])
    return reader.say("bibliogamo_event_turned", card=event["card"], place=place, rest=rest)


def _step(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_step", place=reader.place_there(event["to"]))


def _level_lost(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_level_lost", level=event["level"], count=event["artisans"])


def _level_reached(event: Event, reader: Reader) -> str:
    return reader.say(
        "bibliogamo_event_level_reached", level=event["level"], count=event["artisans"]
    )


def _given_back(event: Event, reader: Reader) -> str:
    tower, craft = reader.tower(event["tower"]), reader.craft(event["type"])
    return reader.say("bibliogamo_event_given_back", tower=tower, craft=craft)


def _lifted(event: Event, reader: Reader) -> str:
    return reader.say(f"bibliogamo_event_lifted_{event['type']}", card=event["card"])


def _price(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_price", count=event["price"])


def _redrawn(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_redrawn", count=event["price"], day=event["day"])


def _sold(event: Event, reader: Reader) -> str:
    return reader.say(
        "bibliogamo_event_sold", tower=reader.tower(event["tower"]), count=event["price"]
    )


def _hired(event: Event, reader: Reader) -> str:
    """Who came, and how many found no place; what is placed by choice is told after it."""
    tower = reader.tower(event["tower"])
    placed, offered = sum(event["placed"].values()), sum(event["icons"].values())
    if not placed:
        return reader.say("bibliogamo_event_hired_none", tower=tower)
    said = reader.say("bibliogamo_event_hired", tower=tower, crew=reader.crew(event["placed"]))
    if placed == offered:
        return said
    return f"{said} {reader.say('bibliogamo_event_hired_lost', count=offered - placed)}"


def _placed(event: Event, reader: Reader) -> str:
    tower, craft = reader.tower(event["tower"]), reader.craft(event["type"])
    return reader.say("bibliogamo_event_placed", tower=tower, craft=craft)


def _paid(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_paid", card=event["card"])


def _library(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_library", card=event["card"], count=event["moves"])


def _moved(event: Event, reader: Reader) -> str:
    facts = {
        "craft": reader.craft(event["type"]),
        "from": reader.tower(event["from"]),
        "to": reader.tower(event["to"]),
    }
    if event["as"] == event["type"]:
        return reader.say("bibliogamo_event_moved", **facts)
    return reader.say("bibliogamo_event_moved_as", **facts, **{"as": reader.craft(event["as"])})


def _drawn(event: Event, reader: Reader) -> str:
    cards = ", ".join(str(card) for card in event["cards"])
    return reader.say("bibliogamo_term_event_drawn", count=len(event["cards"]), cards=cards)


def _reshuffled(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_reshuffled", count=event["cards"])


def _ended(event: Event, reader: Reader) -> str:
    return reader.say("bibliogamo_event_ended", count=event["score"])


_TELLERS: dict[str, Callable[[Event, Reader], str]] = {
    "day-begun": _day,
    "librarian-walked": _walked,
    "card-turned": _turned,
    "step-paid": _step,
    "level-lost": _level_lost,
    "level-reached": _level_reached,
    "artisan-given-back": _given_back,
    "block-lifted": _lifted,
    "price-offered": _price,
    "price-redrawn": _redrawn,
    "book-sold": _sold,
    "artisans-hired": _hired,
    "artisan-placed": _placed,
    "card-paid": _paid,
    "library-used": _library,
    "artisan-moved": _moved,
    "cards-drawn": _drawn,
    "reshuffled": _reshuffled,
    "game-ended": _ended,
}
KINDS = tuple(_TELLERS)

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


def turn_sentence(view: dict[str, Any], reader: Reader) -> str:
    """What is being waited for, in words."""
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
    return reader.say(_TURNS[step], **facts)
