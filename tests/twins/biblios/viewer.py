"""An independent viewer: what one observer can know, computed by enumeration alone.

It receives what the observer receives (events, and the open cards that everyone sees) and keeps every *world* that
fits: which of the cards once seen lie in which hidden place. A card that the observer has never seen has no name in
a world; such cards are counted, place by place, and any of the unseen kinds may be any of them, but for one thing: a
church card is never in a hand (B-4.2), nor among what left a hand. So a handful of worlds stands for every deal.

Nothing here is shared with the package. A world has a weight, the probability it would have if every card had been
drawn at random from the place that it left; the places alone (B-6.5) decide which worlds there are.
"""

from collections import Counter

import numpy as np

from .oracle_cards import DECK, KINDS, RANK, is_church, list_removed_gold

# Zones before HIDDEN may hold church cards that the observer has not seen; from HIDDEN on they cannot.
BOX, DRAW, AUCTION, HIDDEN, HAND, LOOKED = 0, 1, 2, 3, 4, 8
ZONES = 9
# The card that the observer looks at is still on the draw pile.
PLACES = ("box", "draw", "auction", "hidden", "hand-0", "hand-1", "hand-2", "hand-3")
VISIBLE = None
CHURCH = np.array([is_church(kind) for kind in KINDS])


class TooManyWorlds(Exception):
    """There are more worlds than the limit of the viewer."""


