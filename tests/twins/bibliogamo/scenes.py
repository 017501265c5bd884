"""Tables of Bibliogamo set by hand: a chosen deal, and a day begun from a position of one's choice."""

from tests.twins.bibliogamo.oracle import Oracle

EVERY_CARD = list(range(1, 48))
# Single artisans whose small icons are researcher, scribe, illustrator, binder and binder.
PLAIN_HAND = [14, 15, 16, 20, 26]


def chosen(hand=PLAIN_HAND, pile=(), prestige=1):
    """A deal with this hand, and these cards on top of the draw pile; the others follow in ascending order."""
    begin = [*hand, *pile]
    assert len(set(begin)) == len(begin)
    rest = [card for card in EVERY_CARD if card not in begin]
    return {"draw": [*begin, *rest], "prestige": prestige}


def table(
    hand=PLAIN_HAND, pile=(28,), *, day=1, start=0, florins=5, towers=None, prestige=1, **arguments
):
    """A day that begins with the Librarian on `start`; pile[0] is turned, the others follow.

    Card 28 leaves him three spaces on and blocks scribes."""
    game = Oracle(deal=chosen(hand, pile, prestige), **arguments)
    game.draw.insert(0, game.discard.pop())
    for tower, artisans in (towers or {}).items():
        game.towers[tower].update(artisans)
    gained = sum(artisans for level, artisans in game.components.levels if florins >= level)
    standing = sum(sum(there.values()) for there in game.towers.values())
    game.supply = 20 + gained - standing
    game.florins, game.day, game.librarian = florins, day - 1, start
    game._begin_day()
    return game


def full(*towers, game=None):
    """These towers with a finished book in each."""
    need = (game or Oracle()).components.need
    return {tower: dict(need[tower]) for tower in towers}


def play(game, *actions):
    for action in actions:
        game.play(action)
    return game


def verbs(game):
    """What kinds of action are legal, in canonical order."""
    return list(dict.fromkeys(action.split()[0] for action in game.legal()))
