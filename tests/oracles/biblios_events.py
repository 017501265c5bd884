"""The events, the outcome and the revealed cards of Biblios in plain Python, to compare the kernels with.

The rules record every card that an action moved and which viewers saw it. An event names the card only for viewers
that saw it. Everything else in an event is public.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from armarium.core.state_game import RecordFields
from armarium.games.biblios import state
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import (
    CARDS_IN_CATEGORY,
    CATEGORIES,
    CHURCH,
    LETTERS,
    NAMES,
    VALUE,
)
from armarium.games.biblios.kernels import scoring
from armarium.games.biblios.referee import hands_of
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
from armarium.games.biblios.view import cards_at

Event = dict[str, Any]
Move = list[int]  # kind, source, target, the set of viewers that saw it


class PublicSnapshot(NamedTuple):
    """The public situation at one moment. Events compare two snapshots."""

    step: int
    actor: int
    active: int
    seats: int
    viewers: int
    allocated: int
    lots: int
    lot: int
    bid: int
    leader: int
    barred: int
    church: int
    drawn: int  # random words used
    monks: int
    pigments: int
    holy_books: int
    manuscripts: int
    tomes: int

    @property
    def dice(self) -> tuple[int, ...]:
        return self[-5:]


def take_snapshot(states: Any) -> PublicSnapshot:
    s = {name: states[name][0] for name in states.dtype.names}
    lot = s["pile"][int(s["lots"]) - 1] if s["lots"] > 0 else NONE
    names = ("step", "actor", "active", "seats", "viewers", "allocated", "lots")
    later = ("bid", "leader", "barred", "church", "drawn")
    numbers = (*(s[n] for n in names), lot, *(s[n] for n in later), *s["dice"])
    return PublicSnapshot(*map(int, numbers))


class AppliedAction(NamedTuple):
    """An action: its code, the snapshots before and after it, and the cards it moved."""

    code: int
    before: PublicSnapshot
    after: PublicSnapshot
    moves: list[Move]


def list_events(before: Any, after: Any, code: int, viewer: int | None) -> list[Event]:
    """Return the events of one action, from the states before and after it."""
    applied = apply_action(before, after, code)
    events = make_events(applied, viewer)
    if applied.after.step != ENDED:
        return events
    fields = RecordFields(after)
    return events + make_final_events(outcome_of(fields), hands_of(fields))


def apply_action(before: Any, after: Any, code: int) -> AppliedAction:
    moves = after["moves"][0, : int(after["move_count"][0])].tolist()
    return AppliedAction(code, take_snapshot(before), take_snapshot(after), moves)


def make_events(applied: AppliedAction, viewer: int | None) -> list[Event]:
    """Return the events of one action for a viewer. None is the referee, who sees every card."""
    code, before, after, _ = applied
    moves = list(applied.moves)
    viewer_bit = EVERYONE if viewer is None else 1 << viewer
    if before.step in (ALLOCATE, TAKE):
        events = _gift_events(before, code, moves.pop(0), viewer_bit)
    elif before.step == CHURCH_STEP:
        events = _church_events(before, code, after)
        moves.pop(0)
    elif before.step == BID:
        events = _bid_events(before, code, after, moves, viewer_bit)
    else:
        events = _payment_events(before, code, after, moves, viewer_bit)
    return events + _next_events(before, after, moves, viewer_bit)


def _make_event(name: str, **facts: Any) -> Event:
    return {"event": name, **facts}


def _make_card_event(name: str, move: Move, viewer_bit: int, **facts: Any) -> Event:
    """Make an event that names the card only if the viewer saw it. No other function adds a hidden card."""
    kind, _, _, seen = move
    return {"event": name, **facts, **({"card": NAMES[kind]} if seen & viewer_bit else {})}


def _gift_events(before: PublicSnapshot, code: int, move: Move, viewer_bit: int) -> list[Event]:
    seat, kind = before.actor, move[0]
    if before.step == TAKE:
        name = "card-taken"
    else:
        name = ("card-kept", "card-auctioned", "card-made-public")[code]
    events = [_make_card_event(name, move, viewer_bit, seat=seat)]
    if kind >= CHURCH and name in ("card-kept", "card-taken"):
        events.append(_make_event("church-acquired", seat=seat, card=NAMES[kind]))
    return events


def _church_events(before: PublicSnapshot, code: int, after: PublicSnapshot) -> list[Event]:
    seat, card = before.actor, NAMES[before.church]
    turned = [
        {"category": category, "from": was, "to": now}
        for category, was, now in zip(CATEGORIES, before.dice, after.dice, strict=True)
        if was != now
    ]
    if TEXTS[code] == "decline":
        return [_make_event("church-declined", seat=seat, card=card)]
    return [_make_event("church-used", seat=seat, card=card, dice=turned)]


def _bid_events(
    before: PublicSnapshot, code: int, after: PublicSnapshot, moves: list[Move], viewer_bit: int
) -> list[Event]:
    seat, text = before.actor, TEXTS[code]
    if text == "pass":
        events = [_make_event("passed", seat=seat)]
        leader, amount = before.leader, before.bid
    else:
        leader, amount = seat, int(text.removeprefix("bid "))
        events = [_make_event("bid", seat=seat, amount=amount)]
    # A lot with a bid leaves the bidding only when it is won.
    is_won = leader != NONE and (after.step != BID or _is_reopened(before, after, leader))
    if is_won:
        events.append(_make_event("lot-won", seat=leader, card=NAMES[before.lot], amount=amount))
        if after.step != PAY:
            events.append(_make_event("could-not-pay", seat=leader, amount=amount))
            events += _penalty_events(before, after, moves, viewer_bit, leader)
    else:
        events += _discard_events(before, moves)
    return events


def _is_reopened(before: PublicSnapshot, after: PublicSnapshot, leader: int) -> bool:
    """Return True if the leader was penalised: barred on this lot, or the lot is gone despite a bid."""
    if after.lots != before.lots:
        return True
    return bool(after.barred >> leader & 1)


def _payment_events(
    before: PublicSnapshot, code: int, after: PublicSnapshot, moves: list[Move], viewer_bit: int
) -> list[Event]:
    seat = before.actor
    if TEXTS[code] == "refuse":
        refused = _make_event("refused-to-pay", seat=seat, amount=before.bid)
        return [refused, *_penalty_events(before, after, moves, viewer_bit, seat)]
    events = []
    if TEXTS[code] != "pass":  # B-3.14: the lot is bought without another card
        move = moves.pop(0)
        face = "up" if move[2] == DISCARD else "down"
        events.append(_make_card_event("card-paid", move, viewer_bit, seat=seat, face=face))
    if moves and moves[0][1] == LOT:
        kind = moves.pop(0)[0]
        events.append(_make_event("lot-bought", seat=seat, card=NAMES[kind], amount=before.bid))
        if kind >= CHURCH:
            events.append(_make_event("church-acquired", seat=seat, card=NAMES[kind]))
    return events


def _penalty_events(
    before: PublicSnapshot,
    after: PublicSnapshot,
    moves: list[Move],
    viewer_bit: int,
    penalised: int,
) -> list[Event]:
    events = []
    while moves and moves[0][1] in (HAND + penalised, OPEN + penalised):
        move = moves.pop(0)
        if move[2] == LOST:
            by = (penalised + 1) % after.seats
            events.append(_make_card_event("card-lost", move, viewer_bit, seat=penalised, by=by))
        else:
            taker = move[2] - HAND
            events.append(
                _make_card_event(
                    "card-stolen", move, viewer_bit, **{"seat": taker, "from": penalised}
                )
            )
    if after.lots == before.lots and after.step == BID:
        barred = [seat for seat in range(4) if after.barred >> seat & 1]
        events.append(_make_event("lot-offered-again", card=NAMES[before.lot], barred=barred))
    return events + _discard_events(before, moves)


def _discard_events(before: PublicSnapshot, moves: list[Move]) -> list[Event]:
    if moves and moves[0][1:3] == [LOT, DISCARD]:
        moves.pop(0)
        return [_make_event("lot-discarded", card=NAMES[before.lot])]
    return []


def _next_events(
    before: PublicSnapshot, after: PublicSnapshot, moves: list[Move], viewer_bit: int
) -> list[Event]:
    """Return the events that follow automatically: a card drawn, a turn or phase begun, a lot turned up."""
    events = []
    for move in moves:
        if move[1] == AUCTION:
            if before.lots == 0:
                events.append(_make_event("phase-begun", phase="auction"))
            number = after.lots
            events.append(
                _make_event("lot-turned-up", seat=after.active, card=NAMES[move[0]], number=number)
            )
        else:
            assert move[1:3] == [DRAW, DRAW]
            if after.allocated == 0:
                events.append(_make_event("turn-begun", seat=after.active))
            events.append(_make_card_event("card-drawn", move, viewer_bit, seat=after.active))
    return events


def make_final_events(outcome: dict[str, Any], hands: list[list[str]]) -> list[Event]:
    """Return the events of the scoring (B-5), category by category."""
    events = [_make_event("hands-revealed", hands=hands)]
    for category in CATEGORIES:
        seat, points = outcome["categories"][category], outcome["dice"][category]
        if seat is None:
            events.append(_make_event("category-unclaimed", category=category, points=points))
            continue
        totals = outcome["totals"][category]
        tied = [other for other, total in enumerate(totals) if total == totals[seat]]
        letter = outcome["letters"][category][seat] if len(tied) > 1 else None
        events.append(
            _make_event(
                "category-won",
                category=category,
                seat=seat,
                total=totals[seat],
                points=points,
                tied=tied if letter else [],
                letter=letter,
            )
        )
    facts = {key: outcome[key] for key in ("winners", "points", "decided_by")}
    return [*events, _make_event("game-won", **facts)]


def find_revealed(applied: AppliedAction) -> dict[str, Any]:
    """Return which viewers learned new cards from an action, and whether it used randomness."""
    _, before, after, moves = applied
    cards: dict[str, list[str]] = {}
    for kind, source, target, seen in moves:
        for viewer in range(state.VIEWERS):
            is_tracked = after.viewers >> viewer & 1
            if (
                is_tracked
                and seen >> viewer & 1
                and not _is_already_known(before, source, target, viewer)
            ):
                name = "everyone" if viewer == state.PUBLIC_VIEWER else str(viewer)
                cards.setdefault(name, []).append(NAMES[kind])
    return {
        "cards": cards,
        "hands": after.step == ENDED,
        "chance": after.drawn != before.drawn,
    }


def _is_already_known(before: PublicSnapshot, source: int, target: int, viewer: int) -> bool:
    """Return True if the viewer already knew the card: face up, in its own hand, or just looked at."""
    if source == DRAW:
        return target != DRAW and viewer == before.actor
    return (
        source == HAND + viewer or source in (PUBLIC, DISCARD, LOT, CHURCH_ZONE) or source >= OPEN
    )


def outcome_of(s: Any) -> dict[str, Any] | None:
    if int(s["step"]) != state.ENDED:
        return None
    seats = range(int(s["seats"]))
    winners, decided = int(s["winners"]), int(s["decided"])
    won_by = s["category_winner"].tolist()
    return {
        "winners": [seat for seat in seats if winners >> seat & 1],
        "points": s["points"].tolist()[: len(seats)],
        "categories": {
            c: None if seat == NONE else seat for c, seat in zip(CATEGORIES, won_by, strict=True)
        },
        "decided_by": {
            scoring.BY_POINTS: "points",
            scoring.BY_GOLD: "gold",
            scoring.SHARED: "shared",
        }.get(decided, CATEGORIES[decided % 5]),
        "dice": dict(zip(CATEGORIES, s["dice"].tolist(), strict=True)),
        "totals": {c: [_total(s, seat, i) for seat in seats] for i, c in enumerate(CATEGORIES)},
        "letters": {
            c: [_best_letter(s, seat, i) for seat in seats] for i, c in enumerate(CATEGORIES)
        },
        "gold": [sum(int(card[-1]) for card in _gold_cards(s, seat)) for seat in seats],
        "gold_cards": [len(_gold_cards(s, seat)) for seat in seats],
    }


def _kinds_held(s: Any, seat: int, category: int) -> list[int]:
    word = int(s["location"][HAND + seat, 0]) | int(s["location"][OPEN + seat, 0])
    first = CARDS_IN_CATEGORY * category
    return [kind for kind in range(first, first + CARDS_IN_CATEGORY) if word >> kind & 1]


def _total(s: Any, seat: int, category: int) -> int:
    return sum(int(VALUE[kind]) for kind in _kinds_held(s, seat, category))


def _best_letter(s: Any, seat: int, category: int) -> str | None:
    held = _kinds_held(s, seat, category)
    return LETTERS[held[0] % CARDS_IN_CATEGORY].upper() if held else None


def _gold_cards(s: Any, seat: int) -> list[str]:
    return [card for card in cards_at(s, HAND + seat, OPEN + seat) if card.startswith("gold")]
