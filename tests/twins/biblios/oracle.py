"""A second, plain reading of the rules of Biblios, used as evidence against the compiled one.

It shares nothing with the package: no import, no table, no helper, not even the deck. Two readings made apart
from one another seldom make the same mistake, so where they agree both are probably right; anything they had in common
(a table of letters, a generator, a list of actions) could be wrong in both at once, and no comparison would show it.

So it is slow, and clear rather than clever: cards are texts in lists, and each place that applies a numbered sentence
of the rules (B-1.1 … B-6.5) says so by `cite`. `cited` then tells how often every sentence was exercised. Sentences
that hold all the time are counted once a game; those of B-6 (who knows what) are counted where a move creates the
situation they speak of.
"""

from collections import Counter

from tests.twins.oracle_chance import OracleStream, deal_cards, deal_key

from .oracle_auction import Auctions
from .oracle_cards import (
    CATEGORIES,
    insert_card,
    is_church,
    list_removed_gold,
    sort_cards,
)
from .oracle_scoring import score

SENTENCES = [
    f"B-{part}.{n}" for part, last in enumerate((8, 6, 14, 6, 6, 5), 1) for n in range(1, last + 1)
]

EDITIONS = {
    "iello": {
        "penalty": "standard",
        "beyond_means": True,
        "may_refuse": False,
        "game_tie": "gold-value",
    },
    "scripts-and-scribes": {
        "penalty": "standard",
        "beyond_means": True,
        "may_refuse": False,
        "game_tie": "gold-value",
    },
    "manual": {
        "penalty": "standard",
        "beyond_means": False,
        "may_refuse": True,
        "game_tie": "gold-cards",
    },
}

PAIRS = [(c, d) for i, c in enumerate(CATEGORIES) for d in CATEGORIES[i + 1 :]]


class BibliosOracle(Auctions):
    """One game. `seed` keys the chance even of a chosen deal (the shuffle of the auction pile, penalties)."""

    def __init__(self, seats, seed=0, edition="iello", deal=None, contributions=None, **options):
        self.rules = {
            **EDITIONS[edition],
            "open_collections": False,
            "overpay": False,
            "first": None,
        }
        unknown = set(options) - set(self.rules)
        assert not unknown, unknown
        self.rules.update(options)
        self.seats = seats
        self.cited = Counter()
        self.moved = 0  # rises whenever a card changes its place or a die turns
        self.chance = OracleStream(deal_key(seed, seats, contributions))
        self._found = None
        self._set_up(deal)

    def cite(self, sentence, clause=None):
        self.cited[sentence] += 1
        if clause:
            self.cited[f"{sentence} {clause}"] += 1

    # ---------------------------------------------------------------- B-1 set-up

    def _set_up(self, deal):
        for always in ("B-1.1", "B-1.2", "B-1.3", "B-1.4", "B-1.5", "B-1.6", "B-1.7"):
            self.cite(always)
        self.dice = dict.fromkeys(CATEGORIES, 3)
        self.wanted_auction = []
        if deal is None:
            self.first, box, self.draw = deal_cards(self.chance, self.seats)
            if self.rules["first"] is not None:
                self.cite("B-1.5", "first seat chosen")
                self.first = self.rules["first"]
        else:
            box, self.draw = deal["box"], list(deal["draw"])
            chosen = [deal.get("first"), self.rules["first"], 0]
            self.first = next(seat for seat in chosen if seat is not None)
            self.wanted_auction = deal.get("auction") or []
        self.box = sort_cards(list_removed_gold(self.seats) + list(box))
        self.cite("B-6.1", "random cards of the box")
        assert len(self.draw) == {2: 60, 3: 72, 4: 80}[self.seats]

        self.hands = [[] for _ in range(self.seats)]
        self.open = [
            [] for _ in range(self.seats)
        ]  # with open collections: the part of the hand that lies face up
        self.public, self.auction, self.discard_up, self.discard_down = [], [], [], []
        self.church = self.lot = self.leader = None
        self.bid = 0
        self.passed, self.barred = set(), set()
        self.phase = "gift"
        self.active = self.first
        self._begin_turn()

    def left_of(self, seat):
        return (seat + 1) % self.seats

    def clockwise_after(self, seat):
        """The other seats, from the left neighbour on."""
        return [(seat + n) % self.seats for n in range(1, self.seats)]

    # ---------------------------------------------------------------- what may be played

    def legal(self):
        """The action texts of `to_act` in canonical order; found once a position, so that sentences count once."""
        if self._found is None:
            self._found = self._actions()
            if len(self._found) == 1:
                self.cite("B-1.8")
        return list(self._found)

    def _actions(self):
        if self.to_act is None:
            return []
        if self.church:
            return self._church_actions()
        return {
            "allocate": self._allocate_actions,
            "take": self._take_actions,
            "bid": self._bid_actions,
            "pay": self._pay_actions,
        }[self.step]()

    def play(self, action):
        if action not in self.legal():
            raise ValueError(f"{action!r} is not legal: {self.legal()}")
        self._found = None
        verb, _, what = action.partition(" ")
        if self.church:
            self._use_church(verb, what.split())
        elif self.step == "allocate":
            self._allocate(verb)
        elif self.step == "take":
            self._take(what)
        elif verb == "bid":
            self._bid(int(what))
        elif verb == "pass":
            self._pass()
        elif verb == "pay":
            self._pay(what)
        else:
            self.cite("B-3.12", "refused")
            self._penalise(self.leader)

    # ---------------------------------------------------------------- B-2 gift phase

    def _begin_turn(self):
        self.cite("B-2.1")
        self.step = "allocate"
        self.to_act = self.active
        self.kept = self.sent = False
        self.sizes = [len(hand) for hand in self.hands]
        self.churches = [0] * self.seats

    def _allocate_actions(self):
        actions = []
        if not self.kept:
            actions.append("keep")
        if not self.sent:
            actions.append("auction")
        if len(self.public) < self.seats - 1:
            actions.append("public")
        if len(actions) < 3:
            self.cite("B-2.3", "a full place is not allowed")
        return actions

    def _allocate(self, place):
        self.moved += 1
        self.cite("B-2.2")
        card = self.draw.pop(0)
        self.step = "allocate"
        if place == "keep":
            self.kept = True
            self.cite("B-6.1", "kept")
            if is_church(card):
                self.cite("B-4.1", "kept")
                self.cite("B-4.6")
                self._acquire_church(self.active, card)
                return
            insert_card(self.hands[self.active], card)
        elif place == "auction":
            self.sent = True
            self.cite("B-6.1", "put into the auction pile")
            insert_card(self.auction, card)
        else:
            insert_card(self.public, card)
        if is_church(card):
            self.cite("B-4.1", "placed elsewhere: nothing happens")
        self._after_allocation()

    def _after_allocation(self):
        if self.kept and self.sent and len(self.public) == self.seats - 1:
            self.cite("B-2.3")
            self.cite("B-2.4")
            self.step = "take"
            self.to_act = self.left_of(self.active)
        else:
            self.to_act = self.active

    def _take_actions(self):
        return [f"take {kind}" for kind in dict.fromkeys(self.public)]

    def _take(self, card):
        self.moved += 1
        self.cite("B-2.4", "taken")
        self.cite("B-6.2", "taken from the public space")
        taker = self.to_act
        self.public.remove(card)
        if is_church(card):
            self.cite("B-4.1", "taken")
            self._acquire_church(taker, card)
            return
        insert_card(self.hands[taker], card)
        if self.rules["open_collections"]:
            self.cite("B-6.4", "stays face up")
            insert_card(self.open[taker], card)
        self._after_taking(taker)

    def _after_taking(self, taker):
        if self.public:
            self.to_act = self.left_of(taker)
            return
        self.cite("B-2.5")
        self.cite("B-2.6")
        for seat in range(self.seats):
            assert len(self.hands[seat]) == self.sizes[seat] + 1 - self.churches[seat]
        self.active = self.left_of(self.active)
        if self.draw:
            self._begin_turn()
        else:
            self.cite("B-2.5", "phase ends")
            self._begin_auctions()

    # ---------------------------------------------------------------- B-4 church cards

    def _acquire_church(self, seat, card):
        self.cite("B-4.2")
        self.church = card
        self.to_act = seat
        if self.phase == "gift":
            self.churches[seat] += 1

    def _church_actions(self):
        raised = [c for c in CATEGORIES if self.dice[c] < 6]
        lowered = [c for c in CATEGORIES if self.dice[c] > 1]
        assert len(raised) >= 2 and len(lowered) >= 2  # B-4.5
        if (len(raised) < 5 and "-" not in self.church) or (
            len(lowered) < 5 and "+" not in self.church
        ):
            self.cite("B-4.5")
        ups = [f"raise {c}" for c in raised]
        downs = [f"lower {c}" for c in lowered]
        ups_of_two = [f"raise {c} {d}" for c, d in PAIRS if c in raised and d in raised]
        downs_of_two = [f"lower {c} {d}" for c, d in PAIRS if c in lowered and d in lowered]
        return ["decline"] + {
            "church+1": ups,
            "church-1": downs,
            "church~1": ups + downs,
            "church+1x2": ups_of_two,
            "church-1x2": downs_of_two,
        }[self.church]

    def _use_church(self, verb, categories):
        self.moved += 1
        self.cite("B-4.2", "declined" if verb == "decline" else "used")
        if len(categories) == 2:
            self.cite("B-4.4")
        elif categories:
            self.cite("B-4.3", self.church)
        for category in categories:
            self.dice[category] += 1 if verb == "raise" else -1
        insert_card(self.discard_up, self.church)
        owner, self.church = self.to_act, None
        if self.phase == "auction":
            if not self.auction:
                self.cite("B-5.1", "a church card won last")
            self._end_lot()
        elif self.step == "allocate":
            self._after_allocation()
        else:
            self._after_taking(owner)

    # ---------------------------------------------------------------- B-5 end

    def _end(self):
        self.cite("B-5.1")
        self.cite("B-5.6")
        self.phase = "over"
        self.to_act = None
        self.result = score(self.hands, self.dice, self.rules["game_tie"], self.cite)

    def outcome(self):
        return self.result if self.phase == "over" else None

    # ---------------------------------------------------------------- everything

    def truth(self):
        return {
            "phase": self.phase,
            "active": self.active,
            "to_act": self.to_act,
            "dice": dict(self.dice),
            "hands": [list(hand) for hand in self.hands],
            "draw": list(self.draw),
            "public": list(self.public),
            "auction": list(self.auction),
            "lot": self.lot,
            "bid": self.bid,
            "leader": self.leader,
            "discard": sort_cards(self.discard_up + self.discard_down),
            "box": list(self.box),
            "church": self.church,
        }


def format_coverage(cited, sentences=SENTENCES):
    """A table of how often each sentence, and each clause of it, was applied."""
    lines = []
    for sentence in sentences:
        lines.append(f"{sentence:8}{cited[sentence]:>12,}")
        clauses = sorted(key for key in cited if key.startswith(sentence + " "))
        lines += [f"        {cited[key]:>12,}  {key.partition(' ')[2]}" for key in clauses]
    return "\n".join(lines)


__all__ = ["SENTENCES", "BibliosOracle", "format_coverage"]
