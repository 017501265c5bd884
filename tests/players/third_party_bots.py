"""Third-party players for the tests: good, confused, silent and broken ones."""

import json
import os
import time

import numpy as np

from armarium.core.registry import find_game
from armarium.players import load, position_from


class First:
    """Choose the first legal action, and print to standard output, which belongs to the protocol."""

    def choose(self, position):
        print("thinking aloud")
        return position.legal[0]


class Started:
    def start(self, seat, seats, options, seed):
        self.started_with = (seat, seats, options["edition"], seed)

    def choose(self, position):
        assert self.started_with[0] == position.seat and self.started_with[1] == len(
            position.view["seats"]
        )
        return position.legal[-1]


class Cheat:
    """Check that the position gives no access to hidden facts."""

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


class _Linear:
    """A fixed policy on rows: sums of whole numbers, which do not depend on how many rows there are."""

    def find_best_codes(self, rows, masks):
        weights = np.random.default_rng(rows.shape[1]).integers(
            -9, 9, (rows.shape[1], masks.shape[1])
        )
        return np.where(masks == 0, -(10**9), rows.astype(np.int64) @ weights).argmax(1)


class ByRows(_Linear):
    """Chooses in many games at once."""

    def choose_batch(self, rows, masks):
        return self.find_best_codes(rows, masks)


class ByPosition(_Linear):
    """The same policy, one position at a time."""

    def choose(self, position):
        code = int(self.find_best_codes(position.row[None], position.mask[None])[0])
        return list(find_game(position.game).game.codes)[code]


class ByView(ByPosition):
    """The same policy, from a position that knows only the view."""

    def choose(self, position):
        return super().choose(position_from(json.loads(json.dumps(position.view))))


class Monk:
    """The monk, from views."""

    def __init__(self):
        self.player = load("monk")
        self.start = self.player.start

    def choose(self, position):
        return self.player.choose(position)


class IllegalRows(ByRows):
    """Plays an illegal action in games in which the first die shows five or more."""

    def choose_batch(self, rows, masks):
        return np.where(rows[:, 464] >= 5, masks.argmin(1), super().choose_batch(rows, masks))


class WrongShape:
    def choose_batch(self, rows, masks):
        return masks


class CrashingRows:
    def choose_batch(self, rows, masks):
        raise RuntimeError("no more ink")
