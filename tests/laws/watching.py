"""Games to watch: the cases of the twins, and games of few kinds in which many cards move unseen."""

import random
from collections import Counter

from armarium.games.biblios import Game
from tests.twins.biblios.cases import case
from tests.twins.biblios.eye import Eye, TooMany
from tests.twins.biblios.lockstep import package_game, players_of
from tests.twins.biblios.oracle_cards import BOX_AT_RANDOM, is_church, is_gold, shuffled_list

SEATS = (2, 3, 4)
EDITIONS = ("iello", "scripts-and-scribes", "manual")
PENALTIES = ("standard", "medieval-bluff")


def observers(game):
    return [None, *range(game.seats)]


def ordinary(index):
    """A game of the twins with one policy a seat: (game, players)."""
    chosen = case(index)
    return package_game(chosen), players_of(chosen)


def golden(index, **options):
    """A game whose hands are almost all gold: few kinds, so an eye can follow many hidden moves.

    In every turn the first card goes to the auction pile and the second is kept; the others are public.
    """
    rng = random.Random(f"golden {index}")
    seats = SEATS[index % 3]
    chosen = {"penalty": PENALTIES[index // 3 % 2], "open_collections": rng.random() < 0.2}
    cards = shuffled_list(seats)
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
    """Plays a golden game: gift turns in order, few bids and small, a bluff now and then, any payment."""

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


def watched(game, players, limit, watchers=None):
    """Play to the end; after each action yields (observer, view, eye) for every eye that still follows."""
    eyes = {who: Eye(game.view(who), limit) for who in watchers or observers(game)}
    while game.to_act is not None and eyes:
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))
        for who in list(eyes):
            view = game.view(who)
            try:
                eyes[who].watch(game.seen(who), view)
            except TooMany:
                del eyes[who]
                continue
            yield who, view, eyes[who]


def lying(game, view):
    """Where the cards of a game lie, place by place, as far as they do not lie face up in this view of it."""
    truth = game.truth()
    deal = {place: truth[place] for place in ("box", "draw", "auction")}
    deal["hidden"] = minus(truth["discard"], view["discard"])
    for seat, hand in enumerate(truth["hands"]):
        deal[f"hand-{seat}"] = minus(hand, view["seats"][seat]["open"])
    return deal


def minus(cards, others):
    return list((Counter(cards) - Counter(others)).elements())
