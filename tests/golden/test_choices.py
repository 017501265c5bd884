"""The packaged network chooses the same actions on every machine in ten thousand positions."""

import json
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from tests.golden.networks.choices import FILE, choose, collect_positions, golden, learnt

AGAIN = """
import json, sys
import numpy as np
from tests.golden.networks.choices import choose
found = np.load(sys.argv[2])
print(json.dumps(choose(sys.argv[1], found["rows"], found["masks"])))
"""


@pytest.mark.parametrize("game", learnt())
def test_ten_thousand_choices_are_those_of_the_golden_file(game):
    assert golden(game) == json.loads(FILE.read_text())[game]


@pytest.mark.slow
@pytest.mark.parametrize("game", learnt())
def test_an_older_processor_chooses_the_same(game, tmp_path):
    """Integers give the same result with vectors of another width."""
    rows, masks = collect_positions(game)
    np.savez(tmp_path / "positions.npz", rows=rows, masks=masks)
    environment = {
        **os.environ,
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "OPENBLAS_CORETYPE": "ARMV8" if platform.machine() in ("arm64", "aarch64") else "Prescott",
    }
    command = [sys.executable, "-c", AGAIN, game, str(tmp_path / "positions.npz")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == choose(game, rows, masks)
