"""Ways to play Bibliogamo, from the list of legal texts and truth() of whichever implementation.

`make_policy(name, rng, components)` returns a function (legal, truth, seat) → a text of `legal`, where `truth`
is a function that returns truth(). The planned ones share one plan (fill towers, sell books) and differ in their
habits; every habit is a chance, so that each rule comes up sooner or later with each of them.
"""

from dataclasses import dataclass

RING = 7


@dataclass
class Habits:
    careful: float = 1.0  # opens a tower only while the supply can finish all open ones
    collects: float = 1.0  # prefers the towers of the prestige collection
    pays: int = 2  # florins for a walk to a finished tower
    visits: float = 0.3  # walks to the Library when it is near
    roams: float = 0.0  # pays for a step without any reason
    lifts: float = 0.8  # lifts a block that is in the way
    low: int = 1  # a price up to this is redrawn
    haggles: float = 0.5  # … with this chance
    declines: float = 0.02  # lets a sale go
    idles: float = 0.0  # hires nobody
    wrecks: float = 0.0  # spends the florins that hold a level for which artisans are then missing
    strays: float = 0.03  # plays any legal action at all


STYLES = {
    "uniform": Habits(strays=1.0),
    "planner": Habits(),
    "naive": Habits(careful=0.0, collects=0.0, roams=0.02, wrecks=0.8),
    "spender": Habits(careful=0.7, pays=6, visits=0.6, roams=0.15, wrecks=0.8),
    "haggler": Habits(low=6, haggles=0.8, lifts=0.3),
    "librarian": Habits(careful=0.5, visits=0.9, lifts=0.2, pays=3, wrecks=0.3),
    "dawdler": Habits(strays=0.25, roams=0.1, declines=0.4, idles=0.5),
}


def count_steps(space, goal):
    """Return the number of steps forward and back from one space to another."""
    return (goal - space) % RING, (space - goal) % RING


