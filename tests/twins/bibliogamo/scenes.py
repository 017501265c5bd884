"""Positions of Bibliogamo for tests: a chosen deal, and a day that begins from a chosen position."""

from tests.twins.bibliogamo.oracle import BibliogamoOracle

EVERY_CARD = list(range(1, 48))
# Single artisans whose small icons are researcher, scribe, illustrator, binder and binder.
PLAIN_HAND = [14, 15, 16, 20, 26]


def make_deal(hand=PLAIN_HAND, pile=(), prestige=1):
    """Return a deal with this hand and these cards on top of the draw pile, then the others in ascending order."""
    begin = [*hand, *pile]
    assert len(set(begin)) == len(begin)
    rest = [card for card in EVERY_CARD if card not in begin]
    return {"draw": [*begin, *rest], "prestige": prestige}


def set_up_day(
    hand=PLAIN_HAND, pile=(28,), *, day=1, start=0, florins=5, towers=None, prestige=1, **arguments
):
    """Begin a day with the Librarian on `start`; pile[0] is turned, the others follow.

    Card 28 leaves him three spaces on and blocks scribes."""
    game = BibliogamoOracle(deal=make_deal(hand, pile, prestige), **arguments)
    game.draw.insert(0, game.discard.pop())
    for tower, artisans in (towers or {}).items():
        game.towers[tower].update(artisans)
    gained = sum(artisans for level, artisans in game.components.levels if florins >= level)
    standing = sum(sum(there.values()) for there in game.towers.values())
    game.supply = 20 + gained - standing
    game.florins, game.day, game.librarian = florins, day - 1, start
    game._begin_day()
    return game


def fill_towers(*towers, game=None):
    """Return the artisans that finish a book in each of these towers."""
    need = (game or BibliogamoOracle()).components.need
    return {tower: dict(need[tower]) for tower in towers}


def play(game, *actions):
    for action in actions:
        game.play(action)
    return game


def list_verbs(game):
    """Return the kinds of legal actions in canonical order."""
    return list(dict.fromkeys(action.split()[0] for action in game.legal()))
