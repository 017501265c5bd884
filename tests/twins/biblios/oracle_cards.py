"""The oracle's own deck: cards are their printed texts, zones are lists of these texts.

Canonical card order is the order of DECK; copies of one kind are equal strings.
"""

CATEGORIES = ["monks", "pigments", "holy-books", "manuscripts", "tomes"]

# The value of letter a, b, c … i in each category.
VALUES = {
    "monks": "222233344",
    "pigments": "222233344",
    "holy-books": "111111122",
    "manuscripts": "111111122",
    "tomes": "111111122",
}

CHURCH = {"church+1": 2, "church-1": 2, "church+1x2": 2, "church-1x2": 2, "church~1": 1}

DECK = [f"{c}-{v}{letter}" for c in CATEGORIES for v, letter in zip(VALUES[c], "abcdefghi")]
DECK += [f"gold-{value}" for value in (1, 2, 3) for _ in range(11)]
DECK += [kind for kind, copies in CHURCH.items() for _ in range(copies)]

KINDS = list(dict.fromkeys(DECK))
RANK = {kind: place for place, kind in enumerate(KINDS)}


def sort_cards(cards):
    """The same cards in canonical order."""
    return sorted(cards, key=RANK.__getitem__)


def insert_card(zone, card):
    """Insert a card into a zone in canonical order."""
    zone.append(card)
    zone.sort(key=RANK.__getitem__)


def is_gold(card):
    return card.startswith("gold")


def is_church(card):
    return card.startswith("church")


def gold_value(card):
    return int(card[-1]) if is_gold(card) else 0


def category_of(card):
    """'monks' of 'monks-4h'; None for gold and church cards."""
    return None if is_gold(card) or is_church(card) else card.rpartition("-")[0]


def add_up_values(hand, category):
    """The sum of the values of one category in a hand."""
    return sum(int(card[-2]) for card in hand if category_of(card) == category)


def best_letter(hand, category):
    """The letter nearest to a, or '~' (after every letter) where the hand has none of that category."""
    return min((card[-1] for card in hand if category_of(card) == category), default="~")


def list_removed_gold(seats):
    """B-1.2: the gold that is taken out by name before anything random happens."""
    copies = {2: 2, 3: 1, 4: 0}[seats]
    return [f"gold-{value}" for value in (1, 2, 3) for _ in range(copies)]


def list_dealt_cards(seats):
    """The canonical card list without the gold removed by name: 81, 84 or 87 cards."""
    cards = list(DECK)
    for card in list_removed_gold(seats):
        cards.remove(card)
    return cards


BOX_AT_RANDOM = {2: 21, 3: 12, 4: 7}  # B-1.3
