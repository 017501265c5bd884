"""Train for two minutes on a CPU and fail below an 80 % win share against `random` (`make test-slow PARTS=learning`).

Uses the edition `manual`, two seats and a fixed seed. `--folder` keeps the trained network.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REQUIRED_SHARE = 0.8


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary) / "training"
        command = [
            sys.executable, "-m", "armarium.cli", "train", "--folder", str(folder), "--seats", "2",
            "--edition", "manual", "--minutes", str(arguments.minutes), "--against", "random", "--deals", "300",
            "--json",
        ]  # fmt: skip
        # More threads do not speed up such a small network, and on a busy machine they block each other.
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        output = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=environment
        ).stdout
    figures = json.loads(output)
    meeting = figures["meetings"][0]
    share, decisions = meeting["share"], figures["decisions"]
    print(
        f"{share:.1%} against random after {decisions:,.0f} decisions; required: {REQUIRED_SHARE:.0%}"
    )
    return 0 if share >= REQUIRED_SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
