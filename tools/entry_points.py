"""Write the entry points of a checkout that is not installed. Games and players are found through them.

    python tools/entry_points.py
    PYTHONPATH=src:build/entry-points python -m …

Writes the entry points of pyproject.toml, as an installer would, into build/entry-points or another folder. Use it on
machines where you cannot install packages; elsewhere `pip install --editable .` does the same.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

__all__ = ["write_entry_points"]

ROOT = Path(__file__).parents[1]


def write_entry_points(folder: Path) -> Path:
    """Write the metadata into `folder`, which must be on PYTHONPATH, and return the metadata folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    groups = {**project["entry-points"], "console_scripts": project["scripts"]}
    lines: list[str] = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{one} = {value}" for one, value in entries.items()), ""]
    metadata = folder / f"{name}-{version}.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return metadata


if __name__ == "__main__":
    print(
        write_entry_points(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "entry-points")
    )
