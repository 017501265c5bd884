"""What happened, in the past tense, told to one eye (docs/views.md).

The rules note every card that an action moved and who saw it; an event about a card is built with the card only for an
eye that saw it. Everything else in an event is public.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from armarium.games.biblios import state
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import CATEGORIES, CHURCH, NAMES
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    CHURCH_STEP,
    CHURCH_ZONE,
    DISCARD,
    DRAW,
    ENDED,
    EVERYONE,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAY,
    PUBLIC,
    TAKE,
)

__all__ = ["Deed", "Event", "Glance", "ending", "showed", "tell"]

Event = dict[str, Any]
Move = list[int]  # kind, source, target, the eyes that saw it


class Glance(NamedTuple):
    """The public situation at one moment, read in one call: events compare what was with what is."""

    step: int
    actor: int
    active: int
    seats: int
    eyes: int
    allocated: int
    lots: int
    lot: int
    bid: int
    leader: int
    barred: int
    church: int
    drawn: int  # words of chance
    monks: int
    pigments: int
    holy_books: int
    manuscripts: int
    tomes: int

    @property
    def dice(self) -> tuple[int, ...]:
        return self[-5:]


class Deed(NamedTuple):
    """One action: what it was, the moments before and after it, and the cards it moved."""

    code: int
    before: Glance
    after: Glance
    moves: list[Move]


def tell(deed: Deed, eye: int | None) -> list[Event]:
    """The events of one action for an eye; None is the referee, who sees every card."""
    code, before, after, _ = deed
    moves = list(deed.moves)
    seen_by = EVERYONE if eye is None else 1 << eye
    if before.step in (ALLOCATE, TAKE):
        events = _gift(before, code, moves.pop(0), seen_by)
    elif before.step == CHURCH_STEP:
        events = _church(before, code, after)
        moves.pop(0)
    elif before.step == BID:
        events = _bidding(before, code, after, moves, seen_by)
    else:
        events = _payment(before, code, after, moves, seen_by)
    return events + _upcoming(before, after, moves, seen_by)


def _event(name: str, **facts: Any) -> Event:
    return {"event": name, **facts}


def _with_card(name: str, move: Move, seen_by: int, **facts: Any) -> Event:
    """The one place that decides whether an eye is told which card it was."""
    kind, _, _, seen = move
    return {"event": name, **facts, **({"card": NAMES[kind]} if seen & seen_by else {})}


def _gift(before: Glance, code: int, move: Move, seen_by: int) -> list[Event]:
    seat, kind = before.actor, move[0]
    if before.step == TAKE:
        name = "card-taken"
    else:
        name = ("card-kept", "card-auctioned", "card-made-public")[code]
    events = [_with_card(name, move, seen_by, seat=seat)]
    if kind >= CHURCH and name in ("card-kept", "card-taken"):
        events.append(_event("church-acquired", seat=seat, card=NAMES[kind]))
    return events


def _church(before: Glance, code: int, after: Glance) -> list[Event]:
    seat, card = before.actor, NAMES[before.church]
    turned = [
        {"category": category, "from": was, "to": now}
        for category, was, now in zip(CATEGORIES, before.dice, after.dice, strict=True)
        if was != now
    ]
    if TEXTS[code] == "decline":
        return [_event("church-declined", seat=seat, card=card)]
    return [_event("church-used", seat=seat, card=card, dice=turned)]


def _bidding(
    before: Glance, code: int, after: Glance, moves: list[Move], seen_by: int
) -> list[Event]:
    seat, text = before.actor, TEXTS[code]
    if text == "pass":
        events = [_event("passed", seat=seat)]
        leader, amount = before.leader, before.bid
    else:
        leader, amount = seat, int(text.removeprefix("bid "))
        events = [_event("bid", seat=seat, amount=amount)]
    # A lot that somebody bid for leaves the bidding only by being won.
    is_won = leader != NONE and (after.step != BID or _is_reopened(before, after, leader))
    if is_won:
        events.append(_event("lot-won", seat=leader, card=NAMES[before.lot], amount=amount))
        if after.step != PAY:
            events.append(_event("could-not-pay", seat=leader, amount=amount))
            events += _penalty(before, after, moves, seen_by, leader)
    else:
        events += _discarded(before, moves)
    return events


def _is_reopened(before: Glance, after: Glance, leader: int) -> bool:
    """Was the leader penalised? Barred on this lot, or the lot has gone although somebody bid for it."""
    if after.lots != before.lots:
        return True
    return bool(after.barred >> leader & 1)


def _payment(
    before: Glance, code: int, after: Glance, moves: list[Move], seen_by: int
) -> list[Event]:
    seat = before.actor
    if TEXTS[code] == "refuse":
        refused = _event("refused-to-pay", seat=seat, amount=before.bid)
        return [refused, *_penalty(before, after, moves, seen_by, seat)]
    move = moves.pop(0)
    face = "up" if move[2] == DISCARD else "down"
    events = [_with_card("card-paid", move, seen_by, seat=seat, face=face)]
    if moves and moves[0][1] == LOT:
        kind = moves.pop(0)[0]
        events.append(_event("lot-bought", seat=seat, card=NAMES[kind], amount=before.bid))
        if kind >= CHURCH:
            events.append(_event("church-acquired", seat=seat, card=NAMES[kind]))
    return events


def _penalty(
    before: Glance, after: Glance, moves: list[Move], seen_by: int, robbed: int
) -> list[Event]:
    events = []
    while moves and moves[0][1] in (HAND + robbed, OPEN + robbed):
        move = moves.pop(0)
        if move[2] == LOST:
            by = (robbed + 1) % after.seats
            events.append(_with_card("card-lost", move, seen_by, seat=robbed, by=by))
        else:
            taker = move[2] - HAND
            events.append(
                _with_card("card-stolen", move, seen_by, **{"seat": taker, "from": robbed})
            )
    if after.lots == before.lots and after.step == BID:
        barred = [seat for seat in range(4) if after.barred >> seat & 1]
        events.append(_event("lot-offered-again", card=NAMES[before.lot], barred=barred))
    return events + _discarded(before, moves)


def _discarded(before: Glance, moves: list[Move]) -> list[Event]:
    if moves and moves[0][1:3] == [LOT, DISCARD]:
        moves.pop(0)
        return [_event("lot-discarded", card=NAMES[before.lot])]
    return []


def _upcoming(before: Glance, after: Glance, moves: list[Move], seen_by: int) -> list[Event]:
    """What comes next by itself: a card drawn, a turn or a phase begun, a lot turned up."""
    events = []
    for move in moves:
        if move[1] == AUCTION:
            if before.lots == 0:
                events.append(_event("phase-begun", phase="auction"))
            number = after.lots
            events.append(
                _event("lot-turned-up", seat=after.active, card=NAMES[move[0]], number=number)
            )
        else:
            assert move[1:3] == [DRAW, DRAW]
            if after.allocated == 0:
                events.append(_event("turn-begun", seat=after.active))
            events.append(_with_card("card-drawn", move, seen_by, seat=after.active))
    return events


def ending(outcome: dict[str, Any], hands: list[list[str]]) -> list[Event]:
    """B-5 told category by category."""
    events = [_event("hands-revealed", hands=hands)]
    for category in CATEGORIES:
        seat, points = outcome["categories"][category], outcome["dice"][category]
        if seat is None:
            events.append(_event("category-unclaimed", category=category, points=points))
            continue
        totals = outcome["totals"][category]
        tied = [other for other, total in enumerate(totals) if total == totals[seat]]
        letter = outcome["letters"][category][seat] if len(tied) > 1 else None
        events.append(
            _event(
                "category-won",
                category=category,
                seat=seat,
                total=totals[seat],
                points=points,
                tied=tied if letter else [],
                letter=letter,
            )
        )
    told = {key: outcome[key] for key in ("winners", "points", "decided_by")}
    return [*events, _event("game-won", **told)]


def showed(deed: Deed) -> dict[str, Any]:
    """To which eyes an action showed cards that they did not see before, and whether it used chance."""
    _, before, after, moves = deed
    cards: dict[str, list[str]] = {}
    for kind, source, target, seen in moves:
        for eye in range(state.EYES):
            is_kept = after.eyes >> eye & 1
            if is_kept and seen >> eye & 1 and not _knew(before, source, target, eye):
                name = "everyone" if eye == state.PUBLIC_EYE else str(eye)
                cards.setdefault(name, []).append(NAMES[kind])
    return {
        "cards": cards,
        "hands": after.step == ENDED,
        "chance": after.drawn != before.drawn,
    }


def _knew(before: Glance, source: int, target: int, eye: int) -> bool:
    """Face-up cards, one's own hand, and the card that one was looking at are no news."""
    if source == DRAW:
        return target != DRAW and eye == before.actor
    return source == HAND + eye or source in (PUBLIC, DISCARD, LOT, CHURCH_ZONE) or source >= OPEN
