"""Writes tests/golden/chance_vectors.json from the oracle: `python -m twins.vectors` in the tests folder.

The file is a published example of docs/chance.md; it changes only if the specification does.
"""

import json
from hashlib import sha256
from pathlib import Path

from tests.twins.oracle_chance import (
    OracleStream,
    chacha_block,
    commitment,
    deal_cards,
    deal_key,
    seed_bytes,
    shuffle_auction,
)

from .oracle_cards import KINDS, list_dealt_cards, sort_cards

FILE = Path(__file__).parents[2] / "golden" / "chance_vectors.json"
COUNTING_SEED = bytes(range(32))
SMALL_PILE = [
    "monks-2a",
    "holy-books-1g",
    "tomes-2i",
    "gold-1",
    "gold-1",
    "gold-3",
    "church+1",
    "church~1",
]
HAND = ["monks-2a", "gold-1", "gold-1", "gold-1", "gold-2", "gold-3"]


def compute_keystream(key, blocks):
    return b"".join(
        word.to_bytes(4, "little") for n in range(blocks) for word in chacha_block(key, n)
    )


def make_key_vector(seed, seats, contributions):
    given = list(contributions) + [None] * (seats - len(contributions))
    return {
        "seed": seed
        if isinstance(seed, int) and seed < 2**53
        else None,  # a number that every JSON reader keeps
        "seed_bytes": seed_bytes(seed).hex(),
        "seats": seats,
        "contributions": [c.hex() if c else None for c in given],
        "contribution_hashes": [sha256(c).hexdigest() if c else None for c in given],
        "commitment": commitment(seed).hex(),
        "key": deal_key(seed, seats, contributions).hex(),
    }


def make_bounded_vector(key, asked):
    stream = OracleStream(key)
    draws = [{"n": n, "value": stream.below(n), "words_used": stream.used} for n in asked]
    return {"key": key.hex(), "draws": draws}


def make_deal_vector(seed, seats):
    """A deal, and the order of the auctions if the second card of every turn goes to the auction pile."""
    stream = OracleStream(deal_key(seed, seats))
    first, box, draw = deal_cards(stream, seats)
    words_for_the_deal = stream.used
    pile = sort_cards(draw[1 :: seats + 1])
    return {
        "seed": seed,
        "seats": seats,
        "key": deal_key(seed, seats).hex(),
        "first": first,
        "box": box,
        "draw": draw,
        "words_used": words_for_the_deal,
        "auction_pile": pile,
        "auction_order": shuffle_auction(stream, pile),
        "words_used_after_auction": stream.used,
    }


def make_shuffle_vector(key, pile, wanted):
    stream = OracleStream(key)
    return {
        "key": key.hex(),
        "pile": pile,
        "wanted": wanted,
        "order": shuffle_auction(stream, pile, wanted),
        "words_used": stream.used,
    }


def make_penalty_vector(key, hand, opened):
    """Cards drawn one after another from a hand until it is empty."""
    vector = {"key": key.hex(), "hand": list(hand), "open": list(opened)}
    stream, hand, opened, drawn = OracleStream(key), list(hand), list(opened), []
    while hand:
        place = stream.below(len(hand))
        card = hand[place]
        was_open = place - hand.index(card) < opened.count(card)
        if was_open:
            opened.remove(card)
        del hand[place]
        drawn.append({"index": place, "card": card, "was_open": was_open})
    return {**vector, "drawn": drawn}


def make_vectors():
    contributions = [bytes([1] * 32), None, bytes(range(100, 132))]
    key = deal_key(7, 2)
    return {
        "specification": "docs/chance.md",
        "kinds": KINDS,
        "list_lengths": {str(seats): len(list_dealt_cards(seats)) for seats in (2, 3, 4)},
        "chacha20": [
            {"key": bytes(32).hex(), "keystream": compute_keystream(bytes(32), 2).hex()},
            {"key": COUNTING_SEED.hex(), "keystream": compute_keystream(COUNTING_SEED, 2).hex()},
        ],
        "keys": [
            make_key_vector(0, 2, []),
            make_key_vector(7, 2, []),
            make_key_vector(7, 3, []),
            make_key_vector(7, 4, []),
            make_key_vector(2**256 - 1, 4, []),
            make_key_vector(COUNTING_SEED, 3, contributions),
        ],
        "words": {
            "key": key.hex(),
            "words": (lambda s: [s.word() for _ in range(20)])(OracleStream(key)),
        },
        "below": [
            make_bounded_vector(key, [2, 3, 4, 1, 6, 87, 52, 1, 10, 66]),
            make_bounded_vector(key, [3_000_000_000] * 8),
            make_bounded_vector(key, [2**31 + 1, 5, 2**31 + 1, 5, 2**32, 5]),
        ],
        "deals": [make_deal_vector(7, seats) for seats in (2, 3, 4)],
        "shuffles": [
            make_shuffle_vector(key, SMALL_PILE, []),
            make_shuffle_vector(
                key, SMALL_PILE, ["gold-1", "monks-4i", "church~1", "gold-1", "gold-1", "monks-2a"]
            ),
            make_shuffle_vector(key, ["tomes-2i"], []),
        ],
        "penalties": [make_penalty_vector(key, HAND, ["gold-1", "gold-3"])],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(make_vectors(), indent=1) + "\n", encoding="utf-8")