class IndependentViewer:
    """One observer: a seat, or None for the public. `named[w, zone, kind]` counts the cards of world w."""

    def __init__(self, view, limit=3000):
        self.observer, self.limit = view["you"], limit
        self.seats = len(view["seats"])
        self.unlocated = count_kinds(DECK)  # all that does not lie face up
        self.size = np.zeros(ZONES, int)
        self.size[[BOX, DRAW]] = view["box_size"], view["draw_left"]
        self.open = [Counter() for _ in range(self.seats)]
        self.named = np.zeros((1, ZONES, len(KINDS)), np.int8)
        self.named[0, BOX] = count_kinds(list_removed_gold(self.seats))
        self.weight = np.ones(1)
        if view["drawn"]:
            self._reveal(view["drawn"], DRAW, LOOKED)

    # ------------------------------------------------------------------ what the observer receives

    def watch(self, events, view):
        """Process one action: the events for the observer, and the view after it (only for its face-up hands)."""
        is_over = view["phase"] == "over"  # then every hand lies open
        opened = [Counter(() if is_over else entry["open"]) for entry in view["seats"]]
        for event in events:
            handle = getattr(self, "_on_" + event["event"].replace("-", "_"), None)
            if handle:
                handle(event, opened)

    def _on_card_drawn(self, event, opened):
        if "card" in event:
            self._reveal(event["card"], DRAW, LOOKED)

    def _on_card_kept(self, event, opened):
        self._place_card(
            event, VISIBLE if is_church(event.get("card", "-")) else HAND + event["seat"]
        )

    def _on_card_auctioned(self, event, opened):
        self._place_card(event, AUCTION)

    def _on_card_made_public(self, event, opened):
        self._place_card(event, VISIBLE)

    def _place_card(self, event, target):
        if event["seat"] == self.observer:
            self._reveal(event["card"], LOOKED, target)
        elif "card" in event:
            self._reveal(event["card"], DRAW, target)
        else:
            self._hide(DRAW, target)

    def _on_card_taken(self, event, opened):
        seat, card = event["seat"], event["card"]
        if is_church(card):
            return
        if opened[seat][card] > self.open[seat][card]:
            self.open[seat][card] += 1
        else:
            self._add_known_card(card, HAND + seat)

    def _on_lot_turned_up(self, event, opened):
        self._reveal(event["card"], AUCTION, VISIBLE)

    def _on_lot_bought(self, event, opened):
        if not is_church(event["card"]):
            self._add_known_card(event["card"], HAND + event["seat"])

    def _on_card_paid(self, event, opened):
        self._remove_from_hand(
            event, event["seat"], VISIBLE if event["face"] == "up" else HIDDEN, opened
        )

    def _on_card_stolen(self, event, opened):
        self._remove_from_hand(event, event["from"], HAND + event["seat"], opened)

    def _on_card_lost(self, event, opened):
        self._remove_from_hand(event, event["seat"], HIDDEN, opened)

    def _remove_from_hand(self, event, seat, target, opened):
        """Handle a card that leaves a hand: an open card, which all viewers see, or a hidden one."""
        card = event.get("card")
        if card is None:
            self._hide(HAND + seat, target)
        elif opened[seat][card] < self.open[seat][card]:
            self.open[seat][card] -= 1
            if target is not VISIBLE:
                self._add_known_card(card, target)
        else:
            self._reveal(card, HAND + seat, target)

    def _on_hands_revealed(self, event, opened):
        for seat, hand in enumerate(event["hands"]):
            for card in (Counter(hand) - self.open[seat]).elements():
                self._reveal(card, HAND + seat, VISIBLE)
                self.open[seat][card] += 1

    # ------------------------------------------------------------------ what follows from it

    def _add_known_card(self, card, target):
        """Move a face-up card to a hidden place while all viewers watch."""
        self.unlocated[RANK[card]] += 1
        self.size[target] += 1
        self.named[:, target, RANK[card]] += 1

    def _reveal(self, card, source, target):
        """Handle a move of a visible card: one that the observer has seen before, or an unnamed one."""
        kind = RANK[card]
        nameless = (
            self._count_nameless()[:, source] * self._compute_probabilities()[:, source, kind]
        )
        branches = [self._branch(kind, source, target, self.named[:, source, kind])]
        branches.append(self._branch(kind, None, target, nameless))
        self._merge_branches(branches, source, target)
        if target is VISIBLE:
            self.unlocated[kind] -= 1

    def _hide(self, source, target):
        """Handle a move that the observer does not see."""
        branches = [(self.named, self.weight * self._count_nameless()[:, source])]
        for kind in np.flatnonzero(self.named[:, source].any(axis=0)):
            branches.append(self._branch(kind, source, target, self.named[:, source, kind]))
        self._merge_branches(branches, source, target)

    def _branch(self, kind, source, target, ways):
        """Return the worlds in which such a card moves, weighted by `ways`. Source None: the card was unnamed."""
        named = self.named.copy()
        if source is not None:
            named[:, source, kind] -= 1
        if target is not VISIBLE:
            named[:, target, kind] += 1
        return named, self.weight * ways

    def _merge_branches(self, branches, source, target):
        self.size[source] -= 1
        if target is not VISIBLE:
            self.size[target] += 1
        named = np.concatenate([worlds[weight > 0] for worlds, weight in branches])
        weight = np.concatenate([weight[weight > 0] for _, weight in branches])
        assert len(named), "no world fits what the observer received"
        rows = named.reshape(len(named), -1).view(f"V{ZONES * len(KINDS)}").ravel()
        _, first, same = np.unique(rows, return_index=True, return_inverse=True)
        if len(first) > self.limit:
            raise TooManyWorlds(len(first))
        self.named = named[first]
        self.weight = np.bincount(same.ravel(), weight) / weight.sum()

    # ------------------------------------------------------------------ the cards without a name

    def _count_nameless(self):
        """Count the unnamed cards of each world and zone."""
        return self.size - self.named.sum(axis=2, dtype=int)

    def _count_unseen(self):
        """Count the unnamed cards of each kind in each world."""
        return self.unlocated - self.named.sum(axis=1, dtype=int)

    def _compute_probabilities(self):
        """Return, for each world, zone and kind, the probability that an unnamed card there is of that kind."""
        nameless, unseen = self._count_nameless(), self._count_unseen()
        wide, church = nameless[:, :HIDDEN].sum(axis=1), unseen[:, CHURCH].sum(axis=1)
        others = nameless.sum(axis=1) - church
        share = np.where(CHURCH, 0, unseen / np.maximum(others, 1)[:, None])
        among = (
            np.where(CHURCH, unseen, share * (wide - church)[:, None])
            / np.maximum(wide, 1)[:, None]
        )
        return np.where(np.arange(ZONES)[:, None] < HIDDEN, among[:, None, :], share[:, None, :])

    # ------------------------------------------------------------------ what it amounts to

    def __len__(self):
        return len(self.named)

    def compute_bounds(self):
        """(least, most): for each (place, kind) how many of them lie there in every world, and in some world."""
        nameless, unseen = self._count_nameless(), self._count_unseen()[:, None, :]
        wide = nameless[:, :HIDDEN].sum(axis=1)[:, None, None]
        narrow = nameless[:, HIDDEN:].sum(axis=1)[:, None, None]
        church = unseen[:, :, CHURCH].sum(axis=2)[:, :, None]
        here, is_wide = nameless[:, :, None], np.arange(ZONES)[:, None] < HIDDEN
        # How many cards of a kind fit here, and how many elsewhere, among those without a name.
        of_church = np.where(is_wide, here, 0), np.where(is_wide, wide - here, wide)
        of_others = (
            np.where(is_wide, np.minimum(here, wide - church), here),
            np.where(
                is_wide,
                narrow + np.minimum(wide - here, wide - church),
                narrow - here + wide - church,
            ),
        )
        fits, elsewhere = (np.where(CHURCH, *pair) for pair in zip(of_church, of_others))
        least = (self.named + np.maximum(0, unseen - elsewhere)).min(axis=0)
        most = (self.named + np.minimum(unseen, fits)).max(axis=0)
        return group_by_place(least), group_by_place(most)

    def compute_expected(self):
        """For each (place, kind) the expected number of such cards there."""
        mean = self.named + self._count_nameless()[:, :, None] * self._compute_probabilities()
        return group_by_place(np.tensordot(self.weight, mean, 1))

    def find_fitting_worlds(self, deal):
        """Which worlds a whole deal (place → its cards) agrees with, as a mask."""
        there = np.array([count_kinds(deal.get(place, ())) for place in PLACES])
        named = self.named[:, :LOOKED].copy()
        named[:, DRAW] += self.named[:, LOOKED]
        return (named <= there).all(axis=(1, 2))


def count_kinds(cards):
    number = np.zeros(len(KINDS), int)
    for card in cards:
        number[RANK[card]] += 1
    return number


def group_by_place(table):
    """{(place, kind): number} of a table of zones and kinds, without zeros."""
    table = table[:LOOKED] + np.where(np.arange(LOOKED)[:, None] == DRAW, table[LOOKED], 0)
    return {
        (PLACES[zone], KINDS[kind]): table[zone, kind].item()
        for zone, kind in np.argwhere(table > 0)
    }
