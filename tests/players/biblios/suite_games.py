"""The games of a suite among its own compiled opponents, as one hash a match: what must never change, whatever moves.

`python -m tests.players.biblios.suite_games [DEALS [SUITE]]` prints them, so that two checkouts can be compared.
"""

import hashlib
import sys

from armarium.games.biblios.book import BOOK
from armarium.lab.arena.deals import deal_of, drawn, seed_of_deal
from armarium.lab.arena.match import Match
from armarium.lab.arena.playing import kernels_of, play_compiled
from armarium.lab.arena.suite import matches_of


def matches(suite: str) -> list[Match]:
    """Every opponent of the suite alone among every other, at each number of seats, in each edition."""
    found = [
        match
        for player in BOOK.suites[suite].opponents
        for match in matches_of("biblios", suite, player)
    ]
    return [match for match in found if kernels_of(match.line_up, "biblios") is not None]


def name_of(match: Match) -> str:
    setting = match.setting
    return f"{setting.edition}-{setting.seats}-{'-'.join(match.entrants)}"


def games_hash(match: Match, deals: int) -> str:
    """Of how the first deals end, in all rotations; the same seats and seeds as in the arena."""
    setting, n = match.setting, match.setting.seats
    digest = hashlib.sha256()
    for deal in range(deals):
        for rotation in range(n):
            game = deal_of(setting, seed_of_deal(setting, deal))
            order = [(seat - rotation) % n for seat in range(n)]
            seeds = [drawn("player", setting.seed, deal, p) % 2**32 for p in order]
            kernels = kernels_of([match.line_up[p] for p in order], setting.game)
            assert kernels is not None
            play_compiled(game, kernels, seeds)
            digest.update(game.fingerprint().encode())
    return digest.hexdigest()


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for match in matches(sys.argv[2] if len(sys.argv) > 2 else "v1"):
        print(name_of(match), games_hash(match, number), flush=True)
