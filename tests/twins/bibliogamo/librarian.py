"""The oracle's reading of phases 4a and 4b: paid steps, levels of florins, and the sale of a book."""

from bisect import insort

from tests.twins.bibliogamo.scoring import is_finished


class MovesAndSales:
    """The part of the oracle for paid steps and sales."""

    # ---------------------------------------------------------------- lifting the block (phase 3)

    def _is_blocked(self, card):
        """G-6: by its large icons; with block_scope "any" also by the small one."""
        card = self.components.cards[card]
        if self.blocked in card.large:
            return True
        return self.options["block_scope"] == "any" and card.small == self.blocked

    def _lift_actions(self):
        """G-8, G-9: one card that shows the blocked type small."""
        return [f"lift {c}" for c in self.hand if self.components.cards[c].small == self.blocked]

    def _lift(self, card):
        when = self.step if self.step != "hire" else f"hire, {self.hires} hired"
        self.cite("G-9", f"lifted in {when}")
        self.cite("G-8", "lifted" if any(map(self._is_blocked, self.hand)) else "lifted needlessly")
        if self._is_blocked(card):
            self.cite("G-7", "a blocked card lifts")
        self._discard_card(card)
        self.blocked, self.lifted = None, True

    # ---------------------------------------------------------------- 4a: paid steps

    def _move_actions(self):
        steps = ["forward", "back"] if self.florins else []  # G-14: no debt
        if not steps:
            self.cite("G-14", "no florin, no step")
        return [*self._lift_actions(), *steps, "done"]

    def _pay_step(self, direction):
        self.cite("G-14", direction)
        if self.trail["paid"] and direction not in self.trail["paid"]:
            self.cite("G-14", "both directions in one turn")
        if self.librarian == 0 and self.trail["paid"] and self.options["landing"] == "rest":
            self.cite("G-4", "over the Library without ending there")
        self.trail["paid"].append(direction)
        self._walk(1 if direction == "forward" else -1)
        if self.librarian == 0 and self.options["landing"] == "every-stop":
            self.cite("G-4", "every stop: a paid step counts")
            self.landed = True
        self.florins -= 1
        for level, artisans in self.components.levels:
            if self.florins == level - 1:  # G-34: at the level itself it is held
                self._lose_level(level, artisans)

    def _lose_level(self, level, artisans):
        """G-33: artisans come from the supply first, then from towers that the player chooses."""
        self.cite("G-34", f"below {level}")
        self.cite("G-33", f"level {level} lost")
        self.dropped.add(level)
        from_supply = min(artisans, self.supply)
        self.supply -= from_supply
        self.owed = artisans - from_supply
        if self.owed:
            self.cite("G-33", "give-back from towers")
            if from_supply:
                self.cite("G-33", "give-back in part from the supply")
            self.step = "give-back"

    def _give_back_actions(self):
        return [
            f"give-back {tower} {kind}"
            for tower in self.components.towers
            for kind, number in self.towers[tower].items()
            if number
        ]

    def _give_back(self, tower, kind):
        if self._has_finished_book(tower):
            self.cite("G-33", "give-back un-completes a book")
        self.towers[tower][kind] -= 1
        self.owed -= 1
        if not self.owed:
            self.step = "move"

    def _stop_moving(self):
        if not self.trail["paid"]:
            self.cite("G-11", "no paid step")
        if self.librarian == 0:
            if self.trail["paid"]:
                self.cite("G-4", "4a ends on the Library")
            self.cite("G-12", "nothing is sold on the Library")
            self.landed = True
        elif self.trail["met"]:
            self.cite("G-5", "landed in phase 2, then paid away")
        on = self._find_current_tower()
        if on and self._has_finished_book(on):
            self.step = "sell"
        else:
            self.step = "hire"

    def _find_current_tower(self):
        return self.components.ring[self.librarian - 1] if self.librarian else None

    def _has_finished_book(self, tower):
        return is_finished(self.towers[tower], self.components.need[tower])

    # ---------------------------------------------------------------- 4b: the sale

    def _sell_actions(self):
        return [*self._lift_actions(), "sell", "done"]

    def _sell(self):
        """G-29: the first card already lies on the table if the pile must be shuffled for the second."""
        tower = self._find_current_tower()
        self.trail["sold"] = tower
        self.offer = {"first": None, "second": None, "replaced": []}
        self.offer["first"] = self._next_card("4b")
        self.offer["second"] = self._next_card("4b")
        self.step = "price"

    def _price(self):
        """G-18: the first card points at a row, the second has the florins."""
        row = self.components.cards[self.offer["first"]].pointer
        return self.components.cards[self.offer["second"]].values[row - 1]

    def _price_actions(self):
        """G-16: no way back; G-19: another price while a day remains; G-29: and a card."""
        if self.day >= self.last_day:
            self.cite("G-19", "no day is left to pay")
            return ["accept"]
        return ["redraw", "accept"] if self.draw or self.discard else ["accept"]

    def _redraw(self):
        """G-17: the new card replaces the second; with redraw_chains it is laid to its right."""
        self.day += 1
        if self.day == self.last_day:
            self.cite("G-20", "day 40 reached in a sale: the turn goes on")
        new = self._next_card("4b")
        if self.options["redraw_chains"]:
            self.cite("G-17", "chained")
            replaced, self.offer["first"] = self.offer["first"], self.offer["second"]
        else:
            self.cite("G-17", "second card replaced")
            replaced = self.offer["second"]
        if self.offer["replaced"]:
            self.cite("G-19", "several days paid")
        insort(self.offer["replaced"], replaced)
        self.offer["second"] = new

    def _accept(self):
        tower = self._find_current_tower()
        self.cite("G-16", "price taken")
        self.cite("G-18")
        self._earn(self._price())
        freed = self.towers[tower]
        self.supply += sum(freed.values())
        self.towers[tower] = dict.fromkeys(freed, 0)  # G-15: free at once, the tower is empty again
        if self.books[tower]:
            self.cite("G-39", "the same book again")
        self.books[tower] += 1
        for card in (self.offer["first"], self.offer["second"], *self.offer["replaced"]):
            insort(self.discard, card)
        self.offer = None
        self.step = "hire"  # G-12: a second sale never follows

    def _earn(self, price):
        """G-32: the levels reached give their artisans at once, and again after a drop."""
        before, self.florins = self.florins, self.florins + price
        reached = [level for level in self.components.levels if before < level[0] <= self.florins]
        for level, artisans in reached:
            self.cite("G-32", f"level {level} reached")
            if level == self.florins:
                self.cite("G-34", f"exactly {level} holds the level")
            if level in self.dropped:
                self.cite("G-32", "a level reached again")
            self.supply += artisans
        if len(reached) > 1:
            self.cite("G-32", "several levels at once")
