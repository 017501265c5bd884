"""The games of a suite among its own compiled opponents, as one hash a match: what must never change, whatever moves.

`python -m tests.players.biblios.suite_games [DEALS [SUITE]]` prints them, so that two checkouts can be compared.
"""

import hashlib
import sys

from armarium.games.biblios.definition import DEFINITION
from armarium.lab.arena.deals import deal_game, derive_deal_seed, derive_number
from armarium.lab.arena.match import Match, make_suite_matches
from armarium.lab.arena.playing import find_kernels, play_compiled
from armarium.lab.extension import lab_extension


def make_matches(suite: str) -> list[Match]:
    """Every opponent of the suite alone among every other, at each number of seats, in each edition."""
    found = [
        match
        for player in lab_extension(DEFINITION.name).suites[suite].opponents
        for match in make_suite_matches("biblios", suite, player)
    ]
    return [match for match in found if find_kernels(match.line_up, "biblios") is not None]


def name_match(match: Match) -> str:
    setting = match.setting
    return f"{setting.edition}-{setting.seats}-{'-'.join(match.entrants)}"


def hash_games(match: Match, deals: int) -> str:
    """Return a hash of the outcomes of the first deals, with the arena's rotations, seats and seeds."""
    setting, n = match.setting, match.setting.seats
    digest = hashlib.sha256()
    for deal in range(deals):
        for rotation in range(n):
            game = deal_game(setting, derive_deal_seed(setting, deal))
            order = [(seat - rotation) % n for seat in range(n)]
            seeds = [derive_number("player", setting.seed, deal, p) % 2**32 for p in order]
            kernels = find_kernels([match.line_up[p] for p in order], setting.game)
            assert kernels is not None
            play_compiled(game, kernels, seeds)
            digest.update(game.fingerprint().encode())
    return digest.hexdigest()


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for match in make_matches(sys.argv[2] if len(sys.argv) > 2 else "v1"):
        print(name_match(match), hash_games(match, number), flush=True)
