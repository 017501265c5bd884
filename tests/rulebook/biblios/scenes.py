"""Positions of Biblios set up for tests, through the public API only: chosen deals, and gift phases that lead to given
hands, lots and dice."""

import json
from collections import Counter

import pytest

from armarium.core.errors import ArmariumError
from armarium.games.biblios import Game

EDITIONS = ("iello", "scripts-and-scribes", "manual")
CATEGORIES = ("monks", "pigments", "holy-books", "manuscripts", "tomes")
TURNS = {2: 20, 3: 18, 4: 16}  # of the gift phase, and so cards in the auction pile
BOX = {2: 21, 3: 12, 4: 7}  # cards removed at random
GOLD_OUT = {2: 2, 3: 1, 4: 0}  # removed by name, of each value

COLLECTED = [
    f"{category}-{value}{letter}"
    for category, values in zip(CATEGORIES, ("222233344", "222233344", "111111122", "111111122", "111111122"))
    for value, letter in zip(values, "abcdefghi")
]  # fmt: skip
GOLD = ["gold-1"] * 11 + ["gold-2"] * 11 + ["gold-3"] * 11
CHURCH = (
    ["church+1"] * 2 + ["church-1"] * 2 + ["church+1x2"] * 2 + ["church-1x2"] * 2 + ["church~1"]
)
DECK = [*COLLECTED, *GOLD, *CHURCH]


def list_deck(seats):
    """Return the deck in canonical order, without the gold cards that this number of seats removes."""
    deck = Counter(DECK)
    for gold in ("gold-1", "gold-2", "gold-3"):
        deck[gold] -= GOLD_OUT[seats]
    return list(deck.elements())


def remove_cards(deck, *taken):
    left = list(deck)
    for card in taken:
        left.remove(card)
    return left


def sort_cards(deck):
    return sorted(deck, key=DECK.index)


def deal(seats, top=(), box=(), first=0, auction=()):
    """Return a deal with these cards on top of the draw pile; the others are in canonical order."""
    left = remove_cards(list_deck(seats), *top, *box)
    missing = BOX[seats] - len(box)
    return {
        "draw": [*top, *left[: len(left) - missing]],
        "box": [*box, *left[len(left) - missing :]],
        "first": first,
        "auction": list(auction),
    }


def deal_game(seats, top=(), *, box=(), first=0, auction=(), seed=1, **arguments):
    return Game.new(seats, seed=seed, deal=deal(seats, top, box, first, auction), **arguments)


def play(game, *actions):
    """Play these actions and return the events of the last one."""
    events = []
    for action in actions:
        events = game.play(action)
    return events


def play_to_auctions(game):
    """Play the gift phase with the first legal actions, which decline church cards."""
    while game.truth()["phase"] == "gift":
        game.play(game.legal()[0])
    return game


def set_up_auction(hands, lots=(), *, church=(), first=0, seed=1, **arguments):
    """Return a game in the auction phase with these cards in the hands and these lots first, in this order.

    Hands are filled up with category cards (then church cards, which are declined; gold comes last).
    `church` lists (card, action): what seat 0 acquires on the way, and how it turns the dice.
    """
    seats, turns = len(hands), TURNS[len(hands)]
    named = [card for hand in hands for card in hand]
    left = remove_cards(list_deck(seats), *named, *lots, *(card for card, _ in church))
    left.sort(key=lambda card: (card.startswith("gold"), card.startswith("church")))
    plans = []
    for seat, hand in enumerate(hands):
        plan = [*(card for card, _ in church if seat == 0), *hand]
        filling = turns - len(plan)
        plan += left[:filling]
        del left[:filling]
        plans.append(plan)
    pile = [*lots, *left[: turns - len(lots)]]
    rest = left[turns - len(lots) :]
    draw, script = [], []
    pending = list(church)
    for turn in range(turns):
        active = (first + turn) % seats
        others = [(active + step) % seats for step in range(1, seats)]
        draw += [plans[active][turn], pile[turn], *(plans[other][turn] for other in others)]
        script += [
            ("keep", plans[active][turn]),
            ("auction", None),
            *[("public", None)] * (seats - 1),
        ]
        script += [(f"take {plans[other][turn]}", plans[other][turn]) for other in others]
    chosen = {"draw": draw, "box": rest, "first": first, "auction": pile}
    game = Game.new(seats, seed=seed, deal=chosen, **arguments)
    for action, card in script:
        game.play(action)
        if card is not None and card.startswith("church"):
            is_asked = pending and pending[0][0] == card and game.to_act == 0
            game.play(pending.pop(0)[1] if is_asked else "decline")
    assert game.truth()["phase"] == "auction" and not pending
    return game


def bid_alone(game, seat, amount):
    """Let the seat bid once and all others pass. The seat then wins or is penalised."""
    while game.to_act != seat:
        game.play("pass")
    game.play(f"bid {amount}")
    while game.truth()["leader"] == seat and game.to_act != seat:
        game.play("pass")


def buy(game, seat, amount, *paid):
    """Let the seat win the lot and pay with these cards."""
    bid_alone(game, seat, amount)
    return play(game, *(f"pay {card}" for card in paid))


def pass_all(game):
    """Pass with every seat, so that the lot is discarded."""
    left = len(game.truth()["auction"])
    while game.to_act is not None and len(game.truth()["auction"]) == left:
        game.play("pass")


def set_up_end(hands, *, church=(), first=0, **arguments):
    """Return a finished game with exactly these hands. Each seat pays all other cards for a gold card; a seat without
    gold in its hand pays that one for a church card, which it declines. `church` is as in set_up_auction."""
    wanted = [list(hand) for hand in hands]
    spare = remove_cards(CHURCH, *(card for card, _ in church))
    lots, errands = [], []
    for seat, hand in enumerate(wanted):
        gold = next((card for card in hand if card.startswith("gold")), None)
        lots.append(gold or "gold-1")
        errands.append(seat)
        if gold:
            hand.remove(gold)
        else:
            lots.append(spare.pop())
    game = set_up_auction(wanted, lots, church=church, first=first, **arguments)
    for seat in errands:
        surplus = Counter(game.truth()["hands"][seat]) - Counter(wanted[seat])
        gold = game.truth()["lot"]
        buy(game, seat, surplus.total(), *surplus.elements())
        if gold not in hands[seat]:
            buy(game, seat, 1, gold)
            game.play("decline")
    while game.to_act is not None:
        pass_all(game)
    assert game.truth()["hands"] == [sort_cards(hand) for hand in hands]
    return game


def list_names(events):
    return [event["event"] for event in events]


def find_event(events, name):
    """Return the only event with this name."""
    (event,) = [event for event in events if event["event"] == name]
    return event


def list_certain(game, viewer, *places):
    """Return the cards that a viewer knows to be in one of these places."""
    rows = game.view(viewer)["knowledge"]["you"]
    return sort_cards(card for row in rows if row["at"] == list(places) for card in row["cards"])


def check_refused(error, code, call, *arguments, **options):
    """Check that the call raises exactly this error, which is JSON-ready and has a text."""
    with pytest.raises(ArmariumError) as caught:
        call(*arguments, **options)
    assert type(caught.value) is error and caught.value.code == code
    assert str(caught.value).endswith(".")
    json.dumps(caught.value.facts, default=str)
    return caught.value
