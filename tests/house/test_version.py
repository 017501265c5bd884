"""The version is written twice, so that importing armarium needs no look at its metadata."""

import tomllib
from pathlib import Path

import armarium

ROOT = Path(__file__).parents[2]


def test_package_and_project_name_the_same_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert armarium.__version__ == project["version"]
