"""Writes tests/golden/bibliogamo/chance_vectors.json: python -m tests.golden.bibliogamo.vectors

Bibliogamo's deals and shuffles as docs/chance.md tells them, from the tests' own ChaCha and from nothing of the
rulebook. The file is a published example; it changes only if the specification does.
"""

import json
import tomllib
from pathlib import Path

from tests.twins.oracle_chance import OracleStream, commitment, deal_key

HERE = Path(__file__).parent
FILE = HERE / "chance_vectors.json"
COMPONENTS = HERE.parents[2] / "src" / "armarium" / "games" / "bibliogamo" / "components.toml"
LAST_DAY, HAND = 40, 5


def deal_vector(seed, contribution=None):
    key = deal_key(seed, 1, [contribution])
    stream = OracleStream(key)
    prestige = 1 + stream.below(7)
    draw = list(range(1, 48))
    stream.shuffle(draw)
    return {
        "seed": seed,
        "contribution": contribution.hex() if contribution else None,
        "commitment": commitment(seed).hex(),
        "key": key.hex(),
        "prestige": prestige,
        "draw": draw,
        "words_used": stream.used,
    }


def diligent_vector(dealt):
    """The shuffles of a game in which each day the lowest card that is not blocked hires for History, the lowest that
    is left pays, and nothing else is done."""
    cards = {card["id"]: card for card in tomllib.loads(COMPONENTS.read_text("utf-8"))["artisan"]}
    stream = OracleStream(bytes.fromhex(dealt["key"]))
    while stream.used < dealt["words_used"]:
        stream.word()
    pile, hand, discard = dealt["draw"][HAND:], dealt["draw"][:HAND], []
    turned, shuffles = [], []

    def next_card(day):
        if not pile:
            shuffled = sorted(discard)
            discard.clear()
            begun = {"day": day, "cards": list(shuffled)}
            stream.shuffle(shuffled)
            pile.extend(shuffled)
            shuffles.append({**begun, "order": shuffled, "words_used": stream.used})
        return pile.pop(0)

    for day in range(1, LAST_DAY + 1):
        turned.append(next_card(day))
        discard.append(turned[-1])
        blocked = cards[turned[-1]]["blocks"]
        free = sorted(card for card in hand if blocked not in cards[card]["grants"])
        if free:
            hand.remove(free[0])
            paid = min(hand)
            hand.remove(paid)
            discard += [free[0], paid]
        while day < LAST_DAY and len(hand) < HAND:
            # These cards still belong to the day that ends.
            hand.append(next_card(day))
    return {"turned": turned, "shuffles": shuffles}


def shuffle_vector(key, pile):
    stream = OracleStream(bytes.fromhex(key))
    order = sorted(pile)
    stream.shuffle(order)
    return {"key": key, "pile": sorted(pile), "order": order, "words_used": stream.used}


def vectors():
    deals = [deal_vector(7), deal_vector(8), deal_vector(7, bytes(range(100, 132)))]
    return {
        "specification": "docs/chance.md",
        "deals": deals,
        "diligent": diligent_vector(deals[0]),
        "shuffles": [
            shuffle_vector(deals[0]["key"], [47, 3, 28, 12, 9]),
            shuffle_vector(deals[0]["key"], [31]),
        ],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
