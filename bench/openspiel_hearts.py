"""The comparison: hearts in OpenSpiel with four uniform random bots, the loop in C++.

`make bench` runs it on one core. Decisions are the players' moves; dealt cards and the direction of passing
are chance and do not count.
"""

import argparse
import json
import time

import pyspiel

BATCH = 200  # games per measurement


def play_for(seconds: float) -> dict[str, float]:
    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    games = decisions = 0
    spent = 0.0
    while spent < seconds:
        started = time.perf_counter()
        played = []
        for seed in range(games, games + BATCH):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)  # samples the chance outcomes itself
            played.append(state)
        spent += time.perf_counter() - started
        # Counting is not part of the measured time.
        games += BATCH
        decisions += sum(move.player >= 0 for state in played for move in state.full_history())
    return {
        "decisions_per_s": decisions / spent,
        "games_per_s": games / spent,
        "decisions_per_game": decisions / games,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="time spent playing")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    play_for(min(0.2, arguments.seconds))  # the first games are slower
    figures = play_for(arguments.seconds)
    if arguments.json:
        print(json.dumps({"peer": "openspiel", "game": "hearts", **figures}))
    else:
        print(
            f"OpenSpiel hearts, random bots in C++: {figures['decisions_per_s']:,.0f} decisions/s, "
            f"{figures['games_per_s']:,.0f} games/s, {figures['decisions_per_game']:.1f} a game"
        )


if __name__ == "__main__":
    main()
