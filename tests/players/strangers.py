"""Strangers' players for the tests: good, confused, silent and broken ones."""

import os
import time


class First:
    """Always the first legal action; says things it should not."""

    def choose(self, position):
        print("thinking aloud")
        return position.legal[0]


class Started:
    def start(self, seat, seats, options, seed):
        self.told = (seat, seats, options["edition"], seed)

    def choose(self, position):
        assert self.told[0] == position.seat and self.told[1] == len(position.view["seats"])
        return position.legal[-1]


class Cheat:
    """Looks for a way from the position to anything that it should not see."""

    def choose(self, position):
        assert not hasattr(position, "game") and "truth" not in position.view
        return position.legal[0]


class Illegal:
    def choose(self, position):
        return "bid 999"


class Crashing:
    def choose(self, position):
        raise RuntimeError("no more ink")


class Dying:
    def choose(self, position):
        os._exit(3)


class Silent:
    def choose(self, position):
        time.sleep(60)
