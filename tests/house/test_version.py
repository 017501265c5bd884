"""The version is written where each reader looks for it, and everywhere the same."""

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
    assert re.search(r"^version: (\S+)$", cited, re.MULTILINE)[1] == PROJECT["version"]


def test_the_version_is_a_semantic_one():
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROJECT["version"])
