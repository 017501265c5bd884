"""The browser of the tests: the one that npm brought, else one that the machine has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

__all__ = ["ARGS", "AXE", "find_browser"]

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"

# Nothing that weakens the page's own safety: the policies of the server are part of the test.
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@cache
def find_browser() -> str:
    """Where the browser is; unpacked at the first call."""
    room = HERE.parents[1] / "build" / "browser"
    here, whole = room / "chromium", room / ".whole"
    if here.is_file() and whole.is_file():
        return str(here)
    try:
        return _unpack(room, whole)
    except (OSError, subprocess.CalledProcessError):
        for name in ("chromium", "chromium-browser", "google-chrome"):
            if found := shutil.which(name):
                return found
        raise


def _unpack(room: Path, whole: Path) -> str:
    shutil.rmtree(room, ignore_errors=True)  # what a broken attempt has left
    room.mkdir(parents=True)
    # The unpacker asks for the temporary folder; ours is shared with nobody.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "TMPDIR": str(room)}
    told = subprocess.run(
        ["node", "unpack.mjs"], cwd=HERE, env=env, check=True, capture_output=True, text=True
    )
    whole.touch()
    return told.stdout.strip()
