"""Every mutant still applies, and names the rule it breaks and the tests that should notice."""

import subprocess
from pathlib import Path

import pytest

import mutants

ROOT = Path(__file__).parents[2]
PATCHES = sorted((ROOT / "tests" / "mutants").glob("*.patch"))


def test_no_mutant_is_lost():
    """Raise the number with each new mutant: one that is lost in a move is missed here."""
    assert len(PATCHES) == 92


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_mutant_applies_and_names_its_sentence_and_tests(patch):
    mutant = mutants.read_mutant(patch)
    assert mutant.sentence
    assert mutant.tests
    for word in mutant.tests:
        if word.startswith("tests/"):
            assert (ROOT / word.partition("::")[0]).exists(), word
    done = subprocess.run(
        ["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
