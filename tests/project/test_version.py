"""The version is the same everywhere."""

import re
import tomllib
from pathlib import Path

import armarium

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_package_and_project_name_the_same_version():
    """Twice, so that importing armarium needs no look at its metadata."""
    assert armarium.__version__ == PROJECT["version"]


def test_the_citation_names_the_same_version():
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (\S+)$", cited, re.MULTILINE) == [PROJECT["version"]]


def test_the_version_is_a_semantic_one():
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROJECT["version"])


def test_the_bounds_of_numba_and_torch_are_the_tested_releases():
    """`make test-slow PARTS="newest"` tries others; bounds are raised together with the tested release."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    tested = {
        "numba": re.findall(r"^numba==(\S+)", lock, re.MULTILINE),
        "torch": re.findall(r"^TORCH := (\S+)", makefile, re.MULTILINE),
    }
    stated = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["train"]
    for name, (version,) in tested.items():
        major, minor = (int(part) for part in version.split(".")[:2])
        assert f"{name}>={major}.{minor},<{major}.{minor + 1}" in stated
