"""The kernel that compares JSON texts stays within its arrays for any text, and refuses what is not JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from armarium.core.game import encode_json
from armarium.core.kernels.patch import patch_text
from tests.server.patch_client import apply_patch
from tests.server.patch_fuzz import NO_JSON, make_deep_pair

ROOT = Path(__file__).parents[2]


def fuzz(seed: int, count: int) -> str:
    """Run in another process, because bounds checks need other machine code in another cache folder."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.patch_fuzz", str(seed), str(count)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_text_causes_an_out_of_bounds_access():
    assert "refused" in fuzz(1, 500)


@pytest.mark.thorough
def test_no_text_leads_out_of_bounds_at_length():
    for seed in range(2, 6):
        assert "refused" in fuzz(seed, 5000)


@pytest.mark.parametrize("text", NO_JSON)
@pytest.mark.parametrize("good", [b'{"a":2}', b"[2]"])
def test_text_that_is_not_compact_json_is_refused(text: bytes, good: bytes):
    for pair in ((text, good), (good, text)):
        with pytest.raises(ValueError, match="without spaces"):
            patch_text(*pair)


@pytest.mark.parametrize("fields", [60, 80, 100])
def test_too_many_changes_give_a_whole_replacement(fields: int):
    before, after = make_deep_pair(fields)
    patch = json.loads(patch_text(encode_json(before), encode_json(after)))
    assert apply_patch(before, patch) == after and len(patch) == 1
