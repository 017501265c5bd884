"""Finds a browser for the tests: the first one that starts.

An installed browser may not work: it may be for another processor, lack libraries or hang. So each candidate is
started (`probe.py`) before it is chosen. `python -m tests.web.browser` also installs one if none starts.
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

__all__ = [
    "ARGS",
    "AXE",
    "BrowserNotFound",
    "Candidate",
    "find_browser",
    "find_working_browser",
    "install_browser",
]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60.0  # seconds for one start; the machine may be shared

# No flag that weakens security: the server's policies are part of the test.
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

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
         "microsoft-edge", "microsoft-edge-stable", "msedge")  # fmt: skip
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


class BrowserNotFound(RuntimeError):
    """No browser starts. The message says what to install and what was tried."""


@dataclass(frozen=True)
class Candidate:
    """A possible browser. Its path is searched for only when needed."""

    label: str
    find: Callable[[], str | None]


@cache
def find_browser() -> str:
    """Return the path of the browser, searched for once per process. Raises BrowserNotFound."""
    return find_working_browser(_list_candidates())


def find_working_browser(candidates: Iterable[Candidate], patience: float = PATIENCE) -> str:
    tried = []
    for candidate in candidates:
        try:
            path = candidate.find()
            if path is not None:
                return _start_browser(path, patience)
        except BrowserNotFound as failed:
            tried.append(f"{candidate.label}: {failed}")
    raise BrowserNotFound(f"{ADVICE} (tried: {'; '.join(tried) or 'there is none'}).")


def _list_candidates() -> Iterator[Candidate]:
    if named := os.environ.get("ARMARIUM_BROWSER"):
        # Try nothing else: a configured browser must work or fail with a reason.
        yield Candidate("ARMARIUM_BROWSER", lambda: shutil.which(named) or named)
        return
    for path in list_installed_browsers(sys.platform, os.environ):
        yield Candidate(path, partial(str, path))
    yield Candidate("Playwright's own", lambda: "")
    if supports_npm_browser(sys.platform, platform.machine()):
        yield Candidate("the one from npm", _unpack_npm_browser)


def list_installed_browsers(system: str, env: Mapping[str, str]) -> Iterator[str]:
    """Yield the installed browsers: on the path, then in the system's default locations."""
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


def supports_npm_browser(system: str, machine: str) -> bool:
    return system == "linux" and machine.lower() in ("x86_64", "amd64")


def _start_browser(path: str, patience: float) -> str:
    """Start the browser, let it show a page, and return its path (for Playwright's own, the one that it reports)."""
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
        raise BrowserNotFound(f"nothing within {patience + PATIENCE:g} s") from None
    lines = done.stdout.strip().splitlines() or ["the probe ended"]
    if done.returncode != 0:
        raise BrowserNotFound(lines[-1])
    return lines[-1]


def _unpack_npm_browser() -> str:
    """Return the browser from npm, unpacked on the first call."""
    folder = ROOT / "build" / "browser"
    here, complete = folder / "chromium", folder / ".whole"
    if here.is_file() and complete.is_file():
        return str(here)
    shutil.rmtree(folder, ignore_errors=True)  # remove an incomplete attempt
    folder.mkdir(parents=True)
    # The unpacker uses the temporary folder, so give it a private one.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "TMPDIR": str(folder)}
    try:
        unpacked = subprocess.run(
            ["node", "unpack.mjs"], cwd=HERE, env=env, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise BrowserNotFound(f"it cannot be unpacked ({error})") from None
    complete.touch()
    return unpacked.stdout.strip()


def install_browser(say: Callable[[str], None] = print) -> str:
    """Return a browser that starts. If there is none, try Playwright's download, then Debian's package."""
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
            return find_working_browser(_list_candidates())
        except BrowserNotFound:
            if not ways:
                raise
        label, commands = ways.pop(0)
        say(f"• {label}")
        quick = {
            "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        for command in commands:
            subprocess.run(command, env={**os.environ, **quick}, capture_output=True, check=False)


if __name__ == "__main__":
    try:
        print(f"• a browser for the tests: {install_browser()}")
    except BrowserNotFound as none:
        sys.exit(str(none))
