"""Pairs of games that one seat cannot distinguish: the same history for the seat, other hidden cards.

A game is played; then the cards that the seat has not seen up to some moment change places among themselves (in other
hands, the auction pile, the draw pile and the box), and the same actions are played again. As long as the seat receives
the same events, the two games look the same to it. This does not use the package's `imagine`, and the independent
viewer of the twins must agree.
"""

import random

from armarium.games.biblios import Game
from tests.twins.biblios.oracle_cards import is_church, list_removed_gold

EDITIONS = ("iello", "scripts-and-scribes", "manual")


class RecordedGame:
    """A finished game: the deal, the actions, and where the card of each position was placed."""

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
        start = Game.new(self.seats, self.seed, **self.settings)  # type: ignore[arg-type]
        truth = start.truth()
        box = list(truth["box"])
        for card in list_removed_gold(self.seats):
            box.remove(card)
        self.cards = [*truth["draw"], *box]  # by position: first the draw pile
        self.draws = len(truth["draw"])
        self.first = truth["active"]
        self.actions, self.placed = [], [None] * self.draws
        self.pile = []  # positions of the auction pile, in the order in which they are turned up
        self._play()

    def new_game(self, cards):
        """Deal the same game with these cards at the positions."""
        return Game.new(
            self.seats, self.key,
            deal={
                "draw": cards[: self.draws], "box": cards[self.draws :], "first": self.first,
                "auction": [cards[position] for position in self.pile],
            },
            **self.settings,  # type: ignore[arg-type]
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
            action = self._choose(self.game.legal())
            if position is not None:
                self.placed[position] = (truth["active"], action)  # type: ignore[call-overload]
            self.actions.append((self.game.to_act, action))
            self.game.play(action)
            if turned == self.draws and not self.pile:
                self.pile = [p for p, (_, place) in enumerate(self.placed) if place == "auction"]  # type: ignore[attr-defined]
                self.rng.shuffle(self.pile)
                self._replay_gifts()

    def _replay_gifts(self):
        """Replay the gift phase with the chosen order of the auction pile."""
        self.game = self.new_game(self.cards)
        for _, action in self.actions:
            self.game.play(action)

    def _choose(self, legal):
        if legal[-1] == "pass":
            if self.rng.random() < 0.55 or len(legal) == 1:
                return "pass"
            return legal[0] if self.rng.random() < 0.97 else legal[-2]
        if legal[0].startswith("pay") and legal[-1] == "refuse":
            legal = legal[:-1]
        return self.rng.choice(legal)

    def list_unseen(self, seat, lots):
        """List the positions of cards that the seat has not seen after this many lots, except church cards."""
        hidden = list(range(self.draws, len(self.cards)))
        for position, (who, place) in enumerate(self.placed):  # type: ignore[attr-defined]
            if who != seat and (
                place == "keep" or (place == "auction" and position in self.pile[lots:])
            ):
                hidden.append(position)
        return [position for position in hidden if not is_church(self.cards[position])]


def iter_twins(index):
    """Yield (seat, game, twin): two different games that the seat to act cannot tell apart."""
    recorded = RecordedGame(index)
    seat = recorded.rng.randrange(recorded.seats)
    lots = recorded.rng.choice([0, len(recorded.pile) // 2, len(recorded.pile)])
    places = recorded.list_unseen(seat, lots)
    moved = list(places)
    recorded.rng.shuffle(moved)
    cards = list(recorded.cards)
    for old, new in zip(places, moved):
        cards[new] = recorded.cards[old]
    game, twin = recorded.new_game(recorded.cards), recorded.new_game(cards)
    for actor, action in recorded.actions:
        if actor == seat and game.truth() != twin.truth():
            yield seat, game, twin
        game.play(action)
        action = _exchange_hidden_payment(action, actor, seat, twin)
        if action is None:
            return
        twin.play(action)
        if twin.to_act != game.to_act or twin.seen(seat) != game.seen(seat):
            return


def _exchange_hidden_payment(action, actor, seat, twin):
    """Return the action in the twin: a face-down payment may be another card, anything else is the same."""
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
