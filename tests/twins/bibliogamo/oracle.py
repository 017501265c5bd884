"""A second, plain implementation of the rules of Bibliogamo, to check the compiled one.

Like the oracle of Biblios it shares nothing with the package: no import, no table, no helper; it reads the component
file for itself. Each place that applies a ruling (G-1 … G-44) says so by `cite`, and `cited` tells how often each was
exercised. Rulings that hold all the time are counted once a game.

A turn runs through the steps move → (sell → price) → hire (→ place → pay) → (library → transfer (→ retrain)), with
give-back inside move; the chapters are days, librarian, artisans and scoring.
"""

from collections import Counter

from tests.twins.bibliogamo.artisans import Artisans
from tests.twins.bibliogamo.components import components as named_set
from tests.twins.bibliogamo.components import read_components
from tests.twins.bibliogamo.days import Days
from tests.twins.bibliogamo.librarian import MovesAndSales
from tests.twins.bibliogamo.scoring import compute_outcome
from tests.twins.oracle_chance import OracleStream, deal_key

# G-43 gives a name to a position, and decides nothing.
SENTENCES = [f"G-{n}" for n in range(1, 45) if n != 43]

OPTIONS = {
    "redraw_chains": False,
    "block_scope": "large",
    "transfer_keeps_type": True,
    "count_when": "sold",
    "landing": "rest",
    "transfer_count": "up-to",
}


class BibliogamoOracle(Days, MovesAndSales, Artisans):
    """One game. `seed` keys the chance even of a chosen deal (every later shuffle)."""

    def __init__(self, seed=0, deal=None, components="standard", contributions=None, **options):
        assert not set(options) - set(OPTIONS), options
        self.options = {**OPTIONS, **options}
        self.components = (
            named_set(components) if isinstance(components, str) else read_components(components)
        )
        self.cited = Counter()
        self.chance = OracleStream(deal_key(seed, 1, contributions))
        self.dropped = set()  # levels lost once: only for citing
        self._found = self._result = None
        self._set_up(deal)

    def cite(self, sentence, clause=None):
        self.cited[sentence] += 1
        if clause:
            self.cited[f"{sentence} {clause}"] += 1

    # ---------------------------------------------------------------- what may be played

    def legal(self):
        """Action texts in canonical order; found once a position, so that rulings count once."""
        if self._found is None:
            self._found = self._actions()
        return list(self._found)

    def _actions(self):
        if self.step == "over":
            return []
        return {
            "move": self._move_actions,
            "give-back": self._give_back_actions,
            "sell": self._sell_actions,
            "price": self._price_actions,
            "hire": self._hire_actions,
            "place": lambda: self._place_actions(self.hired["left"]),
            "pay": lambda: [f"pay {card}" for card in self.hand],
            "library": lambda: [*[f"library {card}" for card in self._library_cards()], "done"],
            "transfer": lambda: [*self._transfer_actions(), *self._list_stop_action()],
            "retrain": lambda: self._place_actions(self._find_room(self.transfer["to"])),
        }[self.step]()

    def _list_stop_action(self):
        """L-6.2, L-6.3: the player may stop after the first artisan, unless the switch requires all to move."""
        return ["done"] if self.transfer["from"] and not self._must_move_all() else []

    def _place_actions(self, places):
        return [f"place {kind}" for kind in places]

    def play(self, action):
        if action not in self.legal():
            raise ValueError(f"{action!r} is not legal: {self.legal()}")
        self._found = None
        verb, *words = action.split()
        words = [int(word) if word.isdigit() else word for word in words]
        {
            "lift": self._lift,
            "forward": lambda: self._pay_step("forward"),
            "back": lambda: self._pay_step("back"),
            "give-back": self._give_back,
            "sell": self._sell,
            "redraw": self._redraw,
            "accept": self._accept,
            "hire": self._hire,
            "place": self._place if self.step == "place" else self._finish_transfer,
            "pay": self._pay,
            "library": self._use_library,
            "transfer": self._transfer,
            "done": self._skip_step,
        }[verb](*words)

    def _skip_step(self):
        """G-11: every step may be skipped, and no step is repeated."""
        if self.step == "move":
            self._stop_moving()
        elif self.step == "sell":
            self.cite("G-16", "no sale begun")
            self.step = "hire"
        elif self.step == "hire":
            if not self.hires:
                self.cite("G-11", "no hire")
            self._offer_library()
        else:
            self.cite("G-30", "moved fewer" if self.step == "transfer" else "not used")
            self._end_turn()

    # ---------------------------------------------------------------- everything

    def _score_game(self):
        finished = [tower for tower in self.components.towers if self._has_finished_book(tower)]
        self._result = compute_outcome(
            self.books,
            finished,
            self.florins,
            self.prestige,
            self.components.counts,
            self.options["count_when"],
            self.cite,
        )

    def outcome(self):
        return self._result

    def truth(self):
        used = self.supply + sum(sum(there.values()) for there in self.towers.values())
        used += self.step == "retrain"  # the artisan between two towers is in neither
        return {
            "day": self.day,
            "step": self.step,
            "to_act": self.to_act,
            "librarian": self.librarian,
            "landed": self.landed,
            "florins": self.florins,
            "supply": self.supply,
            "reserve": self.components.counts["black_cubes"] - used,
            "towers": {tower: dict(there) for tower, there in self.towers.items()},
            "books": dict(self.books),
            "hand": list(self.hand),
            "draw": list(self.draw),
            "discard": list(self.discard),
            "turned": self.turned,
            "blocked": self.blocked,
            "lifted": self.lifted,
            "hires": self.hires,
            "hired": self.hired and {**self.hired, "left": dict(self.hired["left"])},
            "owed": self.owed,
            "offer": self.offer and self._describe_offer(),
            "transfer": self.transfer and dict(self.transfer),
            "prestige": {**self.prestige, "need": dict(self.prestige["need"])},
        }

    def _describe_offer(self):
        return {
            "first": self.offer["first"],
            "second": self.offer["second"],
            "price": self._price(),
            "replaced": list(self.offer["replaced"]),
        }


__all__ = ["OPTIONS", "SENTENCES", "BibliogamoOracle"]
