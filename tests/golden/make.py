"""Write the golden records: python -m tests.golden.make [name …]

Use it only for new records, or after an intended change of the rules (and of the rules version). If a golden record no
longer replays, the stored games of users do not either.
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
