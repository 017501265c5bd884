"""Entry points for a checkout that is not installed: books and players are found by them, and only there.

    python tools/entry_points.py
    PYTHONPATH=src:build/entry-points python -m …

Writes what an installer would write of pyproject.toml, and nothing else, into build/entry-points (or a folder of your
own). For machines where nothing can be installed; elsewhere `pip install --editable .` does it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

__all__ = ["write"]

HOUSE = Path(__file__).parents[1]


def write(folder: Path) -> Path:
    """The folder of the metadata, in `folder`, which is to stand on PYTHONPATH."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    groups = {**project["entry-points"], "console_scripts": project["scripts"]}
    lines: list[str] = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{one} = {value}" for one, value in entries.items()), ""]
    found = folder / f"{name}-{version}.dist-info"
    found.mkdir(parents=True, exist_ok=True)
    (found / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    (found / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return found


if __name__ == "__main__":
    print(write(Path(sys.argv[1]) if sys.argv[1:] else HOUSE / "build" / "entry-points"))
