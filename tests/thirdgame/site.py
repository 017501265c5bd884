"""A third-party package as installed: its files, and a dist-info with the entry points of its pyproject."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

PACKAGE = Path(__file__).parent / "package"


def install(folder: Path) -> Path:
    """Install the package into a folder, which must be on PYTHONPATH."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    shutil.copytree(PACKAGE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"{name}-{version}.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{entry} = {value}" for entry, value in entries.items()), ""]
    about.joinpath("entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder
