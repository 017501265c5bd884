"""Four policies that use only the list of legal texts and truth(), so they work with any implementation.

`make_policy(name, rng)` returns a function (legal, truth, seat) → a text of `legal`, where `truth` is a function
that returns truth() (a policy that needs nothing of it does not pay for it). All randomness is the given
random.Random, so a game is the same again from the same seeds.
"""

CATEGORIES = ("monks", "pigments", "holy-books", "manuscripts", "tomes")


def is_bidding(legal):
    return legal[-1] == "pass"


def is_paying(legal):
    return legal[-1] == "refuse" or legal[-1].startswith("pay ")


def is_church(legal):
    return legal[0] == "decline"


def is_taking(legal):
    return legal[0].startswith("take ")


def count_gold(hand):
    return sum(int(card[-1]) for card in hand if card.startswith("gold"))


def compute_means(truth, seat):
    """The highest bid that the hand can honour for the lot."""
    hand = truth["hands"][seat]
    return len(hand) if truth["lot"].startswith("gold") else count_gold(hand)


def list_bids_up_to(legal, highest):
    return [action for action in legal[:-1] if int(action[4:]) <= highest]


class Uniform:
    """Any legal action with equal chance: bids far too high, is penalised often, ends with strange hands."""

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, legal, truth, seat):
        return self.rng.choice(legal)


class WithinMeans(Uniform):
    """Never bids more than it can pay; passes half of the time.

    Sometimes refuses to pay where that is allowed."""

    def __call__(self, legal, truth, seat):
        if is_bidding(legal):
            affordable = list_bids_up_to(legal, compute_means(truth(), seat))
            return self.rng.choice(affordable) if affordable and self.rng.random() < 0.5 else "pass"
        if legal[-1] == "refuse" and len(legal) > 1 and self.rng.random() < 0.9:
            return self.rng.choice(legal[:-1])
        return self.rng.choice(legal)


class Frugal(Uniform):
    """Keeps gold, mostly passes, otherwise raises by one and never beyond 3; pays with its smallest cards first."""

    def __call__(self, legal, truth, seat):
        if is_bidding(legal):
            cheap = list_bids_up_to(legal, min(3, compute_means(truth(), seat)))
            return cheap[0] if cheap and self.rng.random() < 0.4 else "pass"
        if is_paying(legal):
            if legal == ["refuse"] or (legal[-1] == "refuse" and self.rng.random() < 0.05):
                return "refuse"
            return min(
                (a for a in legal if a != "refuse"),
                key=lambda a: (a[4:].startswith("gold"), a[-2:], a),
            )
        if is_taking(legal):
            gold = [action for action in legal if action.startswith("take gold")]
            return gold[-1] if gold else self.rng.choice(legal)
        if "keep" in legal and truth()["draw"][0].startswith("gold"):
            return "keep"
        return self.rng.choice(legal)


class Collector(Uniform):
    """Chases one category: keeps it, takes it, raises its die, spends all its gold on it and sometimes more."""

    def __init__(self, rng):
        super().__init__(rng)
        self.category = rng.choice(CATEGORIES)

    def __call__(self, legal, truth, seat):
        if is_bidding(legal):
            return self.choose_bid(legal, truth(), seat)
        if is_paying(legal):
            return self.choose_payment(legal)
        if is_church(legal):
            return self.choose_dice(legal)
        if is_taking(legal):
            mine = [a for a in legal if a[5:].startswith(self.category)]
            return mine[-1] if mine else self.rng.choice(legal)
        drawn = truth()["draw"][0]
        if drawn.startswith(self.category) or drawn == "gold-3":
            return "keep" if "keep" in legal else legal[0]
        others = [action for action in legal if action != "keep"]
        return self.rng.choice(others or legal)

    def choose_bid(self, legal, truth, seat):
        lot = truth["lot"]
        if lot.startswith("gold"):
            few = list_bids_up_to(legal, min(3, compute_means(truth, seat)))
            return few[0] if few and self.rng.random() < 0.5 else "pass"
        if not lot.startswith((self.category, "church")):
            return "pass"
        bluff = self.rng.choice((1, 2, 5)) if self.rng.random() < 0.15 else 0
        possible = list_bids_up_to(legal, compute_means(truth, seat) + bluff)
        return possible[min(len(possible) - 1, self.rng.randrange(3))] if possible else "pass"

    def choose_payment(self, legal):
        if legal[-1] == "refuse" and (len(legal) == 1 or self.rng.random() < 0.05):
            return "refuse"
        pays = [action for action in legal if action != "refuse"]
        spare = [action for action in pays if not action[4:].startswith(self.category)]
        return self.rng.choice(spare or pays)

    def choose_dice(self, legal):
        mine = [a for a in legal if a.startswith("raise") and self.category in a]
        theirs = [a for a in legal if a.startswith("lower") and self.category not in a]
        return self.rng.choice(mine or theirs or legal)


POLICIES = {
    "uniform": Uniform,
    "within-means": WithinMeans,
    "frugal": Frugal,
    "collector": Collector,
}


class Scripted:
    """For constructed endings: plays the gift phase from a list, passes in every auction, and where `buys` is set
    buys gold cards with exactly the category cards that it holds."""

    def __init__(self, rng, script, buys):
        self.rng, self.script, self.buys = rng, iter(script), buys

    def __call__(self, legal, truth, seat):
        if is_church(legal):
            return self.rng.choice(legal)
        if is_paying(legal):
            return legal[0]  # canonical order: category cards before gold
        if not is_bidding(legal):
            return next(self.script)
        now = truth()
        spare = sum(not card.startswith("gold") for card in now["hands"][seat])
        offer = f"bid {spare}"
        return offer if self.buys and now["lot"].startswith("gold") and offer in legal else "pass"


def make_policy(name, rng):
    return POLICIES[name](rng)
