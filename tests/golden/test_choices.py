"""What the packaged network chooses in ten thousand positions: the same everywhere, until its weights change."""

import json
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from tests.golden.networks.choices import FILE, chosen, golden, learnt, positions

AGAIN = """
import json, sys
import numpy as np
from tests.golden.networks.choices import chosen
found = np.load(sys.argv[2])
print(json.dumps(chosen(sys.argv[1], found["rows"], found["masks"])))
"""


@pytest.mark.parametrize("game", learnt())
def test_ten_thousand_choices_are_those_of_the_golden_file(game):
    assert golden(game) == json.loads(FILE.read_text())[game]


@pytest.mark.slow
@pytest.mark.parametrize("game", learnt())
def test_an_older_processor_chooses_the_same(game, tmp_path):
    """With vectors of another width, in another order: whole numbers do not care."""
    rows, masks = positions(game)
    np.savez(tmp_path / "positions.npz", rows=rows, masks=masks)
    environment = {
        **os.environ,
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "OPENBLAS_CORETYPE": "ARMV8" if platform.machine() in ("arm64", "aarch64") else "Prescott",
    }
    command = [sys.executable, "-c", AGAIN, game, str(tmp_path / "positions.npz")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == chosen(game, rows, masks)
