"""Games for knowledge tests: the cases of the twins, and gold-heavy games in which many cards move unseen."""

import random
from collections import Counter

from armarium.games.biblios import Game
from tests.twins.biblios.cases import make_case
from tests.twins.biblios.lockstep import make_package_game, make_players
from tests.twins.biblios.oracle_cards import BOX_AT_RANDOM, is_church, is_gold, list_dealt_cards
from tests.twins.biblios.viewer import IndependentViewer, TooManyWorlds

SEATS = (2, 3, 4)
EDITIONS = ("iello", "scripts-and-scribes", "manual")
PENALTIES = ("standard", "medieval-bluff")


def list_observers(game):
    return [None, *range(game.seats)]


def make_ordinary_game(index):
    """Return (game, players) for a game of the twins with one policy per seat."""
    chosen = make_case(index)
    return make_package_game(chosen), make_players(chosen)


def make_gold_heavy_game(index, **options):
    """Return a game whose hands are almost all gold: with few kinds, a viewer can follow many hidden moves.

    In every turn the first card goes to the auction pile and the second is kept; the others are public.
    """
    rng = random.Random(f"golden {index}")
    seats = SEATS[index % 3]
    chosen = {"penalty": PENALTIES[index // 3 % 2], "open_collections": rng.random() < 0.2}
    cards = list_dealt_cards(seats)
    rng.shuffle(cards)
    lots = [card for card in cards if is_gold(card)][: rng.randrange(5, 11)]
    for card in lots:
        cards.remove(card)
    cards.sort(key=lambda card: (is_gold(card), is_church(card)))  # taken from the end: gold first
    turns = {2: 20, 3: 18, 4: 16}[seats]
    taken = [cards.pop() for _ in range(turns * (seats - 1))]
    rng.shuffle(cards)
    lots += [cards.pop() for _ in range(turns - len(lots))]
    rng.shuffle(taken)
    rng.shuffle(lots)
    draw = []
    for turn in range(turns):
        draw += [lots[turn], cards.pop(), *taken[turn * (seats - 1) : (turn + 1) * (seats - 1)]]
    assert len(cards) == BOX_AT_RANDOM[seats]
    game = Game.new(
        seats, rng.getrandbits(64), EDITIONS[index // 6 % 3],
        deal={"draw": draw, "box": cards, "first": rng.randrange(seats)},
        beyond_means=True, **{**chosen, **options},
    )  # fmt: skip
    return game, [Dealer(rng)] * seats


class Dealer:
    """A policy for gold-heavy games: gift turns in order, few small bids, some unaffordable bids, any payment."""

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, legal, truth, seat):
        if legal[0] in ("keep", "auction", "public"):
            return next(place for place in ("auction", "keep", "public") if place in legal)
        if legal[-1] != "pass":
            return self.rng.choice(legal)
        if self.rng.random() < 0.6 or len(legal) == 1:
            return "pass"
        return legal[0] if self.rng.random() < 0.9 else legal[-2]


def watch_game(game, players, limit, watchers=None):
    """Play to the end. After each action yield (observer, view, viewer) for every viewer that still follows."""
    viewers = {
        who: IndependentViewer(game.view(who), limit) for who in watchers or list_observers(game)
    }
    while game.to_act is not None and viewers:
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))
        for who in list(viewers):
            view = game.view(who)
            try:
                viewers[who].watch(game.seen(who), view)
            except TooManyWorlds:
                del viewers[who]
                continue
            yield who, view, viewers[who]


def find_places(game, view):
    """Return the cards of each place that are not face up in this view."""
    truth = game.truth()
    deal = {place: truth[place] for place in ("box", "draw", "auction")}
    deal["hidden"] = subtract_cards(truth["discard"], view["discard"])
    for seat, hand in enumerate(truth["hands"]):
        deal[f"hand-{seat}"] = subtract_cards(hand, view["seats"][seat]["open"])
    return deal


def subtract_cards(cards, others):
    return list((Counter(cards) - Counter(others)).elements())
