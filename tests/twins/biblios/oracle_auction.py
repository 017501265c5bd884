"""The oracle's reading of B-3: bidding, paying, penalties and re-auctions."""

from tests.twins.oracle_chance import shuffle_auction

from .oracle_cards import gold_value, insert_card, is_church, is_gold

HIGHEST_BID = 66  # B-3.13
BIDS = [f"bid {n}" for n in range(HIGHEST_BID + 1)]


class Auctions:
    """This chapter of the Oracle, which holds the table and goes on from here (_acquire_church, _end)."""

    # ---------------------------------------------------------------- B-3 auction phase

    def _begin_auctions(self):
        assert len(self.auction) == {2: 20, 3: 18, 4: 16}[self.seats]
        self.phase = "auction"
        assert self.active == self.first  # B-1.4: the turns come out even
        self.cite("B-1.5", "the first seat starts the auctions")
        self.auction = shuffle_auction(self.chance, self.auction, self.wanted_auction)
        self._turn_up()

    def _turn_up(self):
        self.cite("B-3.1")
        self.cite("B-6.2", "turned up")
        self.moved += 1
        self.lot = self.auction.pop(0)
        self.barred = set()
        self._open_bidding()

    def _open_bidding(self):
        """A new auction of the lot, the first or a re-auction (B-3.10)."""
        self.step = "bid"
        self.bid, self.leader, self.passed = 0, None, set()
        speakers = self._list_bidders(self.active)
        if not speakers:
            self.cite("B-3.10", "nobody may bid")
            self._discard_lot()
            return
        self.cite("B-3.2")
        self.to_act = speakers[0]

    def _list_bidders(self, seat):
        """List the seats that are not out of the bidding, from the left of a seat, that seat last."""
        return [
            s
            for s in [*self.clockwise_after(seat), seat]
            if s not in self.passed and s not in self.barred
        ]

    def _compute_means(self, seat):
        """The most that a hand can pay for the lot."""
        if is_gold(self.lot):
            return len(self.hands[seat])
        return sum(gold_value(card) for card in self.hands[seat])

    def _bid_actions(self):
        highest = HIGHEST_BID
        if not self.rules["beyond_means"]:
            self.cite("B-3.8", "forbidden")
            highest = self._compute_means(self.to_act)
        if self.bid == HIGHEST_BID:
            self.cite("B-3.13")
        return [*BIDS[self.bid + 1 : highest + 1], "pass"]

    def _bid(self, n):
        self.cite("B-3.3")
        self.cite("B-6.5")
        bidder = self.to_act
        if self.rules["beyond_means"] and n > self._compute_means(bidder):
            self.cite("B-3.8", "bid beyond means")
            if not self.hands[bidder]:
                self.cite("B-3.11", "bid with an empty hand")
        self.bid, self.leader = n, bidder
        others = [seat for seat in self._list_bidders(bidder) if seat != bidder]
        if others:
            self.to_act = others[0]
            return
        if len(self.barred) == self.seats - 1:
            self.cite("B-3.10", "a single player left: any bid wins")
        else:
            self.cite("B-3.4", "the last one in, with no bid made, bids")
        self._end_bidding()

    def _pass(self):
        if self.step == "pay":
            self.cite("B-3.14", "that is all")
            self._buy()
            return
        self.cite("B-6.5")
        passer = self.to_act
        self.passed.add(passer)
        still_in = self._list_bidders(passer)
        if not still_in:
            self.cite("B-3.4", "all pass")
            if self.barred:
                self.cite("B-3.10", "all who are left pass")
            self._discard_lot()
        elif still_in == [self.leader]:
            self._end_bidding()
        else:
            self.cite("B-3.3", "who has passed is out")
            self.to_act = still_in[0]

    def _discard_lot(self):
        self.moved += 1
        insert_card(self.discard_up, self.lot)
        self.lot = None
        self._end_lot()

    def _end_bidding(self):
        self.cite("B-3.4", "won")
        self.step = "pay"
        self.to_act = self.leader
        self.paid = 0
        if self._compute_means(self.leader) < self.bid and not self.rules["may_refuse"]:
            self.cite("B-3.9", "penalised at once")
            self._penalise(self.leader)

    def _pay_actions(self):
        hand = self.hands[self.leader]
        actions = []
        if self.paid + self._compute_means(self.leader) >= self.bid:
            payable = hand if is_gold(self.lot) else [card for card in hand if is_gold(card)]
            actions = [f"pay {kind}" for kind in dict.fromkeys(payable)]
        if self.paid >= self.bid:
            return ["pass", *actions]
        if self.rules["may_refuse"] and self.paid == 0:
            if not actions:
                self.cite("B-3.9", "cannot pay, may only refuse")
            actions.append("refuse")
        return actions

    def _pay(self, card):
        self.moved += 1
        self.cite("B-3.12", "card by card")
        was_open = self._remove_from_hand(self.leader, self.hands[self.leader].index(card))
        if is_gold(self.lot):
            self.cite("B-3.6")
            self.cite("B-6.3", "paid face down")
            if was_open:
                self.cite("B-6.4", "an open card paid face down")
            insert_card(self.discard_down, card)
            self.paid += 1
        else:
            self.cite("B-3.5")
            self.cite("B-6.2", "gold paid")
            insert_card(self.discard_up, card)
            self.paid += gold_value(card)
        if self.paid < self.bid:
            return
        if self.paid > self.bid:
            self.cite("B-3.5", "no change given")
        if self.rules["overpay"] and not is_gold(self.lot) and self._compute_means(self.leader) > 0:
            self.cite("B-3.14")
            return
        self._buy()

    def _buy(self):
        self.cite("B-3.7")
        winner, card = self.leader, self.lot
        self.lot = self.leader = None
        self.bid = 0
        if is_church(card):
            self.cite("B-4.1", "won")
            self._acquire_church(winner, card)
            return
        insert_card(self.hands[winner], card)
        self._end_lot()

    def _end_lot(self):
        self.lot = self.leader = None
        self.bid = 0
        self.passed, self.barred = set(), set()
        self.active = self.left_of(self.active)
        if self.auction:
            self._turn_up()
        else:
            self._end()

    # ---------------------------------------------------------------- B-3.9 penalties

    def _penalise(self, victim):
        self.cite("B-3.9", self.rules["penalty"])
        self.cite("B-3.10")
        if self.barred:
            self.cite("B-3.10", "another penalised on the same card")
        if not self.hands[victim]:
            self.cite("B-3.11", "from an empty hand nothing is taken")
        if self.rules["penalty"] == "standard":
            for taker in self.clockwise_after(victim):
                if self.hands[victim]:
                    if taker in self.barred:
                        self.cite("B-3.11", "one already penalised draws too")
                    insert_card(self.hands[taker], self._draw_from(victim))
                else:
                    self.cite("B-3.11", "draws stop at an empty hand")
        elif self.hands[victim]:
            insert_card(self.discard_down, self._draw_from(victim))
        self.barred.add(victim)
        self._open_bidding()

    def _draw_from(self, victim):
        """Draw a random index into the hand in canonical order. Open cards come before equal hidden ones."""
        self.moved += 1
        self.cite("B-3.11")
        self.cite("B-6.3", "penalty draw")
        hand = self.hands[victim]
        place = self.chance.below(len(hand))
        card = hand[place]
        if self._remove_from_hand(victim, place):
            self.cite("B-6.4", "an open card drawn as a penalty")
        return card

    def _remove_from_hand(self, seat, place):
        """Take the card at that place out of the hand; True if it was one that lay open."""
        hand, opened = self.hands[seat], self.open[seat]
        card = hand[place]
        was_open = place - hand.index(card) < opened.count(card)
        if was_open:
            opened.remove(card)
        del hand[place]
        return was_open
