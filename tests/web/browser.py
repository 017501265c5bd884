"""The browser of the tests: the first that starts, of those that the user or the machine has.

A browser may lie in its place and be of no use: made for another processor, without its libraries, or hanging. So each
one is started (`probe.py`) before it is chosen. `python -m tests.web.browser` also brings one where none starts.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

__all__ = ["ARGS", "AXE", "Candidate", "NoBrowser", "bring", "find_browser", "first_that_starts"]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60.0  # seconds for one start; the machine may be shared

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

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NAMES += ("microsoft-edge", "microsoft-edge-stable", "msedge")
LINUX = (
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
)
MACOS = ("Chromium", "Google Chrome", "Microsoft Edge")
WINDOWS = (
    r"Chromium\Application\chrome.exe",
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)

ADVICE = (
    "No browser for the tests starts here: install Chromium, Chrome or Edge (Debian: apt-get install chromium), "
    "or name one in ARMARIUM_BROWSER"
)


class NoBrowser(RuntimeError):
    """In one sentence: what to install, and what was tried."""


@dataclass(frozen=True)
class Candidate:
    """Whose browser it would be, and where: looked for only when its turn comes."""

    told: str
    find: Callable[[], str | None]


@cache
def find_browser() -> str:
    """Where the browser is; looked for once a process. Raises NoBrowser."""
    return first_that_starts(_here())


def first_that_starts(candidates: Iterable[Candidate], patience: float = PATIENCE) -> str:
    tried = []
    for candidate in candidates:
        try:
            path = candidate.find()
            if path is not None:
                return _started(path, patience)
        except NoBrowser as failed:
            tried.append(f"{candidate.told}: {failed}")
    raise NoBrowser(f"{ADVICE} (tried: {'; '.join(tried) or 'there is none'}).")


def _here() -> Iterator[Candidate]:
    if named := os.environ.get("ARMARIUM_BROWSER"):
        # Nothing else: whoever names one wants that one, or to know why not.
        yield Candidate("ARMARIUM_BROWSER", lambda: shutil.which(named) or named)
        return
    for path in own_places(sys.platform, os.environ):
        yield Candidate(path, partial(str, path))
    yield Candidate("Playwright's own", lambda: "")
    if runs_npms(sys.platform, platform.machine()):
        yield Candidate("the one from npm", _unpacked)


def own_places(system: str, env: Mapping[str, str]) -> Iterator[str]:
    """The machine's own: on the path, then in the usual places of its system."""
    places: list[Path] = []
    if system == "darwin":
        roots = [Path("/"), Path(env.get("HOME", "/"))]
        places = [
            root / "Applications" / f"{name}.app" / "Contents" / "MacOS" / name
            for root in roots
            for name in MACOS
        ]
    elif system == "win32":
        roots = [
            Path(env[name])
            for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
            if name in env
        ]
        places = [root.joinpath(*end.split("\\")) for root in roots for end in WINDOWS]
    else:
        places = [Path(place) for place in LINUX]
    found = [shutil.which(name, path=env.get("PATH", "")) for name in NAMES]
    found += [str(place) for place in places if place.is_file()]
    yield from dict.fromkeys(path for path in found if path)


def runs_npms(system: str, machine: str) -> bool:
    return system == "linux" and machine.lower() in ("x86_64", "amd64")


def _started(path: str, patience: float) -> str:
    """The path again (Playwright knows where its own lies), once the browser has shown a page."""
    command = [sys.executable, "-m", "tests.web.probe", path, str(patience)]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=patience + PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise NoBrowser(f"nothing within {patience + PATIENCE:g} s") from None
    lines = done.stdout.strip().splitlines() or ["the probe ended"]
    if done.returncode != 0:
        raise NoBrowser(lines[-1])
    return lines[-1]


def _unpacked() -> str:
    """The browser that npm brought; unpacked at the first call."""
    room = ROOT / "build" / "browser"
    here, whole = room / "chromium", room / ".whole"
    if here.is_file() and whole.is_file():
        return str(here)
    shutil.rmtree(room, ignore_errors=True)  # what a broken attempt has left
    room.mkdir(parents=True)
    # The unpacker asks for the temporary folder; ours is shared with nobody.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "TMPDIR": str(room)}
    try:
        told = subprocess.run(
            ["node", "unpack.mjs"], cwd=HERE, env=env, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoBrowser(f"it cannot be unpacked ({error})") from None
    whole.touch()
    return told.stdout.strip()


def bring(say: Callable[[str], None] = print) -> str:
    """One that starts; if there is none, Playwright's download is tried, then Debian's package."""
    ways: list[tuple[str, list[list[str]]]] = []
    if not os.environ.get("ARMARIUM_BROWSER"):
        ways.append(
            (
                "downloading Playwright's Chromium",
                [[sys.executable, "-m", "playwright", "install", "chromium"]],
            )
        )
        if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
            install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
            ways.append(("installing Debian's chromium", [["apt-get", "update"], install]))
    while True:
        try:
            return first_that_starts(_here())
        except NoBrowser:
            if not ways:
                raise
        told, commands = ways.pop(0)
        say(f"• {told}")
        quick = {
            "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        for command in commands:
            subprocess.run(command, env={**os.environ, **quick}, capture_output=True, check=False)


if __name__ == "__main__":
    try:
        print(f"• a browser for the tests: {bring()}")
    except NoBrowser as none:
        sys.exit(str(none))
