"""The games that are played in lockstep: make_case(i) always returns the same game.

Most use the four policies with all editions, seat counts, penalties and options. Every tenth begins from a chosen
deal. Every twentieth is a constructed ending: equal points and equal gold, shared wins, or categories that no player
holds. Random games reach those too rarely to be evidence.
"""

import random
from collections import Counter

from .oracle_cards import (
    BOX_AT_RANDOM,
    CATEGORIES,
    category_of,
    is_church,
    is_gold,
    list_dealt_cards,
)
from .oracle_scoring import score
from .policies import POLICIES

EDITIONS = ("iello", "scripts-and-scribes", "manual")
PENALTIES = ("standard", "medieval-bluff")
TURNS = {2: 20, 3: 18, 4: 16}


def make_case(index):
    """Return a game as plain data: the arguments of Game.new and the policies."""
    rng = random.Random(f"twins {index}")
    if index % 20 == 19:
        case = ENDINGS[index // 20 % len(ENDINGS)](rng)
    else:
        case = make_ordinary_case(index, rng)
    case["index"] = index
    case["policy_seed"] = rng.getrandbits(32)
    return case


def make_ordinary_case(index, rng):
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
    case = {
        "seats": seats,
        "seed": seed,
        "edition": edition,
        "options": options,
        "policies": policies,
    }
    if index % 7 == 3:
        options["overpay"] = True
    if index % 10 == 5:
        options.pop("first", None)
        case["deal"] = make_random_deal(seats, rng)
    return case


def make_random_deal(seats, rng):
    cards = list_dealt_cards(seats)
    rng.shuffle(cards)
    deal = {"box": cards[: BOX_AT_RANDOM[seats]], "draw": cards[BOX_AT_RANDOM[seats] :]}
    if rng.random() < 0.7:
        deal["first"] = rng.randrange(seats)
    if rng.random() < 0.7:
        deal["auction"] = rng.sample(cards, rng.randrange(1, 30))
    return deal


# -------------------------------------------------------------------- constructed endings


def make_scripted_case(
    seats, hands, auction, box, edition, rng, options=None, buys=False, wanted=()
):
    """Return a deal and a gift phase that gives each seat exactly those cards: the first card of every turn goes to the
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


def make_tie_without_category_cards(rng):
    """Return a game that two players end with equal gold and no category card: every edition shares the win."""
    cards = list_dealt_cards(2)
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
    return make_scripted_case(2, hands, auction, box, rng.choice(EDITIONS), rng, buys=True)


def make_tie_with_equal_totals(rng):
    """Return a two-player tie by the manual: equal gold cards and equal totals in every category."""
    while True:
        cards = list_dealt_cards(2)
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
        if score_hands(hands, "gold-cards")["decided_by"] == "shared":
            return make_scripted_case(2, hands, cards[:20], cards[20:], "manual", rng)


def plan_tie_with_equal_gold(step, game_tie):
    """Return a function that makes three-player games: two are equal in points and gold, so a later step decides."""

    def make_tie(rng):
        for _ in range(2000):
            hands, rest = deal_equal_gold_hands(rng, step)
            cited = Counter()
            result = score_hands(hands, game_tie, cited)
            if result["decided_by"] in CATEGORIES and cited[f"B-5.4 {step}"]:
                break
        edition = "manual" if game_tie == "gold-cards" else rng.choice(EDITIONS[:2])
        return make_scripted_case(3, hands, rest[:18], rest[18:], edition, rng)

    return make_tie


def deal_equal_gold_hands(rng, step):
    """Give seats 0 and 1 the same gold, and other cards that make the wanted step likely."""
    cards = list_dealt_cards(3)
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
    rest = Counter(list_dealt_cards(3)) - Counter(card for hand in hands for card in hand)
    rest = list(rest.elements())
    rng.shuffle(rest)
    return hands, rest


def score_hands(hands, game_tie, cited=None):
    def cite(sentence, clause=None):
        if cited is not None:
            cited[f"{sentence} {clause}"] += 1

    return score(hands, dict.fromkeys(CATEGORIES, 3), game_tie, cite)


ENDINGS = [
    make_tie_without_category_cards,
    make_tie_with_equal_totals,
    plan_tie_with_equal_gold("winner of monks", "gold-value"),
    plan_tie_with_equal_gold("monks totals among the tied", "gold-value"),
    plan_tie_with_equal_gold("letters among the tied", "gold-value"),
    plan_tie_with_equal_gold("none of the tied holds any: next category", "gold-value"),
    plan_tie_with_equal_gold("manual: monks total", "gold-cards"),
    plan_tie_with_equal_gold("manual: later total", "gold-cards"),
]
