"""Chance as docs/chance.md describes it, written from that page alone: SHA-256, ChaCha20, bounded draws, shuffles."""

from hashlib import sha256

from tests.twins.biblios.oracle_cards import BOX_AT_RANDOM, list_dealt_cards

COMMIT = b"armarium commit 1"
DEAL = b"armarium deal 1"


def seed_bytes(seed):
    """An int is its 32 little-endian bytes; bytes are themselves."""
    if isinstance(seed, int):
        return seed.to_bytes(32, "little")
    if len(seed) != 32:
        raise ValueError("a seed is 32 bytes")
    return bytes(seed)


def commitment(seed):
    return sha256(COMMIT + seed_bytes(seed)).digest()


def deal_key(seed, seats, contributions=None):
    """One contribution for every seat; a missing one (None, or no list at all) is 32 zero bytes."""
    contributions = list(contributions or [])
    contributions += [None] * (seats - len(contributions))
    if len(contributions) != seats or any(c is not None and len(c) != 32 for c in contributions):
        raise ValueError("at most one contribution of 32 bytes for each seat")
    return sha256(
        DEAL + seed_bytes(seed) + b"".join(c or bytes(32) for c in contributions)
    ).digest()


def _quarter(x, a, b, c, d):
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] ^= x[a]
    x[d] = (x[d] << 16 | x[d] >> 16) & 0xFFFFFFFF
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] ^= x[c]
    x[b] = (x[b] << 12 | x[b] >> 20) & 0xFFFFFFFF
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] ^= x[a]
    x[d] = (x[d] << 8 | x[d] >> 24) & 0xFFFFFFFF
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] ^= x[c]
    x[b] = (x[b] << 7 | x[b] >> 25) & 0xFFFFFFFF


def chacha_block(key, counter):
    """The sixteen words of one block of ChaCha20 with the all-zero nonce (RFC 8439, 2.3)."""
    words = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    words += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    words += [counter, 0, 0, 0]
    x = list(words)
    for _ in range(10):
        _quarter(x, 0, 4, 8, 12)
        _quarter(x, 1, 5, 9, 13)
        _quarter(x, 2, 6, 10, 14)
        _quarter(x, 3, 7, 11, 15)
        _quarter(x, 0, 5, 10, 15)
        _quarter(x, 1, 6, 11, 12)
        _quarter(x, 2, 7, 8, 13)
        _quarter(x, 3, 4, 9, 14)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(x, words)]


class OracleStream:
    """The words of one key in order; `used` says how many have been taken."""

    def __init__(self, key):
        self.key = key
        self.used = 0
        self._block = []

    def word(self):
        if self.used % 16 == 0:
            self._block = chacha_block(self.key, self.used // 16)
        self.used += 1
        return self._block[(self.used - 1) % 16]

    def below(self, n):
        """A number from 0 to n − 1, each equally likely."""
        limit = n * (2**32 // n)
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def shuffle(self, cards):
        """Shuffle in place, from the last position down."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


def deal_cards(stream, seats):
    """(first seat, the random cards of the box, the draw pile with the next card first)."""
    first = stream.below(seats)
    cards = list_dealt_cards(seats)
    stream.shuffle(cards)
    return first, cards[: BOX_AT_RANDOM[seats]], cards[BOX_AT_RANDOM[seats] :]


def shuffle_auction(stream, pile, wanted=()):
    """Return the auction pile in the order of the auctions. `wanted` kinds that are in the pile come first."""
    pile = list(pile)
    stream.shuffle(pile)
    place = 0
    for kind in wanted:
        if kind in pile[place:]:
            found = pile.index(kind, place)
            pile[place], pile[found] = pile[found], pile[place]
            place += 1
    return pile