class StyledPolicy:
    def __init__(self, rng, components, habits):
        self.rng, self.components, self.habits = rng, components, habits

    def __call__(self, legal, truth, seat):
        if len(legal) == 1 or self.roll_habit("strays"):
            return self.rng.choice(legal)
        self.legal, self.now = legal, truth()
        self.read_table()
        return getattr(self, self.now["step"].replace("-", "_"))()

    def roll_habit(self, habit):
        return self.rng.random() < getattr(self.habits, habit)

    # ---------------------------------------------------------------- what the table looks like

    def read_table(self):
        """Compute what every decision needs: missing artisans, begun towers, and the spare supply."""
        self.lacks, self.lacking, self.begun = {}, {}, []
        for tower, there in self.now["towers"].items():
            need = self.components.need[tower]
            self.lacks[tower] = {kind: n - there[kind] for kind, n in need.items()}
            self.lacking[tower] = sum(self.lacks[tower].values())
            if any(there.values()):
                self.begun.append(tower)
        self.spare = self.now["supply"] - sum(self.lacking[tower] for tower in self.begun)

    def is_wanted(self, tower):
        """Still needed for the prestige collection."""
        return self.now["books"][tower] < self.now["prestige"]["need"].get(tower, 0)

    def count_fitting(self, card, tower):
        lacks, large = self.lacks[tower], self.components.cards[card].large
        return sum(min(n, lacks.get(kind, 0)) for kind, n in large.items())

    def rate_hire(self, card, tower):
        """Return a score for hiring this card in this tower."""
        placed = min(self.count_fitting(card, tower), self.now["supply"])
        if not placed:
            return 0
        lacking = self.lacking[tower]
        if tower in self.begun:
            near = 2 - lacking / 8
        else:
            near = 0.5
            if self.spare < lacking and self.roll_habit("careful"):
                return 0
        wanted = 1.5 if self.is_wanted(tower) and self.roll_habit("collects") else 0
        lost = self.components.cards[card].icons() - placed
        return placed + near + wanted - 0.4 * lost + 2 * (placed == lacking)

    def find_best_hire(self, cards):
        """(worth, card, tower) of the best hire with one of these cards."""
        pairs = [(card, tower) for card in cards for tower in self.components.towers]
        return max(((self.rate_hire(*pair), *pair) for pair in pairs), default=(0, 0, ""))

    def is_blocked(self, card):
        return self.now["blocked"] in self.components.cards[card].large

    # ---------------------------------------------------------------- one method a step

    def choose_lift(self):
        """Return a lift if a blocked card would be the better hire, otherwise None."""
        lifts = [int(action[5:]) for action in self.legal if action.startswith("lift ")]
        if not lifts or not self.roll_habit("lifts"):
            return None
        hand = self.now["hand"]
        free = [card for card in hand if not self.is_blocked(card)]
        cheapest = min(lifts, key=lambda card: self.components.cards[card].icons())
        rest = [card for card in hand if card != cheapest]
        if self.find_best_hire(rest)[0] > self.find_best_hire(free)[0] + 0.5:
            return f"lift {cheapest}"
        return None

    def move(self):
        if "forward" in self.legal:
            if self.roll_habit("roams") or (
                self.is_near_level_loss() and self.roll_habit("wrecks")
            ):
                return self.rng.choice(["forward", "back"])
            goals = {
                1 + place
                for place, tower in enumerate(self.components.ring)
                if not self.lacking[tower]
            }
            step = self.choose_step_towards(goals, self.habits.pays)
            if not step and not self.now["landed"] and self.roll_habit("visits"):
                step = self.choose_step_towards({0}, 1)
            if step:
                return step
        return (self.rng.random() < 0.3 and self.choose_lift()) or "done"

    def is_near_level_loss(self):
        """Return True if paying a few florins would lose a level and more artisans than the supply has."""
        florins, supply = self.now["florins"], self.now["supply"]
        return any(at <= florins < at + 4 and supply < n for at, n in self.components.levels)

    def choose_step_towards(self, goals, most):
        """The next step to the nearest of these spaces; None if he is there or it costs more than `most`."""
        walks = [(min(count_steps(self.now["librarian"], goal)), goal) for goal in goals]
        cost, goal = min(walks, default=(RING, 0))
        if not 0 < cost <= min(most, self.now["florins"]):
            return None
        forward, back = count_steps(self.now["librarian"], goal)
        return "forward" if forward <= back else "back"

    def give_back(self):
        """Choose mostly the tower that is furthest from its book, and sometimes any tower."""
        if self.rng.random() < 0.3:
            return self.rng.choice(self.legal)
        return max(self.legal, key=lambda action: self.lacking[action.split()[1]])

    def sell(self):
        if self.roll_habit("declines"):
            return "done"
        return (self.rng.random() < 0.1 and self.choose_lift()) or "sell"

    def price(self):
        low = self.now["offer"]["price"] <= self.habits.low
        return (
            "redraw" if low and "redraw" in self.legal and self.roll_habit("haggles") else "accept"
        )

    def hire(self):
        if not self.now["hires"] and self.roll_habit("idles"):
            return "done"
        lift = self.choose_lift()
        if lift:
            return lift
        pairs = [action.split()[1:] for action in self.legal if action.startswith("hire ")]
        worth, card, tower = self.find_best_hire(sorted({int(card) for card, _ in pairs}))
        if worth > 0:
            return f"hire {card} {tower}"
        # Nothing fits: keep the hand, or change two cards for the sake of better ones.
        return "done" if not pairs or self.rng.random() < 0.6 else self.rng.choice(self.legal)

    def place(self):
        return self.rng.choice(self.legal)

    def pay(self):
        """Pay with the card that is least useful for a hire."""
        cards = [int(action[4:]) for action in self.legal]
        return f"pay {min(cards, key=lambda card: self.find_best_hire([card])[0])}"

    def rate_transfer(self, action):
        """Return a score for a transfer: how much closer it brings a book."""
        _, _, origin, goal = action.split()
        if not self.lacking[origin]:
            return -5
        return self.lacking[origin] - self.lacking[goal] + 2 * self.is_wanted(goal)

    def library(self):
        if len(self.begun) < 2 or not self.roll_habit("visits"):
            return "done"
        return self.rng.choice(self.legal[:-1])

    def transfer(self):
        if self.legal[-1] == "done":
            return self.rng.choice(self.legal) if self.rng.random() < 0.3 else self.legal[0]
        return max(self.legal, key=lambda action: (self.rate_transfer(action), self.rng.random()))

    retrain = place


def make_policy(name, rng, components):
    return StyledPolicy(rng, components, STYLES[name])
