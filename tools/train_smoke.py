"""`make train-smoke`: two minutes of learning on a CPU, from nothing; fails below 80 % of the wins against `random`.

The edition `manual` for two, with a fixed seed; `--folder` keeps what was learnt.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

WANTED = 0.8


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.folder or Path(passing) / "training"
        command = [
            sys.executable, "-m", "armarium.cli", "train", "--folder", str(folder), "--seats", "2",
            "--edition", "manual", "--minutes", str(asked.minutes), "--against", "random", "--deals", "300",
            "--json",
        ]  # fmt: skip
        # So small a network is no faster with more threads, and on a busy machine they only wait for each other.
        quiet = os.environ | {"OMP_NUM_THREADS": "1"}
        told = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=quiet
        ).stdout
    figures = json.loads(told)
    meeting = figures["meetings"][0]
    share, decisions = meeting["share"], figures["decisions"]
    print(f"{share:.1%} against random after {decisions:,.0f} decisions; wanted: {WANTED:.0%}")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
