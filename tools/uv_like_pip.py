"""Run this environment's uv with the package sources that pip is configured to use.

uv does not read pip's configuration, so a machine behind a mirror that suits pip would fail
with uv. What the person has set for uv itself wins.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

# pip's setting -> uv's variable and what separates several values in it
SETTINGS = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
}


def pip_settings() -> dict[str, str]:
    """What `pip config list` says: lines like global.index-url='…', strongest last."""
    listing = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    settings: dict[str, str] = {}
    from_environment: dict[str, str] = {}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if equals and section in ("global", "install", ":env:"):
            # PIP_… variables are listed first, although they are the strongest.
            where = from_environment if section == ":env:" else settings
            where[name] = str(ast.literal_eval(value))
    return settings | from_environment


def uv_environment() -> dict[str, str]:
    environment = dict(os.environ)
    for name, value in pip_settings().items():
        if name in SETTINGS:
            variable, separator = SETTINGS[name]
            environment.setdefault(variable, separator.join(value.split()))
    if "UV_INDEX" in environment:
        # pip takes the best version of all its indexes; the hashes of the lock keep that safe.
        environment.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")
    # As pip does: where Python may not keep what it compiled, every process would compile it again.
    environment.setdefault("UV_COMPILE_BYTECODE", "1")
    # An active environment elsewhere must not attract the packages.
    environment["VIRTUAL_ENV"] = sys.prefix
    return environment


def main() -> int:
    uv = Path(sys.prefix) / "bin" / "uv"
    # Bars are for people; a log wants only what went wrong.
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    return subprocess.run([uv, *quiet, *sys.argv[1:]], env=uv_environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
