"""The oracle's reading of phase 4c, hiring, and of the Grand Library, where artisans change towers."""

from tests.twins.bibliogamo.components import TYPES


class Artisans:
    """The part of the oracle for hiring and the Grand Library."""

    def _find_room(self, tower):
        """Return the free places of a tower: {type: number}, without zeros."""
        need, there = self.components.need[tower], self.towers[tower]
        return {kind: need[kind] - there[kind] for kind in need if need[kind] > there[kind]}

    # ---------------------------------------------------------------- 4c: hiring

    def _hire_actions(self):
        free = [card for card in self.hand if not self._is_blocked(card)]
        self._cite_block(free)
        if len(self.hand) < 2:  # G-27; a hand of five always has two left here
            free = []
        hires = [f"hire {card} {tower}" for card in free for tower in self.components.towers]
        return [*self._lift_actions(), *hires, "done"]

    def _cite_block(self, free):
        for card in self.hand:
            small = self.components.cards[card].small == self.blocked
            if card not in free:
                large = self.blocked in self.components.cards[card].large
                self.cite("G-6", "blocked" if large else "blocked by its small icon, by the switch")
            elif small:
                self.cite("G-6", "its small icon does not block it")

    def _hire(self, card, tower):
        """G-22 … G-25: every icon that fits, in one tower; it may be none."""
        room = self._find_room(tower)
        large = self.components.cards[card].large
        fit = {kind: min(n, room[kind]) for kind, n in large.items() if kind in room}
        self._cite_hire(tower, large, fit)
        self.hires += 1
        self._discard_card(card)
        self.hired = {"card": card, "tower": tower, "left": {}}
        self._place_artisans(fit)

    def _cite_hire(self, tower, large, fit):
        self.cite("G-22", "hired")
        if self.trail["towers"]:
            same = tower in self.trail["towers"]
            self.cite("G-23", "second hire, same tower" if same else "second hire, another tower")
        self.trail["towers"].append(tower)
        if any(kind not in self.components.need[tower] for kind in large):
            self.cite("G-24", "a type the tower does not use")
        if any(
            kind in self.components.need[tower] and n > fit.get(kind, 0)
            for kind, n in large.items()
        ):
            self.cite("G-24", "a filled place takes no more")
        if not fit:
            self.cite("G-25", "hired for nobody")
            if self._has_finished_book(tower):
                self.cite("G-25", "a full tower named")
        if self.trail["sold"]:
            self.cite("G-15", "hired after a sale")
        if self.lifted and self.hires:
            self.cite("G-10", "lifted and hired twice")

    def _place_artisans(self, fit):
        """G-26: where the supply is short for two types or more, the player picks one artisan after another."""
        tower = self.towers[self.hired["tower"]]
        self.hired["left"] = {}
        if sum(fit.values()) <= self.supply:
            for kind, number in fit.items():
                tower[kind] += number
                self.supply -= number
        elif self.supply == 0:
            self.cite("G-26", "no supply left")
        elif len(fit) == 1:
            self.cite("G-26", "one type: as far as the supply reaches")
            (kind,) = fit
            tower[kind] += self.supply
            self.supply = 0
        else:
            self.cite("G-26", "place by choice")
            self.hired["left"] = fit
            self.step = "place"
            return
        if fit and self._has_finished_book(self.hired["tower"]):
            here = self.hired["tower"] == self._find_current_tower()
            self.cite("G-13", "finished where he stands: sold later" if here else "finished in 4c")
        self.step = "pay"

    def _place(self, kind):
        left = self.hired["left"]
        self.towers[self.hired["tower"]][kind] += 1
        self.supply -= 1
        left[kind] -= 1
        if not left[kind]:
            del left[kind]
        if len(left) == 1 and self.supply:
            self.cite("G-26", "the last type takes the rest by itself")
        self._place_artisans(left)

    def _pay(self, card):
        if self._is_blocked(card):
            self.cite("G-7", "a blocked card pays")
        self.cite("G-27", "the second card of a hire")
        self._discard_card(card)
        self.hired = None
        self.step = "hire"
        if self.hires == self.components.counts["max_hires_per_turn"]:
            self._offer_library()

    # ---------------------------------------------------------------- the Grand Library

    def _offer_library(self):
        """G-30, G-31: once, after 4c, if he landed there today and somebody could move."""
        self.step = "library"
        if self.landed and self._library_cards():
            self.cite("G-31", "offered")
            return
        if self.landed:
            self.cite("G-30", self._explain_no_offer())
        self._end_turn()

    def _explain_no_offer(self):
        if not self.hand:
            return "not offered: no card"
        if self._transfer_actions():
            return "exact: not offered, no card has a number that could move"
        return "not offered: no move"

    def _library_cards(self):
        """Any card may be discarded there; with the switch of L-6.2 only one whose whole number could move between
        two towers."""
        if self.options["transfer_count"] == "up-to":
            return self.hand if self._transfer_actions() else []
        towers = self.components.towers
        most = max(self._count_movable(a, b) for a in towers for b in towers if a != b)
        cards = [c for c in self.hand if self.components.cards[c].icons() <= most]
        if cards and len(cards) < len(self.hand):
            self.cite("G-30", "exact: a card of too many icons is not offered")
        return cards

    def _count_movable(self, origin, goal):
        """Return how many artisans can move from one tower to the other, each to a free place."""
        free, moved = self._find_room(goal), 0
        for kind, number in self.towers[origin].items():
            for _ in range(number):
                places = [kind] if self.options["transfer_keeps_type"] else list(free)
                taken = next((place for place in places if free.get(place)), None)
                if taken:
                    free[taken] -= 1
                    moved += 1
        return moved

    def _use_library(self, card):
        self.cite("G-30", "used")
        if self._is_blocked(card):
            self.cite("G-7", "a blocked card serves the Library")
        self._discard_card(card)
        icons = self.components.cards[card].icons()
        self.transfer = {"card": card, "left": icons, "from": None, "to": None, "type": None}
        self.step = "transfer"

    def _transfer_actions(self):
        """Who can move: by type, then from, then to; after the first one only between the same two towers."""
        towers, moving = self.components.towers, self.transfer
        begun = moving and moving["from"]
        origins = [moving["from"]] if begun else towers
        goals = [moving["to"]] if begun else towers
        room = {goal: self._find_room(goal) for goal in goals}
        keeps = self.options["transfer_keeps_type"]
        # L-6.2: with the switch, no artisan moves unless all of them can.
        company = self.transfer["left"] if self._must_move_all() and not begun else 0
        return [
            f"transfer {kind} {origin} {goal}"
            for kind in TYPES
            for origin in origins
            if self.towers[origin].get(kind)
            for goal in goals
            if goal != origin and (kind in room[goal] if keeps else room[goal])
            if not company or self._count_movable(origin, goal) >= company
        ]

    def _must_move_all(self):
        return bool(self.transfer) and self.options["transfer_count"] == "exact"

    def _transfer(self, kind, origin, goal):
        if self.transfer["from"]:
            self.cite("G-30", "more than one artisan")
        if self._has_finished_book(origin):
            self.cite("G-31", "un-completes a book")
        self.transfer.update({"from": origin, "to": goal})
        self.towers[origin][kind] -= 1
        if not any(self.towers[origin].values()):
            self.cite("G-31", "empties a tower")
        room = self._find_room(goal)
        if self.options["transfer_keeps_type"]:
            self._finish_transfer(kind)
        elif len(room) == 1:
            self.cite("G-30", "retrained by itself")
            self._finish_transfer(*room)
        else:
            self.cite("G-30", "retrained by choice")
            self.transfer["type"] = kind
            self.step = "retrain"

    def _finish_transfer(self, kind):
        """A move counts once the artisan has his place."""
        goal = self.transfer["to"]
        self.transfer["type"] = None
        self.transfer["left"] -= 1
        self.towers[goal][kind] += 1
        if self._has_finished_book(goal):
            self.cite("G-31", "completes a book")
        if not self.transfer["left"]:
            if self._must_move_all():
                self.cite("G-30", "exact: the whole number moved")
            self._end_turn()
        elif not self._transfer_actions():
            self.cite("G-30", "nobody else can move")
            self._end_turn()
        else:
            self.step = "transfer"
