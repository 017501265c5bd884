"""Pairs of games that one seat cannot tell apart: the same history to its eyes, other cards where it never looked.

A game is played; then the cards that the seat has not seen up to some moment change places among themselves (in other
hands, the auction pile, the draw pile and the box), and the same actions are played again. As long as the seat is told
the same events word for word, the two truths look the same to it. Nothing of the package's imagination is used, and
the independent eye of the twins is asked whether it agrees.
"""

import random

from armarium.games.biblios import Game
from tests.twins.biblios.oracle_cards import is_church, named_gold

EDITIONS = ("iello", "scripts-and-scribes", "manual")


class Tale:
    """One game as it was played: the deal, the actions, and what each position's card went through."""

    def __init__(self, index):
        rng = random.Random(f"twin truths {index}")
        self.rng = rng
        self.seats = 2 + index % 3
        self.settings = {
            "edition": EDITIONS[index // 3 % 3],
            "penalty": ("standard", "medieval-bluff")[index // 9 % 2],
            "open_collections": rng.random() < 0.2,
        }
        self.seed = rng.getrandbits(60)
        self.key = rng.getrandbits(60)
        start = Game.new(self.seats, self.seed, **self.settings)
        truth = start.truth()
        box = list(truth["box"])
        for card in named_gold(self.seats):
            box.remove(card)
        self.cards = [*truth["draw"], *box]  # by position: first the draw pile
        self.draws = len(truth["draw"])
        self.first = truth["active"]
        self.actions, self.placed = [], [None] * self.draws
        self.pile = []  # positions of the auction pile, in the order in which they are turned up
        self._play()

    def new_game(self, cards):
        """The same deal with these cards at the positions."""
        return Game.new(
            self.seats, self.key,
            deal={
                "draw": cards[: self.draws], "box": cards[self.draws :], "first": self.first,
                "auction": [cards[position] for position in self.pile],
            },
            **self.settings,
        )  # fmt: skip

    def _play(self):
        self.game = self.new_game(self.cards)
        turned = 0
        while self.game.to_act is not None:
            truth = self.game.truth()
            if truth["phase"] == "gift" and self.game.legal()[0] in ("keep", "auction", "public"):
                position = turned
                turned += 1
            else:
                position = None
            action = self._choice(self.game.legal())
            if position is not None:
                self.placed[position] = (truth["active"], action)
            self.actions.append((self.game.to_act, action))
            self.game.play(action)
            if turned == self.draws and not self.pile:
                self.pile = [p for p, (_, place) in enumerate(self.placed) if place == "auction"]
                self.rng.shuffle(self.pile)
                self._again()

    def _again(self):
        """Play the gift phase once more, now that the order of the auction pile is chosen."""
        self.game = self.new_game(self.cards)
        for _, action in self.actions:
            self.game.play(action)

    def _choice(self, legal):
        if legal[-1] == "pass":
            if self.rng.random() < 0.55 or len(legal) == 1:
                return "pass"
            return legal[0] if self.rng.random() < 0.97 else legal[-2]
        if legal[0].startswith("pay") and legal[-1] == "refuse":
            legal = legal[:-1]
        return self.rng.choice(legal)

    def unseen_by(self, seat, lots):
        """Positions of cards that the seat has not seen while so many lots were turned up; church cards stay."""
        hidden = list(range(self.draws, len(self.cards)))
        for position, (who, place) in enumerate(self.placed):
            if who != seat and (
                place == "keep" or (place == "auction" and position in self.pile[lots:])
            ):
                hidden.append(position)
        return [position for position in hidden if not is_church(self.cards[position])]


def twin_positions(index):
    """Yields (seat, game, twin): two games, the seat to act, that it cannot tell apart although they differ."""
    tale = Tale(index)
    seat = tale.rng.randrange(tale.seats)
    lots = tale.rng.choice([0, len(tale.pile) // 2, len(tale.pile)])
    places = tale.unseen_by(seat, lots)
    moved = list(places)
    tale.rng.shuffle(moved)
    cards = list(tale.cards)
    for old, new in zip(places, moved):
        cards[new] = tale.cards[old]
    game, twin = tale.new_game(tale.cards), tale.new_game(cards)
    for actor, action in tale.actions:
        if actor == seat and game.truth() != twin.truth():
            yield seat, game, twin
        game.play(action)
        action = _hidden_payment(action, actor, seat, twin)
        if action is None:
            return
        twin.play(action)
        if twin.to_act != game.to_act or twin.seen(seat) != game.seen(seat):
            return


def _hidden_payment(action, actor, seat, twin):
    """What goes face down may be another card; anything else must be the same action."""
    legal = twin.legal()
    if action in legal:
        return action
    lot = twin.truth()["lot"]
    if (
        actor != seat
        and action.startswith("pay")
        and lot
        and lot.startswith("gold")
        and legal[0].startswith("pay")
    ):
        return legal[0]
    return None
