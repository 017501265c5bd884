"""Write the golden records: python -m tests.golden.make [name …]

Only for records that are new, or when a change of the rules (and of the rules version) is meant: a golden record that
no longer replays is a broken promise to everybody who has stored a game.
"""

import sys
from pathlib import Path

from tests.golden.bibliogamo.endings import CITY
from tests.golden.endings import GOLDEN

RECORDS = Path(__file__).parent / "records"


def main(names):
    every = GOLDEN | CITY
    for name in names or every:
        game = every[name].game()
        (RECORDS / f"{name}.txt").write_text(game.record(), encoding="utf-8", newline="\n")
        print(f"{name}: {game.outcome()}")


if __name__ == "__main__":
    main(sys.argv[1:])
