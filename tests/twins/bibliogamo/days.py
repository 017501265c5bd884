"""The oracle's reading of the days: set-up, phases 1 to 3 which run by themselves, phase 5, and the draw pile."""

from bisect import insort

SPACES = 7  # G-1: the Grand Library, space 0, and six towers


class Days:
    """The part of the oracle for days, the Librarian's walk, and the draw and discard piles."""

    def _set_up(self, deal):
        for always in ("G-1", "G-2", "G-35", "G-41", "G-42"):
            self.cite(always)
        counts, collections = self.components.counts, self.components.collections
        if deal is None:
            self.prestige = collections[self.chance.below(len(collections))]
            self.draw = sorted(self.components.cards)
            self.chance.shuffle(self.draw)
        else:
            self.prestige = next(card for card in collections if card["id"] == deal["prestige"])
            self.draw = list(deal["draw"])
        self.hand = sorted(self.draw[: counts["hand_size"]])
        del self.draw[: counts["hand_size"]]
        self.discard = []
        self.day, self.last_day = 0, counts["last_day"]
        self.librarian = 0
        self.florins = counts["start_florins"]
        self.supply = counts["start_artisans"]
        self.towers = {t: dict.fromkeys(need, 0) for t, need in self.components.need.items()}
        self.books = dict.fromkeys(self.components.towers, 0)
        self.owed = 0
        self.hired = self.offer = self.transfer = None
        self.to_act = 0
        self._begin_day()

    # ---------------------------------------------------------------- cards

    def _next_card(self, phase):
        """G-29: the discard pile is shuffled when a card is needed and the draw pile is empty, not before."""
        if not self.draw:
            self.cite("G-29", f"shuffled in phase {phase}")
            if self.offer and self.offer["first"]:
                self.cite("G-29", "the cards of the sale stay out")
            if phase == "4b" and self.turned in self.discard:
                self.cite("G-29", "the block outlives its card")
            self.draw, self.discard = self.discard, []  # ascending, as it was kept
            self.chance.shuffle(self.draw)
        return self.draw.pop(0)

    def _discard_card(self, card):
        self.hand.remove(card)
        insort(self.discard, card)

    # ---------------------------------------------------------------- phases 1 to 3

    def _begin_day(self):
        self.day += 1
        if self.day == self.last_day:
            self.cite("G-21", "day 40 is played")
        self.turned = None
        self.landed = self.lifted = False
        self.hires = 0
        self.trail = {"sold": None, "paid": [], "met": False, "towers": []}  # only for citing

        begun = self.librarian
        self._walk(self.components.counts["base_move"])
        rested = self.librarian
        if rested == 0:
            if self.options["landing"] == "every-stop":
                self.cite("G-4", "every stop: the rest after three spaces counts")
                self.landed = True
            else:
                self.cite("G-4", "the rest after three spaces does not count")
        self.turned = self._next_card(2)
        insort(self.discard, self.turned)
        self._walk(self.components.cards[self.turned].step)
        if self.librarian == 0:
            self.cite("G-3", f"from space {begun}")
            self.trail["met"] = self.landed = True
        self.blocked = self.components.cards[self.turned].small
        self.step = "move"

    def _walk(self, spaces):
        self.librarian = (self.librarian + spaces) % SPACES

    # ---------------------------------------------------------------- phase 5

    def _end_turn(self):
        self.transfer = None
        if self.day >= self.last_day:
            self.cite("G-20", "phase 5 is not played on the last turn")
            self.step, self.to_act = "over", None
            self._score_game()
            return
        if self.hand:
            self.cite("G-28", "unused cards stay")
        while len(self.hand) < self.components.counts["hand_size"]:
            self.cite("G-28", "a card is drawn")
            insort(self.hand, self._next_card(5))
        self._begin_day()
