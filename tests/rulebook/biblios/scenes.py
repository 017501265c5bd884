"""Tables set by hand, through the public names only: chosen deals, and gift phases played so that given hands, lots and
dice come about."""

import json
from collections import Counter

import pytest

from armarium.games.biblios import Game
from armarium.games.table.errors import ArmariumError

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


def cards(seats):
    """The deck without the gold that is removed by name, in canonical order."""
    deck = Counter(DECK)
    for gold in ("gold-1", "gold-2", "gold-3"):
        deck[gold] -= GOLD_OUT[seats]
    return list(deck.elements())


def without(deck, *taken):
    left = list(deck)
    for card in taken:
        left.remove(card)
    return left


def in_order(deck):
    return sorted(deck, key=DECK.index)


def deal(seats, top=(), box=(), first=0, auction=()):
    """A deal with these cards on top of the draw pile; the others lie in canonical order."""
    left = without(cards(seats), *top, *box)
    missing = BOX[seats] - len(box)
    return {
        "draw": [*top, *left[: len(left) - missing]],
        "box": [*box, *left[len(left) - missing :]],
        "first": first,
        "auction": list(auction),
    }


def dealt(seats, top=(), *, box=(), first=0, auction=(), seed=1, **arguments):
    return Game.new(seats, seed=seed, deal=deal(seats, top, box, first, auction), **arguments)


def play(game, *actions):
    """Play these one after the other; what happened in the last of them."""
    events = []
    for action in actions:
        events = game.play(action)
    return events


def to_the_auctions(game):
    """Play the gift phase: always the first legal action, but church cards are declined."""
    while game.truth()["phase"] == "gift":
        game.play(game.legal()[0])
    return game


def auction_table(hands, lots=(), *, church=(), first=0, seed=1, **arguments):
    """A table in the auction phase: these cards are in the hands, these lots come first and in this order.

    What a hand lacks is filled up with category cards (then church cards, which are declined; gold comes last).
    `church` lists (card, action): what seat 0 acquires on the way, and how it turns the dice.
    """
    seats, turns = len(hands), TURNS[len(hands)]
    named = [card for hand in hands for card in hand]
    left = without(cards(seats), *named, *lots, *(card for card, _ in church))
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
    """Everyone else passes; the seat bids once. Then it has won, or it has been penalised."""
    while game.to_act != seat:
        game.play("pass")
    game.play(f"bid {amount}")
    while game.truth()["leader"] == seat and game.to_act != seat:
        game.play("pass")


def buy(game, seat, amount, *paid):
    """The seat wins the lot alone and pays with these cards."""
    bid_alone(game, seat, amount)
    return play(game, *(f"pay {card}" for card in paid))


def pass_all(game):
    """Nobody wants the lot."""
    left = len(game.truth()["auction"])
    while game.to_act is not None and len(game.truth()["auction"]) == left:
        game.play("pass")


def final_table(hands, *, church=(), first=0, **arguments):
    """A finished game with exactly these hands: each seat swaps all else for a gold card, and one that shall have
    no gold gives it for a church card, which it declines. `church` as above turns the dice."""
    wanted = [list(hand) for hand in hands]
    spare = without(CHURCH, *(card for card, _ in church))
    lots, errands = [], []
    for seat, hand in enumerate(wanted):
        gold = next((card for card in hand if card.startswith("gold")), None)
        lots.append(gold or "gold-1")
        errands.append(seat)
        if gold:
            hand.remove(gold)
        else:
            lots.append(spare.pop())
    game = auction_table(wanted, lots, church=church, first=first, **arguments)
    for seat in errands:
        surplus = Counter(game.truth()["hands"][seat]) - Counter(wanted[seat])
        gold = game.truth()["lot"]
        buy(game, seat, surplus.total(), *surplus.elements())
        if gold not in hands[seat]:
            buy(game, seat, 1, gold)
            game.play("decline")
    while game.to_act is not None:
        pass_all(game)
    assert game.truth()["hands"] == [in_order(hand) for hand in hands]
    return game


def names(events):
    return [event["event"] for event in events]


def the(events, name):
    """The one event of this name."""
    (event,) = [event for event in events if event["event"] == name]
    return event


def surely(game, eye, *places):
    """The cards that an eye knows to lie in one of these places."""
    rows = game.view(eye)["knowledge"]["you"]
    return in_order(card for row in rows if row["at"] == list(places) for card in row["cards"])


def refused(error, code, call, *arguments, **options):
    """The call raises exactly this error, which is JSON-ready and says something."""
    with pytest.raises(ArmariumError) as caught:
        call(*arguments, **options)
    assert type(caught.value) is error and caught.value.code == code
    assert str(caught.value).endswith(".")
    json.dumps(caught.value.facts, default=str)
    return caught.value
