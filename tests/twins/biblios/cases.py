"""The games that are played in lockstep: case(i) is the i-th, always the same one.

Most are played by the four policies over all editions, seat counts, penalties and house options. Every tenth begins
from a chosen deal, and every twentieth is an ending made to measure: equal points and equal gold, shared wins,
categories nobody holds; chance alone brings those about too rarely to be evidence.
"""

import random
from collections import Counter

from .oracle_cards import (
    BOX_AT_RANDOM,
    CATEGORIES,
    category_of,
    is_church,
    is_gold,
    shuffled_list,
)
from .oracle_scoring import score
from .policies import POLICIES

EDITIONS = ("iello", "scripts-and-scribes", "manual")
PENALTIES = ("standard", "medieval-bluff")
TURNS = {2: 20, 3: 18, 4: 16}


def case(index):
    """A game as plain data: the arguments of Game.new, and who plays it."""
    rng = random.Random(f"twins {index}")
    if index % 20 == 19:
        made = ENDINGS[index // 20 % len(ENDINGS)](rng)
    else:
        made = ordinary(index, rng)
    made["index"] = index
    made["policy_seed"] = rng.getrandbits(32)
    return made


def ordinary(index, rng):
    edition, seats, penalty = EDITIONS[index % 3], 2 + index // 3 % 3, PENALTIES[index // 9 % 2]
    options = {"penalty": penalty}
    if rng.random() < 0.3:
        options["open_collections"] = True
    if rng.random() < 0.25:
        options["beyond_means"] = rng.random() < 0.5
    if rng.random() < 0.25:
        options["may_refuse"] = rng.random() < 0.5
    if rng.random() < 0.15:
        options["game_tie"] = rng.choice(("gold-value", "gold-cards"))
    if rng.random() < 0.15:
        options["first"] = rng.randrange(seats)
    if rng.random() < 0.6:
        policies = [rng.choice(list(POLICIES))] * seats
    else:
        policies = [rng.choice(list(POLICIES)) for _ in range(seats)]
    seed = (
        rng.randbytes(32) if rng.random() < 0.2 else rng.getrandbits(rng.choice((8, 32, 64, 256)))
    )
    made = {
        "seats": seats,
        "seed": seed,
        "edition": edition,
        "options": options,
        "policies": policies,
    }
    if index % 10 == 5:
        options.pop("first", None)
        made["deal"] = chosen_deal(seats, rng)
    return made


def chosen_deal(seats, rng):
    cards = shuffled_list(seats)
    rng.shuffle(cards)
    deal = {"box": cards[: BOX_AT_RANDOM[seats]], "draw": cards[BOX_AT_RANDOM[seats] :]}
    if rng.random() < 0.7:
        deal["first"] = rng.randrange(seats)
    if rng.random() < 0.7:
        deal["auction"] = rng.sample(cards, rng.randrange(1, 30))
    return deal


# -------------------------------------------------------------------- endings made to measure


def scripted(seats, hands, auction, box, edition, rng, options=None, buys=False, wanted=()):
    """A deal and the gift phase that gives each seat exactly those cards: the first card of every turn goes to the
    auction pile, the second is kept, the others are public and everyone takes the one meant for them."""
    first = rng.randrange(seats)
    left = [list(hand) for hand in hands]
    for pile in (*left, auction):
        rng.shuffle(pile)
    draw, script = [], []
    for turn in range(TURNS[seats]):
        active = (first + turn) % seats
        others = [(active + n) % seats for n in range(1, seats)]
        gifts = [left[seat].pop() for seat in others]
        draw += [auction[turn], left[active].pop(), *rng.sample(gifts, len(gifts))]
        script += ["auction", "keep", *["public"] * len(gifts), *[f"take {card}" for card in gifts]]
    return {
        "seats": seats,
        "seed": rng.getrandbits(64),
        "edition": edition,
        "options": options or {},
        "deal": {"draw": draw, "box": box, "first": first, "auction": list(wanted)},
        "script": script,
        "buys": buys,
        "policies": ["scripted"] * seats,
    }


def take_out(cards, wanted):
    """Remove the given cards from a list and return them."""
    for card in wanted:
        cards.remove(card)
    return wanted


def shared_with_bare_hands(rng):
    """Two players end with equal gold and no category card at all: every edition shares the win."""
    cards = shuffled_list(2)
    gold = [
        take_out(cards, ["gold-1"] * ones + ["gold-2"] * twos + ["gold-3"] * ones)
        for ones, twos in ((4, 4), (5, 2))
    ]
    lots = take_out(cards, ["gold-2"] * 3)
    churches = [card for card in cards if is_church(card)]
    others = [card for card in cards if not is_church(card)]
    rng.shuffle(churches)
    rng.shuffle(others)
    hands = [gold[0] + churches[:5] + others[:3], gold[1] + churches[5:] + others[3:7]]
    rng.shuffle(hands)
    auction, box = lots + others[7:24], others[24:]
    return scripted(2, hands, auction, box, rng.choice(EDITIONS), rng, buys=True)


def shared_with_equal_totals(rng):
    """The manual's tie-break, two players: equal gold cards and equal totals in every category, letters apart."""
    while True:
        cards = shuffled_list(2)
        rng.shuffle(cards)
        pairs = []
        for card in [card for card in cards if category_of(card)]:
            twin = next(
                (c for c in cards if c[:-1] == card[:-1] and c > card and category_of(c)), None
            )
            if card in cards and twin and len(pairs) < 7:
                pairs.append(rng.sample(take_out(cards, [card, twin]), 2))
        gold = take_out(cards, [card for card in cards if is_gold(card)][:26])
        hands = [gold[:13] + [p[0] for p in pairs], gold[13:] + [p[1] for p in pairs]]
        if result_of(hands, "gold-cards")["decided_by"] == "shared":
            return scripted(2, hands, cards[:20], cards[20:], "manual", rng)


def tied_with_equal_gold(step, game_tie):
    """Three players, two of whom are equal in points and gold, so that a later step must decide."""

    def made(rng):
        for _ in range(2000):
            hands, rest = equal_gold_hands(rng, step)
            cited = Counter()
            result = result_of(hands, game_tie, cited)
            if result["decided_by"] in CATEGORIES and cited[f"B-5.4 {step}"]:
                break
        edition = "manual" if game_tie == "gold-cards" else rng.choice(EDITIONS[:2])
        return scripted(3, hands, rest[:18], rest[18:], edition, rng)

    return made


def equal_gold_hands(rng, step):
    """Seats 0 and 1 hold the same gold; what else they hold leans towards the wanted step."""
    cards = shuffled_list(3)
    gold = rng.sample(
        [f"gold-{value}" for value in (1, 2, 3) for _ in range(5)], rng.randrange(6, 14)
    )
    hands = [take_out(cards, list(gold)), take_out(cards, list(gold)), []]
    monks = [card for card in cards if card.startswith("monks")]
    if "next category" in step:
        rng.shuffle(monks)
        hands[2] += take_out(cards, monks[: rng.randrange(4)])
        barred = [card for card in cards if card.startswith("monks")]
    elif "among" in step:
        hands[2] += take_out(cards, monks[-4:])
        low = rng.sample(monks[:5], 2)
        hands[0] += take_out(cards, low[:1])
        hands[1] += take_out(cards, low[1:])
        barred = []
    else:
        barred = []
    take_out(cards, barred)
    rng.shuffle(cards)
    plain = [card for card in cards if category_of(card)]
    for hand in hands[:2]:
        hand += take_out(plain, plain[: 18 - len(hand)])
    rest_gold = [card for card in cards if is_gold(card)]
    rng.shuffle(rest_gold)
    pool = rest_gold[: rng.randrange(8, len(rest_gold) + 1) if len(rest_gold) > 8 else None] + plain
    hands[2] += take_out(pool, pool[: 18 - len(hands[2])])
    rest = Counter(shuffled_list(3)) - Counter(card for hand in hands for card in hand)
    rest = list(rest.elements())
    rng.shuffle(rest)
    return hands, rest


def result_of(hands, game_tie, cited=None):
    def cite(sentence, clause=None):
        if cited is not None:
            cited[f"{sentence} {clause}"] += 1

    return score(hands, dict.fromkeys(CATEGORIES, 3), game_tie, cite)


ENDINGS = [
    shared_with_bare_hands,
    shared_with_equal_totals,
    tied_with_equal_gold("winner of monks", "gold-value"),
    tied_with_equal_gold("monks totals among the tied", "gold-value"),
    tied_with_equal_gold("letters among the tied", "gold-value"),
    tied_with_equal_gold("none of the tied holds any: next category", "gold-value"),
    tied_with_equal_gold("manual: monks total", "gold-cards"),
    tied_with_equal_gold("manual: later total", "gold-cards"),
]
